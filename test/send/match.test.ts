import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTemplate } from '../../src/send/compare.ts';

const values = (entries: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(entries));

/** Where a text leaves its template, as a reader sees it: `line:column` and the words for it. */
function place(template: string, text: string, known: Record<string, string> = {}): string {
  const mismatch = matchTemplate(template, text, values(known));
  if (!mismatch) return 'equal';
  const { line, column } = mismatch.difference;
  return `${line}:${column} ${mismatch.what}`;
}

describe('a text held against its template', () => {
  it.each([
    ['안녕', '안녕'],
    ['#{이름}님', '홍길동님'],
    ['#{a}#{b}', 'xy'],
    ['#{a}님 #{b}원', '홍길동님 12,000원'],
    ['#{a}', '여러\n줄'],
    ['a#{x}a#{y}a', 'aaaaa'],
    ['#{a}님#{b}님', '님님님님'],
    ['', ''],
  ])('%j agrees with %j', (template, text) => {
    expect(place(template, text)).toBe('equal');
  });

  it.each([
    ['안녕', '안뇽', '1:2 the approved template has "녕", the message "뇽"'],
    ['안녕', '안녕!', '1:3 the approved template ends there, the message continues with "!"'],
    ['안녕!', '안녕', '1:3 the approved template continues with "!", the message ends there'],
    ['한 줄\n두 줄', '한 줄\n두줄', '2:2 the approved template has a space, the message "줄"'],
    ['한 줄', '한 줄\n', '2:1 the approved template ends there, the message continues with a line break'],
    ['한 줄\n', '한 줄', '2:1 the approved template continues with a line break, the message ends there'],
    ['가\n나', '가나', '1:2 the approved template has a line break, the message "나"'],
    ['가 나', '가\u00a0나', '1:2 the approved template has a space, the message a no-break space (U+00A0)'],
    ['가', '\u1100\u1161', '1:1 the approved template has "가", the message "\u1100"'],
    ['a😀b', 'a😀c', '1:3 the approved template has "b", the message "c"'],
    ['a\u2063', 'ab', '1:2 the approved template has U+2063, the message "b"'],
    ['', 'x', '1:1 the approved template ends there, the message continues with "x"'],
  ])('%j leaves %j at its place', (template, text, expected) => {
    expect(place(template, text)).toBe(expected);
  });

  it.each([
    ['#{이름}님, 주문', '홍길동님 주문', '1:5 the approved template has ",", the message a space'],
    ['#{이름}님 주문', '홍길동 주문', '1:1 after #{이름} the approved template has "님 주문", which the message lacks'],
    ['#{이름}님', '홍길동', '1:1 after #{이름} the approved template has "님", which the message lacks'],
    ['#{a}원 결제', '100원  결제', '1:6 the approved template has "결", the message a space'],
    ['안녕\n#{a}님, 끝', '안녕\n1 끝', '2:1 after #{a} the approved template has "님, 끝", which the message lacks'],
    [
      `#{a}${'가나'.repeat(30)}!`,
      '값!',
      `1:1 after #{a} the approved template has "${'가나'.repeat(20)}…", which the message lacks`,
    ],
    ['#{이름}님', '', '1:1 the approved template continues with #{이름}, the message ends there'],
    ['#{이름}님, 주문', '님, 주문', '1:1 the approved template has #{이름}, the message "님"'],
    ['#{a}원\n끝', '100원 \n끝', '1:5 the approved template has a line break, the message a space'],
    ['#{a}원', '100원!', '1:5 the approved template ends there, the message continues with "!"'],
    ['#{a}원', '100원\n끝', '2:1 the approved template ends there, the message continues with a line break'],
    ['#{a}#{b}', '😀', '1:2 the approved template continues with #{b}, the message ends there'],
    ['▶ #{a}\n▶ 상품: #{b}\n▶ #{c}', '▶ 1\n▷ 상품: 귤\n▶ 3', '2:1 the approved template has "▶", the message "▷"'],
    ['#{a}\n상품: #{b}', '1\n상 품: 귤', '2:2 the approved template has "품", the message a space'],
  ])('%j cannot be read in %j', (template, text, expected) => {
    expect(place(template, text)).toBe(expected);
  });

  it('reads a known value as the text that it is', () => {
    expect(place('#{이름}님', '홍길동 님', { 이름: '홍길동' })).toBe(
      '1:4 the approved template has "님", the message a space',
    );
    expect(place('#{이름}님 #{금액}원', '홍길동님 1원', { 이름: '홍길동' })).toBe('equal');
  });

  it('shows the two lines that differ, and null for one that is not there', () => {
    const shown = (template: string, text: string) => matchTemplate(template, text)?.difference;
    const parted = { line: 2, column: 3, expected: '결제완료', actual: '결제 완료' };
    expect(shown('#{이름}님\n결제완료', '홍길동님\n결제 완료')).toEqual(parted);
    expect(shown('가', '가\n')).toEqual({ line: 2, column: 1, expected: null, actual: '' });
    expect(shown('가\n나', '가')).toEqual({ line: 2, column: 1, expected: '나', actual: null });
  });

  const piece = fc.stringMatching(/^[가-하ab\n ]{0,6}$/);
  const value = fc.stringMatching(/^[가-하ab\n ]{1,4}$/);
  const template = fc.array(fc.tuple(piece, value), { maxLength: 5 }).chain((pairs) =>
    piece.map((last) => ({
      template: `${pairs.map(([literal], index) => `${literal}#{v${index}}`).join('')}${last}`,
      filled: `${pairs.map(([literal, filled]) => literal + filled).join('')}${last}`,
      values: new Map(pairs.map(([, filled], index) => [`v${index}`, filled])),
    })),
  );

  it('agrees with every filling, with and without the values', () => {
    fc.assert(
      fc.property(template, ({ template, filled, values }) => {
        expect(matchTemplate(template, filled)).toBeUndefined();
        expect(matchTemplate(template, filled, values)).toBeUndefined();
      }),
    );
  });

  it('agrees with exactly the texts that a regular expression takes', () => {
    fc.assert(
      fc.property(template, fc.stringMatching(/^[가-하ab\n ]{0,12}$/), ({ template }, text) => {
        const pattern = template.replace(/#\{v\d\}/g, '[^]+');
        expect(matchTemplate(template, text) === undefined).toBe(new RegExp(`^${pattern}$`).test(text));
      }),
      { numRuns: 150 },
    );
  });

  it('finds every edit of one character at the first place where the texts part', () => {
    fc.assert(
      fc.property(template, fc.nat(), fc.constantFrom('x', '\n', '나'), fc.nat(2), (made, at, character, edit) => {
        const characters = Array.from(made.filled);
        const index = at % (characters.length + 1);
        if (edit === 0) characters.splice(index, 0, character);
        else characters.splice(index, 1, ...(edit === 1 ? [character] : []));
        const edited = characters.join('');
        fc.pre(edited !== made.filled);
        const { difference } = matchTemplate(made.template, edited, made.values) ?? {};
        const parted = firstDifference(made.filled, edited);
        const before = edited.slice(0, parted).split('\n');
        // A line break where the other text ends begins the line that differs.
        const [theirs, ours] = [made.filled.slice(parted), edited.slice(parted)];
        const isNext = (theirs === '' && ours[0] === '\n') || (ours === '' && theirs[0] === '\n');
        expect(difference).toMatchObject({
          line: before.length + (isNext ? 1 : 0),
          column: isNext ? 1 : (before.at(-1)?.length ?? 0) + 1,
        });
      }),
      { numRuns: 150 },
    );
  });

  it('takes a body at the limit with forty variables in no time', () => {
    const part = 'ㅋ'.repeat(30);
    const long = Array.from({ length: 40 }, (_, index) => `${part}#{v${index}}`).join('');
    const text = `${part}ㅋ`.repeat(40);
    expect(matchTemplate(long, text)).toBeUndefined();
    expect(matchTemplate(`${long}!`, text)).toBeDefined();
  });
});

function firstDifference(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const index = left.findIndex((character, at) => character !== right[at]);
  return index < 0 ? left.length : index;
}

describe('a text that looks like its template', () => {
  const template = '#{이름}님, 결제가 끝났습니다 ☺️';

  it.each([
    ['in decomposed Hangul', '홍길동님, 결제가 끝났습니다 ☺️'.normalize('NFD'), true],
    ['with another sign', '홍길동님, 결제가 끝났습니다 ☺', true],
    ['with another word', '홍길동님, 결제가 끝났어요 ☺️', false],
    ['with a value alone in decomposed Hangul', `${'홍길동'.normalize('NFD')}님, 결제가 끝났습니다 ☺️`, undefined],
  ])('%s', (_, text, isUnseen) => {
    expect(matchTemplate(template, text)?.isUnseen).toBe(isUnseen);
  });
});
