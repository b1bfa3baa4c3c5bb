import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS, INPUTS, type InputRow, readInputs, variableOf } from '../../src/action/inputs.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'action.yml');
const SOURCES = join(import.meta.dirname, '..', '..', 'src', 'action');

interface ActionFile {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
}

function isChoice({ choices }: InputRow): boolean {
  return choices !== undefined && !choices.includes('true');
}

describe('the inputs of the Action', () => {
  it('are those of action.yml, with their defaults, and each is described', () => {
    const { inputs, outputs, runs } = parse(readFileSync(PAGE, 'utf8')) as ActionFile;
    expect(Object.entries(inputs).map(([name, { required, default: usual }]) => ({ name, required, usual }))).toEqual(
      INPUTS.map(({ name, default: usual }) => ({ name, required: name === 'command' || undefined, usual })),
    );
    const sources = readdirSync(SOURCES).map((file) => readFileSync(join(SOURCES, file), 'utf8'));
    const set = sources.flatMap((text) => [...text.matchAll(/(?:output\(|setOutput\(view, )'([\w-]+)'/g)]);
    expect([...new Set(set.map(([, name]) => name))].sort()).toEqual(Object.keys(outputs).sort());
    for (const { description } of [...Object.values(inputs), ...Object.values(outputs)])
      expect(description).toMatch(/\S\.$/);
    for (const { name, choices = [] } of INPUTS.filter(isChoice))
      for (const choice of choices) expect(inputs[name]?.description).toMatch(new RegExp(`\\b${choice}\\b`));
    expect(runs).toEqual({ using: 'node24', main: 'dist/action.cjs' });
  });

  it('have their values and defaults on the page of GitHub', () => {
    const page = readFileSync(join(PAGE, '..', 'docs', 'github.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w-]+)` \| ((?:`[\w-]+`(?:, )?)+) \| (?:`([\w-]+)`)?.* \|$/gm)];
    expect(
      rows.map(([, name, values = '', usual]) => ({ name, choices: values.replaceAll('`', '').split(', '), usual })),
    ).toEqual(INPUTS.filter(isChoice).map(({ name, choices, default: usual }) => ({ name, choices, usual })));
  });

  const given = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), value]));

  it('become the words of the command line, and what does not exist is left to GitHub', () => {
    const args = '--target=a b\n  --allow=destroys \n\n--wait';
    const inputs = readInputs(
      given({ command: 'apply', environment: 'production', args, shard: '1/2', 'accept-account': 'true', traget: 'x' }),
    );
    const all = ['--shard=1/2', '--accept-account', '--target=a b', '--allow=destroys', '--wait'];
    expect(inputs.options()).toEqual(all);
    expect(inputs.options((name) => name !== 'wait' && name !== 'shard')).toEqual(all.slice(1, -1));
  });

  it.each([
    [{}, 'The input `command` is missing'],
    [{ command: 'destroy' }, 'The input `command` cannot be "destroy"'],
    [{ command: 'plan' }, '`plan` needs the input `environment`'],
    [{ command: 'plan', environment: 'x', addresses: 'y' }, '`plan` does not take the input `addresses`'],
    [{ command: 'apply', environment: 'x', 'accept-account': 'yes' }, 'The input `accept-account` cannot be "yes"'],
    [{ command: 'plan', environment: 'x', args: '--allow\ndestroys' }, 'A line of the input `args` is no option'],
    [{ command: 'apply', environment: 'x', args: '--help' }, 'A line of the input `args` is no option'],
    [{ command: 'plan', environment: 'x', args: '--' }, 'A line of the input `args` is no option'],
    [{ command: 'plan', environment: 'x', args: '--shard=1/2' }, '`--shard` is an input of its own'],
    [{ command: 'plan', environment: 'x', language: 'jp' }, 'The input `language` cannot be "jp"'],
  ])('refuse %j', (values, message) => {
    expect(() => readInputs(given(values))).toThrow(message);
  });

  it('have defaults that every command takes', () => {
    const usual = Object.fromEntries(INPUTS.flatMap(({ name, default: value }) => (value ? [[name, value]] : [])));
    for (const command of COMMANDS)
      expect(readInputs(given({ ...usual, command, environment: 'x', 'accept-account': 'false' })).command).toBe(
        command,
      );
  });
});
