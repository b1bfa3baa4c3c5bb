import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText } from '../../../src/manifest/format/format.ts';
import { writeManifest } from '../../../src/manifest/writer/writer.ts';
import { parseLocatedBytes } from '../../../src/yaml/located.ts';
import { kinds, randomManifest } from '../random-manifest.ts';

/** What a written manifest says when it is read again, and what there is to say about it. */
function read(text: string): { values: unknown[]; codes: Set<string> } {
  const { documents, problems } = parseLocatedBytes('written.yaml', new TextEncoder().encode(text));
  return { values: documents.map(({ value }) => value), codes: new Set(problems.map(({ code }) => code)) };
}

describe('a written manifest', () => {
  it.each(kinds)('of kind %s says the same when it is read again', (kind) => {
    const same = fc.property(randomManifest(kind), (manifest) => {
      // Half of a character is kept, and is an error.
      const hasHalf = JSON.stringify(manifest).includes('\\ud83d');
      const codes = new Set(hasHalf ? ['control-character'] : []);
      expect(read(writeManifest(kind, manifest))).toEqual({ values: [manifest], codes });
    });
    return fc.assert(same);
  });

  it('has a question mark before a key of more than 1024 characters', () => {
    for (const value of ['a', ['a', ['b']], { b: 'a\nb' }, null]) {
      const manifest = { kind: 'GroupTag', ['k'.repeat(1024)]: value, ['k'.repeat(1025)]: value };
      const text = writeManifest('GroupTag', manifest);
      expect(text).toContain(`\n? ${'k'.repeat(1025)}\n: `);
      expect(read(text).values).toEqual([manifest]);
    }
  });

  it.each(kinds)('of kind %s is in the layout of `fmt`, with any comment', (kind) => {
    const comment = fc.option(fc.string({ unit: fc.constantFrom('가', '#', ' ', '\t', ':', '-', '\n', '{') }), {
      nil: undefined,
    });
    const same = fc.property(randomManifest(kind), comment, (manifest, words) => {
      const text = writeManifest(kind, manifest, words === undefined ? {} : { comment: words });
      expect(formatText(text)).toBe(text);
    });
    return fc.assert(same);
  });
});
