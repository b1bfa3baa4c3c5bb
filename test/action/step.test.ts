import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactName } from '../../src/action/artifact.ts';
import { Inputs } from '../../src/action/inputs.ts';
import { RunnerLog } from '../../src/action/log.ts';
import { openStep } from '../../src/action/step.ts';
import { keepIssue } from '../../src/action/verdicts.ts';
import { systemPrograms } from '../../src/core/program.ts';
import type { StatusReport, StatusRow } from '../../src/core/status.ts';
import { systemPorts } from '../../src/files/system.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { proxyTo } from '../wire/connect-proxy.ts';
import { type GitHubDouble, openGitHub } from './github-double.ts';
import { openJob } from './job.ts';

const MEBIBYTE = 1024 * 1024;

/** A step that runs nothing by itself. */
async function openIdle(github: GitHubDouble, more: Record<string, string> = {}, given: Record<string, string> = {}) {
  const job = await openJob(github);
  for (const name of ['notiform.yaml', 'b.yaml']) await job.write(name, 'version: 1\nenvironments: {}\n');
  const { env } = await job.prepare({}, { event: 'push', env: more });
  const { workspace } = job;
  const context = {
    event: 'push',
    repository: 'shop/messages',
    sha: 'c0ffee',
    branch: 'main',
    ref: 'refs/heads/main',
    branches: [],
    run: 1,
    server: 'https://github.com',
    workspace,
    temp: join(workspace, '..', 'temp'),
    pull: undefined,
  };
  const written: string[] = [];
  const log = new RunnerLog((text) => written.push(text), systemPorts.random);
  const { signal } = new AbortController();
  const view = {
    env,
    ports: systemPorts,
    signal,
    artifacts: { upload: async () => 1 },
    programs: systemPrograms(),
    write: () => undefined,
  };
  const inputs = new Inputs('plan', new Map(Object.entries({ environment: 'here', ...given })));
  const step = await openStep({ view, inputs, context, log, redaction: new Redaction() });
  return { step, env, written };
}

it('calls GitHub through the proxy of the job, whose password the log masks', async () => {
  const github = await openGitHub();
  const proxy = await proxyTo(github.url);
  const address = proxy.url.replace('://', '://kim:secret-word@');
  github.refs.set('main', 'c1');
  const env = { GITHUB_API_URL: 'http://api.github.example', HTTP_PROXY: address };
  const { step, written } = await openIdle(github, env);
  expect(await step.github.headOf('main')).toBe('c1');
  expect(proxy.asked).toEqual([expect.stringMatching(/^api\.github\.example:80 Basic /)]);
  expect(written.join('')).toContain('::add-mask::secret-word');
});

it('keeps all that a step writes to the summary below a mebibyte, in bytes', async () => {
  const { step, env } = await openIdle(await openGitHub());
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

describe('the issue of rejections', () => {
  const row = (id: number): StatusRow =>
    ({
      address: `NotificationTemplate/shop/order-number-${id}`,
      kind: 'NotificationTemplate',
      goal: 'approved',
      verdict: 'differs',
      state: 'REJ',
      moved: [],
      comments: [],
      title: null,
      name: null,
      waitsFor: null,
      modifiedAt: '2026-11-22 09:00:00',
    }) as unknown as StatusRow;
  const report = (count: number): StatusReport =>
    ({
      environment: 'here',
      complete: true,
      problems: [],
      unmanaged: [],
      rows: Array.from({ length: count }, (_, id) => row(id)),
    }) as unknown as StatusReport;

  it('stays closed if a person closed it, until something else is rejected', async () => {
    const github = await openGitHub();
    const { step } = await openIdle(github);
    const keep = (count: number) => keepIssue(step, report(count));
    await keep(1);
    Object.assign(github.issues[0] ?? {}, { state: 'closed' });
    await keep(1);
    expect([github.issues.map(({ state }) => state), github.comments.length]).toEqual([['closed'], 0]);
    await keep(2);
    expect([github.issues.map(({ state }) => state), github.comments.length]).toEqual([['open'], 1]);
    expect(github.comments[0]?.body).toContain('order-number-1');
  });

  it('of ten thousand is one that GitHub takes, and the next run reports none of them again', async () => {
    const github = await openGitHub();
    const { step } = await openIdle(github);
    await keepIssue(step, report(10_000));
    expect(github.issues[0]?.body.length).toBeLessThanOrEqual(65_536);
    await keepIssue(step, report(10_000));
    expect([github.issues.length, github.comments.length]).toEqual([1, 0]);
  });

  it('of somebody else is never edited, and a rejection that could not be reported is reported by the next run', async () => {
    const github = await openGitHub();
    const { step } = await openIdle(github);
    await keepIssue(step, report(1));
    const [ours] = github.issues;
    const forged = { number: 900, title: 'x', state: 'open', login: 'mallory', body: ours?.body ?? '' };
    github.issues = [forged, ...github.issues];
    github.isCreatorIgnored = true;
    github.instead.push({ call: 'POST /repos/shop/messages/issues', status: 403 });
    await step.attempt(() => keepIssue(step, report(2)));
    expect(github.comments).toEqual([]);
    await keepIssue(step, report(2));
    expect(github.comments.map(({ issue }) => issue)).toEqual([ours?.number]);
    expect(github.issues[0]).toEqual({ ...forged });
  });
});
