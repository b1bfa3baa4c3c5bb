import type { FileRules } from '../../core/declaration.ts';
import type { ImageUse } from '../../service/api.ts';

const KB = 1024;

/** Images of notifications have one limit of bytes; a KB is 1,024 of them (assumption 55). */
function notification(minWidth: number, ratio: { min: number; max: number }, shape: string): FileRules {
  return {
    types: ['png', 'jpeg'],
    maxBytes: 500 * KB,
    image: { minWidth, ratio, shape },
    section: '4.2',
    upload: { kind: 'Image', shared: true },
  };
}

/** The rules for each use of an image, by the use's name in manifests. */
export const imageUses: Readonly<Record<ImageUse, FileRules>> = {
  'notification/template': notification(500, { min: 2, max: 2 }, '2:1'),
  'notification/send': notification(500, { min: 3 / 4, max: 2 }, '2:1 to 3:4'),
  'notification/highlight': notification(108, { min: 1, max: 1 }, '1:1'),
};

/** The use, where the text names one. */
export function imageUseOf(text: unknown): ImageUse | undefined {
  return typeof text === 'string' && isImageUse(text) ? text : undefined;
}

function isImageUse(text: string): text is ImageUse {
  return Object.hasOwn(imageUses, text);
}
