import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runProgram } from '../../src/cli/program.ts';
import { emulatorCredentials, emulatorProfile } from '../../src/emulator/defaults.ts';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { openEmulator } from '../cli/project.ts';
import { viewOf } from '../cli/streams.ts';
import { snippet } from '../packaging/snippets/pages.ts';
import { bareRepository, repository } from '../repositories.ts';
import { type GitHubDouble, land, openGitHub } from './github-double.ts';
import { type Job, openJob, pullRequest, type RunOf, type StepResult } from './job.ts';

/** The steps of examples/workflows/ and of docs/github.md that start the Action, exactly as they are written, on the project of `init`. */

interface Step {
  name: string;
  uses?: string;
  if?: string;
  with: Record<string, string>;
  env?: Record<string, string>;
}

const PROFILE = { ...emulatorProfile, alias: 'shop' };
/** The profile that staging sends with. */
const STAGING = { ...PROFILE, alias: 'staging', key: 'b'.repeat(40) };
const SENDER = '15880000';

interface Shop {
  job: Job;
  github: GitHubDouble;
  control: ReturnType<typeof createEmulatorControl>;
  /** The credentials of the project. */
  env: Record<string, string>;
  /** Runs a command in the checkout. */
  local(...words: string[]): Promise<void>;
  /** Runs the steps of a job of an example, or of a snippet by its key. @param values those of expressions */
  run(file: string, name: string, of: RunOf, values?: Record<string, string>): Promise<Record<string, StepResult>>;
}

/** @param store where the state is: in a ref of the repository, as `init` has it, or in a folder, which starts no git */
async function openShop(store: 'git' | 'file' = 'file'): Promise<Shop> {
  const emulator = await openEmulator([PROFILE, STAGING], [SENDER]);
  const github = await openGitHub();
  const job = await openJob(github);
  const given: Record<string, string> = {
    'vars.NOTIFORM_RESOURCE_URL': emulator.resourceUrl,
    'vars.NOTIFORM_MESSAGE_URL': emulator.messageUrl,
    'secrets.NOTIFORM_BIZ_ID': emulatorCredentials.bizId,
    'secrets.NOTIFORM_API_KEY': emulatorCredentials.apiKey,
    'secrets.NOTIFORM_ACCOUNT': emulatorCredentials.account,
    'secrets.NOTIFORM_PASSWORD': emulatorCredentials.password,
    'secrets.SHOP_KEY': PROFILE.key,
    'secrets.QA_PHONE': '01012345678',
  };
  const variables = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.replace(/^\w+\./, ''), value]),
  );
  const local = async (...words: string[]): Promise<void> => {
    const view = viewOf({ cwd: job.workspace, env: { PATH: process.env['PATH'], ...variables } });
    expect(await runProgram(words, view), view.err()).toBe(0);
  };
  await local('init');
  if (store === 'file') await job.edit('notiform.yaml', 'store: git, ref: refs/notiform/production', 'store: file');
  else {
    const remote = join(dirname(job.workspace), 'remote.git');
    bareRepository(remote);
    repository(job.workspace, remote);
  }
  await local('-e', 'production', 'apply', '--yes');
  const run: Shop['run'] = async (file, name, of, values = {}) => {
    const text = file.includes('#') ? snippet(file).text : readFileSync(`examples/workflows/${file}`, 'utf8');
    const { jobs } = parse(text) as { jobs: Record<string, { steps: Step[] }> };
    const known = { ...given, ...values };
    const results: Record<string, StepResult> = {};
    for (const step of jobs[name]?.steps.filter(({ uses }) => uses === './node_modules/notiform') ?? []) {
      if (step.if !== undefined && step.if !== `inputs.do == '${values['inputs.do']}'`) continue;
      results[step.name] = await job.run(filled(step.with, known), { ...of, env: filled(step.env ?? {}, known) });
    }
    return results;
  };
  return { job, github, control: createEmulatorControl(emulator.url), env: variables, local, run };
}

function filled(texts: Record<string, string>, values: Record<string, string>): Record<string, string> {
  const fill = (text: string): string =>
    text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
      const value = values[expression];
      if (value === undefined) throw new Error(`no value for ${expression}`);
      return value;
    });
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fill(String(value))]));
}

function exitsOf(results: Record<string, StepResult>): Record<string, number> {
  return Object.fromEntries(Object.entries(results).map(([name, { exit }]) => [name, exit]));
}

/** The events of one pull request that is merged by squash. */
const OPENED = { event: 'pull_request', payload: pullRequest(7, 'head-1'), sha: 'merge-1', run: 10 };
const PUSHED = { event: 'push', sha: 'squash-1', run: 11 };

function merge(github: GitHubDouble): void {
  github.runs.set(10, { event: 'pull_request', head_sha: 'head-1' });
  github.pulls.push({ number: 7, head: 'head-1', base: 'main', merged_at: new Date().toISOString() });
  land(github, 'squash-1', 7);
}

it('the workflows of examples/ review, apply, report and send', async () => {
  const { job, github, control, run } = await openShop('git');
  await control.verdict({ profile: 'shop', templateCode: 'order_paid', verdict: 'approve' });
  await control.verdict({
    profile: 'shop',
    templateCode: 'welcome',
    verdict: 'reject',
    comment: '수신 사유를 적어 주세요.',
  });
  await job.edit('manifests/welcome.yaml', '가입해 주셔서 감사합니다.', '회원 가입을 환영합니다.');
  expect(exitsOf(await run('pull-request.yml', 'plan', OPENED))).toEqual({ Validate: 0, Plan: 0 });
  expect(github.comments).toMatchObject([{ issue: 7, body: expect.stringContaining('회원 가입 안내') }]);
  const payload = { merge_group: { head_sha: 'queue-1', base_sha: 'base', base_ref: 'refs/heads/main' } };
  const queued = await run('pull-request.yml', 'plan', { event: 'merge_group', payload, sha: 'queue-1', run: 13 });
  expect(exitsOf(queued)).toEqual({ Validate: 0, Plan: 0 });
  expect(queued['Plan']?.summary).toContain('회원 가입 안내');
  expect(queued['Plan']?.summary).toContain('blob/queue-1/manifests/welcome.yaml');
  expect(github.comments).toHaveLength(1);
  merge(github);
  expect(exitsOf(await run('apply.yml', 'apply', PUSHED))).toEqual({ Apply: 0 });

  const again = {
    profile: 'shop',
    templateCode: 'welcome',
    verdict: 'reject' as const,
    comment: '버튼을 설명해 주세요.',
  };
  expect(await control.verdict(again)).toMatchObject({ ok: true });
  // The plan of the text that is rejected now was applied, and its result stays as it was.
  const results = structuredClone(github.comments);
  const later = await run('apply.yml', 'apply', { ...PUSHED, run: 14 });
  expect([exitsOf(later), github.comments], later['Apply']?.log).toEqual([{ Apply: 2 }, results]);
  const byHand = await run('apply.yml', 'apply', { event: 'workflow_dispatch', sha: 'squash-1', run: 15 });
  expect(exitsOf(byHand), byHand['Apply']?.log).toEqual({ Apply: 2 });
  const morning = await run('morning.yml', 'verdicts', { event: 'schedule', sha: 'squash-1', run: 12 });
  expect(exitsOf(morning)).toEqual({ 'Report verdicts': 0, 'Look for drift': 0 });
  expect(morning['Look for drift']?.outputs['differs']).toBe('0');
  expect(github.issues).toMatchObject([{ state: 'open', body: expect.stringContaining('버튼을 설명해 주세요.') }]);

  const inputs = {
    'inputs.template': 'order-paid',
    'inputs.to': 'qa',
    'inputs.sample': '',
  };
  const send = (name: string) =>
    run('test-send.yml', 'send', { event: 'workflow_dispatch' }, { ...inputs, 'inputs.do': name });
  expect(exitsOf(await send('compare'))).toEqual({ Compare: 0 });
  expect(exitsOf(await send('first send'))).toEqual({ 'Send for the first time': 0 });
  expect(exitsOf(await send('send'))).toEqual({ Send: 0 });
  const inbox = await control.inbox();
  expect(inbox.ok && inbox.messages.map(({ templatecode }) => templatecode)).toEqual(['order_paid', 'order_paid']);
});

it('the plan of the morning counts an approved text that was changed by hand, which is blocked, and no rejected one', async () => {
  const { job, control, local, run } = await openShop();
  // With versions the edit would be a version of its own.
  await job.edit('notiform.yaml', 'versions: true', 'versions: false');
  await control.verdict({ profile: 'shop', templateCode: 'order_paid', verdict: 'approve' });
  await control.verdict({ profile: 'shop', templateCode: 'welcome', verdict: 'reject', comment: '다시' });
  const look = async (): Promise<StepResult> => {
    const morning = await run('morning.yml', 'verdicts', { event: 'schedule', sha: 'main-1', run: 12 });
    return morning['Look for drift'] as StepResult;
  };
  const fine = await look();
  expect(fine.outputs).toMatchObject({ 'has-changes': 'false', blocked: '1', differs: '0' });

  // Another project, with a state of its own, edits the text.
  const manifest = readFileSync(join(job.workspace, 'manifests/order-paid.yaml'), 'utf8');
  const config = readFileSync(join(job.workspace, 'notiform.yaml'), 'utf8');
  await job.write('other.yaml', config.replace(/state:\n( +)store: git/, 'state:\n$1store: file'));
  await job.write(
    'manifests/order-paid.yaml',
    manifest.replace('content: |\n', 'content: |\n  직접 고친 내용입니다.\n'),
  );
  const edited = 'NotificationTemplate/shop/order-paid';
  const only = ['--target', edited, '--allow', 'loses-approval', '--allow', `takes-over=${edited}`];
  await local('-c', 'other.yaml', '-e', 'production', 'apply', '--yes', '--new-state', ...only);
  await control.verdict({ profile: 'shop', templateCode: 'order_paid', verdict: 'approve' });
  await job.write('manifests/order-paid.yaml', manifest);

  const drift = await look();
  expect([drift.exit, drift.outputs]).toMatchObject([0, { 'has-changes': 'false', blocked: '2', differs: '1' }]);
});

it('an apply that is red only for a blocked resource says why, and what would allow it', async () => {
  const { job, control, env } = await openShop();
  await control.verdict({ profile: 'shop', templateCode: 'welcome', verdict: 'reject', comment: '다시' });
  const apply = { command: 'apply', environment: 'production', reviewed: 'none' };
  const red = await job.run({ ...apply, 'detailed-exitcode': 'true' }, { event: 'push', env });
  expect(red.exit, red.log).toBe(2);
  expect(red.summary).toContain('The job failed because 1 resource is not applied.');
  expect(red.summary).toContain('--resubmit NotificationTemplate/shop/welcome');
  const green = await job.run(apply, { event: 'push', env });
  expect(green.exit, green.log).toBe(0);
  expect(green.summary).not.toContain('The job failed');
  expect(green.summary).toContain('--resubmit');
});

it('the workflow of docs/github.md that reviews a plan in one run applies exactly this plan', async () => {
  const { job, run } = await openShop();
  await job.write('manifests/tag.yaml', 'kind: GroupTag\nid: sale\nname: sale\n');
  const of = { event: 'workflow_dispatch', sha: 'main-1', run: 20 };
  const key = 'docs/github.md#Review a plan in one run';
  const { Plan } = await run(key, 'plan', of);
  expect([Plan?.exit, Plan?.summary], Plan?.log).toEqual([0, expect.stringContaining('sale')]);
  // This was not there when the reviewers looked.
  await job.write('manifests/tag-2.yaml', 'kind: GroupTag\nid: later\nname: later\n');
  const { Apply } = await run(key, 'apply', of);
  expect([Apply?.exit, Apply?.outputs['changes']], Apply?.log).toEqual([2, '1']);
  expect(Apply?.log).toContain('The reviewed plan does not have this change');
});

it('the matrix of examples/ plans and applies each shard', async () => {
  const { job, github, run } = await openShop('git');
  await job.write('manifests/tag.yaml', 'kind: GroupTag\nid: sale\nname: sale\n');
  const shards = ['1', '2', '3', '4'].map((shard) => ({ 'matrix.shard': shard }));
  for (const shard of shards) expect(exitsOf(await run('matrix.yml', 'plan', OPENED, shard))).toEqual({ Plan: 0 });
  expect(github.comments).toHaveLength(1);
  merge(github);
  const changes = [];
  for (const shard of shards) {
    const { Apply } = await run('matrix.yml', 'apply', PUSHED, shard);
    expect(Apply?.exit, Apply?.log).toBe(0);
    changes.push(Apply?.outputs['changes']);
  }
  expect(changes.sort()).toEqual(['0', '0', '0', '1']);
});

it('the workflow for two environments plans both, and applies staging before production', async () => {
  const { job, github, run } = await openShop('git');
  const config = readFileSync(join(job.workspace, 'notiform.yaml'), 'utf8');
  const production = config.slice(config.indexOf('  production:'));
  await job.write('notiform.yaml', `${config}\n${production.replaceAll('production', 'staging')}`);
  await job.write('manifests/tag.yaml', 'kind: GroupTag\nid: sale\nname: sale\n');
  const of = (environment: string): Record<string, string> => ({
    'matrix.environment': environment,
    'secrets.SHOP_KEY': environment === 'staging' ? STAGING.key : PROFILE.key,
  });
  const file = 'two-environments.yml';
  for (const name of ['staging', 'production'])
    expect(exitsOf(await run(file, 'plan', OPENED, of(name)))).toEqual({ Plan: 0 });
  expect(github.comments).toHaveLength(2);
  merge(github);
  const changes = [];
  for (const name of ['staging', 'production']) {
    const { Apply } = await run(file, name, PUSHED, of(name));
    expect(Apply?.exit, Apply?.log).toBe(0);
    changes.push(Apply?.outputs['changes']);
    const morning = await run(file, 'morning', { event: 'schedule', sha: 'squash-1', run: 12 }, of(name));
    expect([exitsOf(morning), morning['Look for drift']?.outputs['differs']]).toEqual([
      { 'Report verdicts': 0, 'Look for drift': 0 },
      '0',
    ]);
  }
  // Staging had nothing before: an image, two templates and the tag.
  expect(changes).toEqual(['4', '1']);
});
