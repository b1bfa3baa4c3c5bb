import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { EMULATOR_KEY, hereOf, openEmulator, tagsOf } from '../cli/project.ts';
import { type GitHubDouble, openGitHub } from './github-double.ts';
import { type Job, openJob, pullRequest, type StepResult } from './job.ts';

/** A project of tags on GitHub, and its pull requests. */

export const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
export const APPLY = { command: 'apply', environment: 'here', args: '--new-state' };
export const BY_HAND = { event: 'workflow_dispatch', run: 5 };

export interface Shop {
  emulator: string;
  job: Job;
  github: GitHubDouble;
  /** Writes tags, and nothing else, into the manifests. */
  tags: (tags: Record<string, string>) => Promise<void>;
  /** Plans a pull request with these tags, as its run of the last commit does. */
  plan: (number: number, tags: Record<string, string>, more?: Record<string, string>) => Promise<StepResult>;
}

/** The hours of the merges, in the order of the numbers. */
export function mergedAt(number: number): string {
  return new Date(Date.now() - 3_600_000 * (30 - number)).toISOString();
}

export async function openShop(profiles = PROFILES): Promise<Shop> {
  const emulator = await openEmulator(profiles);
  const github = await openGitHub();
  const job = await openJob(github, EMULATOR_KEY);
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, profiles)}`);
  const tags = (some: Record<string, string>): Promise<void> => job.write('manifests/tags.yaml', tagsOf(some));
  await tags({ gold: '골드' });
  const plan: Shop['plan'] = async (number, some, more = {}) => {
    await tags(some);
    const head = `head-${number}`;
    const run = 100 + number;
    github.runs.set(run, { event: 'pull_request', head_sha: head });
    if (github.pulls.every((pull) => pull.number !== number))
      github.pulls.push({ number, head, base: 'main', merged_at: mergedAt(number) });
    const of = { event: 'pull_request', payload: pullRequest(number, head), sha: `merge-${number}`, run };
    return job.run({ command: 'plan', environment: 'here', ...more }, of);
  };
  return { emulator: emulator.url, job, github, tags, plan };
}

/** The tags that the service has. */
export async function liveTags({ job, github, tags }: Shop): Promise<string[]> {
  await tags({ none: 'none' });
  const of = { event: 'schedule', run: 900, sha: github.refs.get('main') ?? '' };
  const { outputs } = await job.run(
    { command: 'plan', environment: 'here', args: '--max-deletes=none\n--allow=destroys' },
    of,
  );
  const { plan } = JSON.parse(await readFile(outputs['report-file'] ?? '', 'utf8')) as {
    plan: { changes: { action: string; before: { name: string } | null }[] };
  };
  return plan.changes.flatMap(({ action, before }) => (action === 'delete' && before ? [before.name] : [])).sort();
}

/** The same project in a folder of the repository. */
export async function inFolder({ job }: Shop, folder: string): Promise<void> {
  for (const file of ['notiform.yaml', 'manifests/tags.yaml'])
    await job.write(`${folder}/${file}`, await readFile(`${job.workspace}/${file}`, 'utf8'));
}

/** git in a folder, with a user. */
export function gitIn(cwd: string): (...args: string[]) => string {
  const user = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  return (...args) =>
    execFileSync('git', [...user, ...args], { cwd })
      .toString()
      .trim();
}

/** Makes a repository of the workspace, and commits its project as often as it is called. */
export function committing({ workspace }: Job): () => string {
  const git = gitIn(workspace);
  git('init', '-q', '-b', 'main');
  return () => {
    git('add', 'notiform.yaml', 'manifests');
    git('commit', '-q', '--allow-empty', '-m', 'main');
    return git('rev-parse', 'HEAD');
  };
}
