import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('fails for a package without a license text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-licenses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules', 'bare'), { recursive: true });
  await writeFile(join(folder, 'node_modules', 'bare', 'package.json'), '{ "name": "bare", "license": "MIT" }');
  await writeFile(join(folder, 'node_modules', 'bare', 'README.md'), '# Bare\n\n## License\n\nMIT\n');
  const outputs = { out: { inputs: { 'node_modules/bare/index.js': { bytesInOutput: 1 } } } };
  const script = `const { licensesOf } = await import(${JSON.stringify(join(ROOT, 'scripts/licenses.mjs'))});
await licensesOf([{ outputs: ${JSON.stringify(outputs)} }]);`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  await expect(run).rejects.toThrow('node_modules/bare is bundled and has no license text');
});
