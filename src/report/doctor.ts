import type { Check } from '../account/check.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, render, sentenceSpans, separated, span } from './line.ts';
import { listed, markSpan, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { counted, type Mark, numbered } from './words.ts';

const MARKS: Readonly<Record<Check['result'], Mark>> = {
  ok: { symbol: '✓', tone: 'green' },
  note: { symbol: '!', tone: 'yellow' },
  finding: { symbol: '✗', tone: 'red' },
  skipped: { symbol: '○', tone: 'dim' },
};

const TITLES: Readonly<Record<string, string>> = {
  node: 'Node.js',
  configuration: 'configuration',
  settings: 'settings and variables',
  proxy: 'proxy',
  emulator: 'emulator',
  'resource-dns': 'resource API: DNS',
  'resource-tls': 'resource API: TLS',
  'resource-credentials': 'resource API: credentials',
  'message-dns': 'message API: DNS',
  'message-tls': 'message API: TLS',
  'message-credentials': 'message API: credentials',
  'message-allowed-ip': 'message API: allowed IP',
  clock: 'clock',
  'sender-keys': 'sender keys',
  state: 'state store',
  lock: 'lock',
};

/** Draws the checks in their order: what was found, what it means, and how to fix it. Ends with a line break. */
export function drawDoctor(checks: readonly Check[], environment: string | undefined, style: Style): string {
  const rows = checks.map(({ name, result, says, means, fix }) => ({
    cells: [
      [markSpan(MARKS[result]), span(TITLES[name] ?? name, 'bold')],
      sentenceSpans(withNaming(says, style.naming), ...(result === 'skipped' ? (['dim'] as const) : [])),
    ],
    after: [...line('means: ', means, style), ...line('fix: ', fix, style)],
  }));
  const count = (wanted: Check['result']): number => checks.filter(({ result }) => result === wanted).length;
  const parts = numbered({ ok: count('ok'), 'to know': count('note'), skipped: count('skipped') });
  const found = count('finding') === 0 ? 'Nothing to fix' : counted(count('finding'), 'finding');
  const blocks = [
    [[span(environment === undefined ? 'Checks' : `Checks of ${environment}`, 'bold')]],
    drawTable(rows, style.width),
    wrapped(listed(`${found}${count('finding') === 0 ? ':' : ','} `, parts, 'bold'), style.width, 0),
  ];
  return render(separated(blocks), style);
}

function line(lead: string, text: string | undefined, style: Style): DrawnLine[] {
  if (!text) return [];
  return wrapped([span(lead, 'dim'), ...sentenceSpans(withNaming(text, style.naming))], style.width, 4);
}
