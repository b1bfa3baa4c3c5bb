import { describe, expect, it } from 'vitest';
import { codes } from '../src/core/codes.ts';

describe('the documents', () => {
  it('say of every problem what it is and how to mend it', async () => {
    const sections = Object.entries(codes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { what, mend }]) => `## ${code}\n\n${what}.\n\n${mend}\n`);
    const head =
      '# Problems\n\nEvery problem that notiform reports has a code. Its section says what is wrong and how to put it right.\n';
    await expect([head, ...sections].join('\n')).toMatchFileSnapshot('../docs/errors.md');
  });
});
