import type { Command, OptionValues } from 'commander';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';

/** A command's work: its arguments and options as commander read them. */
export type CommandWork<O> = (invocation: Invocation, args: string[], options: O) => Promise<Outcome>;

/** Adds a command below another one. Its module is loaded when it runs, not before. */
export type Add = <O extends OptionValues>(
  parent: Command,
  usage: string,
  summary: string,
  load: () => Promise<CommandWork<O>>,
) => Command;

export const ADDRESS_HELP =
  '\nADDRESS is `Kind/profile/id` or a pattern: `*` stands for any run inside one part, `**` for any run; everything if left out.';
