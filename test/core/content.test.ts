import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compared, contentDigest, digestWith, measuredAs } from '../../src/core/content.ts';
import { digest, type JsonObject } from '../../src/core/json.ts';

it('an image has the measures of the same bytes in another content, and keeps its own', () => {
  const other = {
    image: { path: 'a.png', sha256: 'a', width: 800, height: 400 },
    items: [{ image: { path: 'b.png', sha256: 'b' } }],
  };
  const content = {
    image: { path: 'old/a.png', sha256: 'a' },
    items: [{ image: { path: 'b.png', sha256: 'b' } }, { image: { path: 'a.png', sha256: 'a', width: 1, height: 2 } }],
  };
  expect(measuredAs(content, other)).toEqual({
    image: { path: 'old/a.png', sha256: 'a', width: 800, height: 400 },
    items: [{ image: { path: 'b.png', sha256: 'b' } }, { image: { path: 'a.png', sha256: 'a', width: 1, height: 2 } }],
  });
});

it('a digest with a content is that of the whole object, the content in its compared form', () => {
  const content = { text: 'a\r\nb', none: null, image: { path: 'a.png', sha256: 'a' } };
  for (const beside of [{}, { address: 'a', goal: 'used' }, { status: { block: false }, name: 'x' }])
    expect(digestWith(content, beside)).toBe(digest({ ...beside, content: compared(content) }));
});

it('a digest of a content is that of its compared form', () => {
  const texts = fc.constantFrom('', 'a', 'a\r\nb', '\r\n', '한글 "x"');
  const { object } = fc.letrec<{ value: JsonObject[string]; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.constantFrom<JsonObject[string]>(null, true, 0, 1.5, { path: 'a.png', sha256: 'a', width: 1 }, { sha256: '' }),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom('b', 'a', 'content', 'sha256', '__proto__', 'image'), tie('value'), {
      maxKeys: 4,
    }),
  }));
  fc.assert(
    fc.property(object, (content) => {
      expect(contentDigest(content)).toBe(digest(compared(content)));
      const beside = { address: 'a' };
      expect(digestWith(content, beside)).toBe(digest({ ...beside, content: compared(content) }));
    }),
    { numRuns: 1000, seed: 21 },
  );
});
