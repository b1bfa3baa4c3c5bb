import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Loaded } from '../../../src/manifest/load/load.ts';
import { drawProblems } from '../../../src/report/problems.ts';
import { load } from '../../manifest/project.ts';

const root = join(import.meta.dirname, '../../fixtures/lint');

const draw = ({ problems, sources }: Loaded): string => drawProblems(problems, sources, { color: false, width: 100 });

describe('texts of the kind that inspectors approve', () => {
  it('are forty and more, and lint clean', async () => {
    const loaded = await load(root, { manifests: 'approved.yaml' });
    expect(draw(loaded)).toBe('');
    expect(loaded.resources.length).toBeGreaterThan(40);
  });
});

describe('texts of the kind that inspectors reject', () => {
  let loaded: Loaded;
  beforeAll(async () => {
    loaded = await load(root, { manifests: 'rejected.yaml' });
  });

  it('are forty and more, each told by the rule that its id names', () => {
    const wanted = loaded.resources.map(({ address, id }) => `${address} ${id.slice(0, 4).toUpperCase()}`);
    const told = new Set(loaded.problems.map(({ address, rule }) => `${address} ${rule}`));
    expect(wanted.length).toBeGreaterThan(40);
    expect(wanted.filter((one) => !told.has(one))).toEqual([]);
  });

  it('are told where, why, and what to write instead', () => {
    const drawn = draw(loaded);
    const expected = join(root, 'rejected.txt');
    if (process.env['UPDATE_BROKEN']) writeFileSync(expected, drawn);
    expect(drawn).toBe(readFileSync(expected, 'utf8'));
  });
});
