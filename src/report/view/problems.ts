import type { Problem } from '../../core/problem.ts';
import { PROBLEM_LABELS } from '../problems.ts';
import { capital, code, ours, sourceText, span } from '../text.ts';
import { problemIn } from '../wording.ts';
import type { Audience } from './audience.ts';
import type { ListItem, ViewPart } from './blocks.ts';
import { PLAN_WORDS } from './phrases.ts';

/** Errors come first, then templates that would be inspected for nothing. */
function rankOf({ severity, code }: Problem): number {
  return severity === 'error' ? 0 : code === 'not-sendable' ? 1 : 2;
}

/** Problems for reviewers with links to their lines, the most important first. */
export function problemParts(problems: readonly Problem[], audience: Audience): ViewPart[] {
  if (problems.length === 0) return [];
  const sorted = [...problems].sort((a, b) => rankOf(a) - rankOf(b));
  const title = [ours(PLAN_WORDS.problems[audience.language], 'bold')];
  return [{ title, items: sorted.map((problem) => problemItem(problem, audience)) }];
}

/** A problem as an item of a list. */
export function problemItem(problem: Problem, audience: Audience): ListItem {
  const { language } = audience;
  const { severity, message, hint, place, address, code: name, rule } = problemIn(language, problem);
  const about = address === undefined ? [] : [span(audience.nameOf(address)), ours(': ')];
  const fine = [sourceText(place), [code(rule ?? name)], hint === undefined ? [] : audience.sentence(hint)];
  const label = ours(capital(PROBLEM_LABELS[severity][language]), 'bold');
  return { text: [label, ours(': '), ...about, ...audience.sentence(message)], fine };
}
