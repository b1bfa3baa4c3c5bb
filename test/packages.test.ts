import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  engines?: { node?: string };
  optional?: boolean;
  hasInstallScript?: boolean;
}

const ROOT = join(import.meta.dirname, '..');

async function read<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(ROOT, name), 'utf8')) as T;
}

const { packages } = await read<{ packages: Record<string, Locked> }>('package-lock.json');

/** True if a range of versions has a part that Node 20 meets: `>=18`, `^20.0.0`, `20`. */
function allowsNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign, major = ''] = /^\s*(>=|\^|)\s*v?(\d+)/.exec(part) ?? [];
    return sign === '>=' ? Number(major) <= 20 : major === '20';
  });
}

it('npm ci warns about no package on Node 20', () => {
  const engines = Object.entries(packages).flatMap(([path, { engines, optional }]) =>
    engines?.node === undefined || optional ? [] : [[path, engines.node] as const],
  );
  expect(engines.length).toBeGreaterThan(100);
  expect(engines.filter(([, range]) => !allowsNode20(range))).toEqual([]);
});

it('npm ci knows every package that runs a script when it is installed', async () => {
  const { allowScripts } = await read<{ allowScripts: Record<string, boolean> }>('package.json');
  const scripts = Object.entries(packages).flatMap(([path, { hasInstallScript, optional }]) =>
    hasInstallScript && !optional ? [path.replace(/^.*node_modules\//, '')] : [],
  );
  expect([...new Set(scripts)]).toEqual(Object.keys(allowScripts));
});
