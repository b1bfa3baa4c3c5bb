import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { type JobRan, runWorkflow } from './snippets/job.ts';
import { ROOT, snippet } from './snippets/pages.ts';
import { PLACES, TOOLS } from './snippets/places.ts';
import { makeWorld, succeed, type World } from './snippets/world.ts';

/**
 * The commands of the README, the pages of docs/ and the workflow of `init`, exactly as written, with the packed
 * tarball. test/docs.test.ts checks that no snippet is missing.
 */

let world: World;

beforeAll(async () => {
  world = await makeWorld(inject('packed').tarball);
});
afterAll(() => world?.remove());

const run = new Set(['README.md#A project of your own']);

function textOf(key: string): string {
  run.add(key);
  return snippet(key).text;
}

/** What each step of a job came to. */
function exits(job: JobRan | undefined): string[] {
  return (job?.steps ?? []).map(({ name, skipped, exit }) => `${skipped ? 'skipped' : exit} ${name}`);
}

function stdoutOf(job: JobRan | undefined, step: string): string | undefined {
  return job?.steps.find(({ name }) => name === step)?.stdout;
}

async function commit(script: string): Promise<void> {
  const save = 'git add -A && git -c user.name=ann -c user.email=ann@shop.example commit -qm change';
  await succeed(world.inProject(`${script}\n${save}\ngit push -q origin main`));
}

/** The templates that the service has, with their inspection states. */
async function atService(): Promise<string[]> {
  const answer = await world.service.requests();
  if (!answer.ok) throw new Error(answer.message);
  return answer.requests.map(({ templateCode }) => templateCode).sort();
}

describe('a clone', () => {
  it('has the tools that snippets need', async () => {
    for (const tool of TOOLS) await succeed(world.inClone(`command -v ${tool}`));
  });

  it('runs the two commands at the head of the README', async () => {
    const { stdout } = await succeed(world.inClone(textOf('README.md#notiform')));
    expect(stdout).toContain('1 message: 1 delivered.');
    expect(stdout).toContain('npm ci\nnpm test\n');
  });

  it('runs the emulator, alone and in the background', async () => {
    const { stdout } = await world.inClone(textOf('docs/emulator.md#Start'), { until: 'Press Ctrl-C to stop.' });
    const [, shown] = (await readFile(join(ROOT, 'docs/emulator.md'), 'utf8')).match(/```text\n([\s\S]*?)```/) ?? [];
    expect(stdout).toContain(shown);
    await succeed(world.inClone(textOf('docs/emulator.md#In CI')));
  });
});

describe('the workflow of init', () => {
  let workflow: string;
  beforeAll(async () => {
    workflow = await readFile(join(world.project, '.github/workflows/notiform.yml'), 'utf8');
  });

  const none = { 'secrets.NOTIFORM_API_KEY': '', 'secrets.NOTIFORM_BIZ_ID': '', 'secrets.SHOP_KEY': '' };

  it('fails without credentials', async () => {
    const { apply } = await runWorkflow(workflow, await world.runner('push', none));
    expect([apply?.failed, exits(apply)]).toEqual([true, expect.arrayContaining(['3 Apply'])]);
    expect(stdoutOf(apply, 'Apply')).toMatch(/^::error .*NOTIFORM_API_KEY/m);
  });

  it('runs no job by hand on a branch that is not the default one', async () => {
    const values = { 'github.ref': 'refs/heads/draft' };
    expect(await runWorkflow(workflow, await world.runner('workflow_dispatch', values))).toEqual({});
  });

  it('comments the plan of production on a pull request, and changes nothing', async () => {
    const runner = await world.runner('pull_request');
    const { plan } = await runWorkflow(workflow, runner);
    expect([plan?.failed, exits(plan)]).toEqual([false, expect.arrayContaining(['0 Plan', '0 Check the layout'])]);
    expect(plan?.summary).toContain('회원 가입 안내');
    expect(runner.github.comments).toMatchObject([{ issue: 7, body: expect.stringContaining('회원 가입 안내') }]);
    expect(await atService()).toEqual([]);
  });

  it('applies nothing that was not reviewed in a pull request', async () => {
    const { apply } = await runWorkflow(workflow, await world.runner('push'));
    expect([apply?.failed, exits(apply)]).toEqual([true, expect.arrayContaining(['7 Apply'])]);
    expect(await atService()).toEqual([]);
  });

  it('applies to production by hand, and finds no drift afterwards', async () => {
    const { apply, ...others } = await runWorkflow(workflow, await world.runner('workflow_dispatch'));
    expect([apply?.failed, others, exits(apply)]).toEqual([false, {}, expect.arrayContaining(['0 Apply'])]);
    expect(await atService()).toEqual(['order_paid', 'welcome']);
    const { morning } = await runWorkflow(workflow, await world.runner('schedule'));
    expect([morning?.failed, exits(morning).slice(-2)]).toEqual([
      false,
      ['0 Look for drift', 'skipped Fail if the service differs'],
    ]);
  });

  it('opens an issue in the morning after a rejection, and fails if the service differs', async () => {
    const comment = '수신 사유를 적어 주세요.';
    await world.service.verdict({ profile: 'shop', templateCode: 'welcome', verdict: 'reject', comment });
    await commit(
      'sed -i "s/^name: .*/name: 새 이름/" manifests/order-paid.yaml && cp manifests/order-paid.yaml order.new',
    );
    const runner = await world.runner('schedule');
    const { morning } = await runWorkflow(workflow, runner);
    await commit('git checkout -q HEAD~1 -- manifests/order-paid.yaml && rm order.new');
    expect(exits(morning)).toEqual(expect.arrayContaining(['0 Report verdicts', '1 Fail if the service differs']));
    expect(runner.github.issues).toMatchObject([{ state: 'open', body: expect.stringContaining(comment) }]);
  });

  it('annotates a mistake in a manifest that is not formatted either', async () => {
    await commit(
      'cp manifests/welcome.yaml welcome.kept && sed -i "s/^name: .*/name:   [1, 2]/" manifests/welcome.yaml',
    );
    const { plan } = await runWorkflow(workflow, await world.runner('pull_request'));
    await commit('mv welcome.kept manifests/welcome.yaml');
    expect(exits(plan)).toEqual(expect.arrayContaining(['3 Validate', 'skipped Plan', '1 Check the layout']));
    expect(stdoutOf(plan, 'Validate')).toMatch(/^::error file=manifests\/welcome\.yaml/m);
  });

  it('runs in the folder of a second project of the repository', async () => {
    await commit(`mkdir -p apps/mall && cp package.json package-lock.json notiform-*.tgz apps/mall/
cp -al node_modules apps/mall/ && cd apps/mall && npx --no -- notiform init
sed -i "s/^name: .*/name:   [1, 2]/" manifests/welcome.yaml && cd ../..`);
    const second = await readFile(join(world.project, '.github/workflows/notiform-apps-mall.yml'), 'utf8');
    const { plan } = await runWorkflow(second, await world.runner('pull_request'));
    expect(exits(plan)).toEqual(expect.arrayContaining(['3 Validate', '1 Check the layout']));
    expect(stdoutOf(plan, 'Validate')).toMatch(/^::error file=apps\/mall\/manifests\/welcome\.yaml/m);
    await commit('git rm -rqf apps .github/workflows/notiform-apps-mall.yml && rm -rf apps');
  });
});

/** What a step prints that applies while the rejected text is blocked. */
const BLOCKED = { exit: 2, stdout: expect.stringContaining('! 1 resource was blocked and not changed.') };

describe('a project with the packed tarball', () => {
  it('runs the commands of a pipeline, which fails while the rejected text is blocked', async () => {
    await succeed(world.inProject(`${textOf('docs/plan.md#Plan files')}\nrm plan.json`));
    expect(await world.inProject(textOf('README.md#With a real service'))).toMatchObject({ exit: 2 });
    await succeed(world.inProject('rm plan.json'));
  });

  it('runs the matrix of docs/scale.md, with one project and with several', async () => {
    const matrix = textOf('docs/scale.md#A matrix');
    const { apply } = await runWorkflow(matrix, await world.runner('push', { 'matrix.shard': '3' }));
    expect(apply?.steps.at(-1)).toMatchObject(BLOCKED);

    await commit(`mkdir -p shops/jeju && cp -R manifests shops/jeju/
sed 's#refs/notiform/production#refs/notiform/jeju#' notiform.yaml > shops/jeju/notiform.yaml`);
    const [step] = parse(textOf('docs/scale.md#The arithmetic')) as { run: string }[];
    const document = parse(matrix) as { jobs: { apply: { steps: { run?: string }[] } } };
    Object.assign(document.jobs.apply.steps.at(-1) ?? {}, step);
    const values = { 'matrix.shard': '3', 'matrix.project': 'shops/jeju' };
    const several = await runWorkflow(stringify(document), await world.runner('push', values));
    expect(several['apply']?.steps.at(-1)).toMatchObject(BLOCKED);
  });

  it('runs the job of docs/state.md', async () => {
    const job = parse(textOf('docs/state.md#What each store does')) as object;
    const { apply } = await runWorkflow(stringify({ jobs: { apply: job } }), await world.runner('push'));
    expect(apply?.steps.at(-1)).toMatchObject(BLOCKED);
  });

  it('puts a state document back by hand', async () => {
    const [out, back] = ['', ' (2)'].map((nth) => textOf(`docs/state.md#Putting a document in by hand${nth}`));
    const shown = 'npx --no -- notiform -e production state show';
    const before = (await succeed(world.inProject(shown))).stdout;
    await succeed(world.inProject(out ?? ''));
    await succeed(world.inProject('git push -q --delete origin refs/notiform/production'));
    expect((await succeed(world.inProject(shown))).stdout).not.toBe(before);
    // The ref is gone, so the two lines that read it are left out, as the page says.
    const lines = (back ?? '').split('\n').filter((line) => !/^git (?:fetch|ls-tree)/.test(line));
    await succeed(world.inProject(`: > tree\n${lines.join('\n')}`));
    expect((await succeed(world.inProject(shown))).stdout).toBe(before);
    await succeed(world.inProject(back ?? ''));
    expect((await succeed(world.inProject(shown))).stdout).toBe(before);
  });

  it('runs the commands that init and apply print', async () => {
    const fresh = 'mkdir ../fresh && cd ../fresh && cp -al ../notiform-own/node_modules ../notiform-own/package.json .';
    const { stdout } = await succeed(world.inProject(`${fresh} && npx --no -- notiform init --json`));
    const { next } = JSON.parse(stdout) as { next: string[] };
    const [plan = '', apply = '', approve = ''] = next;
    await succeed(world.inProject(`cd ../fresh\n${plan}`));
    const asked = await world.inProject(`cd ../fresh\n${apply}`);
    expect(asked.exit).toBe(7);
    const [, confirm = ''] = /^To confirm, run: (.*)$/m.exec(asked.stderr) ?? [];
    expect(confirm).toBe('npx --no -- notiform -e local apply --yes');
    await succeed(world.inProject(`cd ../fresh\n${confirm}\n${approve}`));
  });

  it('imports', async () => {
    const { stdout } = await succeed(world.inProject(textOf('docs/import.md#Import')));
    expect(stdout).toContain('NotificationTemplate/shop/order-paid');
  });

  it('registers a channel', async () => {
    const [token = '', create = ''] = textOf('docs/account.md#Sender profiles').split('\n');
    await succeed(world.inProject(token));
    const answer = await world.service.tokens();
    const input = answer.ok ? answer.tokens[0]?.token : undefined;
    const { stdout } = await succeed(world.inProject(create, { input: `${input}\n` }));
    expect(stdout).toContain('@outlet now has a sender profile.');
  });

  it('prints its workflow again, which nobody has changed', async () => {
    expect((await succeed(world.inProject(textOf('docs/project.md#A new project')))).stdout).toBe('');
  });

  it('has an emulator with an inspector', async () => {
    const start = `program="${world.clone}/dist/notiform.js"\nnotiform() { node "$program" "$@"; }`;
    const [serve = '', ...others] = textOf('docs/emulator.md#In a project').split('\n');
    await succeed(world.inProject('npx --no -- notiform -e local apply --yes'));
    const second = `until grep -q Ctrl-C emulator.log; do sleep 0.1; done\n${others.join('\n')}\nkill $!\nwait $!`;
    // A function in the background would not get the signal.
    const server = serve.replace('notiform', 'node "$program"').replace('#', '> emulator.log & #');
    const script = `${start}\n${server}\n${second}\nrm emulator.log`;
    const { stdout } = await succeed(world.inProject(script));
    expect(stdout).toContain('Approved NotificationTemplate/shop/order-paid');
    expect(stdout).toContain('Rejected NotificationTemplate/shop/welcome');
  });
});

it('every snippet was run here, or in the test that is named', () => {
  const here = Object.entries(PLACES).filter(([, place]) => !place.startsWith('test/'));
  expect(here.map(([key]) => key).filter((key) => !run.has(key))).toEqual([]);
});
