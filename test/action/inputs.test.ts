import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS, INPUTS, OUTPUTS, readInputs, variableOf } from '../../src/action/inputs.ts';
import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from '../cli/streams.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'action.yml');

interface ActionFile {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
}

/** Options that the Action sets itself, or that make no sense in a job. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  environment: 'an input of its own',
  language: 'an input of its own',
  json: 'the Action reads the documents',
  color: 'a log',
  'no-color': 'a log',
  quiet: 'progress is in the log',
  version: 'no work',
  help: 'no work',
  format: 'the Action draws for GitHub',
  rules: 'for a terminal',
  watch: 'a job ends',
  out: 'plan-file',
  plan: 'plan-file',
  receipt: 'report-file',
  yes: 'nobody can be asked',
  listen: 'nothing reaches a runner',
  'plan --detailed-exitcode': 'the output has-changes',
  'status --detailed-exitcode': 'the output rejected',
};

async function optionsOf(command: string): Promise<{ name: string; form: string }[]> {
  const view = viewOf();
  expect(await runProgram([command, '--help'], view)).toBe(0);
  const text = view.out();
  return [...text.matchAll(/^ {2}(?:-\w, )?--([\w-]+)( <[^>]+>)?(?: {2,}(.*(?:\n {10,}.*)*))?/gm)].map(
    ([, name = '', value, about = '']) => {
      const isList = /\(repeatable\)/.test(about) || value?.endsWith('...>') === true || name === 'allow';
      return { name, form: value === undefined ? 'flag' : isList ? 'list' : 'text' };
    },
  );
}

describe('the inputs of the Action', () => {
  it('are those of action.yml, with their defaults, and each is described', () => {
    const { inputs, outputs, runs } = parse(readFileSync(PAGE, 'utf8')) as ActionFile;
    expect(Object.entries(inputs).map(([name, { required, default: usual }]) => ({ name, required, usual }))).toEqual(
      INPUTS.map(({ name, default: usual }) => ({ name, required: name === 'command' || undefined, usual })),
    );
    expect(Object.keys(outputs)).toEqual(OUTPUTS);
    for (const { description } of [...Object.values(inputs), ...Object.values(outputs)])
      expect(description).toMatch(/\S\.$/);
    for (const { name, choices = [] } of INPUTS)
      for (const choice of choices) expect(inputs[name]?.description).toMatch(new RegExp(`\\b${choice}\\b`));
    expect(runs).toEqual({ using: 'node24', main: 'dist/action.cjs' });
  });

  it('have their values and defaults on the page of GitHub', () => {
    const page = readFileSync(join(PAGE, '..', 'docs', 'github.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w-]+)` \| ((?:`[\w-]+`(?:, )?)+) \| (?:`([\w-]+)`)?.* \|$/gm)];
    expect(
      rows.map(([, name, values = '', usual]) => ({ name, choices: values.replaceAll('`', '').split(', '), usual })),
    ).toEqual(
      INPUTS.filter(({ choices }) => choices).map(({ name, choices, default: usual }) => ({ name, choices, usual })),
    );
  });

  it('have every option of the commands under its name, in its form', async () => {
    for (const command of COMMANDS.filter((one) => one !== 'preview')) {
      const options = (await optionsOf(command)).filter(
        ({ name }) => !(name in LEFT_OUT) && !(`${command} --${name}` in LEFT_OUT),
      );
      const taken = INPUTS.filter(({ isOption, commands }) => isOption && (commands?.includes(command) ?? true));
      const named = taken.map(({ name, form }) => ({ name, form })).sort((a, b) => (a.name < b.name ? -1 : 1));
      expect([command, named]).toEqual([command, options.sort((a, b) => (a.name < b.name ? -1 : 1))]);
    }
  });

  const given = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), value]));

  it('become the words of the command line', () => {
    const inputs = readInputs(
      given({ command: 'plan', environment: 'production', target: 'a\n  b \n', 'allow-empty': 'true', shard: '1/2' }),
    );
    expect(inputs.options()).toEqual(['--target=a', '--target=b', '--shard=1/2', '--allow-empty']);
    expect(inputs.options('shard')).toEqual(['--target=a', '--target=b', '--allow-empty']);
  });

  it.each([
    [{}, 'The input `command` is missing'],
    [{ command: 'destroy' }, 'The input `command` cannot be "destroy"'],
    [{ command: 'plan' }, '`plan` needs the input `environment`'],
    [{ command: 'plan', environment: 'x', traget: 'y' }, 'There is no input `traget`'],
    [{ command: 'status', environment: 'x', target: 'y' }, '`status` does not take the input `target`'],
    [{ command: 'apply', environment: 'x', wait: 'yes' }, 'The input `wait` cannot be "yes"'],
    [{ command: 'plan', environment: 'x', language: 'jp' }, 'The input `language` cannot be "jp"'],
  ])('refuse %j', (values, message) => {
    expect(() => readInputs(given(values))).toThrow(message);
  });

  it('have defaults that every command takes', () => {
    const usual = Object.fromEntries(INPUTS.flatMap(({ name, default: value }) => (value ? [[name, value]] : [])));
    for (const command of COMMANDS)
      expect(readInputs(given({ ...usual, command, environment: 'x', 'dry-run': 'false' })).command).toBe(command);
  });
});
