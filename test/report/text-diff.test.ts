import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffRow, diffTexts, withContext } from '../../src/report/text-diff.ts';
import { type DiffPiece, diffWords } from '../../src/report/word-diff.ts';
import './support.ts';

const marked = (pieces: readonly DiffPiece[]): string =>
  pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');

function words(before: string, after: string): [string, string] {
  const diff = diffWords(before, after);
  return [marked(diff.before), marked(diff.after)];
}

const SIGNS = { both: ' ', before: '-', after: '+' };

function show(rows: readonly DiffRow[]): string[] {
  return rows.map((row) => {
    if ('skipped' in row) return `(${row.skipped})`;
    const text = row.paired ? marked(row.pieces) : row.pieces.map((piece) => piece.text).join('');
    return `${SIGNS[row.side]}${text.replaceAll('\n', '⏎')}`;
  });
}

describe('words that differ', () => {
  it.each([
    ['a whole Korean word', '고객님께 드립니다', '회원님께 드립니다', '[고객님께] 드립니다', '[회원님께] 드립니다'],
    ['a particle', '결제가 끝났습니다', '결제는 끝났습니다', '[결제가] 끝났습니다', '[결제는] 끝났습니다'],
    ['a whole Latin word', 'order paid', 'order pained', 'order [paid]', 'order [pained]'],
    ['a whole number', '총 12,000원', '총 15,000원', '총 [12,000]원', '총 [15,000]원'],
    ['two words as one where a space is all between', '결제가 완료', '배송이 시작', '[결제가 완료]', '[배송이 시작]'],
    ['spaces', 'a  b', 'a b', 'a[  ]b', 'a[ ]b'],
    ['a no-break space', 'a\u00a0b', 'a b', 'a[\u00a0]b', 'a[ ]b'],
    ['what is added', '안녕 반가워', '안녕 정말 반가워', '안녕 반가워', '안녕 [정말 ]반가워'],
    ['what is lost', '안녕 정말 반가워', '안녕 반가워', '안녕 [정말 ]반가워', '안녕 반가워'],
    ['a variable', '#{이름}님', '#{성함}님', '[#{이름}]님', '[#{성함}]님'],
    ['nothing', '같다', '같다', '같다', '같다'],
    ['an emoji as one character', '축하 👨‍👩‍👧', '축하 👨‍👩‍👦', '축하 [👨‍👩‍👧]', '축하 [👨‍👩‍👦]'],
  ])('are marked: %s', (_, before, after, old, fresh) => {
    expect(words(before, after)).toEqual([old, fresh]);
  });

  it('put together are the texts', () => {
    const text = fc.array(fc.constantFrom('고객', '회원', '님', ' ', '\n', 'a', '#{이름}', '-', '\u3131'));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [before, after] = [a.join(''), b.join('')];
        const diff = diffWords(before, after);
        const joined = (pieces: readonly DiffPiece[]): string => pieces.map((piece) => piece.text).join('');
        const same = (pieces: readonly DiffPiece[]): string => joined(pieces.filter(({ changed }) => !changed));
        expect([joined(diff.before), joined(diff.after)]).toEqual([before, after]);
        expect(same(diff.before)).toBe(same(diff.after));
      }),
    );
  });
});

describe('lines that differ', () => {
  it.each<[string, string, string, string[]]>([
    ['a word in one line', 'a\n고객님\nb', 'a\n회원님\nb', [' a', '-고객님', '+회원님', ' b']],
    ['a line more', 'a\nb', 'a\nx\nb', [' a', '+x', ' b']],
    ['a line less', 'a\nx\nb', 'a\nb', [' a', '-x', ' b']],
    ['another line in its place', '주문이 끝났습니다', 'See you', ['-주문이 끝났습니다', '+See you']],
    ['a line break at the end', 'a', 'a\n', ['-a', '+a[⏎]']],
    ['no line break at the end any more', 'a\n', 'a', ['-a[⏎]', '+a']],
    ['an end in both', 'a\n', 'b\n', ['-a', '+b']],
    ['two lines from one', '하나 둘', '하나\n둘', ['-하나[ ]둘', '+하나[⏎]', '+둘']],
    ['one line from two', '하나\n둘', '하나 둘', ['-하나[⏎]', '-둘', '+하나[ ]둘']],
    ['everything', '', 'a\nb', ['+a', '+b']],
    ['nothing left', 'a\nb', '', ['-a', '-b']],
    ['an empty line', 'a\nb', 'a\n\nb', [' a', '+', ' b']],
    ['carriage returns', 'a\r\nb', 'a\nb', ['-a[\r]', '+a', ' b']],
    [
      'other lines as well',
      '주문이 완료되었습니다.\n감사합니다.',
      '주문이 접수되었습니다.\n배송은 내일 시작합니다.\n감사합니다!',
      [
        '-주문이 [완료되었습니다].',
        '-[감사합니다].',
        '+주문이 [접수되었습니다].',
        '+[배송은 내일 시작합니다].',
        '+[감사합니다!]',
      ],
    ],
  ])('are found: %s', (_, before, after, rows) => {
    expect(show(diffTexts(before, after))).toEqual(rows);
  });

  it('put together are the texts', () => {
    const line = fc.constantFrom('', 'a', 'a b', '- a', '+ b', '주문 완료', '주문 접수', ' ');
    const text = fc.array(line).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffTexts(before, after);
        const side = (name: 'before' | 'after'): string =>
          rows
            .filter((row) => row.side === 'both' || row.side === name)
            .map((row) =>
              row.pieces
                .map((piece) => piece.text)
                .join('')
                .replace(/\n$/u, ''),
            )
            .join('\n');
        expect([side('before'), side('after')].map((shown) => shown.replace(/\n$/u, ''))).toEqual(
          [before, after].map((given) => given.replace(/\n$/u, '')),
        );
        if (before !== after) expect(rows.some((row) => row.side !== 'both')).toBe(true);
      }),
    );
  });
});

describe('context', () => {
  const letters = 'a\nb\nc\nd\ne\nf\ng';

  it('leaves out what is far from every change, and says how much', () => {
    expect(show(withContext(diffTexts(letters, letters.replace('g', 'x')), 2))).toEqual([
      '(4)',
      ' e',
      ' f',
      '-g',
      '+x',
    ]);
    expect(show(withContext(diffTexts(letters, letters.replace('a', 'x')), 1))).toEqual(['-a', '+x', ' b', '(5)']);
  });

  it('shows a single line rather than saying that one is left out', () => {
    expect(show(withContext(diffTexts(letters, letters.replace('d', 'x')), 2))).toEqual([
      ' a',
      ' b',
      ' c',
      '-d',
      '+x',
      ' e',
      ' f',
      ' g',
    ]);
  });
});
