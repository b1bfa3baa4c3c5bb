import { expect, it } from 'vitest';
import { unheard } from '../src/cli/runner-log.ts';
import { concealed, passwordsIn } from '../src/config/conceal.ts';
import { matchesGlob } from '../src/core/address.ts';
import { malformedVariables } from '../src/kinds/lint/variables.ts';
import { withoutNotice } from '../src/kinds/notification-template/notice.ts';
import { readManifests, shownSource } from '../src/manifest/load/read-file.ts';
import { boxed } from '../src/preview/boxed.ts';
import type { Bubble } from '../src/preview/bubble.ts';
import { drawBubble } from '../src/preview/draw.ts';
import { fenced } from '../src/report/markdown/markdown.ts';
import { render } from '../src/report/terminal/line.ts';
import { drawText, drawTextDiff } from '../src/report/terminal/text-block.ts';
import { diffWords } from '../src/report/word-diff.ts';
import { matchTemplate } from '../src/send/compare.ts';
import { columns } from '../src/text/columns.ts';
import { resourceDialect } from '../src/wire/dialect.ts';
import { outcomeOf } from '../src/wire/outcome.ts';
import { parseLocated } from '../src/yaml/located.ts';

/** Work on texts that somebody made to be slow grows with their length, not with its square. */

/** The length of a text, in characters. */
const LONG = 128 * 1024;

/** Linear work takes at most half a second of processor time, quadratic work many times as long. */
const MOST_MS = 100 * reference();

/** The processor time of some linear work on this machine, in milliseconds. */
function reference(): number {
  const text = 'a: 가\n'.repeat(LONG / 5);
  return spentOn(() => Array.from({ length: 20 }, () => JSON.parse(JSON.stringify(text.split('\n')))));
}

function spentOn(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const html = (text: string): unknown =>
  outcomeOf(resourceDialect, {
    ended: 'answered',
    response: { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) },
  });

const STYLE = { color: false, width: 80, context: 3 };

/** Places every hit of a text of 10,000 characters, the longest that is read, twenty times. */
const locate = (text: string): unknown => {
  const [document] = parseLocated('a.yaml', `a: "${text}"`).documents;
  return Array.from({ length: 20 * text.length }, (_, hit) => document?.placeOf(['a'], '#', hit % text.length).column);
};

const notification = (content: string): Bubble => ({
  kind: 'notification',
  sender: '',
  emphasis: { type: 'NONE' },
  content,
});

const bubble = (text: string): unknown => drawBubble(notification(text));
const boxes = (text: string): unknown => boxed(notification(text));

const filled = (piece: string, end = ''): string => piece.repeat(Math.ceil(LONG / piece.length)) + end;

it.each<[string, string, (text: string) => unknown]>([
  ['a configuration with beginnings of addresses', filled('://a:'), concealed],
  ['a configuration of credentials', filled('{ credentials: {"'), concealed],
  ['a configuration of open credentials', `credentials:\n${filled('  a: "b\n')}`, concealed],
  ['a configuration with addresses without an end', filled('://:\0'), concealed],
  ['a configuration with open placeholders', `{key: x${filled('${env:a')}`, concealed],
  ['a configuration of digits', filled('1  '), concealed],
  ['a configuration of members on lines of their own', filled('key:\n  \n  '), concealed],
  ['a configuration of empty members', filled('{ key: '), concealed],
  ['a secret of colons', `://${filled(':')}`, passwordsIn],
  ['a secret of beginnings of addresses', filled('://'), passwordsIn],
  ['open variables', filled('#{a'), malformedVariables],
  ['open braces', filled('{{'), malformedVariables],
  ['line breaks before the end of a body', filled('\n', 'x'), (text) => withoutNotice('AD', text)],
  ['line breaks in a fence', filled('\n', 'x'), (text) => fenced(text, 'diff')],
  ['backticks in a fence', filled('` '), (text) => fenced(text, 'diff')],
  ['blanks in a line of a broken manifest', `a${filled(' ')}b\n]`, (text) => parseLocated('a.yaml', text)],
  ['blanks between the lines of a plain text', `a: x${filled(' ')}\n y`, (text) => parseLocated('a.yaml', text)],
  [
    'open quotes in a broken manifest',
    `a: "x\n${filled('b: "c\n').slice(0, 50_000)}`,
    (text) => parseLocated('a.yaml', text),
  ],
  ['the sign of an empty block', '1'.repeat(LONG), (text) => parseLocated('a.yaml', `a: |${text}`)],
  ['2,500 documents with a mistake', '---\n[\n'.repeat(2500), (text) => parseLocated('a.yaml', text)],
  [
    '2,500 documents below a long comment',
    `# ${'a'.repeat(950_000)}\n${'---\na: 1\n'.repeat(2500)}`,
    (text) => parseLocated('a.yaml', text),
  ],
  [
    '10,000 test sends to a number in place of a name',
    '---\nkind: TestSend\nto: [1000000000]\n'.repeat(9999),
    (text) => shownSource(readManifests('a.yaml', Buffer.from(text)), new Set()),
  ],
  ['line separators in the log of a runner', filled('\u2028'), unheard],
  ['an HTML page of titles', filled('<title'), html],
  ['an HTML page of styles', filled('<style '), html],
  ['an HTML page of open tags', filled('<'), html],
  ['a text of blanks', ' '.repeat(80_000), (text) => render(drawText(text, 80), STYLE)],
  ['a text of signs', '·'.repeat(80_000), (text) => render(drawText(text, 80), STYLE)],
  ['a text of combining marks', '\u0301'.repeat(80_000), (text) => render(drawText(text, 80), STYLE)],
  ['the columns of joined emoji', filled('👨‍👩‍👧'), columns],
  ['the words of one line', filled('가 ').slice(0, 50_000), (text) => diffWords(text, `${text}가`)],
  ['a long line against many lines', 'a'.repeat(50_000), (text) => drawTextDiff(text, 'y z\n'.repeat(20_000), STYLE)],
  ['blanks before a word of a bubble', ' '.repeat(50_000), (text) => bubble(`${text}x`)],
  ['signs in boxes', '▶'.repeat(50_000), boxes],
  ['a variable without an end in boxes', `#{${'a'.repeat(50_000)}}`, boxes],
  ['hits in one value', '#'.repeat(10_000), locate],
  ['a pattern of stars', 'a'.repeat(2000), (text) => matchesGlob(`${text}b`, '*a'.repeat(200))],
  ['a text that almost repeats its template', filled('a'), (text) => matchTemplate(`#{a}${text.slice(9)}b`, text)],
])('%s', (_what, text, work) => {
  expect(spentOn(() => work(text))).toBeLessThan(MOST_MS);
});

it('a difference may have more lines than a call takes arguments', () => {
  expect(() => drawTextDiff('', '\n'.repeat(150_000), STYLE)).not.toThrow();
});
