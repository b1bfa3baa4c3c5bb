import type { Place, Problem } from '../core/problem.ts';
import { visible } from './visible.ts';

interface AnnotationOptions {
  /** The log for a person. It may contain users' texts, which are never obeyed as commands. */
  log: string;
  /** A random word: the runner obeys commands again after it. */
  token: string;
  /** The folder of the project inside the repository, `/` between parts; empty if it is the same. */
  base: string;
}

/** GitHub shows ten of a severity in one step: the tenth counts the rest. */
const MOST = 9;

/**
 * Problems as commands of a GitHub workflow's log, which makes annotations of them: nine errors and nine warnings, and how
 * many more there are. Users' texts may contain commands, so they are printed while the runner ignores commands.
 */
export function drawAnnotations(problems: readonly Problem[], { log, token, base }: AnnotationOptions): string {
  const quiet = [`::stop-commands::${token}`, ...(log === '' ? [] : [log.replace(/\n$/, '')]), `::${token}::`];
  return [...quiet, ...annotationLines(problems, base)].map((line) => `${line}\n`).join('');
}

/** The annotations as lines that the runner obeys. */
export function annotationLines(problems: readonly Problem[], base: string): string[] {
  return (['error', 'warning'] as const).flatMap((severity) => {
    const all = problems.filter((problem) => problem.severity === severity);
    const shown = all.slice(0, MOST).map((problem) => annotation(problem, base));
    const more = all.length - shown.length;
    const message = `+${more} more ${severity}${more === 1 ? '' : 's'}: see the log`;
    return more === 0 ? shown : [...shown, `::${severity} title=notiform::${message}`];
  });
}

function annotation({ severity, code, rule, message, hint, place, address }: Problem, base: string): string {
  const properties = { ...(place && placeProperties(place, base)), title: `notiform ${rule ?? code}` };
  const words = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  const said = place || address === undefined ? message : `${address}: ${message}`;
  const lines = [said, ...(hint === undefined ? [] : [hint])].map(visible);
  return `::${severity} ${words.join(',')}::${commandText(lines.join('\n'))}`;
}

/** Columns are for annotations of one line. */
function placeProperties({ file, line, column, endLine = line, endColumn }: Place, base: string): object {
  const columns = endLine === line ? { col: column, ...(endColumn === undefined ? {} : { endColumn }) } : {};
  return { file: base === '' ? file : `${base}/${file}`, line, endLine, ...columns };
}

/** Escapes the text after the second `::` of a command. */
export function commandText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes the value of a command's property. */
function property(text: string): string {
  return commandText(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
