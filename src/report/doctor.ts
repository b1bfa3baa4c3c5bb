import type { Check } from '../account/check.ts';
import { own } from '../core/json.ts';
import type { Phrase } from '../core/language.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, indented, renderBlocks, sentenceSpans, span, whole } from './line.ts';
import { listed, markSpan, wrapped } from './part.ts';
import { sentenceIn } from './problem-words.ts';
import type { Style } from './style.ts';
import { drawTable, type TableRow } from './table.ts';
import { said } from './terminal-words.ts';
import { type Mark, numbered } from './words.ts';

const MARKS: Readonly<Record<Check['result'], Mark>> = {
  ok: { symbol: '✓', tone: 'green' },
  note: { symbol: '!', tone: 'yellow' },
  finding: { symbol: '✗', tone: 'red' },
  skipped: { symbol: '○', tone: 'dim' },
};

const TITLES: Readonly<Record<string, Phrase>> = {
  node: { en: 'Node.js', ko: 'Node.js 버전' },
  configuration: { en: 'configuration', ko: '설정 파일' },
  settings: { en: 'settings and variables', ko: '설정과 환경 변수' },
  proxy: { en: 'proxy', ko: '프록시' },
  emulator: { en: 'emulator', ko: '에뮬레이터' },
  'resource-address': { en: 'resource API: address', ko: '리소스 API: 주소' },
  'resource-dns': { en: 'resource API: DNS', ko: '리소스 API: DNS' },
  'resource-tls': { en: 'resource API: TLS', ko: '리소스 API: TLS' },
  'resource-credentials': { en: 'resource API: credentials', ko: '리소스 API: 인증 정보' },
  'message-address': { en: 'message API: address', ko: '메시지 API: 주소' },
  'message-dns': { en: 'message API: DNS', ko: '메시지 API: DNS' },
  'message-tls': { en: 'message API: TLS', ko: '메시지 API: TLS' },
  'message-credentials': { en: 'message API: credentials', ko: '메시지 API: 인증 정보' },
  'message-allowed-ip': { en: 'message API: allowed IP', ko: '메시지 API: 허용된 IP' },
  clock: { en: 'clock', ko: '시각' },
  'sender-keys': { en: 'sender keys', ko: '발신 프로필 키' },
  state: { en: 'state store', ko: '상태 저장소' },
  lock: { en: 'lock', ko: '잠금' },
  'local-files': { en: 'local files', ko: '이 컴퓨터의 파일' },
};

const WORDS = {
  checks: { en: 'Checks', ko: '점검' },
  checksOf: { en: 'Checks of {environment}', ko: '{environment} 점검' },
  none: { en: 'Nothing to fix: ', ko: '해결할 문제가 없습니다: ' },
  noted: { en: 'No errors: ', ko: '오류가 없습니다: ' },
  found: { en: '{count} {count:finding|findings}, ', ko: '해결할 문제 {count}개, ' },
  ok: { en: 'ok', ko: '정상' },
  note: { en: 'to know', ko: '참고' },
  skipped: { en: 'skipped', ko: '건너뜀' },
  means: { en: 'means: ', ko: '의미: ' },
  fix: { en: 'help: ', ko: '해결: ' },
  unset: {
    en: 'Not set or empty: {count} environment {count:variable|variables}',
    ko: '설정되지 않았거나 비어 있는 환경 변수 {count}개',
  },
  set: {
    en: 'Set each variable in the shell (`export {name}=…`) or in the secrets of CI',
    ko: '셸에서 `export {name}=…`처럼 설정하거나 CI의 비밀값에 등록하세요',
  },
} satisfies Record<string, Phrase>;

/** Draws the checks in their order: what was found, what it means, and how to fix it. Ends with a line break. */
export function drawDoctor(checks: readonly Check[], environment: string | undefined, style: Style): string {
  const rows = grouped(checks).flatMap((group, index, all) => {
    const [{ name, means }] = group;
    const isSaid = all.slice(0, index).some(([before]) => before.name === name && before.means === means);
    return rowsOf(group, style, isSaid ? undefined : means);
  });
  const count = (wanted: Check['result']): number => rows.filter(({ result }) => result === wanted).length;
  const word = (result: 'ok' | 'note' | 'skipped') => [said(style, WORDS[result]), count(result)] as const;
  const parts = numbered(Object.fromEntries([word('ok'), word('note'), word('skipped')]), style.language);
  const isNoted = checks.some(({ result, fix }) => result === 'note' && fix !== undefined);
  const none = isNoted ? WORDS.noted : WORDS.none;
  const found = said(style, count('finding') === 0 ? none : WORDS.found, { count: count('finding') });
  const title = environment === undefined ? said(style, WORDS.checks) : said(style, WORDS.checksOf, { environment });
  const blocks = [
    [[span(title, 'bold')]],
    drawTable(rows, style.width),
    wrapped(listed(found, parts, 'bold'), style.width, 0),
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
  const heading = own(TITLES, name);
  const title = [markSpan(MARKS[result]), span(heading ? said(style, heading) : name, 'bold')];
  const says = (text: string): DrawnLine => sentenceSpans(inLanguage(text, style), ...tones);
  const meaning = line('means', means, style);
  if (others.length > 0 && group[0].variable) {
    const variables = variablesOf(group);
    const rows = [...variables].map(([variable, settings]) => ({
      cells: [[whole(variable)], [span(settings.join(', '), 'dim')]],
    }));
    const table = indented(drawTable(rows, style.width - 4), 4);
    const [first = ''] = variables.keys();
    const cells = [title, says(said(style, WORDS.unset, { count: variables.size }))];
    const fix = line('fix', said(style, WORDS.set, { name: first }), style);
    return [{ result, cells, after: [...table, ...meaning, ...fix] }];
  }
  return group.map((check, index) => ({
    result,
    cells: [title, says(check.says)],
    after: [
      ...(index === 0 ? meaning : []),
      ...(check.fix === group[index - 1]?.fix ? [] : line('fix', check.fix, style)),
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

function line(lead: 'means' | 'fix', text: string | undefined, style: Style): DrawnLine[] {
  if (!text) return [];
  const words = sentenceSpans(inLanguage(text, style));
  return wrapped([span(said(style, WORDS[lead]), 'dim'), ...words], style.width, 4);
}

function inLanguage(text: string, { language = 'en', naming }: Style): string {
  return withNaming(sentenceIn(language, text), naming);
}
