import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonical,
  compact,
  compactObject,
  digest,
  equalJson,
  isObject,
  type Json,
  own,
  parsedJson,
} from '../../src/core/json.ts';

describe('equal JSON', () => {
  it('is what has the same canonical text', () => {
    const small = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom('a', 'b') }).map((value) => value as Json);
    fc.assert(
      fc.property(small, small, fc.boolean(), (one, other, isCopy) => {
        const b = isCopy ? (JSON.parse(canonical(one)) as Json) : other;
        expect(equalJson(one, b)).toBe(canonical(one) === canonical(b));
      }),
      { numRuns: 100 },
    );
    expect(equalJson({ a: null }, { b: null })).toBe(false);
    expect(equalJson([1], [1, 2])).toBe(false);
    expect(equalJson({}, [])).toBe(false);
    expect(equalJson([], {})).toBe(false);
  });
});

describe('parsed JSON', () => {
  it('is the value of a text or of its bytes, and undefined for any other text', () => {
    expect(parsedJson('{"a":[1]}')).toEqual({ a: [1] });
    expect(parsedJson(new TextEncoder().encode('"가"'))).toBe('가');
    expect(['', '{', 'undefined'].map((text) => parsedJson(text))).toEqual([undefined, undefined, undefined]);
  });
});

describe('canonical JSON', () => {
  it('sorts the keys at every depth and keeps the order of lists', () => {
    expect(canonical({ b: [{ d: 1, c: null }, 'x'], a: true })).toBe('{"a":true,"b":[{"c":null,"d":1},"x"]}');
  });

  it('is the same for equal values in any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonical(turned)).toBe(canonical(value));
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('has a digest of 64 hexadecimal digits', () => {
    expect(digest({ a: 1 })).toBe('015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862');
  });
});

describe('the compact form', () => {
  it('leaves out null, empty texts, lists and objects at every depth', () => {
    expect(compact({ a: null, b: '', c: [], d: {}, e: { f: { g: '' } }, h: 0, i: false, j: 'x' })).toEqual({
      h: 0,
      i: false,
      j: 'x',
    });
  });

  it('keeps the places of a list', () => {
    expect(compact(['a', '', { b: null }])).toEqual(['a', null, null]);
  });

  it('has nothing for nothing', () => {
    expect(compact({})).toBeUndefined();
    expect(compact(undefined)).toBeUndefined();
    expect(compactObject({ a: null })).toEqual({});
    expect(compactObject({ a: 1, b: null })).toEqual({ a: 1 });
  });

  it('copies no content without empty members', () => {
    const inside = { list: [{ a: 1 }, 2], own: { b: 'x' } };
    expect(compactObject(inside)).toBe(inside);
    const { inside: kept, list } = compactObject({ inside, list: [inside, null], none: '' });
    expect(kept).toBe(inside);
    expect(list).toEqual([inside, null]);
  });

  it('keeps a member that is called as the prototype is', () => {
    const value: Json = JSON.parse('{"a":null,"__proto__":{"b":null,"c":1},"d":2}');
    expect(JSON.stringify(compact(value))).toBe('{"__proto__":{"c":1},"d":2}');
    const last: Json = JSON.parse('{"__proto__":1,"a":null}');
    expect(JSON.stringify(compact(last))).toBe('{"__proto__":1}');
  });

  it('tells objects from the rest', () => {
    expect([{}, [], null, 'a', 1].map(isObject)).toEqual([true, false, false, false, false]);
  });
});

describe('a member', () => {
  it('is the object’s own, whatever every object inherits', () => {
    const values: Record<string, number> = JSON.parse('{"a":1,"__proto__":2}');
    expect([own(values, 'a'), own(values, '__proto__')]).toEqual([1, 2]);
    for (const name of ['constructor', 'toString', 'b']) expect(own(values, name)).toBeUndefined();
    expect(own(undefined, 'a')).toBeUndefined();
  });
});
