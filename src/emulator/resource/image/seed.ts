import { integer, needed, oneOf, textLike } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import { drawBlank } from './drawn.ts';
import { IMAGE_USES } from './store.ts';

const pixels = integer(1, 4096);

const shape = {
  id: needed(textLike(/^[\w-]{1,60}\.png$/, 'a name that ends in .png')),
  use: needed(oneOf(...IMAGE_USES)),
  width: pixels,
  height: pixels,
};

/** Images of one colour at a URL that the test knows: `/images/<id>`. */
export const imageSeeds: Record<string, Seeder> = {
  images: seeder(shape, ({ store, clock }, { id, use, width = 800, height = 400 }) => {
    const size = drawBlank(width, height).byteLength;
    store.images.put({ id, use, type: 'png', sha256: null, size, width, height, uploadedAt: clock.now() });
    return undefined;
  }),
};
