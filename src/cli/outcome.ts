import type { Problem } from '../core/problem.ts';
import type { ResultFormat } from './runner-log.ts';

/** The outcome of a command: everything that is shown, as data and as text. */
export interface Outcome {
  exit: number;
  /** For stdout, without `--json`; drawn from data without secrets. */
  text: string;
  /** The format of `text`, if a program reads it. */
  format?: ResultFormat;
  /** Members of the `--json` document beside the common ones. */
  json: Record<string, unknown>;
  problems: readonly Problem[];
  /** The problems that `text` shows already. */
  shown?: readonly Problem[];
  /** Texts of the files that problems point into, by the name in their place. */
  sources?: ReadonlyMap<string, string>;
  environment?: string;
  /** True if a message was sent, or may have been: the command must not be repeated. */
  sent?: boolean;
  /** Work that continues after this was shown: a server, until a signal ends it. */
  after?: () => Promise<void>;
}
