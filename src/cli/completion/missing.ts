import type { Command, CommanderError } from 'commander';
import { fewOf } from '../../text/suggest.ts';
import type { Invocation } from '../invocation.ts';
import { nameOf, rootOf } from '../options.ts';
import { candidatesOf } from './project.ts';
import { FILES } from './scripts.ts';
import { type NameSort, wantedAt } from './wanted.ts';

/** Names of which the project knows every one. The service or the state may have more of the others. */
const CLOSED: ReadonlySet<NameSort> = new Set(['environment', 'profile', 'sender-profile', 'group', 'kind']);

/** Returns a sentence that names what a missing argument or value can be, as completion does. "" if that is unknown, or any problem. */
export async function missingWord(
  invocation: Invocation,
  command: Command,
  { code, message }: CommanderError,
): Promise<string> {
  const [option] = /--[\w-]+/.exec(message) ?? [];
  const isArgument = code === 'commander.missingArgument';
  const what = isArgument ? command.registeredArguments[command.args.length]?.name().toUpperCase() : option;
  if (what === undefined) return '';
  const words = command.parent ? ['notiform', ...nameOf(command).split(' ')] : ['notiform'];
  const wanted = wantedAt(rootOf(command), [...words, ...command.args, ...(isArgument ? [] : [what]), '']);
  if (wanted.names.includes('problem')) return '';
  const found = (await candidatesOf(invocation, wanted)).filter(({ value }) => value !== FILES);
  if (found.length === 0) return '';
  const verb = wanted.names.every((name) => CLOSED.has(name)) ? 'is one of' : 'is for example';
  return `${what} ${verb} ${fewOf(found.map(({ value }) => value))}. `;
}
