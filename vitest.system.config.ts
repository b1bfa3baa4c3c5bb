import { defineConfig } from 'vitest/config';

/** The desk in Chromium and the store on a real PostgreSQL server: what `npm run test:system` adds needs more than Node and git. */
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'] } },
      { extends: true, test: { name: 'postgres', include: ['test/postgres/**/*.test.ts'] } },
    ],
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'system'}.json` }]],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
  },
});
