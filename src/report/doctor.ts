import type { Check } from '../account/check.ts';
import { groupBy } from '../core/grouping.ts';
import { own } from '../core/json.ts';
import { counted, numbered } from '../text/counted.ts';
import { withNaming } from './command.ts';
import type { Style } from './style.ts';
import { indented, renderBlocks, wrapped } from './terminal/line.ts';
import { drawTable, type TableRow } from './terminal/table.ts';
import { listed, type Mark, markSpan, sentenceSpans, span, type Text, whole } from './text.ts';
import { BLOCKED } from './view/words.ts';

const MARKS: Readonly<Record<Check['result'], Mark>> = {
  ok: { symbol: '✓', tone: 'green' },
  note: { symbol: '!', tone: 'yellow' },
  finding: BLOCKED,
  skipped: { symbol: '○', tone: 'dim' },
};

const TITLES: Readonly<Record<string, string>> = {
  configuration: 'configuration',
  settings: 'settings and variables',
  emulator: 'emulator',
  'resource-address': 'resource API: address',
  'resource-credentials': 'resource API: credentials',
  'message-address': 'message API: address',
  'message-credentials': 'message API: credentials',
  clock: 'clock',
  'sender-keys': 'sender keys',
  state: 'state store',
  lock: 'lock',
};

/** Draws the checks in their order: what was found, what it means, and how to fix it. Ends with a line break. */
export function drawDoctor(checks: readonly Check[], environment: string | undefined, style: Style): string {
  const drawn = new Set<string>();
  const rows = [...groupBy(checks, likeness).values()].flatMap((group) => rowsOf(group, style, drawn));
  const count = (wanted: Check['result']): number => rows.filter(({ result }) => result === wanted).length;
  const parts = numbered([
    ['ok', count('ok')],
    ['to know', count('note')],
    ['skipped', count('skipped')],
  ]);
  const isNoted = checks.some(({ result, fix }) => result === 'note' && fix !== undefined);
  const none = isNoted ? 'No errors: ' : 'Nothing to fix: ';
  const found = count('finding') === 0 ? none : `${counted(count('finding'), 'finding')}, `;
  const title = environment === undefined ? 'Checks' : `Checks of ${environment}`;
  const blocks = [[[span(title, 'bold')]], drawTable(rows, style.width), wrapped(listed(found, parts, 'bold'), style)];
  return renderBlocks(blocks, style);
}

/** The key of results of a check that mean the same. A result without a meaning has a key of its own. */
function likeness(check: Check): Check | string {
  const { name, result, means, variable } = check;
  return means === undefined ? check : [name, result, means, variable !== undefined].join('\n');
}

/** @param drawn what checks mean that are drawn already */
function rowsOf(group: readonly Check[], style: Style, drawn: Set<string>): (TableRow & Pick<Check, 'result'>)[] {
  const [first, ...others] = group;
  if (!first) return [];
  const { name, result, means } = first;
  const tones = result === 'skipped' ? (['dim'] as const) : [];
  const title = [markSpan(MARKS[result]), span(own(TITLES, name) ?? name, 'bold')];
  const says = (text: string): Text => sentenceSpans(withNaming(text, style.naming), ...tones);
  const meaning = drawn.has(`${name} ${means}`) ? [] : line('means', means, style);
  drawn.add(`${name} ${means}`);
  if (others.length > 0 && first.variable) {
    const variables = groupBy(
      group.flatMap(({ variable }) => variable ?? []),
      ({ name }) => name,
    );
    const rows = [...variables].map(([variable, uses]) => ({
      cells: [[whole(variable)], [span(uses.map(({ setting }) => setting).join(', '), 'dim')]],
    }));
    const table = indented(drawTable(rows, style.width - 4), 4);
    const cells = [
      title,
      says(`Not set or empty: ${variables.size} environment ${variables.size === 1 ? 'variable' : 'variables'}`),
    ];
    const fix = line(
      'help',
      `Set each variable in the shell (\`export ${first.variable.name}=…\`) or in the secrets of CI`,
      style,
    );
    return [{ result, cells, after: [...table, ...meaning, ...fix] }];
  }
  return group.map((check, index) => ({
    result,
    cells: [title, says(check.says)],
    after: [
      ...(index === 0 ? meaning : []),
      ...(check.fix === group[index - 1]?.fix ? [] : line('help', check.fix, style)),
    ],
  }));
}

function line(lead: 'means' | 'help', text: string | undefined, style: Style): Text[] {
  if (!text) return [];
  const words = sentenceSpans(withNaming(text, style.naming));
  return wrapped([span(`${lead}: `, 'dim'), ...words], style, 4);
}
