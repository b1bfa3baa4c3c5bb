import type { FileRules } from '../../core/declaration.ts';
import type { ImageUse } from './endpoints.ts';

/** A KB is 1,024 bytes, and a MB 1,024 KB (assumption 55). */
const KB = 1024;
const MB = 1024 * KB;

/** The service tells the type by the name too (assumption 47). */
const ENDINGS: readonly string[] = ['png', 'jpg', 'jpeg'];

type ImageShape = Pick<NonNullable<FileRules['image']>, 'ratio' | 'shape'>;

const twoToOne: ImageShape = { ratio: { min: 2, max: 2 }, shape: '2:1' };
const square: ImageShape = { ratio: { min: 1, max: 1 }, shape: '1:1' };
const twoToOneToSquare: ImageShape = { ratio: { min: 1, max: 2 }, shape: '2:1 to 1:1' };
const twoToOneToTall: ImageShape = { ratio: { min: 3 / 4, max: 2 }, shape: '2:1 to 3:4' };

/** Images of notifications have one limit of bytes, and one upload serves all templates of a profile (assumption 63). */
function notification(minWidth: number, shape: ImageShape): FileRules {
  return {
    types: ['png', 'jpeg'],
    endings: ENDINGS,
    maxBytes: 500 * KB,
    image: { minWidth, ...shape },
    section: '4.2',
    upload: { kind: 'Image', shared: true },
  };
}

/**
 * Images of brand messages: the documents name two limits of bytes, of which the lower is worth a warning, and where they
 * name no width that of the others is. One upload for each template (MANIFESTS, Image).
 */
function brand(width: { minWidth: number } | { likelyWidth: number }, shape: ImageShape): FileRules {
  return {
    types: ['png', 'jpeg'],
    endings: ENDINGS,
    maxBytes: 5 * MB,
    likelyBytes: 500 * KB,
    image: { minWidth: 1, ...width, ...shape },
    section: '4.7a',
    upload: { kind: 'Image', shared: false },
  };
}

const required = { minWidth: 500 };
const likely = { likelyWidth: 500 };

/** The rules for each use of an image, by the use's name in manifests. */
export const imageUses: Readonly<Record<ImageUse, FileRules>> = {
  'notification/template': notification(500, twoToOne),
  'notification/send': notification(500, twoToOneToTall),
  'notification/highlight': notification(108, square),
  'brand/default': brand(required, twoToOneToTall),
  'brand/wide': brand(likely, twoToOneToSquare),
  'brand/wide-first': brand(required, twoToOne),
  'brand/wide-items': brand(required, square),
  'brand/carousel-feed': brand(likely, twoToOneToTall),
  'brand/carousel-commerce': brand(likely, twoToOneToTall),
};

/** The use, where the text names one. */
export function imageUseOf(text: unknown): ImageUse | undefined {
  return typeof text === 'string' && isImageUse(text) ? text : undefined;
}

function isImageUse(text: string): text is ImageUse {
  return Object.hasOwn(imageUses, text);
}
