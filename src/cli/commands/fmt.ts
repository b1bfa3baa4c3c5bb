import { Exit, worstExit } from '../../core/exit.ts';
import { type Problem, usageError } from '../../core/problem.ts';
import { fileFailure } from '../../files/file-failure.ts';
import {
  type Formatted,
  findFormattable,
  formatBytes,
  formatFile,
  writeFormatted,
} from '../../manifest/format/file.ts';
import { quoted, withNaming } from '../../report/command.ts';
import { MAX_SOURCE_BYTES } from '../../text/source-text.ts';
import { readConfig } from '../config.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';

interface FmtOptions {
  check?: boolean;
}

const STDIN = '-';
const STDIN_SHOWN = '<stdin>';

/** `fmt [path…] [--check]`: manifests in canonical layout. Offline; of notiform.yaml only the folder is asked, where no path is given. */
export async function fmt(invocation: Invocation, paths: string[], { check = false }: FmtOptions): Promise<Outcome> {
  if (paths.includes(STDIN)) return formatStdin(invocation, paths, check);
  const { files } = invocation.ports;
  const config = paths.length === 0 ? await readConfig(invocation) : undefined;
  const root = config?.root ?? invocation.cwd;
  const { names, problems } = await findFormattable({ root, files }, config ?? { paths });
  const formatted: Formatted[] = [];
  const failures: Problem[] = [];
  for (const name of names) {
    invocation.signal.throwIfAborted();
    const one = await formatFile(root, name, files);
    const failure = !check && isChanged(one) ? await unwritten(name, writeFormatted(root, one, files)) : undefined;
    if (failure) failures.push(failure);
    formatted.push(failure ? { ...one, after: one.before } : one);
  }
  const report = outcomeOf(formatted, check, invocation, paths);
  const text = formatted.length === 0 ? '' : report.text;
  return {
    ...report,
    text,
    exit: worstExit([
      report.exit,
      problems.length > 0 ? Exit.problems : Exit.done,
      failures.length > 0 ? Exit.failed : Exit.done,
    ]),
    problems: [...problems, ...failures, ...report.problems],
  };
}

/** Reports a file that could not be written. The other files are still written. */
async function unwritten(name: string, writing: Promise<void>): Promise<Problem | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    const failure = fileFailure(error, 'written', name);
    if (failure) return failure.problem(name);
    throw error;
  }
}

async function formatStdin(invocation: Invocation, paths: readonly string[], check: boolean): Promise<Outcome> {
  if (paths.length > 1)
    throw usageError('`-` is stdin and cannot be combined with files', 'Name the files, or pass one on stdin');
  const one = formatBytes(STDIN_SHOWN, await invocation.terminal.input(MAX_SOURCE_BYTES, invocation.signal));
  const report = outcomeOf([one], check, invocation, paths);
  if (report.exit === Exit.problems) return { ...report, text: '' };
  if (check) return report;
  return { ...report, text: one.after, json: { ...report.json, formatted: one.after } };
}

function outcomeOf(
  formatted: readonly Formatted[],
  check: boolean,
  invocation: Invocation,
  paths: readonly string[],
): Outcome {
  // The command that formats the files that `--check` only reports.
  const command = `\`notiform ${['fmt', ...paths.map(quoted)].join(' ')}\``;
  const changed = formatted.filter(isChanged).map(({ file }) => file);
  const left = formatted.filter(({ problems }) => problems.length > 0);
  return {
    exit: worstExit([
      left.length > 0 ? Exit.problems : Exit.done,
      check && changed.length > 0 ? Exit.failed : Exit.done,
    ]),
    text: [
      ...changed.map((file) => `${check ? 'Not formatted' : 'Formatted'}: ${file}`),
      withNaming(
        summary(formatted, changed, check ? command : undefined).join(' '),
        invocation.terminal.style('stdout').naming,
      ),
    ].join('\n'),
    json: { check, files: formatted.length, changed, left: left.map(({ file }) => file) },
    problems: left.flatMap(({ problems }) => problems),
    sources: new Map(formatted.map(({ file, source }) => [file, source])),
  };
}

function summary(formatted: readonly Formatted[], changed: readonly string[], command: string | undefined): string[] {
  const all = formatted.length === 1 ? '1 file' : `${formatted.length} files`;
  const left = formatted.filter(({ problems }) => problems.length > 0).length;
  const rest = left === 0 ? [] : [`${left} cannot be formatted.`];
  if (changed.length === 0) return [`${all}, nothing to change.`, ...rest];
  return command === undefined
    ? [`${changed.length} of ${all} changed.`, ...rest]
    : [`${changed.length} of ${all} to change. ${command} formats them.`, ...rest];
}

function isChanged({ before, after }: Formatted): boolean {
  return before !== after;
}
