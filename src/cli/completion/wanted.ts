import type { Argument, Command, Option } from 'commander';
import { things } from '../../account/things.ts';
import { own } from '../../core/json.ts';
import { BRAND_BUBBLES } from '../../preview/bubble.ts';
import { nameOf, rootOf } from '../options.ts';
import { SHELLS } from './scripts.ts';

/** What a value names, in the project or on this machine. The name of a kind means the names that its resources have on the service. */
export type NameSort =
  | 'address'
  | 'bound-address'
  | 'test-send'
  | 'environment'
  | 'sample'
  | 'profile'
  | 'sender-profile'
  | 'group'
  | 'recipient'
  | 'sender'
  | 'kind'
  | 'category'
  | 'problem'
  | 'file'
  | 'NotificationTemplate'
  | 'BrandTemplate'
  | 'GroupTag'
  | 'PluginCallback'
  | 'Video';

export interface Completion {
  value: string;
  about?: string;
}

/** What may be written at the cursor: words of the command line, and names that the project knows. */
export interface Completable {
  /** The begin of the word at the cursor. */
  begin: string;
  words: Completion[];
  names: readonly NameSort[];
}

/** The values of options, by the long name, behind the command's name if other commands mean something else by it. */
const OF_OPTIONS: Readonly<Record<string, readonly NameSort[]>> = {
  '--environment': ['environment'],
  '--config': ['file'],
  '--target': ['address'],
  '--exclude': ['address'],
  '--resubmit': ['address'],
  '--reupload': ['address'],
  '--unprotect': ['address'],
  '--sample': ['sample'],
  '--profile': ['profile'],
  'emulator --profile': [],
  'send --to': ['recipient'],
  'send --from': ['sender'],
  '--template': ['NotificationTemplate', 'BrandTemplate'],
  '--tag': ['GroupTag'],
  '--kind': ['kind'],
  'get --category': ['category'],
  '--check': ['file'],
  '--out': ['file'],
  '--plan': ['file'],
  '--receipt': ['file'],
  '--seed': ['file'],
  '--data': ['file'],
};

/** The values of arguments, by the argument's name in the usage, behind the command's name as for options. */
const OF_ARGUMENTS: Readonly<Record<string, readonly NameSort[]>> = {
  address: ['address'],
  newaddress: ['address'],
  'state move address': ['bound-address'],
  'state forget address': ['bound-address'],
  'preview address': ['address', 'test-send', 'file'],
  key: ['address', 'test-send'],
  what: ['address', 'test-send', 'file'],
  'state bind name': ['NotificationTemplate', 'BrandTemplate', 'GroupTag'],
  path: ['file'],
  file: ['file'],
  planfile: ['file'],
  code: ['problem'],
  env1: ['environment'],
  env2: ['environment'],
  alias: ['sender-profile'],
  profile: ['sender-profile'],
  'state unlock profile': ['profile'],
  group: ['group'],
};

/** The names of things that `get THING NAME` takes. Names of the other things are known to the service only. */
const OF_THINGS: Readonly<Record<string, readonly NameSort[]>> = {
  templates: ['NotificationTemplate'],
  'brand-templates': ['BrandTemplate'],
  history: ['BrandTemplate'],
  tags: ['GroupTag'],
  plugins: ['PluginCallback'],
  profiles: ['sender-profile'],
  groups: ['group'],
  categories: ['category'],
  video: ['Video'],
};

/** The words that an argument or an option takes, by the command and its name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'get --state': [...new Set(Object.values(things).flatMap(({ states = {} }) => Object.keys(states)))],
  'get --bubble': BRAND_BUBBLES,
  'get thing': Object.keys(things),
  'stats direct what': ['send', 'read', 'click'],
  'completion shell': SHELLS,
};

/**
 * Returns what may be written at the cursor.
 * @param words the words of the line from the name of the program to the cursor, each option apart from its value. The last one may be
 * empty, incomplete, or `--option=value`
 */
export function wantedAt(program: Command, words: readonly string[]): Completable {
  const begin = words.at(-1) ?? '';
  let command = program;
  const operands: string[] = [];
  let open: Option | undefined;
  for (const word of words.slice(1, -1)) {
    const child = operands.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open) open = undefined;
    else if (word.startsWith('-')) open = withValue(optionOf(command, word));
    else if (child) command = child;
    else operands.push(word);
  }
  const none: Completable = { begin, words: [], names: [] };
  if (open) return { ...none, ...valuesOf(command, open) };
  const [, long = '', part] = /^(--[\w-]+)=(.*)$/s.exec(begin) ?? [];
  const given = withValue(optionOf(command, long));
  if (given && part !== undefined) return prefixed({ ...none, ...valuesOf(command, given) }, `${long}=`);
  if (begin.startsWith('-')) return { ...none, words: optionsOf(command) };
  const argument = argumentAt(command, operands.length);
  const fixed = argument && WORDS[`${nameOf(command)} ${argument.name()}`];
  const commands =
    operands.length === 0 ? command.commands.map((each) => ({ value: each.name(), about: each.summary() })) : [];
  return {
    begin,
    words: [...commands, ...(fixed ?? argument?.argChoices ?? []).map((value) => ({ value }))],
    names: !fixed && argument ? namesOf(nameOf(command), argument.name(), operands) : [],
  };
}

function namesOf(command: string, argument: string, [first = '']: readonly string[]): readonly NameSort[] {
  if (`${command} ${argument}` === 'get name') return own(OF_THINGS, first) ?? [];
  return OF_ARGUMENTS[`${command} ${argument}`] ?? OF_ARGUMENTS[argument] ?? [];
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}

function optionOf(command: Command, name: string): Option | undefined {
  return allOptions(command).find(({ long, short }) => name !== '' && (long === name || short === name));
}

function withValue(option: Option | undefined): Option | undefined {
  return option?.required || option?.optional ? option : undefined;
}

/** Options of the command, then the global ones. */
function allOptions(command: Command): readonly Option[] {
  return command.parent ? [...command.options, ...rootOf(command).options] : command.options;
}

function optionsOf(command: Command): Completion[] {
  const all = allOptions(command).flatMap(({ long, description }): Completion[] =>
    long ? [{ value: long, about: description }] : [],
  );
  return [...all, { value: '--help', about: 'show help' }];
}

function valuesOf(command: Command, { argChoices, long }: Option): Pick<Completable, 'words' | 'names'> {
  const path = `${nameOf(command)} ${long}`;
  const choices = argChoices ?? WORDS[path];
  const names = OF_OPTIONS[path] ?? OF_OPTIONS[long ?? ''] ?? [];
  return { words: (choices ?? []).map((value) => ({ value })), names: choices ? [] : names };
}

function prefixed(wanted: Completable, prefix: string): Completable {
  return { ...wanted, words: wanted.words.map(({ value }) => ({ value: `${prefix}${value}` })) };
}
