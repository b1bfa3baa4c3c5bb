import { PassThrough, Writable } from 'node:stream';
import type { ProcessView } from '../cli/command-tree.ts';
import { runProgram } from '../cli/program.ts';
import type { JsonObject } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import type { Problem } from '../core/problem.ts';
import type { Receipt } from '../core/receipt.ts';
import type { SendResult } from '../core/send-result.ts';
import type { StatusReport } from '../core/status.ts';
import type { RunnerEnv } from './context.ts';
import type { RunnerLog } from './log.ts';

/** The end of a waiting, as the documents of `wait` and `apply --wait` have it. */
interface WaitedDocument {
  outstanding: string[];
  rejected: string[];
  status: StatusReport;
}

/** The document that a command prints with `--json` (docs/cli.md): the members that the Action reads. */
export interface CommandDocument extends Partial<WaitedDocument> {
  command: string;
  ok: boolean;
  environment?: string;
  problems: Problem[];
  plan?: Plan;
  /** The commit of the last apply of each address. */
  commits?: Readonly<Record<string, string>>;
  /** The names of template categories by their codes. */
  categories?: Readonly<Record<string, string>>;
  receipt?: Receipt | null;
  waited?: WaitedDocument;
  sends?: SendResult[];
  dryRun?: boolean;
  preview?: { previews: { address: string; views: Partial<Record<'before' | 'after', { file?: string }>>[] }[] };
}

export interface CommandRun {
  exit: number;
  document: CommandDocument;
  /** The document as it was printed. */
  text: string;
}

interface CommandPlace extends Omit<ProcessView, 'stdin' | 'stdout' | 'stderr'> {
  log: RunnerLog;
}

/** Runs a command of the command line in this process with `--json`. Its progress goes to the log. Never throws. */
export async function runCommand(words: readonly string[], place: CommandPlace): Promise<CommandRun> {
  const { log, ...view } = place;
  const pieces: Buffer[] = [];
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      pieces.push(chunk);
      done();
    },
  });
  const stdin = new PassThrough().end();
  const exit = await runProgram(['--json', ...words], { ...view, stdin, stdout, stderr: log.stream() });
  const text = Buffer.concat(pieces).toString('utf8');
  return { exit, text, document: JSON.parse(text) as JsonObject & CommandDocument };
}

/** git runs it as a shell function with the word `get`, and reads the user and the password from its stdout. */
const HELPER = '!f() { test "$1" = get && echo username=x-access-token && echo "password=$NOTIFORM_GIT_TOKEN"; }; f';

/**
 * Returns the variables with which git uses the token of the step for the server of GitHub: the checkout of a workflow does not
 * keep it (`persist-credentials: false`), and the state may be in a ref of the repository. The token is in no command line.
 */
export function withGitLogin(env: RunnerEnv, server: string, token: string | undefined): RunnerEnv {
  if (token === undefined) return env;
  const count = Number(env['GIT_CONFIG_COUNT'] ?? 0);
  return {
    ...env,
    NOTIFORM_GIT_TOKEN: token,
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${server}.helper`,
    [`GIT_CONFIG_VALUE_${count}`]: HELPER,
  };
}
