import type { Command, Option } from 'commander';
import { things } from '../../account/things.ts';
import { fewOf } from '../../text/suggest.ts';
import type { Invocation } from '../invocation.ts';
import { nameOf, rootOf } from '../options.ts';
import { openAnyConfig, readProject } from '../session.ts';
import { FILES, SHELLS } from './scripts.ts';

export interface Completion {
  value: string;
  about?: string;
}

/** What can be written at the cursor: known words, and the names that the project or this machine has. */
export interface Completable {
  /** The beginning of the word at the cursor. */
  begin: string;
  words: Completion[];
  names?: 'address' | 'environment' | 'file' | undefined;
}

const ADDRESS = /^(?:(?:new)?address|what|key|--target|--exclude|--resubmit|--reupload|--unprotect)$/;
const ENVIRONMENT = /^(?:env[12]|--environment)$/;
const FILE = /^(?:path|file|planfile|--(?:config|check|out|plan|receipt|seed|data))$/;

/** The words of arguments whose values commander does not check. */
const WORDS: Readonly<Record<string, readonly string[]>> = { thing: Object.keys(things), shell: SHELLS };

/**
 * Returns what can be written at the cursor.
 * @param words the words from the name of the program to the cursor, each option apart from its value. The last one may be empty,
 * incomplete, or `--option=value`
 */
export function wantedAt(program: Command, words: readonly string[]): Completable {
  const begin = words.at(-1) ?? '';
  let command = program;
  let operands = 0;
  let open: Option | undefined;
  for (const word of words.slice(1, -1)) {
    const child = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open) open = undefined;
    else if (word.startsWith('-')) open = withValue(command, word);
    else if (child) command = child;
    else operands += 1;
  }
  if (open) return { begin, ...valuesOf(open.long ?? '', open.argChoices) };
  const given = withValue(command, begin.split('=')[0] ?? '');
  if (given && begin.includes('=')) {
    const { words: values, names } = valuesOf(given.long ?? '', given.argChoices);
    return { begin, words: values.map(({ value }) => ({ value: `${given.long}=${value}` })), names };
  }
  if (begin.startsWith('-')) return { begin, words: optionsOf(command) };
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  const argument = all[operands] ?? (last?.variadic ? last : undefined);
  const values = argument ? valuesOf(argument.name(), argument.argChoices) : { words: [] };
  const commands = operands === 0 ? command.commands : [];
  const named = commands.map((each) => ({ value: each.name(), about: each.summary() }));
  return { begin, ...values, words: [...named, ...values.words] };
}

/** Returns everything that can be written at the cursor. A line `:files` stands for the files of the folder. */
export async function candidatesOf(
  invocation: Invocation,
  { begin, words, names }: Completable,
): Promise<Completion[]> {
  const prefix = /^--[\w-]+=/.exec(begin)?.[0] ?? '';
  const named = (await namesIn(invocation, names)).map((one) => ({ ...one, value: `${prefix}${one.value}` }));
  const direct = [...words, ...named].filter(({ value }) => value.startsWith(begin));
  // The last parts of an address are enough on the command line.
  const ends = named.flatMap(({ value, about }) => {
    const parts = value.split('/').slice(1);
    const end = parts.map((_, index) => parts.slice(index).join('/')).find((part) => part.startsWith(begin));
    return end === undefined ? [] : [{ value: end, ...(about && { about }) }];
  });
  return [...(direct.length > 0 ? direct : ends), ...(names === 'file' ? [{ value: FILES }] : [])];
}

/** Completion ignores mistakes in the project: it completes what can be read. */
async function namesIn(invocation: Invocation, names: Completable['names']): Promise<Completion[]> {
  if (names === undefined || names === 'file') return [];
  try {
    const { config, environment } = await openAnyConfig(invocation);
    if (names === 'environment') return config.environmentNames.map((value) => ({ value }));
    const { resources, sends } = await readProject(invocation, config, environment);
    const declared = resources.filter(({ implied }) => !implied);
    return [
      ...declared.map(({ address, content }) => ({ value: address, about: String(content['name'] ?? '') })),
      ...sends.map(({ id }) => ({ value: `TestSend/${id}` })),
    ];
  } catch {
    return [];
  }
}

function valuesOf(name: string, choices: readonly string[] | undefined): Pick<Completable, 'words' | 'names'> {
  const known = choices ?? WORDS[name];
  if (known) return { words: known.map((value) => ({ value })) };
  const names = ADDRESS.test(name)
    ? 'address'
    : ENVIRONMENT.test(name)
      ? 'environment'
      : FILE.test(name)
        ? 'file'
        : undefined;
  return { words: [], names };
}

function allOptions(command: Command): readonly Option[] {
  return command.parent ? [...command.options, ...rootOf(command).options] : command.options;
}

function withValue(command: Command, name: string): Option | undefined {
  const option = allOptions(command).find(({ long, short }) => name !== '' && (long === name || short === name));
  return option?.required || option?.optional ? option : undefined;
}

function optionsOf(command: Command): Completion[] {
  const all = allOptions(command).map(({ long, description }) => ({ value: long ?? '', about: description }));
  return [...all.filter(({ value }) => value !== ''), { value: '--help', about: 'show help' }];
}

/** Returns a sentence that names what a missing argument or value can be, as completion does. "" if that is unknown. */
export async function missingWord(
  invocation: Invocation,
  command: Command,
  { code, message }: { code: string; message: string },
): Promise<string> {
  const isArgument = code === 'commander.missingArgument';
  const what = isArgument ? command.registeredArguments[command.args.length]?.name() : /--[\w-]+/.exec(message)?.[0];
  if (what === undefined) return '';
  const words = command.parent ? ['notiform', ...nameOf(command).split(' ')] : ['notiform'];
  const wanted = wantedAt(rootOf(command), [...words, ...command.args, ...(isArgument ? [] : [what]), '']);
  const found = (await candidatesOf(invocation, wanted)).filter(({ value }) => value !== FILES);
  if (found.length === 0) return '';
  const verb = wanted.names === 'address' ? 'is for example' : 'is one of';
  return `${isArgument ? what.toUpperCase() : what} ${verb} ${fewOf(found.map(({ value }) => value))}. `;
}
