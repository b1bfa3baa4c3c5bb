import { defineConfig } from 'vitest/config';

/** The store on a real PostgreSQL server: part of `npm run test:system`, since it needs more than Node and git. */
export default defineConfig({
  test: {
    include: ['test/postgres/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'postgres'}.json` }]],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
