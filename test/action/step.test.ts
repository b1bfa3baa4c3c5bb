import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactName } from '../../src/action/artifact.ts';
import { Inputs } from '../../src/action/inputs.ts';
import { RunnerLog } from '../../src/action/log.ts';
import { openStep } from '../../src/action/step.ts';
import { systemPorts } from '../../src/core/ports.ts';
import { Redaction } from '../../src/core/redaction.ts';
import { openGitHub } from './github-double.ts';
import { openJob } from './job.ts';

const MEBIBYTE = 1024 * 1024;

it('keeps all that a step writes to the summary below a mebibyte, in bytes', async () => {
  const job = await openJob(await openGitHub());
  const { env } = await job.prepare({}, { event: 'push' });
  const { workspace } = job;
  const context = {
    event: 'push',
    repository: 'shop/messages',
    sha: 'c0ffee',
    branch: 'main',
    branches: [],
    run: 1,
    server: 'https://github.com',
    workspace,
    temp: join(workspace, '..', 'temp'),
    pull: undefined,
    pushed: [],
  };
  const log = new RunnerLog(() => undefined, systemPorts.random);
  const artifacts = {
    upload: async () => 1,
    list: async () => [],
    download: async () => undefined,
    downloadOther: async () => undefined,
  };
  const { signal } = new AbortController();
  const view = { env, ports: systemPorts, signal, artifacts, write: () => undefined };
  const inputs = new Inputs('plan', new Map());
  const step = await openStep({ view, inputs, context, log, redaction: new Redaction() });
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  await step.summarize((limit) => '가'.repeat(limit));
  const first = (await readFile(file)).length;
  expect([first > MEBIBYTE * 0.8, first <= MEBIBYTE]).toEqual([true, true]);
  await step.summarize((limit) => '가'.repeat(limit));
  expect((await readFile(file)).length).toBeLessThanOrEqual(MEBIBYTE);
});

describe('the name of an artifact', () => {
  it('has no character that GitHub refuses, and is another one for every project', () => {
    const names = ['a/b', 'a-b', 'a:b', 'a//b', 'a.b', '가/나'].map((id) => artifactName('notiform-plan', id, 'here'));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^notiform-plan\.[\p{L}\p{N}_-]+\.here$/u);
    expect(names[1]).toBe('notiform-plan.a-b.here');
  });
});
