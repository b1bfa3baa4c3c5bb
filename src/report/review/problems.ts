import { kindOf } from '../../core/address.ts';
import type { Rule } from '../../core/declaration.ts';
import type { Problem } from '../../core/problem.ts';
import { declarations } from '../../kinds/registry.ts';
import { inert } from '../markdown.ts';
import { fitted } from './fit.ts';
import { type ReviewWriter, small } from './parts.ts';
import { PLAN_WORDS, SEVERITY_WORDS } from './words.ts';

/** The most problems that are listed. */
const MOST = 20;
/** The most characters of a line; a longer one is left out. Together they have at most a third of the text. */
const LONGEST = 4000;

/** A list of problems with links to their lines, errors first. Messages are English, explanations of lint rules are not. */
export function problemLines(problems: readonly Problem[], writer: ReviewWriter): string[] {
  if (problems.length === 0) return [];
  const errors = problems.filter(({ severity }) => severity === 'error');
  const sorted = [...errors, ...problems.filter(({ severity }) => severity !== 'error')];
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

function problemLine(problem: Problem, writer: ReviewWriter): string {
  const { severity, message, hint, place, address, code, rule } = problem;
  const { language } = writer;
  const explained = language === 'en' ? undefined : ruleOf(problem);
  // The English message names the very text, so it stays beside the explanation.
  const [text, more] = explained
    ? [`${explained.what[language]}. ${explained.help[language]}`, message]
    : [message, hint];
  const about = [
    inert(address ?? ''),
    place === undefined ? '' : writer.source(place),
    `<code>${inert(rule ?? code)}</code>`,
    more === undefined ? '' : inert(more),
  ];
  return `- **${SEVERITY_WORDS[severity][language]}**: ${inert(text)} ${small(about)}`;
}

/** The lint rule that reported a problem. Its kind is that of the address, if the problem has one. */
function ruleOf({ rule, address = '' }: Problem): Rule | undefined {
  const rulesOf = (kind: string): readonly Rule[] => declarations.get(kind)?.rules ?? [];
  const all = [...rulesOf(kindOf(address)), ...[...declarations.keys()].flatMap(rulesOf)];
  return all.find(({ id }) => id === rule);
}
