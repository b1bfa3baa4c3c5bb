import type { Problem } from '../../core/problem.ts';
import { inert } from '../markdown.ts';
import { type ReviewWriter, small } from './parts.ts';
import { PLAN_WORDS, SEVERITY_WORDS } from './words.ts';

/** The most problems that are listed. */
const MOST = 20;
/** The most characters of a line; a longer one is left out. */
const LONGEST = 4000;

/** A list of problems with links to their lines, errors first. Messages are English. */
export function problemLines(problems: readonly Problem[], writer: ReviewWriter): string[] {
  if (problems.length === 0) return [];
  const errors = problems.filter(({ severity }) => severity === 'error');
  const sorted = [...errors, ...problems.filter(({ severity }) => severity !== 'error')];
  const lines = sorted
    .slice(0, MOST)
    .map((problem) => problemLine(problem, writer))
    .filter((line) => line.length <= LONGEST);
  const more = problems.length - lines.length;
  return [
    `**${PLAN_WORDS.problems[writer.language]}**`,
    '',
    ...lines,
    ...(more > 0 ? [`- ${writer.say(PLAN_WORDS.moreLines, { count: more })}`] : []),
    '',
  ];
}

function problemLine({ severity, message, hint, place, address, code, rule }: Problem, writer: ReviewWriter): string {
  const about = [
    place === undefined ? inert(address ?? '') : writer.source(place),
    `<code>${inert(rule ?? code)}</code>`,
    hint === undefined ? '' : inert(hint),
  ];
  return `- **${SEVERITY_WORDS[severity][writer.language]}**: ${inert(message)} ${small(about)}`;
}
