import { describe, expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator } from '../cli/project.ts';
import { land, openGitHub } from './github-double.ts';
import { openJob, pullRequest } from './job.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];

const WELCOME = `kind: NotificationTemplate
id: welcome
profile: shop
name: 회원 가입 안내
category: "001001"
messageType: BA
content: |
  #{이름}님, 가입해 주셔서 감사합니다. 지금 할인받으세요!
samples:
  - { name: 기본, values: { 이름: 홍길동 } }
`;

describe('the life of a pull request', () => {
  it('goes from the first plan over a rejection and its fix to the approval, and only the Action acts', async () => {
    const emulator = await openEmulator(PROFILES);
    const control = createEmulatorControl(emulator.url);
    const github = await openGitHub();
    const job = await openJob(github, EMULATOR_KEY);
    await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, PROFILES)}`);
    await job.write('manifests/welcome.yaml', WELCOME);

    // A pull request shows the plan.
    const opened = { event: 'pull_request', payload: pullRequest(7, 'head-1'), sha: 'merge-1', run: 10 };
    github.runs.set(10, { event: 'pull_request', head_sha: 'head-1' });
    const planned = await job.run({ command: 'plan', environment: 'here' }, opened);
    expect([planned.exit, planned.outputs['has-changes'], planned.outputs['changes']]).toEqual([0, 'true', '1']);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('회원 가입 안내');
    expect(github.comments[0]?.body).toContain('This reads as advertising');
    expect(github.comments[0]?.body).toContain('회원 > 회원가입 (001001)');
    expect(planned.outputs['comment-url']).toBe('https://github.com/shop/messages/pull/7#issuecomment-1000');
    expect(planned.summary).toContain('회원 가입 안내');

    // It is merged by squash: the push has another commit, and the plan of the head is applied.
    github.pulls.push({ number: 7, head: 'head-1', base: 'main', merged_at: new Date().toISOString() });
    const push = land(github, 'squash-1', 7);
    const applied = await job.run({ command: 'apply', environment: 'here', args: '--new-state' }, push);
    expect([applied.exit, applied.outputs['changes'], applied.outputs['waiting']], applied.log).toEqual([0, '1', '1']);
    expect(applied.log).toContain('1 waits for a verdict: npx --no -- notiform -e here wait');
    expect(github.comments.map(({ issue }) => issue)).toEqual([7, 7]);

    // The inspector rejects it: the morning's run opens an issue, and comments where the text came from.
    const asked = await control.requests();
    if (!asked.ok) throw new Error(asked.message);
    const { profile = '', templateCode = '' } = asked.requests[0] ?? {};
    await control.verdict({ profile, templateCode, verdict: 'reject', comment: '가입 경로를 적어 주세요.' });
    // The commit before the squash changed another text, and the one after it only the layout of the rest of the file.
    github.pullsOf.set('older', [3]).set('newer', [4]);
    const texts = [`${WELCOME}---\n# the rest\n`, WELCOME, WELCOME.replace('가입해', '함께해')];
    github.files.set(
      'manifests/welcome.yaml',
      ['newer', 'squash-1', 'older'].map((sha, at) => ({ sha, text: texts[at] ?? '' })),
    );
    const morning = { event: 'schedule', sha: 'squash-1', run: 12 };
    const report = { command: 'status', environment: 'here' };
    const rejected = await job.run(report, morning);
    expect([rejected.exit, rejected.outputs['rejected']], rejected.log).toEqual([0, '1']);
    expect(github.issues).toMatchObject([{ state: 'open', title: 'Rejected templates (here)' }]);
    expect(github.issues[0]?.body).toContain('가입 경로를 적어 주세요.');
    expect(github.issues[0]?.body).toContain(
      'https://github.com/shop/messages/blob/squash-1/manifests/welcome.yaml#L1',
    );
    expect(github.comments.at(-1)).toMatchObject({ issue: 7 });
    expect(github.comments.at(-1)?.body).toContain('가입 경로를 적어 주세요.');

    // The next morning finds the same: nothing is written twice.
    const before = github.comments.length;
    await job.run(report, { ...morning, run: 13 });
    expect([github.issues.length, github.comments.length]).toEqual([1, before]);

    // The fix is a pull request of its own, merged by a merge commit.
    await job.edit('manifests/welcome.yaml', '가입해 주셔서', '홈페이지에서 가입해 주셔서');
    const fix = { event: 'pull_request', payload: pullRequest(8, 'head-2'), sha: 'merge-2', run: 14 };
    github.runs.set(14, { event: 'pull_request', head_sha: 'head-2' });
    await job.run({ command: 'plan', environment: 'here' }, fix);
    expect(github.comments.at(-1)).toMatchObject({ issue: 8 });
    expect(github.comments.at(-1)?.body).toContain('홈페이지에서');
    github.pulls.push({ number: 8, head: 'head-2', base: 'main', merged_at: new Date().toISOString() });
    land(github, 'head-2');
    const merged = land(github, 'merged-2', 8);
    const fixed = await job.run({ command: 'apply', environment: 'here' }, merged);
    expect([fixed.exit, fixed.outputs['changes']], fixed.log).toEqual([0, '1']);

    // The inspector approves it: the issue is closed.
    await control.verdict({ profile, templateCode, verdict: 'approve' });
    const closed = await job.run(report, { event: 'schedule', sha: 'merged-2', run: 16 });
    expect([closed.exit, closed.outputs['rejected']]).toEqual([0, '0']);
    expect(github.issues).toMatchObject([{ state: 'closed' }]);

    // A later pull request that changes nothing has no comment.
    const idle = { event: 'pull_request', payload: pullRequest(9, 'head-3'), sha: 'merge-3', run: 17 };
    const none = await job.run({ command: 'plan', environment: 'here' }, idle);
    expect([none.exit, none.outputs['has-changes']]).toEqual([0, 'false']);
    expect(github.comments.filter(({ issue }) => issue === 9)).toEqual([]);
  });
});
