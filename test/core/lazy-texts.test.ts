import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeptBytes, KeptFiles, LazyTexts } from '../../src/core/lazy-texts.ts';

describe('texts that are decoded when they are asked for', () => {
  const texts = new LazyTexts(
    new Map<string, string | KeptBytes>([
      ['a.yaml', { bytes: Buffer.from('\uFEFFname: 주문\r\nid: a') }],
      ['b.yaml', 'id: b'],
    ]),
  );
  const all = [
    ['a.yaml', 'name: 주문\nid: a'],
    ['b.yaml', 'id: b'],
  ] as const;

  it('are the texts that excerpts are taken from', () => {
    expect(all.map(([file]) => texts.get(file))).toEqual(all.map(([, text]) => text));
    expect([texts.get('c.yaml'), texts.has('c.yaml'), texts.has('a.yaml')]).toEqual([undefined, false, true]);
  });

  it('come after those that they are joined with', () => {
    expect([...texts.and([['notiform.yaml', 'version: 1']])]).toEqual([['notiform.yaml', 'version: 1'], ...all]);
  });
});

describe('the bytes of files', () => {
  it.each([0, 200_000, 10_000_000])('are the same when %i bytes of them are not compressed', (plain) => {
    const { keep } = new KeptFiles(plain);
    const files = Array.from({ length: 300 }, (_, index) => randomBytes((index * 37) % 3000));
    files.push(randomBytes(70_000), Buffer.from('the last one'));
    const kept = files.map((bytes) => ({ bytes, kept: keep(Uint8Array.from(bytes)) }));
    for (const { bytes, kept: one } of kept) expect(bytes.equals(one.bytes)).toBe(true);
  });
});
