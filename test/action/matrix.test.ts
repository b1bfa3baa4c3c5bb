import { expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator } from '../cli/project.ts';
import { openGitHub } from './github-double.ts';
import { openJob, pullRequest } from './job.ts';

const PROFILES = [
  { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const },
  { alias: 'mall', key: 'b'.repeat(40), type: 'S' as const },
];

it('the jobs of a matrix apply the reviewed plans of their shards', async () => {
  const emulator = await openEmulator(PROFILES);
  const github = await openGitHub();
  const job = await openJob(github, EMULATOR_KEY);
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, PROFILES)}`);
  for (const { alias } of PROFILES)
    await job.write(`manifests/${alias}.yaml`, `kind: GroupTag\nid: sale\nprofile: ${alias}\nname: sale\n`);
  github.runs.set(10, { event: 'pull_request', head_sha: 'head-1' });
  const opened = { event: 'pull_request', payload: pullRequest(7, 'head-1'), sha: 'merge-1', run: 10 };
  const given = { environment: 'here', 'new-state': 'true', 'max-age': '14d', 'detailed-exitcode': 'true' };
  for (const shard of ['1/2', '2/2'])
    expect((await job.run({ command: 'plan', environment: 'here', shard }, opened)).exit).toBe(0);
  expect(github.comments).toHaveLength(1);
  github.pulls.push({ number: 7, head: 'head-1', base: 'main', merged_at: '2026-11-22T01:00:00Z' });
  github.pullsOf.set('squash-1', [7]);
  const push = { event: 'push', payload: { commits: [{ id: 'squash-1' }] }, sha: 'squash-1', run: 11 };
  const done = [];
  for (const shard of ['1/2', '2/2']) {
    const { exit, outputs, log } = await job.run({ command: 'apply', ...given, shard }, push);
    expect(exit, log).toBe(0);
    done.push(Number(outputs['changes']));
  }
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(2);
});
