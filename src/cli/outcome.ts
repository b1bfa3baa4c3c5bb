import { Exit } from '../core/exit.ts';
import type { Problem, Sources } from '../core/problem.ts';
import type { ResultFormat } from './runner-log.ts';

/** The outcome of a command: everything that is shown, as data and as text. */
export interface Outcome {
  exit: number;
  /** For stdout, without `--json`; drawn from data without secrets. */
  text: string;
  /** The format of `text`, if a program reads it. */
  format?: ResultFormat | undefined;
  /** Members of the `--json` document beside the common ones. */
  json: Record<string, unknown>;
  problems: readonly Problem[];
  /** The problems that `text` shows already. */
  shown?: readonly Problem[];
  /** Texts of the files that problems point into, by the name in their place. Those that were read last if left out. */
  sources?: Sources | undefined;
  /** True if a message was sent, or may have been: the command must not be repeated. */
  sent?: boolean;
  /** Work that continues after this was shown: a server, until a signal ends it. */
  after?: () => Promise<void>;
}

/** The outcome of a command that did its work. @param more what differs */
export function done(text: string, json: Outcome['json'], more: Partial<Outcome> = {}): Outcome {
  return { exit: Exit.done, text, json, problems: [], ...more };
}
