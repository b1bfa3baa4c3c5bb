import type { ImageUse } from '../../service/api.ts';

/** What the service demands of an image for one use (resource API 4.2). */
export interface ImageRules {
  types: readonly ('png' | 'jpeg')[];
  /** Bytes; a KB is 1,024 of them (assumption 55). */
  maxBytes: number;
  /** Pixels. */
  minWidth: number;
  /** Width divided by height, both ends included. */
  ratio: { min: number; max: number };
  /** The ratio as a person reads it. */
  shape: string;
}

const KB = 1024;

/** The rules for each use of an image, by the use's name in manifests. */
export const imageUses: Readonly<Record<ImageUse, ImageRules>> = {
  'notification/template': {
    types: ['png', 'jpeg'],
    maxBytes: 500 * KB,
    minWidth: 500,
    ratio: { min: 2, max: 2 },
    shape: '2:1',
  },
  'notification/send': {
    types: ['png', 'jpeg'],
    maxBytes: 500 * KB,
    minWidth: 500,
    ratio: { min: 3 / 4, max: 2 },
    shape: '2:1 to 3:4',
  },
  'notification/highlight': {
    types: ['png', 'jpeg'],
    maxBytes: 500 * KB,
    minWidth: 108,
    ratio: { min: 1, max: 1 },
    shape: '1:1',
  },
};

/** The use, where the text names one. */
export function imageUseOf(text: unknown): ImageUse | undefined {
  return typeof text === 'string' && isImageUse(text) ? text : undefined;
}

function isImageUse(text: string): text is ImageUse {
  return Object.hasOwn(imageUses, text);
}
