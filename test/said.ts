import { expect } from 'vitest';

/** Matches a sentence by its English text. */
export function saying(text: unknown): unknown {
  return expect.objectContaining({ text });
}
