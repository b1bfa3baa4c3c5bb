import { expect, it } from 'vitest';
import { measuredAs } from '../../src/core/content.ts';

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
