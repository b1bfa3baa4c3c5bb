import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameContent } from '../../../src/core/content.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { diffContents } from '../../../src/engine/route/diff.ts';
import { fileNode } from '../support.ts';

describe('the diff', () => {
  it('walks objects and lists of objects, by path', () => {
    const before = { buttons: [{ name: 'one', link: { pc: 'p' } }, { name: 'two' }], header: 'h' };
    const after = { buttons: [{ name: 'one', link: { pc: 'q' } }], header: 'h', extra: { is: 'new' } };
    expect(diffContents(before, after)).toEqual([
      { path: 'buttons[0].link.pc', before: 'p', after: 'q', format: 'value' },
      { path: 'buttons[1].name', before: 'two', after: null, format: 'value' },
      { path: 'extra.is', before: null, after: 'new', format: 'value' },
    ]);
  });

  it('shows everything of what is made and of what goes', () => {
    const content = { name: 'x', items: [{ title: 't' }] };
    const fields = [
      { path: 'items[0].title', before: null, after: 't', format: 'value' },
      { path: 'name', before: null, after: 'x', format: 'value' },
    ];
    expect(diffContents(null, content)).toEqual(fields);
    expect(diffContents(content, null)).toEqual(
      fields.map((field) => ({ ...field, before: field.after, after: null })),
    );
  });

  it('compares files by their bytes, and shows them whole', () => {
    const file = fileNode('a.png', 'bytes');
    expect(diffContents({ image: file }, { image: { ...file, path: 'moved.png' } })).toEqual([]);
    const other = fileNode('a.png', 'other bytes');
    expect(diffContents({ image: file }, { image: other })).toEqual([
      { path: 'image', before: file, after: other, format: 'file' },
    ]);
    expect(diffContents({ image: { url: 'https://x' } }, { image: file })).toEqual([
      { path: 'image', before: { url: 'https://x' }, after: file, format: 'file' },
    ]);
  });

  it('takes null, absent and empty for one', () => {
    expect(diffContents({ a: null, b: '', c: [], d: {}, e: [{ f: '' }] }, { e: [{}] })).toEqual([]);
  });

  it('shows prose as text, words as values, lists of words as lists', () => {
    const before = { body: 'one\ntwo', code: 'a', long: 'x'.repeat(40), tags: ['a'], on: true };
    const after = { body: 'one', code: 'b', long: 'x'.repeat(41), tags: ['a', 'b'], on: false };
    expect(diffContents(before, after).map(({ path, format }) => [path, format])).toEqual([
      ['body', 'text'],
      ['code', 'value'],
      ['long', 'text'],
      ['on', 'value'],
      ['tags', 'list'],
    ]);
  });

  it('shows a change of shape whole', () => {
    expect(diffContents({ link: 'https://x' }, { link: { pc: 'https://x' } })).toEqual([
      { path: 'link', before: 'https://x', after: { pc: 'https://x' }, format: 'value' },
    ]);
    expect(diffContents({ link: [{ a: 'b' }] }, { link: { pc: 'x' } }).length).toBeGreaterThan(0);
  });

  it('shows a list whole if only empty elements differ', () => {
    const pairs: [Json, Json][] = [
      [[null], null],
      [null, [null]],
      [[null, null], [null]],
    ];
    for (const [before, after] of pairs)
      expect(diffContents({ items: before }, { items: after })).toEqual([
        { path: 'items', before, after, format: 'list' },
      ]);
  });

  it('is empty exactly where two contents want the same', () => {
    const leaf = fc.oneof(
      fc.constantFrom('', 'a', 'b c', '\n'),
      fc.boolean(),
      fc.constant(null),
      fc.integer({ max: 2 }),
    );
    const content = fc.letrec<{ node: JsonObject[string]; object: JsonObject }>((tie) => ({
      node: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('node'), { maxLength: 3 }), tie('object')),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node'), { maxKeys: 3 }),
    })).object;
    fc.assert(
      fc.property(content, content, (before, after) => {
        expect(diffContents(before, after).length === 0).toBe(sameContent(before, after));
        expect(diffContents(before, before)).toEqual([]);
      }),
    );
  });
});
