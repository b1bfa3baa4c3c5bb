import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLocatedBytes } from '../../../src/core/located.ts';
import { formatText } from '../../../src/manifest/format/format.ts';
import { writeManifest } from '../../../src/manifest/writer/writer.ts';
import { kinds, randomManifest } from '../random-manifest.ts';

/** What a written manifest says when it is read again, and what there is to say about it. */
function read(text: string): { values: unknown[]; problems: unknown[] } {
  const { documents, problems } = parseLocatedBytes('written.yaml', new TextEncoder().encode(text));
  return { values: documents.map(({ value }) => value), problems };
}

describe('a written manifest', () => {
  it.each(kinds)('of kind %s says the same when it is read again', (kind) => {
    const same = fc.property(randomManifest(kind), (manifest) => {
      expect(read(writeManifest(kind, manifest))).toEqual({ values: [manifest], problems: [] });
    });
    return fc.assert(same, { numRuns: 300 });
  });

  it.each(kinds)('of kind %s is in the layout of `fmt`, with any comment', (kind) => {
    const comment = fc.option(fc.string({ unit: fc.constantFrom('가', '#', ' ', '\t', ':', '-', '\n', '{') }), {
      nil: undefined,
    });
    const same = fc.property(randomManifest(kind), comment, (manifest, words) => {
      const text = writeManifest(kind, manifest, words === undefined ? {} : { comment: words });
      expect(formatText(text)).toBe(text);
    });
    return fc.assert(same, { numRuns: 200 });
  });
});
