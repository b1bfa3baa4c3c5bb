import type { Check } from '../account/check.ts';
import { groupBy } from '../core/grouping.ts';
import { own } from '../core/json.ts';
import type { Phrase } from '../core/language.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, indented, renderBlocks, sentenceSpans, span, whole } from './line.ts';
import { listed, markSpan, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable, type TableRow } from './table.ts';
import { said } from './terminal-words.ts';
import { BLOCKED, type Mark, numbered } from './words.ts';

const MARKS: Readonly<Record<Check['result'], Mark>> = {
  ok: { symbol: '✓', tone: 'green' },
  note: { symbol: '!', tone: 'yellow' },
  finding: BLOCKED,
  skipped: { symbol: '○', tone: 'dim' },
};

const TITLES: Readonly<Record<string, Phrase>> = {
  node: { en: 'Node.js', ko: 'Node.js 버전' },
  configuration: { en: 'configuration', ko: '설정 파일' },
  settings: { en: 'settings and variables', ko: '설정과 환경 변수' },
  proxy: { en: 'proxy', ko: '프록시' },
  emulator: { en: 'emulator', ko: '에뮬레이터' },
  'resource-address': { en: 'resource API: address', ko: '리소스 API: 주소' },
  'resource-credentials': { en: 'resource API: credentials', ko: '리소스 API: 인증 정보' },
  'message-address': { en: 'message API: address', ko: '메시지 API: 주소' },
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
  const drawn = new Set<string>();
  const rows = [...groupBy(checks, likeness).values()].flatMap((group) => rowsOf(group, style, drawn));
  const count = (wanted: Check['result']): number => rows.filter(({ result }) => result === wanted).length;
  const word = (result: 'ok' | 'note' | 'skipped') => [said(style, WORDS[result]), count(result)] as const;
  const parts = numbered([word('ok'), word('note'), word('skipped')], style.language);
  const isNoted = checks.some(({ result, fix }) => result === 'note' && fix !== undefined);
  const none = isNoted ? WORDS.noted : WORDS.none;
  const found = said(style, count('finding') === 0 ? none : WORDS.found, { count: count('finding') });
  const title = environment === undefined ? said(style, WORDS.checks) : said(style, WORDS.checksOf, { environment });
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
  const heading = own(TITLES, name);
  const title = [markSpan(MARKS[result]), span(heading ? said(style, heading) : name, 'bold')];
  const says = (text: string): DrawnLine => sentenceSpans(withNaming(text, style.naming), ...tones);
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
    const cells = [title, says(said(style, WORDS.unset, { count: variables.size }))];
    const fix = line('fix', said(style, WORDS.set, { name: first.variable.name }), style);
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

function line(lead: 'means' | 'fix', text: string | undefined, style: Style): DrawnLine[] {
  if (!text) return [];
  const words = sentenceSpans(withNaming(text, style.naming));
  return wrapped([span(said(style, WORDS[lead]), 'dim'), ...words], style, 4);
}
