import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { check } from '../../src/emulator/message/channel.ts';
import { loadEucKr } from '../../src/emulator/message/text/payload.ts';
import { type Rule, unknownMembers } from '../../src/emulator/shape.ts';

const required = (rule: Rule): Rule => ({ ...rule, required: true });

/** The code and words of what is wrong with a member `a`. */
function wrong(rule: Rule, value: Json): unknown {
  const error = check({ a: value }, { a: rule }, '');
  return error && [error.error, error.detail];
}

describe('a rule', () => {
  const text = { is: 'text' } as const;
  it.each<[what: string, rule: Rule, value: Json, expected: unknown]>([
    ['text', text, 'x', undefined],
    ['text: a number', text, 7, [3014, 'a must be a string']],
    ['text: nothing', text, null, undefined],
    ['text: empty', text, '', undefined],
    ['required: nothing', required(text), null, [2000, 'a is required']],
    ['required: empty', required(text), '', [2000, 'a is required']],
    ['required: blanks', required(text), ' \n', [2000, 'a must not be blank']],
    ['max: emoji are one', { ...text, max: 2 }, '😀😀', undefined],
    ['max: one more', { ...text, max: 2 }, '😀😀a', [2000, 'a may have 2 characters']],
    ['bytes', { ...text, bytes: 3 }, '가', undefined],
    ['bytes: one more', { ...text, bytes: 3 }, '가a', [2000, 'a may have 3 bytes']],
    ['breaks of every kind', { ...text, breaks: 3 }, 'a\nb\r\nc\rd', undefined],
    ['breaks: one more', { ...text, breaks: 3 }, 'a\n\n\r\n\r', [2000, 'a may have 3 line breaks']],
    ['no breaks', { ...text, breaks: 0 }, 'a\n', [2000, 'a may have 0 line breaks']],
    ['of', { ...text, of: ['Y', 'N'] }, 'Y', undefined],
    ['of: another', { ...text, of: ['Y', 'N'] }, 'y', [2000, 'a must be one of Y, N']],
    ['pattern', { ...text, pattern: /^\d$/ }, 'x', [2000, 'a has characters that are not allowed']],
    ['hint', { ...text, pattern: /^\d$/, hint: 'must be a digit' }, 'x', [2000, 'a must be a digit']],
    ['integer', { is: 'integer', min: 1, max: 2 }, 1, undefined],
    ['integer: below', { is: 'integer', min: 1, max: 2 }, 0, [2000, 'a must be 1 to 2']],
    ['integer: above', { is: 'integer', min: 1, max: 2 }, 3, [2000, 'a must be 1 to 2']],
    ['integer: below, no end', { is: 'integer', min: 1 }, 0, [2000, 'a must be 1 or more']],
    ['integer: above, no beginning', { is: 'integer', max: 2 }, 3, [2000, 'a must be 2 at most']],
    ['integer: zero is a value', required({ is: 'integer' }), 0, undefined],
    ['integer: a fraction', { is: 'integer' }, 1.5, [3014, 'a must be an integer']],
    ['integer: a text', { is: 'integer' }, '1', [3014, 'a must be an integer']],
    ['integer: beyond what is safe', { is: 'integer' }, 2 ** 53, [3014, 'a must be an integer']],
    ['open', { is: 'open' }, { x: 1 }, undefined],
    ['open: a list', { is: 'open' }, [], [3014, 'a must be an object']],
    ['open: false', required({ is: 'open' }), false, [3014, 'a must be an object']],
    ['object', { is: 'object', members: { b: text } }, { b: 'x' }, undefined],
    ['object: a member', { is: 'object', members: { b: text } }, { b: 1 }, [3014, 'a.b must be a string']],
    ['object: a text', { is: 'object', members: {} }, 'x', [3014, 'a must be an object']],
    [
      'object: a member of every object',
      { is: 'object', members: { toString: required(text) } },
      {},
      [2000, 'a.toString is required'],
    ],
    ['record', { is: 'record', each: text }, { x: 'y' }, undefined],
    ['record: a value', { is: 'record', each: text }, { x: 1 }, [3014, 'a.x must be a string']],
    ['record: a value that is missing', { is: 'record', each: required(text) }, { x: null }, [2000, 'a.x is required']],
    ['record: a list', { is: 'record', each: text }, [], [3014, 'a must be an object']],
    ['list', { is: 'list', min: 1, max: 2, each: text }, ['x', ''], undefined],
    ['list: too many', { is: 'list', max: 2, each: text }, ['x', 'y', 'z'], [2000, 'a may have 2 elements']],
    ['list: too few', { is: 'list', min: 2, each: text }, ['x'], [2000, 'a must have 2 elements']],
    ['list: none of what is required', required({ is: 'list', min: 2, each: text }), [], [2000, 'a is required']],
    ['list: an element', { is: 'list', each: text }, ['x', 1], [3014, 'a[1] must be a string']],
    ['list: null', { is: 'list', each: text }, [null], [3014, 'a[0] must be a string']],
    ['list: an empty element that is required', { is: 'list', each: required(text) }, [''], [2000, 'a[0] is required']],
    ['list: a text', { is: 'list', each: text }, 'x', [3014, 'a must be an array']],
  ])('%s', (_what, rule, value, expected) => {
    expect(wrong(rule, value)).toEqual(expected);
  });

  it('of EUC-KR counts its bytes, and names the first character that it does not have', async () => {
    const codec = await loadEucKr();
    const rule: Rule = { is: 'text', euckr: { max: 4, codec } };
    expect(wrong(rule, '가a?')).toBeUndefined();
    expect(wrong(rule, '가a?b')).toEqual([2000, 'a may have 4 bytes in EUC-KR']);
    expect(wrong(rule, 'a가나')).toEqual([2000, 'a may have 4 bytes in EUC-KR']);
    expect(wrong(rule, '😀😀😀😀😀')).toEqual([2000, 'a may have 4 bytes in EUC-KR']);
    expect(wrong(rule, '?é😀')).toEqual([2000, 'a has a character that EUC-KR does not: é']);
    expect(wrong(rule, '\u00a0')).toEqual([2000, 'a has a character that EUC-KR does not: \u00a0']);
  });
});

describe('members that no shape knows', () => {
  it('are told with their paths, in the order of the object', () => {
    const shape = {
      known: { is: 'text' },
      open: { is: 'open' },
      inner: { is: 'object', members: { known: { is: 'text' } } },
      named: { is: 'record', each: { is: 'object', members: {} } },
      listed: { is: 'list', each: { is: 'object', members: { known: { is: 'integer' } } } },
    } as const;
    const source = {
      other: 1,
      known: 'a',
      open: { whatever: 1 },
      inner: { known: 'a', other: null },
      named: { x: { other: [] } },
      listed: [{ known: 1 }, { other: 1 }],
      toString: 'a',
    };
    expect(unknownMembers(source, shape, 'content.')).toEqual([
      'content.other',
      'content.inner.other',
      'content.named.x.other',
      'content.listed[1].other',
      'content.toString',
    ]);
  });

  it('are none where a value is of another type than the shape has', () => {
    const shape = {
      inner: { is: 'object', members: {} },
      named: { is: 'record', each: { is: 'text' } },
      listed: { is: 'list', each: { is: 'text' } },
    } as const;
    expect(unknownMembers({ inner: null, named: 'a', listed: '' }, shape)).toEqual([]);
  });
});
