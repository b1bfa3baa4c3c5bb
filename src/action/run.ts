import { PassThrough, Writable } from 'node:stream';
import { runProgram } from '../cli/program.ts';
import type { JsonObject } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import type { Ports } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { Receipt } from '../core/receipt.ts';
import type { SendResult } from '../core/send-result.ts';
import type { StatusReport } from '../core/status.ts';
import type { Contains } from '../engine/types.ts';
import type { RunnerEnv } from './context.ts';
import type { RunnerLog } from './log.ts';

/** The end of a waiting, as the documents of `wait` and `apply --wait` have it. */
export interface WaitedDocument {
  outstanding: string[];
  rejected: string[];
  status: StatusReport;
}

/** The result of `preview` for a resource. */
interface PreviewOf {
  address: string;
  views: { before?: { file?: string }; after?: { file?: string } }[];
}

/** The document that a command prints with `--json` (docs/cli.md): the members that the Action reads. */
export interface CommandDocument extends Partial<WaitedDocument> {
  command: string;
  ok: boolean;
  environment?: string;
  problems: Problem[];
  plan?: Plan;
  /** The names of template categories by their codes. */
  categories?: Readonly<Record<string, string>>;
  receipt?: Receipt | null;
  waited?: WaitedDocument;
  sends?: SendResult[];
  dryRun?: boolean;
  preview?: { previews: PreviewOf[] };
}

export interface CommandRun {
  exit: number;
  document: CommandDocument;
  /** The document as it was printed. */
  text: string;
}

export interface CommandPlace {
  cwd: string;
  env: RunnerEnv;
  ports: Ports;
  signal: AbortSignal;
  log: RunnerLog;
  onSecret: (secret: string) => void;
  /** The only addresses that an apply of a plan file may change; all of the file if left out. */
  only?: ReadonlySet<string> | undefined;
  /** Answers for a shallow clone. */
  contains: Contains;
}

/** Runs a command of the command line in this process with `--json`. Its progress goes to the log. Never throws. */
export async function runCommand(words: readonly string[], place: CommandPlace): Promise<CommandRun> {
  const { cwd, env, ports, signal, log, onSecret, only, contains } = place;
  const pieces: Buffer[] = [];
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      pieces.push(chunk);
      done();
    },
  });
  const stdin = new PassThrough().end();
  const view = { cwd, env, ports, signal, stdin, stdout, stderr: log.stream(), onSecret, only, contains };
  const exit = await runProgram(['--json', ...words], view);
  const text = Buffer.concat(pieces).toString('utf8');
  return { exit, text, document: JSON.parse(text) as JsonObject & CommandDocument };
}
