import { local } from '../field-types.ts';

/** Fields of an image. Answers have its URL only (resource API 4.2). */
export const imageFields = { use: local(), file: local('fileName'), url: local('imageUrl') };
