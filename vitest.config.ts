import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need Chromium, or PostgreSQL: see vitest.browser.config.ts and vitest.postgres.config.ts.
    exclude: ['test/browser/**', 'test/postgres/**'],
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'main'}.json` }]],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    // Many tests wait for processes and sockets: left to itself vitest keeps one of two cores idle.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/generated/**', 'src/emulator/desk/browser/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'src/core/**': { branches: 100 },
        'src/engine/**': { branches: 100 },
        'src/kinds/**': { branches: 100 },
      },
    },
  },
});
