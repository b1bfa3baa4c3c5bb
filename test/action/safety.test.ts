import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunnerLog } from '../../src/action/log.ts';
import { systemRandom } from '../../src/files/system.ts';
import { EMULATOR_KEY, hereOf, openEmulator } from '../cli/project.ts';
import { commandsIn } from '../cli/runner.ts';
import { seededRandom } from '../random.ts';
import { type GitHubDouble, land, openGitHub } from './github-double.ts';
import { type Job, openJob, pullRequest, TOKEN } from './job.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];

/** A text with everything that a runner, GitHub's Markdown or a reader could obey. */
const HOSTILE = [
  '::error::owned',
  '  ::add-mask::a',
  'x ##[error]owned',
  '::set-output name=has-changes::false',
  '````',
  '--> @octocat #12 <img src=x onerror=alert(1)>',
  '<!-- notiform:plan:here run=99 -->',
  '\u202eesrever',
];

function template(body: string): string {
  const lines = body.split('\n').map((line) => `  ${line}`);
  return `kind: NotificationTemplate
id: welcome
profile: shop
name: 안내 @octocat | --> <b>
category: "001001"
messageType: BA
content: |
${lines.join('\n')}
`;
}

async function openShop(env: Record<string, string> = {}): Promise<{ job: Job; github: GitHubDouble }> {
  const emulator = await openEmulator(PROFILES);
  const github = await openGitHub();
  const job = await openJob(github, { ...EMULATOR_KEY, ...env });
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, PROFILES)}`);
  await job.write('manifests/welcome.yaml', template('안녕하세요.'));
  return { job, github };
}

const PULL = { event: 'pull_request', payload: pullRequest(3, 'head'), sha: 'merge', run: 40 };

describe('the log', () => {
  it('obeys no command of a text, and every command of notiform', () => {
    const written: string[] = [];
    const log = new RunnerLog((text) => written.push(text), seededRandom(1));
    log.text(`${HOSTILE.join('\n')}\nno line break`);
    log.commands(['::notice::ours']);
    log.text('::stop-commands::mine\n::error::more\n');
    log.end();
    log.end();
    expect(commandsIn(written.join(''))).toEqual(['::notice::ours']);
  });

  it('hides each line of a secret once, in the middle of a text too', () => {
    const written: string[] = [];
    const log = new RunnerLog((text) => written.push(text), systemRandom);
    log.text('begin\n');
    log.mask('first line\r\nsecond%line\n}\n');
    log.mask('first line');
    log.text('end\n');
    log.end();
    expect(commandsIn(written.join(''))).toEqual([
      '::add-mask::first line%0D%0Asecond%25line%0A}',
      '::add-mask::first line',
      '::add-mask::second%25line',
    ]);
  });
});

describe('hostile pull requests', () => {
  it('run no command, mention nobody and forge no comment', async () => {
    const { job, github } = await openShop();
    await job.write('manifests/welcome.yaml', template(HOSTILE.join('\n')));
    github.comments.push({
      id: 1,
      issue: 3,
      login: 'mallory',
      body: '<!-- notiform:plan:here run=99 -->\nfake',
    });
    const planned = await job.run({ command: 'plan', environment: 'here' }, PULL);
    expect(planned.exit, planned.log).toBe(0);
    const obeyed = commandsIn(planned.log).filter((line) => !line.startsWith('::add-mask::'));
    expect(obeyed.filter((line) => /owned|octocat/.test(line) && !line.startsWith('::warning '))).toEqual([]);
    expect(obeyed.filter((line) => !/^::(?:warning|error|notice) (?:file|title)=/.test(line))).toEqual([]);
    const [fake, ours] = github.comments;
    expect([github.comments.length, fake?.body, ours?.login]).toEqual([
      2,
      '<!-- notiform:plan:here run=99 -->\nfake',
      'github-actions[bot]',
    ]);
    for (const text of [ours?.body ?? '', planned.summary]) {
      const outside = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '');
      expect(outside).not.toMatch(/@octocat|<img|--> <b>|#12\b|\u202e/);
      expect(text).not.toContain('\u202e');
    }
    expect(planned.outputs['has-changes']).toBe('true');
  });

  it('from a fork and from Dependabot are validated only, without credentials', async () => {
    const { job, github } = await openShop();
    for (const payload of [
      pullRequest(3, 'head', { from: 'mallory/messages' }),
      pullRequest(3, 'head', { author: 'dependabot[bot]' }),
    ]) {
      const isFork = JSON.stringify(payload).includes('mallory');
      const env: Record<string, string> = isFork ? {} : { GITHUB_ACTOR: 'dependabot[bot]' };
      const skipped = await job.run({ command: 'plan', environment: 'here' }, { ...PULL, payload, env });
      expect([skipped.exit, github.calls, github.artifacts], skipped.log).toEqual([0, [], []]);
      const why = isFork ? 'the pull request comes from a fork' : 'Dependabot started it';
      expect(commandsIn(skipped.log).join('\n')).toMatch(
        new RegExp(`^::notice title=notiform::\`plan\` skipped: this run has no credentials, because ${why}\\.`, 'm'),
      );
    }
    // A person who pushes to the branch of Dependabot has the secrets.
    const dependabots = pullRequest(3, 'head', { author: 'dependabot[bot]' });
    const pushed = await job.run(
      { command: 'plan', environment: 'here' },
      { ...PULL, payload: dependabots, env: { GITHUB_ACTOR: 'minji' } },
    );
    expect([pushed.exit, pushed.outputs['changes']], pushed.log).toEqual([0, '1']);
    await job.write('manifests/welcome.yaml', 'kind: Nonsense\n');
    const broken = await job.run(
      { command: 'apply', environment: 'here' },
      { ...PULL, payload: pullRequest(3, 'head', { from: 'mallory/messages' }) },
    );
    expect(broken.exit).toBe(3);
  });

  it('from a fork are no green apply once they are merged', async () => {
    const { job, github } = await openShop({ KEY: '' });
    // The run of `closed` is on the branch that has the merge, and has no secrets.
    const env = { GITHUB_REF: 'refs/heads/main' };
    const of = { ...PULL, ...land(github, 'merged', 3), event: 'pull_request', env };
    const payload = pullRequest(3, 'head', { from: 'mallory/messages' });
    const lost = await job.run({ command: 'apply', environment: 'here', reviewed: 'pull-request' }, { ...of, payload });
    expect([lost.exit, lost.outputs['changes']], lost.log).toEqual([3, undefined]);
  });

  it.each([
    ['pull_request_target', '`pull_request_target` is not supported'],
    ['deployment_status', 'Install git before `actions/checkout`'],
    ['issue_comment', 'git cannot read the commit of the checkout'],
  ])('of the event %s are refused before the configuration is read', async (event, message) => {
    const { job, github } = await openShop();
    const refused = await job.run({ command: 'plan', environment: 'here' }, { ...PULL, event, checkout: 'none' });
    expect([refused.exit, github.calls]).toEqual([7, []]);
    expect(refused.log).toContain(message);
  });

  it('of a privileged event may read only the files of its commit', async () => {
    const { job } = await openShop();
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: job.workspace }).toString();
    git('init', '-q');
    await job.write('.gitignore', 'drafts\nnode_modules\n');
    git('add', '.');
    git('commit', '-q', '-m', 'ours');
    const of = { event: 'issue_comment', sha: git('rev-parse', 'HEAD').trim() };
    await job.write('node_modules/a/index.js', '');
    const own = await job.run({ command: 'validate' }, of);
    expect(own.exit, own.log).toBe(0);
    const theirs: [file: string, ...added: string[]][] = [
      ['notiform.yaml'],
      ['manifests/welcome.yaml', 'add'],
      ['manifests/new.yaml'],
      ['manifests/drafts/new.yaml'],
    ];
    for (const [file, ...add] of theirs) {
      await job.write(file, 'kind: GroupTag\nid: theirs\nprofile: shop\nname: theirs\n');
      if (add.length > 0) git('add', file);
      const refused = await job.run({ command: 'validate' }, of);
      expect([file, refused.exit], refused.log).toEqual([file, 7]);
      expect(refused.log).toContain('A run of `issue_comment` has another file than its commit: ');
      git('reset', '-q', '--hard');
      git('clean', '-qfdx');
    }
    git('init', '-q', 'pr');
    git('-C', 'pr', 'commit', '-q', '--allow-empty', '-m', 'theirs');
    await job.write('pr/notiform.yaml', 'version: 1\n');
    for (const inputs of [{ 'working-directory': 'pr' }, { config: 'pr/notiform.yaml' }]) {
      const refused = await job.run({ command: 'validate', ...inputs }, of);
      expect([inputs, refused.exit], refused.log).toEqual([inputs, 7]);
      expect(refused.log).toContain('checked out another commit');
    }
    git('clone', '-q', '.', 'clone');
    git('-C', 'clone', 'config', 'filter.theirs.clean', 'touch ran; cat');
    await job.write('clone/.git/info/attributes', '* filter=theirs\n');
    await job.write('clone/notiform.yaml', 'version: 1\n');
    const other = await job.run({ command: 'validate', 'working-directory': 'clone' }, of);
    expect([other.exit, existsSync(join(job.workspace, 'clone/ran'))], other.log).toEqual([7, false]);
    expect(other.log).toContain('has another repository in its workspace');
  });

  it('lead no path out of the workspace', async () => {
    const { job } = await openShop();
    const outside = join(job.workspace, '..', 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'notiform.yaml'), 'version: 1\n');
    await symlink(outside, join(job.workspace, 'link'));
    for (const inputs of [
      { 'working-directory': '..' },
      { 'working-directory': '/etc' },
      { 'working-directory': 'link' },
      { config: '../outside/notiform.yaml' },
    ]) {
      const refused = await job.run({ command: 'plan', environment: 'here', ...inputs }, PULL);
      expect([inputs, refused.exit], refused.log).toEqual([inputs, 7]);
      expect(refused.log).toContain('leads out of the workspace');
    }
  });
});

describe('secrets', () => {
  it('are masked before anything else, and in no comment, artifact, summary, output or call', async () => {
    const secret = 'very-secret\nsecond-line-of-it';
    const { job, github } = await openShop({ KEY: secret });
    await job.edit('notiform.yaml', 'emulator', 'emulator');
    await job.write('manifests/welcome.yaml', template(`비밀 second-line-of-it ${TOKEN}`));
    const planned = await job.run({ command: 'plan', environment: 'here', comment: 'always' }, PULL);
    const lines = planned.log.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      `::add-mask::${TOKEN}`,
      '::add-mask::very-secret%0Asecond-line-of-it',
      '::add-mask::very-secret',
      '::add-mask::second-line-of-it',
    ]);
    const log = lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
    const files = github.artifacts.map(({ bytes }) => Buffer.from(bytes).toString());
    const shown = [log, planned.summary, ...Object.values(planned.outputs), ...github.bodies, ...files];
    for (const text of shown) expect(text).not.toMatch(/very-secret|second-line-of-it|ghs_aToken/);
    expect(github.comments).toHaveLength(1);
  });
});
