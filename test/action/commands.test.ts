import { describe, expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, tagsOf } from '../cli/project.ts';
import { commandsIn } from '../cli/runner.ts';
import { openGitHub } from './github-double.ts';
import { openJob } from './job.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
const BY_HAND = { event: 'workflow_dispatch', run: 1 };

const WELCOME = `kind: NotificationTemplate
id: welcome
profile: shop
name: 회원 가입 안내
category: "001001"
messageType: BA
content: 가입해 주셔서 감사합니다. 본 메시지는 가입하신 분께 발송됩니다.
`;

async function openShop() {
  const senders = ['15880000'];
  const emulator = await openEmulator(PROFILES, senders);
  const github = await openGitHub();
  const job = await openJob(github, EMULATOR_KEY);
  const more = `    messageUrl: ${emulator.messageUrl}\n    senders: { main: "15880000" }\n    recipients: { qa: "01012345678" }\n`;
  const config = hereOf(emulator, PROFILES, more).replace(
    'bizId: emulator',
    'bizId: emulator, account: emulator, password: "${env:KEY}"',
  );
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${config}`);
  await job.write('manifests/welcome.yaml', WELCOME);
  return { job, github, control: createEmulatorControl(emulator.url) };
}

/** A queue of pull requests to main, as GitHub sends it. */
const QUEUED = {
  head_sha: 'queue',
  head_ref: 'refs/heads/gh-readonly-queue/main/pr-4-base',
  base_sha: 'base',
  base_ref: 'refs/heads/main',
  head_commit: { id: 'queue' },
};

describe('validate', () => {
  it('annotates nine problems on their lines and counts the others', async () => {
    const { job } = await openShop();
    const sound = await job.run({ command: 'validate' }, BY_HAND);
    expect([sound.exit, sound.outputs['exit-code'], sound.summary]).toEqual([0, '0', 'The manifests are valid.\n\n']);
    const broken = Array.from(
      { length: 12 },
      (_, index) => `kind: GroupTag\nid: tag-${index}\nprofile: shop\nnmae: x\n`,
    );
    await job.write('manifests/tags.yaml', broken.join('---\n'));
    const refused = await job.run({ command: 'validate', language: 'ko' }, BY_HAND);
    expect(refused.exit).toBe(3);
    const errors = commandsIn(refused.log).filter((line) => line.startsWith('::error '));
    expect(errors).toHaveLength(10);
    expect(errors[0]).toMatch(/^::error file=manifests\/tags.yaml,line=/);
    expect(errors[9]).toMatch(/::\+\d+ more errors/);
    expect(refused.summary).toContain('파일에 문제가 있습니다');
  });

  it('takes the paths of its input', async () => {
    const { job } = await openShop();
    await job.write('manifests/tags.yaml', tagsOf({ gold: '골드' }));
    const some = await job.run({ command: 'validate', addresses: 'manifests/tags.yaml\n' }, BY_HAND);
    expect(some.exit, some.log).toBe(0);
    const none = await job.run({ command: 'validate', addresses: 'manifests/nowhere.yaml' }, BY_HAND);
    expect(none.exit, none.log).toBe(64);
  });
});

describe('plan', () => {
  it.each([
    ['merge_group', { merge_group: QUEUED }],
    ['schedule', { schedule: '50 23 * * *' }],
    ['workflow_dispatch', { inputs: { environment: 'here' } }],
    ['push', { commits: [] }],
  ])('runs for an event %s, with a summary and without a comment', async (event, payload) => {
    const { job, github } = await openShop();
    const planned = await job.run({ command: 'plan', environment: 'here' }, { event, payload, run: 22 });
    expect([planned.exit, github.comments], planned.log).toEqual([0, []]);
    expect(planned.summary).toContain('here');
  });

  it('sets `exit-code` too if it refuses its inputs', async () => {
    const { job } = await openShop();
    const refused = await job.run({ command: 'plan', environment: 'here', to: 'x' }, { event: 'push' });
    expect([refused.exit, refused.outputs]).toEqual([64, { 'exit-code': '64' }]);
    const env = { GITHUB_OUTPUT: job.workspace };
    expect(await job.run({ command: 'nothing' }, { event: 'push', env })).toMatchObject({ exit: 64 });
  });

  it('names the environment of its input if it fails before it knows it', async () => {
    const { job } = await openShop();
    await job.edit('notiform.yaml', '    credentials', '    nonsense: 1\n    credentials');
    const failed = await job.run({ command: 'plan', environment: 'here', language: 'ko' }, BY_HAND);
    expect([failed.exit, failed.summary.split('\n')[0]]).toEqual([3, '### here 배포 계획을 만들지 못했습니다']);
  });
});

describe('apply, wait and send', () => {
  it('report by exit code, outputs, summary and annotations', async () => {
    const { job, control } = await openShop();
    const applied = await job.run({ command: 'apply', environment: 'here', args: '--new-state' }, BY_HAND);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);

    const pending = await job.run({ command: 'wait', environment: 'here', args: '--timeout=1s' }, BY_HAND);
    expect([pending.exit, pending.outputs['waiting']], pending.log).toEqual([5, '1']);
    const early = await job.run(
      { command: 'send', environment: 'here', addresses: 'welcome', to: 'qa', args: '--from=main' },
      BY_HAND,
    );
    expect(early.exit, early.log).toBe(3);

    const asked = await control.requests();
    if (!asked.ok) throw new Error(asked.message);
    const { profile = '', templateCode = '' } = asked.requests[0] ?? {};
    await control.verdict({ profile, templateCode, verdict: 'approve' });
    const approved = await job.run({ command: 'wait', environment: 'here', language: 'ko' }, BY_HAND);
    expect([approved.exit, approved.outputs['waiting'], approved.outputs['rejected']]).toEqual([0, '0', '0']);
    expect(approved.summary).toContain('here 상태');

    const send = {
      command: 'send',
      environment: 'here',
      addresses: 'welcome',
      to: 'qa',
      args: '--from=main\n--dry-run',
    };
    const proved = await job.run(send, BY_HAND);
    expect(proved.exit, proved.log).toBe(0);
    expect(proved.summary).toContain('가입해 주셔서 감사합니다.');
    expect(proved.summary).toContain('| Test send | Recipient | Type | Result | Code | Time |');
    for (const text of [proved.log, proved.summary]) expect(text).not.toContain('01012345678');
  });

  it('an apply that waited shows what was rejected, also if it had nothing to apply', async () => {
    const { job, control } = await openShop();
    const reject = async (): Promise<void> => {
      const asked = await control.requests();
      const [{ profile = '', templateCode = '' } = {}] = asked.ok ? asked.requests : [];
      await control.verdict({ profile, templateCode, verdict: 'reject', comment: '가입 경로를\n적어 주세요.' });
    };
    let verdict: Promise<void> | undefined;
    const onWrite = (text: string): void => {
      if (text.includes('waits for a verdict')) verdict ??= reject();
    };
    const input = { command: 'apply', environment: 'here', args: '--new-state\n--wait' };
    for (const [waiting, head] of [
      ['0', '**Done: 1 notification template'],
      [undefined, 'The plan for here has no changes.'],
    ] as const) {
      const { exit, outputs, summary, log } = await job.run(input, { ...BY_HAND, onWrite });
      await verdict;
      expect([exit, outputs['waiting'], outputs['rejected']], log).toEqual([5, waiting, '1']);
      expect(summary).toContain(head);
      expect(summary).toMatch(/1 notification template .*is rejected\..*가입 경로를\n적어 주세요\./s);
      expect(log).toContain('To do: 1 rejected.');
    }
  });
});

describe('a step', () => {
  it.each([
    ['GITHUB_WORKSPACE', { GITHUB_WORKSPACE: '' }],
    ['RUNNER_TEMP', { RUNNER_TEMP: '' }],
  ])('outside of a runner fails: %s', async (name, env) => {
    const { job } = await openShop();
    const failed = await job.run({ command: 'validate' }, { ...BY_HAND, env });
    expect([failed.exit, failed.log]).toEqual([64, expect.stringContaining(`The variable ${name} is not set`)]);
    expect(failed.log).toContain('  docs: npx --no -- notiform explain ');
  });

  it.each([
    [{ 'working-directory': 'shpo' }, 'There is no notiform.yaml in shpo, which the input names'],
    [{ 'working-directory': 'manifests' }, 'There is no notiform.yaml in manifests, which the input names'],
    [{ config: 'other.yaml' }, 'There is no file other.yaml, which the input `config` names'],
  ])('does not work on another project than its inputs name: %o', async (inputs, message) => {
    const { job } = await openShop();
    for (const command of ['validate', 'plan']) {
      const failed = await job.run({ command, environment: 'here', ...inputs }, BY_HAND);
      expect([failed.exit, failed.log]).toEqual([64, expect.stringContaining(message)]);
    }
  });

  it('of a plan with changes fails if GitHub refuses the comment', async () => {
    const { job, github } = await openShop();
    github.instead.push({ call: 'POST /repos/shop/messages/issues', status: 403 });
    const pull = { number: 2, head: { sha: 'head', repo: { full_name: 'shop/messages' } } };
    const planned = await job.run(
      { command: 'plan', environment: 'here' },
      { event: 'pull_request', payload: { pull_request: pull }, run: 2 },
    );
    expect([planned.exit, github.comments, github.artifacts.map(({ name }) => name)], planned.log).toEqual([
      1,
      [],
      ['notiform-changes.here.html'],
    ]);
    expect(commandsIn(planned.log).join('\n')).toContain('::error title=notiform github-failed::');
  });
});
