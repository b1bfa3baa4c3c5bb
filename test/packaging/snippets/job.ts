import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { variableOf } from '../../../src/action/inputs.ts';
import { outputsIn } from '../../action/job.ts';
import { type Env, NPX, type Ran, shell } from './shell.ts';

/** A workflow of GitHub, run on this machine. */

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  if?: string;
  env?: Record<string, string>;
}

interface Job {
  if?: string;
  permissions?: { contents?: string };
  env?: Record<string, string>;
  steps: Step[];
}

interface Workflow {
  permissions?: { contents?: string };
  defaults?: { run?: { 'working-directory'?: string } };
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

interface StepRan extends Partial<Ran> {
  /** Its name, else its first line. */
  name: string;
  skipped: boolean;
}

export interface JobRan {
  /** Where the repository was checked out. */
  folder: string;
  failed: boolean;
  steps: StepRan[];
  summary: string;
}

export interface Runner {
  /** A new folder for each job. */
  folder(): Promise<string>;
  /** The address of the repository. */
  remote: string;
  env: Env;
  /** Where commands outside of a checkout run. */
  home: string;
  /** The modules of the first `npm ci`, which later ones link: all jobs install the same lock file. */
  modules: string;
  /** The event of the run, as JSON. */
  payload: string;
  /** The values of `${{ … }}`, by expression. */
  values: Readonly<Record<string, string>>;
}

/** The jobs of a workflow that run on an event, one after the other. */
export async function runWorkflow(text: string, runner: Runner): Promise<Record<string, JobRan>> {
  const workflow = parse(text) as Workflow;
  const ran: Record<string, JobRan> = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const env = filled({ ...workflow.env, ...job.env }, runner.values);
    if (!meets(job.if, runner.values, false)) continue;
    const permissions = job.permissions ?? workflow.permissions;
    const runFolder = workflow.defaults?.run?.['working-directory'] ?? '.';
    ran[name] = await runJob(job.steps, permissions?.contents === 'write', { env, runFolder }, runner);
  }
  return ran;
}

async function runJob(
  steps: readonly Step[],
  mayPush: boolean,
  { env: jobEnv, runFolder }: { env: Env; runFolder: string },
  given: Runner,
): Promise<JobRan> {
  const folder = await given.folder();
  const values: Record<string, string> = { ...given.values };
  const runner = { ...given, values };
  const summary = `${folder}.summary.md`;
  await writeFile(summary, '');
  const base = { ...runner.env, ...jobEnv, GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: folder };
  const ran: StepRan[] = [];
  let failed = false;
  for (const step of steps) {
    const name = step.name ?? step.uses ?? step.run?.split('\n')[0] ?? '';
    const env = { ...base, ...filled(step.env ?? {}, runner.values) };
    const skipped: boolean = !meets(step.if, runner.values, failed);
    const output = `${folder}.output`;
    await writeFile(output, '');
    const place = { folder, runFolder, mayPush, env: { ...env, GITHUB_OUTPUT: output }, runner };
    const result: Partial<Ran> = skipped ? {} : await runStep(step, place);
    for (const [key, value] of Object.entries(outputsIn(await readFile(output, 'utf8'))))
      values[`steps.${step.id}.outputs.${key}`] = value;
    ran.push({ name, skipped, ...result });
    failed ||= (result.exit ?? 0) !== 0;
  }
  return { folder, failed, steps: ran, summary: await readFile(summary, 'utf8') };
}

interface Place {
  folder: string;
  /** Where scripts run, relative to the folder. */
  runFolder: string;
  mayPush: boolean;
  env: Env;
  runner: Runner;
}

async function runStep(step: Step, place: Place): Promise<Partial<Ran>> {
  const { folder, runFolder, env, runner } = place;
  if (step.uses?.startsWith('./')) return runPackage(step, place);
  if (step.uses !== undefined) return runAction(step, place);
  const cwd = join(folder, runFolder);
  const script = filledText(step.run ?? '', runner.values);
  if (!/^npm ci(?: --ignore-scripts)?$/.test(script)) return shell(`${NPX}\n${script}`, { cwd, env });
  const install = `[ -d "${runner.modules}" ] || { ${script} && cp -al node_modules "${runner.modules}"; }
[ -d node_modules ] || cp -al "${runner.modules}" node_modules`;
  return shell(install, { cwd, env });
}

/** Runs the Action of the installed package as the runner does: a program of Node, with its inputs as variables. */
async function runPackage(
  { uses = '', with: given = {} }: Step,
  { folder, env, runner }: Place,
): Promise<Partial<Ran>> {
  const home = join(folder, uses);
  const { inputs, runs } = parse(await readFile(join(home, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string }>;
    runs: { main: string };
  };
  const usual = Object.entries(inputs).map(([name, input]) => [name, input.default ?? ''] as const);
  const set = Object.entries({ ...Object.fromEntries(usual), ...given });
  const variables = set.map(([name, value]) => [variableOf(name), filledText(String(value), runner.values)] as const);
  const temp = `${folder}.temp`;
  await mkdir(temp, { recursive: true });
  const event = join(temp, 'event.json');
  await writeFile(event, runner.payload);
  const own = {
    ...Object.fromEntries(variables),
    GITHUB_EVENT_NAME: lookUp('github.event_name', runner.values),
    GITHUB_EVENT_PATH: event,
    GITHUB_REF: lookUp('github.ref', runner.values),
    GITHUB_REF_NAME: 'main',
    GITHUB_RUN_ID: '1',
    RUNNER_TEMP: temp,
  };
  return shell(`exec node "${join(home, runs.main)}"`, { cwd: folder, env: { ...env, ...own } });
}

/** What an action does here. One that is not in this table fails the test. */
async function runAction({ uses = '' }: Step, place: Place): Promise<Partial<Ran>> {
  const { folder, mayPush, env, runner } = place;
  const action = uses.replace(/@.*/, '');
  if (action === 'actions/setup-node') return { exit: 0 };
  if (action === 'actions/checkout') {
    // A token that may only read is refused by the server when it pushes.
    const readOnly = mayPush ? '' : `&& git -C "${folder}" remote set-url --push origin "${runner.remote}/read-only"`;
    return shell(`git clone -q "${runner.remote}" "${folder}" ${readOnly}`, { cwd: runner.home, env });
  }
  throw new Error(`nothing takes the place of ${uses}`);
}

/** The condition of a job or step. Without a status function a step runs only if no step before it failed. */
function meets(condition: string | undefined, values: Runner['values'], failed: boolean): boolean {
  const whole = condition?.replace(/^\$\{\{\s*(.*?)\s*\}\}$/, '$1');
  const choices = whole?.split(' || ') ?? [];
  if (choices.length > 1) {
    if (/&&|\(/.test(condition ?? '')) throw new Error(`the condition is not understood: ${condition}`);
    return choices.some((one) => meets(one, values, failed));
  }
  const terms = whole?.split(' && ') ?? [];
  const asksStatus = terms.includes('!cancelled()');
  return (asksStatus || !failed) && terms.every((term) => term === '!cancelled()' || holds(term, values));
}

function holds(term: string, values: Runner['values']): boolean {
  const [, name = '', sign, word] = /^(\S+) (==|!=) '(.*)'$/.exec(term) ?? [];
  return (lookUp(name, values) === word) === (sign === '==');
}

function lookUp(expression: string, values: Runner['values']): string {
  const value = values[expression] ?? (expression.startsWith('steps.') ? '' : undefined);
  if (value === undefined) throw new Error(`no value for \${{ ${expression} }}`);
  return value;
}

function filledText(text: string, values: Runner['values']): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const [, name, word] = /^(\S+) != '(.*)'$/.exec(expression) ?? [];
    return name === undefined ? lookUp(expression, values) : String(lookUp(name, values) !== word);
  });
}

function filled(env: Readonly<Record<string, string>>, values: Runner['values']): Env {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filledText(String(value), values)]));
}
