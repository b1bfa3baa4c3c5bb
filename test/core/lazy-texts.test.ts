import { describe, expect, it } from 'vitest';
import { LazyTexts } from '../../src/core/lazy-texts.ts';

describe('texts that are decoded when they are asked for', () => {
  const texts = new LazyTexts(
    new Map<string, string | Uint8Array>([
      ['a.yaml', Buffer.from('\uFEFFname: 주문\r\nid: a')],
      ['b.yaml', 'id: b'],
    ]),
  );
  const all = [
    ['a.yaml', 'name: 주문\nid: a'],
    ['b.yaml', 'id: b'],
  ] as const;

  it('are the texts that excerpts are taken from', () => {
    expect(all.map(([file]) => texts.get(file))).toEqual(all.map(([, text]) => text));
    expect([texts.get('c.yaml'), texts.has('c.yaml'), texts.has('a.yaml'), texts.size]).toEqual([
      undefined,
      false,
      true,
      2,
    ]);
  });

  it('can be listed as those of a map', () => {
    const visited: [string, string][] = [];
    texts.forEach((text, file) => {
      visited.push([file, text]);
    });
    expect([[...texts], [...texts.entries()], visited]).toEqual([all, all, all]);
    expect([[...texts.keys()], [...texts.values()]]).toEqual([all.map(([file]) => file), all.map(([, text]) => text)]);
  });

  it('come after those that they are joined with', () => {
    expect([...texts.and([['notiform.yaml', 'version: 1']])]).toEqual([['notiform.yaml', 'version: 1'], ...all]);
  });
});
