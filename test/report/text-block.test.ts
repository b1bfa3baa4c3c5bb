import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldChange } from '../../src/core/plan.ts';
import { changedFacts } from '../../src/report/facts.ts';
import { drawFacts } from '../../src/report/terminal/field.ts';
import { render } from '../../src/report/terminal/line.ts';
import { CONTEXT, drawText, drawTextDiff } from '../../src/report/terminal/text-block.ts';
import { columns } from '../../src/text/columns.ts';
import { colored, plain, tags } from './support.ts';

function diff(before: string, after: string, width = 60, context = CONTEXT): string {
  return render(drawTextDiff(before, after, { color: false, width, context }), plain(width));
}

function colorDiff(before: string, after: string): string {
  return tags(render(drawTextDiff(before, after, { color: true, width: 60, context: CONTEXT }), colored(60)));
}

/** A field of a plan with a text. */
function drawn(before: string, after: string): string {
  const field: FieldChange = { path: 'name', before, after, format: 'text' };
  return render(
    drawFacts(
      changedFacts({ address: 'NotificationTemplate/shop/a', fields: [field] }),
      { color: false, width: 120 },
      false,
    ),
    plain(120),
  );
}

describe('a text in a block', () => {
  it('stands behind a bar, and what is too long goes on behind another', () => {
    expect(render(drawText('첫 줄\n\n아주 긴 줄이라서 다음 줄로 넘어갑니다', 24), plain())).toMatchInlineSnapshot(`
      "│ 첫 줄
      │
      │ 아주 긴 줄이라서 다음
      ┆ 줄로 넘어갑니다
      "
    `);
  });

  it('shows white space at the end of a line, and a line break at the end of all', () => {
    expect(render(drawText('a  \n\t\nb\n', 24), plain())).toMatchInlineSnapshot(`
      "│ a··
      │ →
      │ b⏎
        (· space, → tab, ⏎ line break)
      "
    `);
  });
});

describe('a diff in a block', () => {
  it('shows the one word that changed', () => {
    expect(diff('안녕하세요.\n주문하신 고객님께', '안녕하세요.\n주문하신 회원님께')).toMatchInlineSnapshot(`
      "  │ 안녕하세요.
      - │ 주문하신 «고객님께»
      + │ 주문하신 «회원님께»
          (« » changed)
      "
    `);
  });

  it('shows it by colour alone where there is colour', () => {
    expect(
      colorDiff('안녕하세요.\n주문하신 고객님께\n끝', '안녕하세요.\n주문하신 회원님께\n새 줄 \n끝'),
    ).toMatchInlineSnapshot(`
      "  ‹dim›│ ‹/›안녕하세요.
      ‹red›‹bold›- ‹/›‹/›‹dim›│ ‹/›주문하신 ‹red›‹inverse›고객님께‹/›‹/›
      ‹green›‹bold›+ ‹/›‹/›‹dim›│ ‹/›주문하신 ‹green›‹inverse›회원님께‹/›‹/›
      ‹green›‹bold›+ ‹/›‹/›‹dim›│ ‹/›‹green›새 줄·‹/›
        ‹dim›│ ‹/›끝
        ‹dim›  (· space)‹/›
      "
    `);
  });

  it.each([
    ['decomposed Hangul', '안녕하세요', '안녕하세요'.normalize('NFD')],
    ['a sign for the form of an emoji', '배송 ❤\ufe0f 완료', '배송 ❤ 완료'],
    [
      'one of several lines that changed',
      '첫 줄입니다\n둘째 줄입니다\n끝',
      `첫 줄이에요\n${'둘째'.normalize('NFD')} 줄입니다\n끝`,
    ],
  ])('says that texts differ where a reader sees no difference: %s', (_what, before, after) => {
    expect(diff(before, after, 90)).toContain('(looks the same, differs in letters (NFC, NFD) or emoji style)');
    expect(drawn(before, after)).toContain('(looks the same,');
  });

  it('says nothing of texts that a reader tells apart', () => {
    expect(diff('❤\ufe0f', '♥')).not.toContain('looks the same');
    expect(diff('가'.normalize('NFD'), '나')).not.toContain('looks the same');
    expect(diff('같다', '같다')).not.toContain('looks the same');
  });

  it('shows white space that changed, and says what the signs mean', () => {
    expect(diff('결제  완료\n\t탭\n끝', '결제 완료\n 탭\n끝\n')).toMatchInlineSnapshot(`
      "- │ 결제«··»완료
      + │ 결제«·»완료
      - │ «→»탭
      + │ «·»탭
      - │ 끝
      + │ 끝«⏎»
          (« » changed, · space, → tab, ⏎ line break)
      "
    `);
  });

  it('lets no line of a body look like a change', () => {
    expect(
      diff('- a\n+ b\n--- x\n@@ -1 +1 @@\n│ - c', '- a\n- b\n--- x\n@@ -1 +1 @@\n│ - c\n+ d'),
    ).toMatchInlineSnapshot(`
      "  │ - a
      - │ «+» b
      + │ «-» b
        │ --- x
        │ @@ -1 +1 @@
        │ │ - c
      + │ + d
          (« » changed)
      "
    `);
  });

  it.each([
    ['has the usual marks', '이것은 [-옛-] 글', '이것은 [-옛-] 말', '- │ 이것은 [-옛-] «글»', '+ │ 이것은 [-옛-] «말»'],
    ['has a bracket beside a mark', '[안내] 글', '[공지] 글', '- │ [«안내»] 글', '+ │ [«공지»] 글'],
    ['has a brace beside a mark', '#{이름}님', '#{성함}님', '- │ «#{이름}»님', '+ │ «#{성함}»님'],
    ['begins with a sign of a mark', '번호 -1 끝', '번호 2 끝', '- │ 번호 «-1» 끝', '+ │ 번호 «2» 끝'],
    ['ends with a sign of a mark', '하나- 끝', '하나+ 끝', '- │ 하나«-» 끝', '+ │ 하나«+» 끝'],
  ])('marks and explains a change if a text %s', (_, before, after, old, fresh) => {
    expect(diff(before, after)).toBe(`${old}\n${fresh}\n    (« » changed)\n`);
  });

  it('marks nothing, and says so, if a text has the marks', () => {
    expect(diff('«글» 하나', '«글» 둘')).toBe('- │ «글» 하나\n+ │ «글» 둘\n    (changed words are not marked)\n');
  });

  it('can be read back with its marks', () => {
    const part = fc.constantFrom('[', ']', '{', '}', '-', '+', '가', ' ', '나다', '[-', '+}', '«', '»');
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const drawn = diff(before, after, 200);
        if (drawn.includes('(changed words are not marked')) return;
        const unmarked = drawn.replace(/«(.*?)»/gu, '$1');
        const side = (sign: string): string[] =>
          [...unmarked.matchAll(new RegExp(`^[${sign} ] │ (.*)$`, 'gmu'))].map(([, line = '']) => readable(line));
        expect(side('-').join('')).toBe(readable(before));
        expect(side('+').join('')).toBe(readable(after));
      }),
    );
  });

  it('goes on with a long line under the same sign', () => {
    expect(
      diff(
        '아주 긴 줄이라서 다음 줄로 넘어가고 또 넘어갑니다',
        '아주 긴 줄이라서 다음 줄로 넘어가고 더 넘어갑니다',
        30,
      ),
    ).toMatchInlineSnapshot(`
      "- │ 아주 긴 줄이라서 다음 줄로
      - ┆ 넘어가고 «또» 넘어갑니다
      + │ 아주 긴 줄이라서 다음 줄로
      + ┆ 넘어가고 «더» 넘어갑니다
          (« » changed)
      "
    `);
  });

  it('can be read back: each row says whose it is, and what stands right of the bar is the text', () => {
    const line = fc.constantFrom('- a', '+ b', '--- x', '+++ y', '@@', '│ - c', '┆ + d', '⋮ 3 equal lines', 'x', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = drawTextDiff(before, after, { color: true, width: 80, context: Number.POSITIVE_INFINITY });
        const drawn = rows.map((row) => row.map((piece) => piece.text).join(''));
        const side = (...signs: string[]): string =>
          drawn
            .filter((row) => signs.includes(row.slice(0, 2)) && row.slice(2, 4) === '│ ')
            .map((row) => row.slice(4).replace(/⏎$/u, ''))
            .join('\n');
        const whole = (given: string): string => (given.endsWith('\n') ? given.slice(0, -1) : given);
        expect(readable(side('  ', '- '))).toBe(readable(whole(before)));
        expect(readable(side('  ', '+ '))).toBe(readable(whole(after)));
      }),
    );
  });

  it('keeps to its width', () => {
    const text = fc
      .array(fc.constantFrom('주문이', '완료', 'https://example.com/abc', ' ', '\n', '- '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 20, max: 60 }), (before, after, width) => {
        for (const row of diff(before, after, width).split('\n')) {
          if (!row.startsWith('    (')) expect(columns(row)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

/** White space that is drawn as a sign is white space again. */
function readable(text: string): string {
  return text.replace(/[·␣]/gu, ' ').trimEnd();
}
