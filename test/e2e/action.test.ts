import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArtifactService } from '../action/artifact-service.ts';
import { type GitHubDouble, land, openGitHub } from '../action/github-double.ts';
import { type Job, openJob, pullRequest, type RunOf, type StepResult } from '../action/job.ts';
import { EMULATOR_KEY, hereOf, openEmulator, tagsOf } from '../cli/project.ts';
import { commandsIn } from '../cli/runner.ts';
import { NEVER_OPENS, NODE } from './project.ts';

const ACTION = join(import.meta.dirname, '..', '..', 'dist', 'action.cjs');
const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];

/** Runs the bundle in a process of its own, as the runner does. */
async function launch(job: Job, inputs: Record<string, string>, of: RunOf): Promise<StepResult> {
  const { env, results } = await job.prepare(inputs, of);
  const child = spawn(NODE, [ACTION], { cwd: job.workspace, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  const exit = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return results(exit ?? -1, Buffer.concat(pieces).toString('utf8'));
}

async function openShop(): Promise<{ job: Job; github: GitHubDouble; envOf: (run: number) => Record<string, string> }> {
  const emulator = await openEmulator(PROFILES);
  const github = await openGitHub();
  const artifacts = await openArtifactService(github);
  const job = await openJob(github, EMULATOR_KEY);
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, PROFILES)}`);
  await job.write('manifests/tags.yaml', tagsOf({ gold: '골드' }));
  const envOf = (run: number): Record<string, string> => ({
    ACTIONS_RESULTS_URL: `${artifacts.url}/`,
    ACTIONS_RUNTIME_TOKEN: artifacts.tokenOf(run),
  });
  return { job, github, envOf };
}

describe('the bundle of the Action', () => {
  it('plans a pull request and applies the plan of its artifact after the merge', async () => {
    const { job, github, envOf } = await openShop();
    github.runs.set(20, { event: 'pull_request', head_sha: 'head' });
    const pull = { event: 'pull_request', payload: pullRequest(4, 'head'), sha: 'merge', run: 20, env: envOf(20) };
    const planned = await launch(job, { command: 'plan', environment: 'here' }, pull);
    expect(planned.exit, planned.log).toBe(0);
    expect(planned.outputs).toMatchObject({ 'has-changes': 'true', changes: '1', blocked: '0' });
    expect(commandsIn(planned.log)).toContain('::add-mask::upload-signature');
    expect(github.comments).toHaveLength(1);
    expect(github.artifacts.map(({ name }) => name)).toContain('notiform-plan.here.json');

    // A step that runs again replaces its artifact.
    const again = await launch(job, { command: 'plan', environment: 'here' }, pull);
    expect([again.exit, github.comments.length], again.log).toEqual([0, 1]);

    github.pulls.push({ number: 4, head: 'head', base: 'main', merged_at: new Date().toISOString() });
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: job.workspace }).toString();
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'main');
    const push = { ...land(github, git('rev-parse', 'HEAD').trim(), 4), env: envOf(301) };
    const applied = await launch(job, { command: 'apply', environment: 'here', args: '--new-state' }, push);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(github.comments.map(({ issue }) => issue)).toEqual([4, 4]);
    const readable = applied.log.replace(/^::add-mask::.*$/gm, '');
    expect(readable).not.toMatch(/emulator-key|ghs_aToken|signature-of-the-job/);
  });

  it('fails the step if it waits for a promise that never resolves', async () => {
    const { job } = await openShop();
    await job.write('never.cjs', NEVER_OPENS);
    const env = { NODE_OPTIONS: '--require ./never.cjs' };
    const ran = await launch(
      job,
      { command: 'plan', environment: 'here' },
      { event: 'pull_request', payload: pullRequest(4, 'head'), run: 24, env },
    );
    expect(ran.exit).toBe(70);
    expect(ran.log).toContain('::error::This is a bug in notiform: the Action did not finish\n');
  });
});
