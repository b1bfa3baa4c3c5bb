import { expect, it } from 'vitest';
import { contentDigest, digestWith, measuredAs } from '../../src/core/content.ts';
import { digest } from '../../src/core/json.ts';

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
    expect(digestWith(content, beside)).toBe(digest({ ...beside, content: { text: 'a\nb', image: { sha256: 'a' } } }));
  expect(contentDigest(content)).toBe(digest({ text: 'a\nb', image: { sha256: 'a' } }));
});
