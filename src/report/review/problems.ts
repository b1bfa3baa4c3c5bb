import type { Problem } from '../../core/problem.ts';
import { inert } from '../markdown.ts';
import { problemIn } from '../wording.ts';
import { fitted } from './fit.ts';
import { type ReviewWriter, small } from './parts.ts';
import { PLAN_WORDS, SEVERITY_WORDS } from './words.ts';

const MOST = 20;
/** The most characters of a line; a longer one is left out. Together they have at most a third of the text. */
const LONGEST = 4000;

/** Errors come first, then templates that would be inspected for nothing. */
const RANKS: readonly ((problem: Problem) => boolean)[] = [
  ({ severity }) => severity === 'error',
  ({ code }) => code === 'not-sendable',
  () => true,
];

/** A list of problems with links to their lines, the most important first. */
export function problemLines(problems: readonly Problem[], writer: ReviewWriter): string[] {
  if (problems.length === 0) return [];
  const rankOf = (problem: Problem): number => RANKS.findIndex((isOf) => isOf(problem));
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
    ...(more > 0 ? [`- ${writer.say(PLAN_WORDS.moreLines, { count: more })}`] : []),
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
  return `- **${SEVERITY_WORDS[severity][language]}**: ${name}${writer.withCommands(message)} ${small(about)}`;
}
