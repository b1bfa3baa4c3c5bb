import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, tagsOf } from '../cli/project.ts';
import { commandsIn } from '../cli/runner.ts';
import { type GitHubDouble, openGitHub } from './github-double.ts';
import { type Job, openJob, pullRequest, type RunOf } from './job.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
const APPLY = { command: 'apply', environment: 'here', 'new-state': 'true' };

async function openShop(): Promise<{
  job: Job;
  github: GitHubDouble;
  plan: (number: number, more?: Record<string, string>) => Promise<string>;
}> {
  const emulator = await openEmulator(PROFILES);
  const github = await openGitHub();
  const job = await openJob(github, EMULATOR_KEY);
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, PROFILES)}`);
  await job.write('manifests/tags.yaml', tagsOf({ gold: '골드' }));
  const plan = async (number: number, more: Record<string, string> = {}): Promise<string> => {
    const head = `head-${number}`;
    const run = 100 + number;
    github.runs.set(run, { event: 'pull_request', head_sha: head });
    github.pulls.push({ number, head, base: 'main', merged_at: `2026-11-22T0${number}:00:00Z` });
    const of = { event: 'pull_request', payload: pullRequest(number, head), sha: `merge-${number}`, run };
    expect((await job.run({ command: 'plan', environment: 'here', ...more }, of)).exit).toBe(0);
    return head;
  };
  return { job, github, plan };
}

function push(...ids: string[]) {
  return { event: 'push', payload: { commits: ids.map((id) => ({ id })) }, sha: ids.at(-1) ?? '', run: 300 };
}

describe('an apply on merge', () => {
  it.each([
    ['a direct push', () => undefined, 'No merged pull request brought'],
    [
      'a pull request that is not merged',
      ({ pulls }: GitHubDouble) => Object.assign(pulls[0] ?? {}, { merged_at: null }),
      'No merged pull request brought',
    ],
    [
      'a pull request into another branch',
      ({ pulls }: GitHubDouble) => Object.assign(pulls[0] ?? {}, { base: 'feature' }),
      'No merged pull request brought',
    ],
    [
      'a plan of an earlier commit',
      ({ pulls }: GitHubDouble) => Object.assign(pulls[0] ?? {}, { head: 'head-later' }),
      'has no plan of its last commit head-later',
    ],
    [
      'an artifact of a fork',
      ({ artifacts }: GitHubDouble) => Object.assign(artifacts[0] ?? {}, { foreign: true }),
      'has no plan of its last commit',
    ],
    [
      'an artifact of a run that shows its plan to nobody',
      ({ runs }: GitHubDouble) => runs.set(101, { event: 'push', head_sha: 'head-1' }),
      'has no plan of its last commit',
    ],
    [
      'an expired artifact',
      ({ artifacts }: GitHubDouble) => Object.assign(artifacts[0] ?? {}, { expired: true }),
      'its artifact has expired',
    ],
    [
      'an artifact without a plan file',
      ({ artifacts }: GitHubDouble) => artifacts[0]?.files.delete('plan.json'),
      'wrote no plan file',
    ],
    [
      'an artifact whose section is damaged',
      ({ artifacts }: GitHubDouble) => artifacts[0]?.files.set('comment.json', new TextEncoder().encode('{"pull": 1')),
      'has no plan of its last commit',
    ],
    [
      'an artifact with an edited plan',
      ({ artifacts }: GitHubDouble) => {
        const files = artifacts[0]?.files;
        const text = new TextDecoder().decode(files?.get('plan.json'));
        files?.set('plan.json', new TextEncoder().encode(text.replaceAll('골드', '실버')));
      },
      'notiform plan-edited',
    ],
  ])('refuses %s', async (name, change, message) => {
    const { job, github, plan } = await openShop();
    await plan(1);
    if (name !== 'a direct push') github.pullsOf.set('pushed', [1]);
    change(github);
    const refused = await job.run(APPLY, push('pushed'));
    expect([3, 7]).toContain(refused.exit);
    expect(refused.log).toContain(message);
    expect(refused.outputs['changes'] ?? '0').toBe('0');
  });

  it('applies the plans of all pull requests that a merge queue merged, in their order', async () => {
    const { job, github, plan } = await openShop();
    await plan(1);
    await job.write('manifests/tags.yaml', tagsOf({ silver: '실버' }));
    await plan(2);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', silver: '실버' }));
    github.pullsOf.set('queue-1', [1]).set('queue-2', [2]);
    const applied = await job.run(APPLY, push('queue-1', 'queue-2'));
    expect(applied.exit, applied.log).toBe(0);
    expect(applied.log.indexOf('GroupTag/shop/gold  created')).toBeGreaterThan(-1);
    expect(applied.log.indexOf('GroupTag/shop/silver  created')).toBeGreaterThan(-1);
    expect(
      github.comments.filter(({ body }) => body.startsWith('<!-- notiform:apply:')).map(({ issue }) => issue),
    ).toEqual([1, 2]);
    // The first plan has no change of the second one, which is reviewed all the same.
    for (const text of [applied.log, applied.summary, ...github.comments.map(({ body }) => body)])
      expect(text).not.toMatch(/reviewed plan does not have|not reviewed/);
    const again = await job.run({ command: 'plan', environment: 'here' }, { event: 'schedule', run: 400 });
    expect([again.exit, again.outputs['has-changes']]).toEqual([0, 'false']);
  });

  it('names the changes that nobody reviewed and leaves them', async () => {
    const { job, github, plan } = await openShop();
    await plan(1);
    github.pullsOf.set('squashed', [1]);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', black: '블랙' }));
    const applied = await job.run(APPLY, push('squashed'));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    const result = github.comments.at(-1)?.body ?? '';
    expect(result).toContain('**black**');
    expect(result).toContain('not reviewed');
    expect(commandsIn(applied.log).join('\n')).toContain(
      'GroupTag/shop/black: The reviewed plan does not have this change',
    );
  });

  it('names the resources that changed since the review and leaves them', async () => {
    const { job, github, plan } = await openShop();
    const byHand = { event: 'workflow_dispatch', run: 5 };
    await job.run(APPLY, byHand);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드 회원' }));
    await plan(1);
    github.pullsOf.set('squashed', [1]);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '우수 회원' }));
    await job.run({ command: 'apply', environment: 'here' }, byHand);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드 회원' }));
    const applied = await job.run({ command: 'apply', environment: 'here' }, push('squashed'));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([6, '0']);
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- notiform:apply:[\s\S]*골드 회원/);
    expect(commandsIn(applied.log).join('\n')).toContain('GroupTag/shop/gold');
  });

  it('takes the plan that the pull request shows, and not that of another one with the same commit', async () => {
    const { job, github, plan } = await openShop();
    await plan(1);
    github.pullsOf.set('squashed', [1]);
    // Another pull request of the same branch, into a release branch: its plan is another one.
    await job.write('manifests/tags.yaml', tagsOf({ silver: '실버' }));
    github.runs.set(150, { event: 'pull_request', head_sha: 'head-1' });
    const other = { event: 'pull_request', payload: pullRequest(2, 'head-1'), run: 150 };
    await job.run({ command: 'plan', environment: 'here' }, other);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', silver: '실버' }));
    const applied = await job.run(APPLY, push('squashed'));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(applied.log).toContain('GroupTag/shop/gold  created');
  });

  it('takes the plan of the newest run: an older one that runs again does not change the comment', async () => {
    const { job, github, plan } = await openShop();
    await plan(1);
    github.pullsOf.set('squashed', [1]);
    const again = { event: 'pull_request', payload: pullRequest(1, 'head-1'), run: 90 };
    github.runs.set(90, { event: 'pull_request', head_sha: 'head-1' });
    await job.write('manifests/tags.yaml', tagsOf({ silver: '실버' }));
    await job.run({ command: 'plan', environment: 'here' }, again);
    expect(github.comments[0]?.body).toContain('골드');
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', silver: '실버' }));
    const applied = await job.run(APPLY, push('squashed'));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(applied.log).toContain('GroupTag/shop/gold  created');
  });

  it('keeps the order of the push if GitHub merged two pull requests in the same second, and names what it leaves', async () => {
    const { job, github, plan } = await openShop();
    await plan(2);
    await plan(1);
    for (const pull of github.pulls) pull.merged_at = '2026-11-22T01:00:00Z';
    github.pulls.reverse();
    github.pullsOf.set('queue-1', [2]).set('queue-2', [1]);
    const files = github.artifacts[0]?.files;
    files?.set('plan.json', new TextEncoder().encode('{}'));
    const applied = await job.run(APPLY, push('queue-1', 'queue-2'));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([expect.any(Number), undefined]);
    expect(commandsIn(applied.log).join('\n')).toContain('The plan of pull request #1 was not applied');
  });

  it('that runs again goes on, but undoes nothing of a later pull request', async () => {
    const { job, github, plan } = await openShop();
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', base: '기본' }));
    await plan(1);
    github.pullsOf.set('first', [1]);
    github.refs.set('main', 'first');
    for (const run of [300, 301]) github.runs.set(run, { event: 'push', head_sha: 'first' });
    const first = async () => {
      await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', base: '기본' }));
      return job.run(APPLY, push('first'));
    };
    for (const { exit, log } of [await first(), await first()]) expect(exit, log).toBe(0);
    await job.write('manifests/tags.yaml', tagsOf({ base: '기본' }));
    await plan(2, { 'max-deletes': 'none', allow: 'destroys' });
    github.pullsOf.set('second', [2]);
    github.refs.set('main', 'second');
    const deleted = await job.run(APPLY, { ...push('second'), run: 301 });
    expect([deleted.exit, deleted.outputs['changes']], deleted.log).toEqual([0, '1']);
    const again = await first();
    expect([again.exit, again.outputs['changes']], again.log).toEqual([7, undefined]);
    expect(again.log).toContain('The plan of pull request #1 was applied before, and main has moved on since');
    // The workflow of `init` has no inputs to choose from.
    expect(again.log).toContain('Start the workflow by hand: it plans the newest commit and applies it in one step');
    expect(again.log).not.toContain('reviewed: none');
  });

  it('that is cancelled reports what it did on the pull request', async () => {
    const { job, github, plan } = await openShop();
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드', silver: '실버', white: '화이트' }));
    await plan(1);
    github.pullsOf.set('squashed', [1]);
    const stop = new AbortController();
    const onWrite = (text: string): void => {
      if (text.includes('gold: created')) stop.abort('SIGINT');
    };
    const of = { ...push('squashed'), signal: stop.signal, onWrite };
    const stopped = await job.run({ ...APPLY, concurrency: '1' }, of);
    expect([stopped.exit, stopped.outputs['exit-code']], stopped.log).toEqual([130, '130']);
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- notiform:apply:[\s\S]*골드/);
  });

  it.each(['pull_request', 'merge_group'])('is refused in a run of %s, which is not merged', async (event) => {
    const { job } = await openShop();
    const payload = event === 'pull_request' ? pullRequest(1, 'head-1') : {};
    const refused = await job.run(APPLY, { event, payload });
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, undefined]);
    expect(refused.log).toContain('is not merged');
    const wanted = await job.run({ ...APPLY, reviewed: 'none' }, { event, payload });
    expect([wanted.exit, wanted.outputs['changes']], wanted.log).toEqual([0, '1']);
  });

  it.each([
    ['the artifacts cannot be listed', { list: () => Promise.reject(new Error('gone')) }],
    [
      'the artifact of another job disappears',
      { list: () => Promise.resolve([{ id: 99, name: 'notiform-apply.1.notiform.there' }]) },
    ],
    ['the upload is refused', { upload: () => Promise.reject(new Error('gone')) }],
  ])('reports its result on the pull request although %s', async (_name, artifacts) => {
    const { job, github, plan } = await openShop();
    await plan(1);
    github.pullsOf.set('squashed', [1]);
    const applied = await job.run(APPLY, { ...push('squashed'), artifacts });
    expect([applied.exit, applied.outputs['exit-code'], applied.outputs['changes']], applied.log).toEqual([
      0,
      '0',
      '1',
    ]);
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- notiform:apply:[\s\S]*골드/);
    expect(commandsIn(applied.log).join('\n')).toContain('::warning title=notiform artifact-failed::');
  });

  it('cannot follow a plan that was not uploaded, so the job of the plan fails', async () => {
    const { job } = await openShop();
    const pull = {
      event: 'pull_request',
      payload: pullRequest(1, 'head'),
      run: 101,
      artifacts: { upload: () => Promise.reject(new Error('no space')) },
    };
    const planned = async (inputs: Record<string, string> = {}, of: RunOf = pull) => {
      const { exit, log, outputs } = await job.run({ command: 'plan', environment: 'here', ...inputs }, of);
      const [told] = commandsIn(log).filter((line) => line.includes('artifact-failed'));
      return [exit, outputs['exit-code'], told?.replace(/ .*::/, '::')];
    };
    const said = '::The artifact notiform-plan.notiform.here was not uploaded: no space%0A';
    expect(await planned()).toEqual([1, '1', expect.stringContaining(`::error${said}`)]);
    // No later run of the job helps.
    const unsupported = Object.assign(new Error('not supported'), { name: 'GHESNotSupportedError' });
    const elsewhere = await job.run(
      { command: 'plan', environment: 'here' },
      { ...pull, artifacts: { upload: () => Promise.reject(unsupported) } },
    );
    expect(elsewhere.log).toContain('Set the input `plan-file` of `plan` and of `apply`');
    expect(elsewhere.log).not.toContain('Run the job again');
    // A schedule looks for drift, and nobody applies its plan.
    const morning = { event: 'schedule', run: 102, artifacts: pull.artifacts };
    expect(await planned({}, morning)).toEqual([0, '0', expect.stringContaining(`::warning${said}`)]);
    // The workflow keeps the file.
    expect(await planned({ 'plan-file': 'plan.json' })).toEqual([0, '0', expect.stringContaining(`::warning${said}`)]);
    await job.write('manifests/tags.yaml', '');
    expect(await planned({ 'allow-empty': 'true' })).toEqual([0, '0', expect.stringContaining(`::warning${said}`)]);
  });

  it('takes the plan of this run for a job that waits for reviewers', async () => {
    const { job } = await openShop();
    const missing = await job.run({ ...APPLY, reviewed: 'run' }, push('direct'));
    expect([missing.exit, missing.outputs, missing.log]).toEqual([
      7,
      { 'exit-code': '7' },
      expect.stringContaining('No earlier job of this run made a plan'),
    ]);
    await job.run({ command: 'plan', environment: 'here' }, push('direct'));
    const applied = await job.run({ ...APPLY, reviewed: 'run' }, push('direct'));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
  });

  it('by hand plans and applies in one step', async () => {
    const { job } = await openShop();
    const applied = await job.run(APPLY, { event: 'workflow_dispatch', run: 5 });
    expect([applied.exit, applied.outputs['changes'], applied.outputs['plan-file']], applied.log).toEqual([
      0,
      '1',
      undefined,
    ]);
    expect(applied.summary).toContain('**골드**');
  });
});

describe('two configurations of one folder', () => {
  it('have plans of their own', async () => {
    const { job, github } = await openShop();
    await job.write('other.yaml', await readFile(join(job.workspace, 'notiform.yaml'), 'utf8'));
    const of = { event: 'pull_request', payload: pullRequest(1, 'head'), run: 9 };
    for (const config of ['notiform.yaml', 'other.yaml'])
      await job.run({ command: 'plan', environment: 'here', config }, of);
    expect(github.artifacts).toHaveLength(2);
    expect(github.comments).toHaveLength(1);
  });
});

describe('the comment of a matrix', () => {
  it('is one, and has the plans of all its jobs whichever writes last', async () => {
    const emulator = await openEmulator(PROFILES);
    const github = await openGitHub();
    const job = await openJob(github, EMULATOR_KEY);
    const here = hereOf(emulator, PROFILES);
    const there = here.replace('environments:\n  here:', '  there:');
    await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${here}${there}`);
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드' }));
    const of = { event: 'pull_request', payload: pullRequest(1, 'head'), run: 9 };
    const jobs = ['here', 'there'].map((environment) => job.run({ command: 'plan', environment }, of));
    for (const { exit, log } of await Promise.all(jobs)) expect(exit, log).toBe(0);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/\bhere\b[\s\S]*\bthere\b/)]);
    // A step that runs again replaces its own part, and needs no other.
    await job.run({ command: 'plan', environment: 'here' }, of);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/\bhere\b[\s\S]*\bthere\b/)]);
    expect(github.artifacts.map(({ name }) => name).sort()).toEqual([
      'notiform-plan.notiform.here',
      'notiform-plan.notiform.there',
    ]);
    // So is the comment of the result.
    github.runs.set(9, { event: 'pull_request', head_sha: 'head' });
    github.pulls.push({ number: 1, head: 'head', base: 'main', merged_at: '2026-11-22T01:00:00Z' });
    github.pullsOf.set('pushed', [1]);
    const applying = ['here', 'there'].map((environment) => job.run({ ...APPLY, environment }, push('pushed')));
    for (const { exit, log } of await Promise.all(applying)) expect(exit, log).toBe(0);
    expect(github.comments.map(({ body }) => body).slice(1)).toEqual([
      expect.stringMatching(/^<!-- notiform:apply:[\s\S]*\bhere\b[\s\S]*\bthere\b/),
    ]);
  });
});
