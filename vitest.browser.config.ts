import { defineConfig } from 'vitest/config';

/** The desk in Chromium: part of `npm run test:system`, since it needs more than Node and git. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'browser'}.json` }]],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
