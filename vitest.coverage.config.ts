import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

const GATES = /\/src\/(?:core|engine|kinds|send|state)\//;

/**
 * Coverage by V8 for the rooms that have a gate. The ranges of all other modules would be written to disk, read and merged
 * for each test file, and then thrown away.
 */
const coverage: CoverageProviderModule = {
  ...v8,
  async takeCoverage(options) {
    const taken = (await v8.takeCoverage?.(options)) as { result: { url: string }[] } | undefined;
    return { result: taken?.result.filter(({ url }) => GATES.test(url)) };
  },
  async getProvider() {
    const provider = await v8.getProvider();
    // V8 counts in modules as they are, so runs with and without coverage share their compiled modules.
    provider.requiresTransform = () => false;
    return provider;
  },
};
export default coverage;
