import type { Check } from '../account/check.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, indented, renderBlocks, sentenceSpans, span, whole } from './line.ts';
import { listed, markSpan, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable, type TableRow } from './table.ts';
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
  'local-files': 'local files',
};

/** Draws the checks in their order: what was found, what it means, and how to fix it. Ends with a line break. */
export function drawDoctor(checks: readonly Check[], environment: string | undefined, style: Style): string {
  const rows = grouped(checks).flatMap((group, index, all) => {
    const [{ name, means }] = group;
    const isSaid = all.slice(0, index).some(([before]) => before.name === name && before.means === means);
    return rowsOf(group, style, isSaid ? undefined : means);
  });
  const count = (wanted: Check['result']): number => rows.filter(({ result }) => result === wanted).length;
  const parts = numbered({ ok: count('ok'), 'to know': count('note'), skipped: count('skipped') });
  const found = count('finding') === 0 ? 'Nothing to fix' : counted(count('finding'), 'finding');
  const blocks = [
    [[span(environment === undefined ? 'Checks' : `Checks of ${environment}`, 'bold')]],
    drawTable(rows, style.width),
    wrapped(listed(`${found}${count('finding') === 0 ? ':' : ','} `, parts, 'bold'), style.width, 0),
  ];
  return renderBlocks(blocks, style);
}

type Group = readonly [Check, ...Check[]];

/** Puts results of a check that mean the same together: what they mean is drawn once. */
function grouped(checks: readonly Check[]): Group[] {
  const groups: [Check, ...Check[]][] = [];
  for (const check of checks) {
    const same = check.means !== undefined && groups.find(([first]) => kindOf(first) === kindOf(check));
    if (same) same.push(check);
    else groups.push([check]);
  }
  return groups;
}

function kindOf({ name, result, means, variable }: Check): string {
  return [name, result, means, variable !== undefined].join('\n');
}

function rowsOf(group: Group, style: Style, means: string | undefined): (TableRow & Pick<Check, 'result'>)[] {
  const [{ name, result }, ...others] = group;
  const tones = result === 'skipped' ? (['dim'] as const) : [];
  const title = [markSpan(MARKS[result]), span(TITLES[name] ?? name, 'bold')];
  const says = (text: string): DrawnLine => sentenceSpans(withNaming(text, style.naming), ...tones);
  const meaning = line('means: ', means, style);
  if (others.length > 0 && group[0].variable) {
    const variables = variablesOf(group);
    const rows = [...variables].map(([variable, settings]) => ({
      cells: [[whole(variable)], [span(settings.join(', '), 'dim')]],
    }));
    const table = indented(drawTable(rows, style.width - 4), 4);
    const [first = ''] = variables.keys();
    const fix = `Set each variable in the shell (\`export ${first}=…\`) or in the secrets of CI`;
    const cells = [title, says(`Not set: ${counted(variables.size, 'environment variable')}`)];
    return [{ result, cells, after: [...table, ...meaning, ...line('fix: ', fix, style)] }];
  }
  return group.map((check, index) => ({
    result,
    cells: [title, says(check.says)],
    after: [
      ...(index === 0 ? meaning : []),
      ...(check.fix === group[index - 1]?.fix ? [] : line('fix: ', check.fix, style)),
    ],
  }));
}

function variablesOf(group: Group): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { variable } of group) {
    if (!variable) continue;
    found.set(variable.name, [...(found.get(variable.name) ?? []), variable.setting]);
  }
  return found;
}

function line(lead: string, text: string | undefined, style: Style): DrawnLine[] {
  if (!text) return [];
  return wrapped([span(lead, 'dim'), ...sentenceSpans(withNaming(text, style.naming))], style.width, 4);
}
