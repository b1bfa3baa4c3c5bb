import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { commandsIn } from '../cli/runner.ts';
import { land } from './github-double.ts';
import { pullRequest } from './job.ts';
import { APPLY, BY_HAND, committing, gitIn, inFolder, liveTags, mergedAt, openShop } from './shop.ts';

const STRICT = { ...APPLY, 'detailed-exitcode': 'true' };
const NOT_SEEN = 'The reviewed plan does not have this change';

describe('a branch that moves on', () => {
  it.each([
    ['beside the project', 0, ['README.md', 'shop-2/notiform.yaml']],
    ['in the project', 6, ['README.md', 'shop/manifests/tags.yaml']],
    ['in more files than GitHub lists', 6, Array.from({ length: 300 }, (_, file) => `docs/${file}.md`)],
  ])('%s while a run begins makes it end with %s', async (_name, exit, files) => {
    const shop = await openShop();
    const { job, github, plan } = shop;
    await inFolder(shop, 'shop');
    const folder = { 'working-directory': 'shop' };
    await plan(1, { gold: '골드' }, folder);
    const push = land(github, 'squashed', 1);
    land(github, 'later');
    github.changed.set('later', files);
    const applied = await job.run({ ...APPLY, ...folder }, push);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([exit, exit === 0 ? '1' : undefined]);
  });

  it('has no commit of a submodule, whose project belongs to another repository', async () => {
    const shop = await openShop();
    const { job, github } = shop;
    await inFolder(shop, 'shop');
    const git = gitIn(`${job.workspace}/shop`);
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'theirs');
    const push = land(github, 'main-1');
    const refused = await job.run({ ...APPLY, 'working-directory': 'shop' }, push);
    const name = git('rev-parse', 'HEAD').slice(0, 12);
    expect([refused.exit, refused.log]).toEqual([
      6,
      expect.stringContaining(`The checkout ${name} is not on main of shop/messages, so nothing was applied`),
    ]);
    expect(refused.log).toContain('A project in a submodule is applied in its own repository');
  });
});

describe('what was shown', () => {
  it('is all that the comment names, so a plan that does not fit is not kept, and its job fails', async () => {
    const { job, github, plan } = await openShop();
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, id) => [`tag-number-${id}`, `태그 ${id}`]));
    const planned = await plan(1, many);
    expect([planned.exit, planned.outputs['exit-code']]).toEqual([1, '1']);
    expect(commandsIn(planned.log).join('\n')).toContain('The plan has more changes or texts than people can be shown');
    expect(github.comments[0]?.body).toContain('left out');
    const applied = await job.run(APPLY, land(github, 'squashed', 1));
    expect([applied.exit, applied.outputs['changes']]).toEqual([7, '0']);
  });

  it('is every protection that ends', async () => {
    const { job, github } = await openShop();
    const ids = Array.from({ length: 25 }, (_, id) => `tag-${id}`);
    const manifests = ids.map((id) => `kind: GroupTag\nid: ${id}\nprofile: shop\nname: ${id}\n`);
    await job.write('manifests/tags.yaml', manifests.map((one) => `${one}protect: true\n`).join('---\n'));
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    await job.write('manifests/tags.yaml', manifests.join('---\n'));
    const of = { event: 'pull_request', payload: pullRequest(1, 'head-1'), sha: 'merge-1', run: 101 };
    const args = ids.map((id) => `--unprotect=GroupTag/shop/${id}`).join('\n');
    const planned = await job.run({ command: 'plan', environment: 'here', args }, of);
    expect(planned.exit, planned.log).toBe(0);
    const body = github.comments[0]?.body ?? '';
    expect(ids.filter((id) => !body.includes(`**${id}**: `))).toEqual([]);
  });

  it('is no project without manifests, unless the checkout allows it too', async () => {
    const { job, github } = await openShop();
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    await rm(`${job.workspace}/manifests/tags.yaml`);
    const args = '--allow-empty\n--allow=destroys';
    const of = { event: 'pull_request', payload: pullRequest(1, 'head-1'), sha: 'merge-1', run: 101 };
    await job.run({ command: 'plan', environment: 'here', args }, of);
    github.pulls.push({ number: 1, head: 'head-1', base: 'main', merged_at: mergedAt(1) });
    const push = land(github, 'squashed', 1);
    const refused = await job.run({ ...STRICT, args: '--new-state\n--allow=destroys' }, push);
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, undefined]);
    const allowed = await job.run({ ...STRICT, args: `--new-state\n${args}` }, push);
    expect([allowed.exit, allowed.outputs['changes']], allowed.log).toEqual([0, '1']);
  });

  it.each([
    ['has texts that only the summary has room for is kept', 0, 0, {}],
    ['has texts for which neither the comment nor the summary has room is not kept', 1, 950_000, {}],
    ['has no comment, and texts for which the summary has no room, is not kept', 1, 950_000, { comment: 'never' }],
  ])('is every new text: a plan that %s', async (_name, exit, used, inputs) => {
    const { job, github } = await openShop();
    const text = (id: number): string =>
      `kind: NotificationTemplate\nid: t-${id}\nprofile: shop\nname: 안내 ${id}\ncategory: "001001"\nmessageType: BA\ncontent: ${'글자 '.repeat(300)}끝${id}\n`;
    await job.write('manifests/texts.yaml', Array.from({ length: 40 }, (_, id) => text(id)).join('---\n'));
    const summary = `${job.workspace}/../used.md`;
    await writeFile(summary, 'x'.repeat(used));
    const payload = pullRequest(1, 'head-1');
    const of = { event: 'pull_request', payload, sha: 'merge-1', run: 101, env: { GITHUB_STEP_SUMMARY: summary } };
    const planned = await job.run({ command: 'plan', environment: 'here', ...inputs }, of);
    expect([planned.exit, planned.outputs['exit-code']], planned.log).toEqual([exit, String(exit)]);
    const plans = github.artifacts.filter(({ name }) => name.startsWith('notiform-plan.'));
    expect(plans).toHaveLength(1 - exit);
    const said = commandsIn(planned.log).join('\n');
    expect(said.includes('more changes or texts than people can be shown')).toBe(exit === 1);
    // Every change has its line all the same.
    if (!('comment' in inputs)) expect(github.comments[0]?.body).toContain('안내 39');
  });

  it('is shown before the merge, also in a summary', async () => {
    const { job, github, plan } = await openShop();
    await plan(1, { gold: '골드' }, { comment: 'never' });
    Object.assign(github.pulls[0] ?? {}, { merged_at: new Date(1_700_000_000_000).toISOString() });
    github.now = 1_700_000_000_000;
    const refused = await job.run({ ...APPLY, comment: 'never', 'max-age': '9999d' }, land(github, 'squashed', 1));
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, '0']);
    expect(refused.log).toContain('it was made after the merge');
  });

  it.each([
    ['risk', '[destroys]', '[queues-again]', 2, '0'],
    ['limit', 'deletes: none', 'deletes: 0', 7, undefined],
  ])('is not what a later pull request does not allow any more: a %s', async (_name, before, after, exit, changes) => {
    const shop = await openShop();
    const { job, github, plan } = shop;
    await job.edit('notiform.yaml', '  here:\n', '  here:\n    guard: { allow: [destroys], deletes: none }\n');
    await shop.tags({ gold: '골드', silver: '실버' });
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    await plan(1, { gold: '골드' });
    land(github, 'merge-of-1', 1);
    // The run of the first merge was cancelled.
    await job.edit('notiform.yaml', before, after);
    await plan(2, { gold: '골드' });
    const applied = await job.run(STRICT, land(github, 'merge-of-2', 2));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([exit, changes]);
    expect(await liveTags(shop)).toEqual(['골드', '실버']);
  });

  it('is applied once: what changes outside afterwards, nobody saw', async () => {
    const shop = await openShop();
    const { job, github, plan, tags } = shop;
    const committed = committing(job);
    const commit = (name: string): Promise<string> => tags({ gold: name }).then(committed);
    const first = await commit('골드');
    await job.run(APPLY, { ...BY_HAND, sha: land(github, first).sha });
    await plan(1, { gold: '우수' });
    const second = await commit('우수');
    const applied = await job.run(STRICT, land(github, second, 1));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    const state = await readFile(`${job.workspace}/.notiform/state/here/shop.json`, 'utf8');
    await tags({ gold: '골드' });
    await job.run(APPLY, { ...BY_HAND, sha: second });
    await job.write('.notiform/state/here/shop.json', state);
    const refused = await job.run(STRICT, land(github, await commit('우수')));
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([7, '0']);
    await plan(2, { gold: '우수' });
    const again = await job.run(STRICT, land(github, await commit('우수'), 2));
    expect([again.exit, again.outputs['changes']], again.log).toEqual([0, '1']);
  });

  it('is done if a person deletes meanwhile what it deletes', async () => {
    const { job, github, plan, tags } = await openShop();
    const committed = committing(job);
    const [file, allowed] = ['.notiform/state/here/shop.json', { ...APPLY, args: '--new-state\n--allow=destroys' }];
    await tags({ gold: '골드', silver: '실버' });
    const sha = committed();
    await job.run(APPLY, { ...BY_HAND, sha: land(github, sha).sha });
    const state = await readFile(`${job.workspace}/${file}`, 'utf8');
    await plan(1, { silver: '실버' }, { args: '--allow=destroys' });
    await job.run(allowed, { ...BY_HAND, sha });
    expect(await readFile(`${job.workspace}/${file}`, 'utf8')).not.toContain('GroupTag/shop/gold": {');
    await job.write(file, state);
    const applied = await job.run(STRICT, land(github, committed(), 1));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    expect(await readFile(`${job.workspace}/${file}`, 'utf8')).not.toContain('GroupTag/shop/gold": {');
  });

  it('is what main wants, whatever a pull request shows that is merged later', async () => {
    const shop = await openShop();
    const { job, github, plan, tags } = shop;
    await plan(1, { gold: 'X' });
    await plan(3, { gold: 'X', silver: 'S' });
    await plan(2, { gold: 'Y' });
    land(github, 'merge-1', 1);
    land(github, 'merge-2', 2);
    await tags({ gold: 'Y', silver: 'S' });
    const applied = await job.run(STRICT, land(github, 'merge-3', 3));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '2']);
    expect(await liveTags(shop)).toEqual(['S', 'Y']);
  });

  it('is not a risk that the checkout does not allow, although its resource changes', async () => {
    const { job, github, plan } = await openShop();
    const welcome = (text: string): Promise<void> =>
      job.write(
        'manifests/welcome.yaml',
        `kind: NotificationTemplate\nid: welcome\nprofile: shop\nname: 안내\ncategory: "001001"\nmessageType: BA\ncontent: ${text}\n`,
      );
    await welcome('다른 사람의 글입니다.');
    const first = await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    expect(first.exit, first.log).toBe(0);
    // Nobody manages the template now.
    await rm(`${job.workspace}/.notiform`, { recursive: true });
    await welcome('우리의 글입니다.');
    const allowed = { args: '--allow=takes-over=NotificationTemplate/shop/welcome' };
    expect((await plan(1, { gold: '골드' }, allowed)).outputs['changes']).toBe('2');
    const push = land(github, 'merge-of-1', 1);
    const refused = await job.run(STRICT, push);
    expect([refused.exit, refused.outputs['changes']], refused.log).toEqual([2, '1']);
    const taken = await job.run({ ...STRICT, args: `--new-state\n${allowed.args}` }, push);
    expect([taken.exit, taken.outputs['changes']], taken.log).toEqual([0, '1']);
  });

  it.each(['schedule', 'repository_dispatch', 'release'])('is needed in a run of %s', async (event) => {
    const { job, github } = await openShop();
    land(github, 'main-1');
    const refused = await job.run(APPLY, { event, sha: 'main-1' });
    expect([refused.exit, refused.outputs['changes'], refused.log]).toEqual([
      7,
      '0',
      expect.stringContaining(NOT_SEEN),
    ]);
  });

  it('in a folder named as the root is not what the root shows', async () => {
    const shop = await openShop();
    const { github, plan } = shop;
    await inFolder(shop, 'notiform');
    for (const folder of ['.', 'notiform'])
      expect((await plan(1, { gold: '골드' }, { 'working-directory': folder })).exit).toBe(0);
    expect([github.comments.length, github.artifacts.length]).toEqual([2, 2]);
  });
});

describe('a run with several plans', () => {
  it('reports all of them together, and each on its pull request', async () => {
    const { job, github, plan, tags } = await openShop();
    await plan(1, { gold: '골드', silver: '실버' });
    await plan(2, { bronze: '브론즈' });
    land(github, 'merge-of-1', 1);
    await tags({ gold: '골드', silver: '실버', bronze: '브론즈' });
    const { outputs, log, exit } = await job.run(STRICT, land(github, 'merge-of-2', 2));
    expect([exit, outputs['changes'], outputs['blocked']], log).toEqual([0, '3', '0']);
    expect(JSON.parse(outputs['counts'] ?? '')).toMatchObject({ done: 3 });
    const { receipt } = JSON.parse(await readFile(outputs['report-file'] ?? '', 'utf8')) as {
      receipt: { changes: { address: string }[] };
    };
    expect(receipt.changes.map(({ address }) => address).sort()).toEqual([
      'GroupTag/shop/bronze',
      'GroupTag/shop/gold',
      'GroupTag/shop/silver',
    ]);
  });

  it('applies them in the order of their merges: a later one may need what an earlier one frees', async () => {
    const { job, github, plan, tags } = await openShop();
    await tags({ a: '골드', b: '실버' });
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    await plan(1, { a: '우수', b: '실버' });
    await plan(2, { a: '우수', b: '골드' });
    // The first one has the newest plan of `a`.
    await plan(1, { a: '최고', b: '실버' });
    land(github, 'merge-of-1', 1);
    await tags({ a: '최고', b: '골드' });
    const applied = await job.run(STRICT, land(github, 'merge-of-2', 2));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '2']);
  });

  it('that continues an earlier one calls nothing superseded that was applied, and adds its result', async () => {
    const { job, github, plan, tags } = await openShop();
    const both = { gold: '골드', silver: '실버' };
    await plan(1, both);
    const push = land(github, 'merge-of-1', 1);
    await tags({ gold: '골드' });
    await job.run(STRICT, push);
    await tags(both);
    const applied = await job.run(STRICT, push);
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([0, '1']);
    const results = github.comments.filter(({ body }) => body.startsWith('<!-- notiform:apply:'));
    expect(results.map(({ body }) => /골드|실버/.exec(body)?.[0])).toEqual(['골드', '실버']);
  });

  it('leaves a plan of an unrelated pull request alone, whose artifact has expired', async () => {
    const { job, github, plan, tags } = await openShop();
    await plan(1, { bronze: '브론즈' });
    land(github, 'merge-of-1', 1);
    await plan(2, { gold: '골드' });
    await tags({ gold: '골드', black: '블랙' });
    github.instead.push({ call: 'GET /repos/shop/messages/actions/artifacts/1/zip', status: 410 });
    const applied = await job.run(STRICT, land(github, 'merge-of-2', 2));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([2, '1']);
    expect(commandsIn(applied.log).join('\n')).toMatch(/^::warning .*#1 is not applied: its artifact has expired/m);
  });

  it('fails if two merges contradict each other, of which each one was fine', async () => {
    const { job, github, plan, tags } = await openShop();
    await tags({ a: '골드', b: '실버' });
    await job.run(APPLY, { ...BY_HAND, sha: land(github, 'main-1').sha });
    await plan(1, { a: '실버', b: '우수' });
    await plan(2, { a: '우수', b: '골드' });
    land(github, 'merge-of-1', 1);
    await tags({ a: '실버', b: '골드' });
    const applied = await job.run(APPLY, land(github, 'merge-of-2', 2));
    expect([applied.exit, applied.outputs['changes'], applied.outputs['blocked']], applied.log).toEqual([3, '0', '2']);
    expect(commandsIn(applied.log).join('\n')).toMatch(/^::error .*title=notiform names-exchanged/m);
  });

  it('names the change that is stale, and what to do', async () => {
    const { job, github, plan, tags } = await openShop();
    const byHand = { ...BY_HAND, sha: land(github, 'main-1').sha };
    await job.run(APPLY, byHand);
    const both = { gold: '골드 회원', silver: '실버' };
    await plan(1, both);
    await tags({ gold: '우수 회원' });
    await job.run(APPLY, byHand);
    await tags(both);
    const applied = await job.run(STRICT, land(github, 'merge-of-1', 1));
    expect([applied.exit, applied.outputs['changes']], applied.log).toEqual([4, '1']);
    const [told, ...others] = commandsIn(applied.log).filter((line) => line.startsWith('::error'));
    expect(told).toContain(
      'GroupTag/shop/gold is not what the plan saw: its content changed%0AOpen a pull request: its plan',
    );
    expect(others).toEqual([]);
    expect(github.comments.at(-1)?.body).toContain('Open a pull request: its plan shows what the service has now');
  });
});
