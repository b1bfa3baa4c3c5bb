import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { hereOf, openEmulator, tagsOf } from '../cli/project.ts';
import { commandsIn } from '../cli/runner.ts';
import { type GitHubDouble, land } from './github-double.ts';
import { pullRequest, type RunOf } from './job.ts';
import { APPLY, BY_HAND, committing, gitIn, liveTags, mergedAt, openShop, PROFILES } from './shop.ts';

describe('a plan is applied if people saw it', () => {
  const artifact = (change: (text: string) => string) => (github: GitHubDouble) => {
    for (const one of github.artifacts) one.bytes = Buffer.from(change(Buffer.from(one.bytes).toString()));
  };
  const comment =
    (change: (one: GitHubDouble['comments'][number]) => object) =>
    ({ comments }: GitHubDouble) =>
      comments.map((one) => Object.assign(one, change(one)));

  const REFUSED: readonly [string, (github: GitHubDouble) => unknown, string][] = [
    ['a direct push', ({ pullsOf }) => pullsOf.set('squashed', []), 'The reviewed plan does not have this change'],
    [
      'a pull request that is not merged',
      ({ pulls }) => Object.assign(pulls[0] ?? {}, { merged_at: null }),
      'The reviewed plan does not have this change',
    ],
    [
      'a pull request into another branch',
      ({ pulls }) => Object.assign(pulls[0] ?? {}, { base: 'feature' }),
      'The reviewed plan does not have this change',
    ],
    [
      'a merge that main no longer has',
      ({ pulls }) => Object.assign(pulls[0] ?? {}, { merge: 'forced-away' }),
      'The reviewed plan does not have this change',
    ],
    [
      'a plan of an earlier commit',
      ({ pulls }) => Object.assign(pulls[0] ?? {}, { head: 'head-later' }),
      'The reviewed plan does not have this change',
    ],
    [
      'an artifact of a fork',
      ({ artifacts }) => Object.assign(artifacts[0] ?? {}, { foreign: true }),
      'The reviewed plan does not have this change',
    ],
    ['an artifact without a plan', artifact((text) => text.replace('"plan":', '"plans":')), 'is damaged'],
    [
      'the artifact of another pull request',
      artifact((text) => text.replace('"pull":1', '"pull":2')),
      'The reviewed plan does not have this change',
    ],
    ['a comment that was deleted', (github) => (github.comments = []), 'the comment with it was deleted'],
    [
      'a comment that was written after the merge',
      comment(() => ({ updated: new Date().toISOString() })),
      'its comment was written after the merge',
    ],
    ['a comment that was edited', comment(({ body }) => ({ body: `${body}!` })), 'its comment was edited'],
    ['a comment of somebody else', comment(() => ({ login: 'mallory' })), 'its comment is by mallory'],
    [
      'a comment with another plan',
      comment(({ body }) => ({ body: body.replace(/plan=\w/, 'plan=f00') })),
      'its comment shows another plan',
    ],
    [
      'a comment with the plan of another commit',
      comment(({ body }) => ({ body: body.replace('head=head-1', 'head=head-0') })),
      'its comment shows another plan',
    ],
    [
      'a plan without a comment',
      artifact((text) => text.replace(/"comment":{.*?}/, '"comment":null')),
      'no comment shows it',
    ],
    ['an edited plan file', artifact((text) => text.replace('"tool":"', '"tool":"x')), 'notiform plan-edited'],
    [
      'an artifact that GitHub refuses',
      ({ instead }) => instead.push({ call: 'GET /repos/shop/messages/actions/artifacts/1/zip', status: 403 }),
      'Check the permissions of the job',
    ],
    [
      'an artifact that was deleted',
      ({ instead }) => instead.push({ call: 'GET /repos/shop/messages/actions/artifacts/1/zip', status: 410 }),
      'has expired, or is damaged',
    ],
    ['an artifact that is cut', artifact((text) => text.slice(0, -20)), 'has expired, or is damaged'],
  ];
  it('and from nothing else', async () => {
    const { job, github, plan } = await openShop();
    expect((await plan(1, { gold: '골드' })).exit).toBe(0);
    const push = land(github, 'squashed', 1);
    const { comments, pulls, pullsOf, artifacts } = structuredClone({ ...github, redirects: null });
    for (const [name, change, message] of REFUSED) {
      Object.assign(github, structuredClone({ comments, pulls, pullsOf, artifacts }));
      change(github);
      const refused = await job.run(APPLY, push);
      expect([1, 3, 7], `${name}: ${refused.log}`).toContain(refused.exit);
      expect(refused.log, name).toContain(message);
      expect(refused.log, name).not.toContain('This is a bug');
      expect(refused.outputs['changes'] ?? '0', name).toBe('0');
    }
  });

  it('once, with a comment on its pull request', async () => {
    const { job, github, plan } = await openShop();
    const planned = await plan(1, { gold: '골드' });
    expect(github.comments[0]?.body).toMatch(
      new RegExp(`^<!-- notiform:plan:\\S+ run=101 plan=${planned.outputs['plan-digest']} head=head-1 -->\n`),
    );
    expect(github.comments[0]?.body).toContain('git head-1');
    const push = land(github, 'squashed', 1);
    const applied = await job.run(APPLY, push);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(github.comments.map(({ issue }) => issue)).toEqual([1, 1]);
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- notiform:apply:[\s\S]*골드/);
    // An apply that failed before it changed anything, and one that is complete, run again.
    const again = await job.run(APPLY, push);
    expect([again.exit, again.outputs['changes']], again.log).toEqual([0, '0']);
  });

  it('also if its comment could only be written at the second attempt', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' });
    github.instead.push({ call: 'PATCH /repos/shop/messages/issues/comments', status: 502 });
    expect((await plan(1, { silver: '실버' })).exit).toBe(0);
    const applied = await job.run({ ...APPLY, 'detailed-exitcode': 'true' }, land(github, 'squashed', 1));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(applied.log).toContain('GroupTag/shop/silver  created');
  });

  it('and a plan whose comment cannot be written fails its job and is not kept', async () => {
    const shop = await openShop();
    const { job, github, plan } = shop;
    await plan(1, { gold: '골드' });
    for (let time = 0; time < 3; time += 1)
      github.instead.push({ call: 'PATCH /repos/shop/messages/issues/comments', status: 502 });
    const failed = await plan(1, { silver: '실버' });
    expect([failed.exit, failed.outputs['exit-code']], failed.log).toEqual([1, '1']);
    expect(commandsIn(failed.log).join('\n')).toContain('::error title=notiform github-failed::');
    const applied = await job.run(APPLY, land(github, 'squashed', 1));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([7, '0']);
  });

  it('in its summary, if `comment: never` says so in both steps', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' }, { comment: 'never' });
    const push = land(github, 'squashed', 1);
    expect((await job.run(APPLY, push)).log).toContain('no comment shows it');
    const applied = await job.run({ ...APPLY, comment: 'never' }, push);
    expect([applied.exit, applied.outputs['changes'], github.comments], applied.log).toEqual([0, '1', []]);
  });

  it('in the comment of another user, if `comment-author` names the user', async () => {
    const { job, github, plan } = await openShop();
    github.login = 'shop-bot';
    const refused = await plan(1, { gold: '골드' });
    expect([refused.exit, refused.log]).toEqual([
      1,
      expect.stringContaining('Set the input `comment-author` to shop-bot'),
    ]);
    github.comments = [];
    const author = { 'comment-author': 'shop-bot' };
    expect((await plan(1, { gold: '골드' }, author)).exit).toBe(0);
    expect((await job.run({ ...APPLY, ...author }, land(github, 'squashed', 1))).outputs['changes']).toBe('1');
  });

  it('and every plan of an environment has a comment of its own, also of two workflow files', async () => {
    const { job, github } = await openShop();
    const config = await readFile(`${job.workspace}/notiform.yaml`, 'utf8');
    await job.write(
      'notiform.yaml',
      `${config}${config.slice(config.indexOf('environments:')).replace('environments:\n  here:', '  there:')}`,
    );
    await job.write('other.yaml', config);
    const head = 'head-1';
    github.pulls.push({ number: 1, head, base: 'main', merged_at: mergedAt(1) });
    const jobs = [{}, { environment: 'there' }, { config: 'other.yaml' }, { shard: '1/1' }, { 'comment-id': 'x' }];
    for (const [index, more] of jobs.entries()) {
      github.runs.set(10 + index, { event: 'pull_request', head_sha: head });
      const of = { event: 'pull_request', payload: pullRequest(1, head), run: 10 + index };
      const inputs = { command: 'plan', environment: 'here', ...more };
      for (const { exit, log } of [await job.run(inputs, of), await job.run(inputs, of)]) expect(exit, log).toBe(0);
    }
    expect(github.comments).toHaveLength(jobs.length);
    expect(github.artifacts).toHaveLength(jobs.length);
    const push = land(github, 'squashed', 1);
    const first = await job.run({ ...APPLY, environment: 'there' }, push);
    expect([first.exit, first.outputs['changes']], first.log).toEqual([0, '1']);
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- notiform:apply:there /);
  });
});

describe('what main wants now is applied', () => {
  it('and no text that a later merge took back, whichever run runs again', async () => {
    const shop = await openShop();
    const { job, github, plan, tags } = shop;
    const base = { base: '기본' };
    await tags(base);
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'first').sha });
    await plan(1, { ...base, gold: '골드' });
    const cancelled = land(github, 'merged', 1);
    await plan(2, base);
    const reverted = land(github, 'reverted', 2);
    expect(await job.run(APPLY, reverted)).toMatchObject({ exit: 0, outputs: { changes: '0' } });
    // The run of the merge runs again: with the commit that it had, and with the branch of now.
    await tags({ ...base, gold: '골드' });
    const old = await job.run(APPLY, cancelled);
    expect([old.exit, old.outputs['changes']], old.log).toEqual([6, undefined]);
    expect(old.log).toContain('main has moved on from the checkout merged');
    await tags(base);
    const again = await job.run(APPLY, { ...cancelled, checkout: 'reverted' });
    expect([again.exit, again.outputs['changes']], again.log).toEqual([0, '0']);
    expect(await liveTags(shop)).toEqual(['기본']);
  });

  it.each([
    ['is a tag', { env: { GITHUB_REF: 'refs/tags/v1' } }, 'A tag or a commit has no newest commit'],
    ['is the commit of a deployment', { env: { GITHUB_REF: '' } }, 'A tag or a commit has no newest commit'],
    ['is on another branch', { checkout: 'elsewhere' }, 'is not on main'],
    ['cannot be read', { checkout: 'none' }, 'git cannot read the commit of the checkout, which `apply` requires'],
  ])('and never a checkout that %s', async (_name, more, message) => {
    const { job, github } = await openShop();
    land(github, 'main-1');
    const refused = await job.run(APPLY, { ...BY_HAND, sha: 'main-1', ...more });
    expect([refused.exit, refused.outputs['changes']]).toEqual([6, undefined]);
    expect(refused.log).toContain(message);
  });

  it('with the changes of a merge whose run GitHub cancelled, and of a merge queue', async () => {
    const shop = await openShop();
    const { job, github, plan, tags } = shop;
    const plans = [{ gold: '골드' }, { silver: '실버' }, { bronze: '브론즈' }];
    for (const [index, some] of plans.entries()) await plan(index + 1, some as Record<string, string>);
    for (const number of [1, 2]) land(github, `merge-of-${number}`, number);
    await tags({ gold: '골드', silver: '실버', bronze: '브론즈' });
    const applied = await job.run({ ...APPLY, 'detailed-exitcode': 'true' }, land(github, 'merge-of-3', 3));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '3']);
    const results = github.comments.filter(({ body }) => body.startsWith('<!-- notiform:apply:'));
    expect(results.map(({ issue }) => issue)).toEqual([1, 2, 3]);
    for (const text of [applied.log, applied.summary, ...results.map(({ body }) => body)])
      expect(text).not.toMatch(/reviewed plan does not have|not reviewed/);
    expect(await liveTags(shop)).toEqual(['골드', '브론즈', '실버']);
  });

  it('except for what nobody saw, which `detailed-exitcode` makes red', async () => {
    const shop = await openShop();
    const { job, github, plan, tags } = shop;
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    await plan(1, { gold: '골드', white: '화이트' });
    await tags({ gold: '골드', white: '화이트', black: '블랙' });
    await job.edit('manifests/tags.yaml', 'id: gold\n', 'id: gold\nprotect: true\n');
    const applied = await job.run({ ...APPLY, 'detailed-exitcode': 'true' }, land(github, 'squashed', 1));
    expect([applied.exit, applied.outputs['exit-code']], applied.log).toEqual([2, '2']);
    const result = github.comments.at(-1)?.body ?? '';
    expect(result).toContain('[**블랙**](');
    expect(result).toContain('not reviewed');
    const shown = github.comments.find(({ body }) => body.includes('notiform:plan:'));
    expect(result).toContain(
      `[The plan that was applied](https://github.com/shop/messages/pull/1#issuecomment-${shown?.id})`,
    );
    expect(result).toContain('1 resource is not applied');
    for (const name of ['black', 'gold'])
      expect(commandsIn(applied.log).join('\n')).toContain(`GroupTag/shop/${name}: The reviewed plan does not have`);
    expect(await liveTags(shop)).toEqual(['골드', '화이트']);
  });

  it('with another account, which one plan accepts and no plan changes', async () => {
    const { job, github, plan, tags } = await openShop();
    await tags({ gold: '골드' });
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    // The account of the state as an earlier one.
    const file = '.notiform/state/here/shop.json';
    const { account } = JSON.parse(await readFile(`${job.workspace}/${file}`, 'utf8')) as { account: string };
    await job.edit(
      file,
      account,
      account.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect((await plan(1, { gold: '골드' })).exit).toBe(7);
    const refused = await job.run(APPLY, land(github, 'squash-1', 1));
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, undefined]);
    const accepting = await plan(2, { gold: '골드' }, { 'accept-account': 'true' });
    expect([accepting.exit, accepting.outputs['has-changes']], accepting.log).toEqual([0, 'false']);
    const applied = await job.run(APPLY, land(github, 'squash-2', 2));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '0']);
    expect((await plan(3, { gold: '골드' })).exit).toBe(0);
  });

  it('with another account once', async () => {
    const { job, github, plan, tags } = await openShop();
    const committed = committing(job);
    const commit = (...numbers: number[]): RunOf => land(github, committed(), ...numbers);
    await tags({ gold: '골드' });
    await job.run(APPLY, { ...commit(), event: 'workflow_dispatch' });
    const file = '.notiform/state/here/shop.json';
    const { account } = JSON.parse(await readFile(`${job.workspace}/${file}`, 'utf8')) as { account: string };
    const other = account.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    await job.edit(file, account, other);
    await plan(1, { gold: '우수' }, { 'accept-account': 'true' });
    const accepted = await job.run(APPLY, commit(1));
    expect([accepted.exit, accepted.outputs['changes']], accepted.log).toEqual([0, '1']);
    await job.edit(file, account, other);
    const refused = await job.run(APPLY, commit());
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, undefined]);
  });

  it('but no plan of another service, to which a later merge leads', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' });
    const other = await openEmulator([{ alias: 'shop', key: 'a'.repeat(40), type: 'S' }]);
    await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(other, other.profiles)}`);
    const refused = await job.run(APPLY, land(github, 'squashed', 1));
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, undefined]);
    expect(refused.log).toContain('and here is at another one now');
    // Its own plan shows what the other service gets.
    await plan(2, { gold: '골드' });
    const applied = await job.run(APPLY, land(github, 'squash-2', 2));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
  });

  it('but no plan that is older than `max-age`', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' });
    const push = land(github, 'squashed', 1);
    const refused = await job.run({ ...APPLY, 'max-age': '24h' }, push);
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, '0']);
    const applied = await job.run({ ...APPLY, 'max-age': '14d' }, push);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
  });

  it('with few calls, however many commits a push has', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' });
    for (let commit = 0; commit < 300; commit += 1) land(github, `commit-${commit}`);
    github.calls.length = 0;
    const applied = await job.run(APPLY, land(github, 'squashed', 1));
    expect(applied.outputs['changes'], applied.log).toBe('1');
    expect(github.calls.length).toBeLessThan(12);
  });

  it('and a cancelled run reports what it did on the pull request', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드', silver: '실버', white: '화이트' });
    const stop = new AbortController();
    const onWrite = (text: string): void => {
      if (text.includes('gold: created')) stop.abort('SIGINT');
    };
    const of = { ...land(github, 'squashed', 1), signal: stop.signal, onWrite };
    const stopped = await job.run({ ...APPLY, args: '--new-state\n--concurrency=1' }, of);
    expect([stopped.exit, stopped.outputs['exit-code']], stopped.log).toEqual([130, '130']);
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- notiform:apply:[\s\S]*골드/);
  });

  it('with one failed call of GitHub for its result', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' });
    github.instead.push({ call: 'POST /repos/shop/messages/issues', status: 403 });
    const applied = await job.run(APPLY, land(github, 'squashed', 1));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(commandsIn(applied.log).join('\n')).toContain('::warning title=notiform github-failed::');
  });

  it.each(['pull_request', 'merge_group'])('and nothing in a run of %s, which is not merged', async (event) => {
    const { job } = await openShop();
    const payload = event === 'pull_request' ? pullRequest(1, 'head-1') : {};
    const refused = await job.run(APPLY, { event, payload });
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, undefined]);
    expect(refused.log).toContain(`By default \`apply\` does not run on \`${event}\``);
    const wanted = await job.run({ ...APPLY, reviewed: 'none' }, { event, payload });
    expect([wanted.exit, wanted.outputs['changes']], wanted.log).toEqual([0, '1']);
  });
});

describe('a pull request that lacks the last apply', () => {
  it.each([
    ['and would take it back, is asked to update its branch', ['main-1', 'pull', 'main-2'], '1', '0'],
    ['is a revert if GitHub says that it contains the apply', ['main-1', 'main-2', 'pull'], '0', '1'],
  ])('%s', async (_name, order, blocked, changes) => {
    const { job, github, tags } = await openShop();
    const committed = committing(job);
    const commit = (some: Record<string, string>): Promise<string> => tags(some).then(committed);
    const shas: Record<string, string> = { 'main-1': await commit({ gold: '골드' }) };
    const byHand = async (sha: string): Promise<void> => {
      github.refs.set('main', sha);
      expect((await job.run(APPLY, { ...BY_HAND, sha })).exit).toBe(0);
    };
    await byHand(String(shas['main-1']));
    shas['main-2'] = await commit({ gold: '우수' });
    await byHand(shas['main-2']);
    gitIn(job.workspace)('checkout', '-q', String(shas['main-1']));
    shas['pull'] = await commit({ gold: '골드', silver: '실버' });
    // A clone of depth 1, as `actions/checkout` makes it.
    await job.write('.git/shallow', `${shas['pull']}\n`);
    github.history = order.map((name) => String(shas[name]));
    github.beside.add(shas['pull']);
    const of = { event: 'pull_request', payload: pullRequest(1, 'head-1'), sha: String(shas['pull']), run: 101 };
    const planned = await job.run({ command: 'plan', environment: 'here' }, of);
    expect([planned.exit, planned.outputs['blocked']], planned.log).toEqual([0, blocked]);
    expect(planned.outputs['changes']).toBe(String(1 + Number(changes)));
    const [comment] = github.comments;
    expect(comment?.body.includes('main has moved on')).toBe(blocked === '1');
  });
});

describe('a plan is used up by an apply that finds it done', () => {
  /** The tag of a project in git, its name in the console, and the plan of a pull request with some tags. */
  async function openTag() {
    const { emulator, job, github, tags } = await openShop([
      ...PROFILES,
      { alias: 'outlet', key: 'b'.repeat(40), type: 'S' },
    ]);
    const git = gitIn(job.workspace);
    git('init', '-q', '-b', 'main');
    await job.write('.gitignore', '.notiform\n');
    const commit = async ({ silver, ...some }: Record<string, string>, of = 'shop'): Promise<string> => {
      await tags(some);
      const text = silver === undefined ? '' : tagsOf({ silver }).replace('profile: shop', `profile: ${of}`);
      if (text !== '') await job.write('manifests/silver.yaml', text);
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'tags');
      return git('rev-parse', 'HEAD');
    };
    const first = await commit({ gold: '골드' });
    land(github, first);
    expect((await job.run(APPLY, { ...BY_HAND, sha: first })).exit).toBe(0);
    const state = JSON.parse(await readFile(`${job.workspace}/.notiform/state/here/shop.json`, 'utf8'));
    const { key } = state.entries['GroupTag/shop/gold'].binding;
    const inConsole = (groupTagName: string) =>
      createEmulatorControl(emulator).seed({ groupTags: [{ profile: 'shop', groupTagName, groupTagKey: key }] });
    const plan = async (number: number, some: Record<string, string>, where?: string): Promise<string> => {
      const sha = await commit(some, where);
      github.pulls.push({ number, head: `head-${number}`, base: 'main', merged_at: mergedAt(number) });
      const payload = pullRequest(number, `head-${number}`);
      const of = { event: 'pull_request', payload, sha, run: 100 + number };
      expect((await job.run({ command: 'plan', environment: 'here' }, of)).outputs['changes']).toBe('1');
      return sha;
    };
    const apply = async (sha: string, ...numbers: number[]) => job.run(APPLY, land(github, sha, ...numbers));
    const document = `${job.workspace}/.notiform/state/here/shop.json`;
    const recorded = async (): Promise<string> => JSON.parse(await readFile(document, 'utf8')).commit;
    /** As after an apply of a commit that main never gets: it was amended before its push, or its pull request was squashed. */
    const applyElsewhere = async (as: 'amended' | 'squashed') => {
      const elsewhere = 'f'.repeat(40);
      const text = await readFile(document, 'utf8');
      await writeFile(document, text.replace(/^ {2}"(commit|begunIn)": .*/gm, `  "$1": "${elsewhere}",`));
      if (as === 'squashed') github.history.push(elsewhere);
      github.beside.add(elsewhere);
    };
    return { job, commit, inConsole, plan, apply, applyElsewhere, recorded };
  }

  it('that restores a drift, with a recorded commit that was amended', async () => {
    const { commit, inConsole, plan, apply, applyElsewhere } = await openTag();
    await applyElsewhere('amended');
    await inConsole('콘솔');
    await plan(1, { gold: '골드' });
    await inConsole('골드');
    expect((await apply(await commit({ gold: '골드' }), 1)).exit).toBe(0);
    await inConsole('콘솔');
    expect((await apply(await commit({ gold: '골드' }))).exit).toBe(7);
  });

  it('that a person did in the console, beside changes that nobody saw', async () => {
    const { commit, inConsole, plan, apply } = await openTag();
    await plan(1, { gold: '우수' });
    await inConsole('우수');
    const merged = await apply(await commit({ gold: '우수', white: '화이트' }), 1);
    expect([merged.exit, merged.outputs['changes']], merged.log).toEqual([7, '0']);
    expect(merged.summary).toMatch(/not reviewed[\s\S]*화이트/);
    await inConsole('골드');
    const later = await apply(await commit({ gold: '우수', white: '화이트' }));
    expect([later.exit, later.outputs['changes']], later.log).toEqual([7, '0']);
  });

  it('and no later one, once a change was applied after the apply of a branch that was squashed', async () => {
    const { job, inConsole, plan, apply, applyElsewhere, recorded } = await openTag();
    await applyElsewhere('squashed');
    const changed = await plan(1, { gold: '골드', silver: '실버' });
    // A clone of depth 1, as `actions/checkout` makes it.
    await job.write('.git/shallow', `${changed}\n`);
    expect((await apply(changed, 1)).outputs['changes']).toBe('1');
    expect(await recorded()).toBe(changed);
    await inConsole('콘솔');
    const restored = await apply(await plan(2, { gold: '골드', silver: '실버' }), 2);
    expect([restored.exit, restored.outputs['changes']], restored.log).toEqual([0, '1']);
  });

  it('that restores a drift, beside a change in another profile', async () => {
    const { commit, inConsole, plan, apply } = await openTag();
    await inConsole('콘솔');
    await plan(1, { gold: '골드' });
    await inConsole('골드');
    const merged = await apply(await plan(2, { gold: '골드', silver: '실버' }, 'outlet'), 1, 2);
    expect([merged.exit, merged.outputs['changes']], merged.log).toEqual([0, '1']);
    await inConsole('콘솔');
    const later = await apply(await commit({ gold: '골드' }));
    expect(later.exit, later.log).toBe(7);
    expect(later.log).toContain('GroupTag/shop/gold: error: The reviewed plan does not have this change');
  });

  it('that a person did in the console, beside a change of another merge', async () => {
    const { commit, inConsole, plan, apply } = await openTag();
    await plan(1, { gold: '우수' });
    await plan(2, { gold: '골드', silver: '실버' });
    await inConsole('우수');
    const merged = await apply(await commit({ gold: '우수' }), 1, 2);
    expect([merged.exit, merged.outputs['changes']], merged.log).toEqual([0, '1']);
    await inConsole('골드');
    const later = await apply(await commit({ gold: '우수' }));
    expect(later.exit, later.log).toBe(7);
    expect(later.log).toContain('GroupTag/shop/gold: error: The reviewed plan does not have this change');
  });
});

it('a plan that ends a protection says so, and the apply needs the flag again', async () => {
  const { job, github, tags, plan } = await openShop();
  await job.edit('manifests/tags.yaml', 'id: gold\n', 'id: gold\nprotect: true\n');
  expect((await job.run(APPLY, BY_HAND)).exit).toBe(0);
  const isProtected = async (): Promise<boolean> =>
    JSON.parse(await readFile(`${job.workspace}/.notiform/state/here/shop.json`, 'utf8')).entries['GroupTag/shop/gold']
      .protect;
  await tags({ gold: '우수' });
  await plan(1, { gold: '우수' }, { args: '--unprotect=GroupTag/shop/gold' });
  expect(github.comments[0]?.body).toContain(': no longer protected <sub><code>GroupTag/shop/gold</code></sub>');
  const merged = land(github, 'squashed', 1);
  const applied = await job.run(APPLY, merged);
  expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
  expect(await isProtected()).toBe(true);
  expect((await job.run({ ...APPLY, args: '--new-state\n--unprotect=GroupTag/shop/gold' }, merged)).exit).toBe(0);
  expect(await isProtected()).toBe(false);
});

it('a protection that nobody saw end is left, beside a change of the resource that people saw', async () => {
  const { job, github, plan } = await openShop();
  await job.edit('manifests/tags.yaml', 'id: gold\n', 'id: gold\nprotect: true\n');
  await job.run(APPLY, BY_HAND);
  await plan(1, { gold: '우수' });
  const args = '--new-state\n--unprotect=GroupTag/shop/gold';
  const applied = await job.run({ ...APPLY, args, 'detailed-exitcode': 'true' }, land(github, 'squashed', 1));
  expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([2, '1']);
  expect(applied.log).toContain('GroupTag/shop/gold: warning: The reviewed plan does not have this change');
});

describe('the artifact of a plan', () => {
  it('is needed after the merge, so without it the job of the plan fails', async () => {
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
    const said = '::The artifact notiform-plan.here.json was not uploaded: no space%0A';
    expect(await planned()).toEqual([1, '1', expect.stringContaining(`::error${said}`)]);
    // A schedule looks for drift, and nobody applies its plan.
    const morning = { event: 'schedule', run: 102, artifacts: pull.artifacts };
    expect(await planned({}, morning)).toEqual([0, '0', expect.stringContaining(`::warning${said}`)]);
    await job.write('manifests/tags.yaml', '');
    // A plan without changes is never applied.
    expect(await planned({ args: '--allow-empty' })).toEqual([0, '0', undefined]);
  });

  it('of this run is for a job that waits for reviewers', async () => {
    const { job, github, tags } = await openShop();
    const push = land(github, 'direct');
    const missing = await job.run({ ...APPLY, reviewed: 'run' }, push);
    expect([missing.exit, missing.outputs, missing.log]).toEqual([
      7,
      { 'exit-code': '7' },
      expect.stringContaining('No earlier job of this run made a plan'),
    ]);
    await job.run({ command: 'plan', environment: 'here' }, push);
    await tags({ gold: '골드', black: '블랙' });
    const applied = await job.run({ ...APPLY, reviewed: 'run', 'detailed-exitcode': 'true' }, push);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([2, '1']);
  });

  it('is not needed by hand, which plans and applies in one step', async () => {
    const { job } = await openShop();
    const applied = await job.run(APPLY, BY_HAND);
    expect([applied.exit, applied.outputs['changes'], applied.outputs['plan-file']], applied.log).toEqual([
      0,
      '1',
      undefined,
    ]);
    expect(applied.summary).toContain('**골드**');
  });
});
