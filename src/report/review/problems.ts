import type { Problem } from '../../core/problem.ts';
import { fitted } from '../markdown/fit.ts';
import { inert } from '../markdown/markdown.ts';
import { capital, MORE, type ReviewWriter, small } from '../markdown/parts.ts';
import { PROBLEM_LABELS } from '../problems.ts';
import { problemIn } from '../wording.ts';
import { PLAN_WORDS } from './words.ts';

const MOST = 20;
/** The most characters of a line; a longer one is left out. Together they have at most a third of the text. */
const LONGEST = 4000;

/** Errors come first, then templates that would be inspected for nothing. */
function rankOf({ severity, code }: Problem): number {
  return severity === 'error' ? 0 : code === 'not-sendable' ? 1 : 2;
}

/** A list of problems with links to their lines, the most important first. */
export function problemLines(problems: readonly Problem[], writer: ReviewWriter): string[] {
  if (problems.length === 0) return [];
  const sorted = [...problems].sort((a, b) => rankOf(a) - rankOf(b));
  const drawn = sorted
    .slice(0, MOST)
    .map((problem) => problemLine(problem, writer))
    .filter((line) => line.length <= LONGEST);
  const lines = fitted(drawn, writer.limit / 3);
  const more = problems.length - lines.length;
  return [
    `**${PLAN_WORDS.problems[writer.language]}**`,
    '',
    ...lines,
    ...(more > 0 ? [`- ${writer.say(MORE, { count: more })}`] : []),
    '',
  ];
}

/** A problem as an item of a list. */
export function problemLine(problem: Problem, writer: ReviewWriter): string {
  const { language } = writer;
  const { severity, message, hint, place, address, code, rule } = problemIn(language, problem);
  const about = [
    place === undefined ? '' : writer.source(place),
    `<code>${inert(rule ?? code)}</code>`,
    hint === undefined ? '' : writer.withCommands(hint),
  ];
  const name = address === undefined ? '' : `${inert(writer.nameOf(address))}: `;
  return `- **${capital(PROBLEM_LABELS[severity][language])}**: ${name}${writer.withCommands(message)} ${small(about)}`;
}
