import type { FileRules } from '../../core/declaration.ts';

/** The proof of marketing consent (resource API 4.3): PNG or JPEG of any size in pixels; a MB is assumption 55's. */
export const consentRules: FileRules = {
  types: ['png', 'jpeg'],
  maxBytes: 5 * 1024 * 1024,
  image: { minWidth: 1, ratio: { min: 0, max: Number.POSITIVE_INFINITY }, shape: 'any' },
  section: '4.3',
};
