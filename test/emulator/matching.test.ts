import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mismatchIn } from '../../src/emulator/message/matching.ts';

describe('a text against its template', () => {
  it.each<[template: string, text: string, matches: boolean]>([
    ['안녕하세요', '안녕하세요', true],
    ['안녕하세요', '안녕하세요\n', false],
    ['안녕하세요', '안녕 하세요', false],
    ['#{이름}님', '홍길동님', true],
    ['#{이름}님', '님', false],
    ['#{이름}님', '홍길동', false],
    ['가 #{a}', '가 나\n다', true],
    ['가 #{a}', '가 ', false],
    ['#{a}#{b}', 'xy', true],
    ['#{a}#{b}', 'x', false],
    ['#{a}-#{b}-#{c}', '1-2-3', true],
    ['#{a}-#{b}-#{c}', '1--3', false],
    ['#{a}-#{b}-#{c}', '1-2-3-4', true],
    ['x#{a}x', 'xx', false],
    ['x#{a}x', 'xxx', true],
    ['(#{a}) [.*]', '(1) [.*]', true],
    ['(#{a}) [.*]', '(1) [xx]', false],
    ['첫 줄\n둘째 #{a}', '첫 줄\r\n둘째 1', false],
    ['#{a} #{a}', '1 2', true],
    ['', '', true],
  ])('%j and %j: %j', (template, text, matches) => {
    expect(mismatchIn(template, text) === undefined).toBe(matches);
  });

  it.each<[template: string, text: string, line: number, column: number]>([
    ['안녕하세요', '안녕하세요\n', 1, 6],
    ['안녕하세요', '안녕', 1, 3],
    ['안녕하세요', '안녕 하세요', 1, 3],
    ['#{이름}님, 결제가 완료되었습니다.', '홍길동님, 결제가 완료 되었습니다.', 1, 13],
    ['#{이름}님, 결제가 완료되었습니다.', '홍길동님, 결제가 완료되었습니다. 감사합니다.', 1, 19],
    ['#{이름}님, 결제가 완료되었습니다.', '홍길동, 결제가 완료되었습니다.', 1, 4],
    ['#{이름}님', '님', 1, 1],
    ['가나#{a}나다', '가나다', 1, 4],
    ['#{이름}님, #{금액}원', '홍길동님, 500달러', 1, 12],
    ['#{이름}님, #{금액}원', '홍길동, 500원', 1, 4],
    ['#{이름}님\n금액: #{금액}원', '홍길동님\n금액 500원', 2, 3],
    ['#{이름}님\n고맙습니다.', '홍길동\n고맙습니다.', 1, 4],
    ['#{이름}님\n고맙습니다.', '홍길동님\n\n고맙습니다.', 2, 1],
    ['#{이름}님\r\n고맙습니다.', '홍길동님\n고맙습니다.', 1, 5],
    ['😀😀', '😀😁', 1, 2],
  ])('%j and %j: differ at line %d, column %d', (template, text, line, column) => {
    expect(mismatchIn(template, text)).toEqual({ line, column });
  });

  const part = fc.string({ unit: fc.constantFrom('가', 'a', ' ', '\n', '.'), maxLength: 5 });
  const value = fc.string({ unit: fc.constantFrom('가', 'a', ' ', '\n', '.'), minLength: 1, maxLength: 5 });

  it('matches whatever its variables are filled with', () => {
    fc.assert(
      fc.property(part, fc.array(fc.tuple(value, part), { maxLength: 6 }), (first, rest) => {
        const template = first + rest.map(([, fixed], index) => `#{v${index}}${fixed}`).join('');
        const text = first + rest.map(([filled, fixed]) => filled + fixed).join('');
        expect(mismatchIn(template, text)).toBeUndefined();
      }),
    );
  });
});
