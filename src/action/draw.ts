import { fill, type PhraseValues } from '../core/language.ts';
import type { Plan } from '../core/plan.ts';
import { hasErrors, type Problem } from '../core/problem.ts';
import type { Receipt } from '../core/receipt.ts';
import { fenced, inert } from '../report/markdown.ts';
import { drawReceipt } from '../report/receipt.ts';
import { drawPlanMarkdown } from '../report/review/plan.ts';
import type { CommandDocument } from './run.ts';
import type { ActionStep } from './step.ts';
import { WORDS } from './words.ts';

/** A text of the Action in the language of the step. Values of users are made inert. */
export function say(step: ActionStep, word: keyof typeof WORDS, values: PhraseValues = {}): string {
  return fill(WORDS[word], step.language, values);
}

/** How a plan is shown beside its JSON. */
export interface PlanDrawing {
  limit: number;
  previewUrl?: string | undefined;
}

/** The plan of a document for reviewers, or the problems because of which there is none. */
export function drawDocument(step: ActionStep, document: CommandDocument, drawing: PlanDrawing): string {
  const { plan, problems, environment = '' } = document;
  if (plan) return drawPlan(step, plan, drawing);
  const count = problems.filter(({ severity }) => severity === 'error').length;
  return `${say(step, 'failed', { environment: inert(environment), count })}\n\n${drawProblemList(step, problems, drawing.limit - 500)}`;
}

function drawPlan(step: ActionStep, plan: Plan, { limit, previewUrl }: PlanDrawing): string {
  const { timezone } = step.style;
  const { language } = step;
  return drawPlanMarkdown(plan, { language, limit, previewUrl, timezone, linkOf: (line) => step.linkOf(line) });
}

/** Problems as a list, each with a link to its line; as many as fit into `limit` characters. */
export function drawProblemList(step: ActionStep, problems: readonly Problem[], limit: number): string {
  const lines: string[] = [];
  let room = limit;
  for (const problem of [...problems].sort(errorsFirst)) {
    const line = problemLine(step, problem);
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    lines.push(line);
  }
  const left = problems.length - lines.length;
  return [...lines, ...(left === 0 ? [] : [`- ${say(step, 'more', { count: left })}`]), ''].join('\n');
}

function errorsFirst(a: Problem, b: Problem): number {
  return Number(hasErrors([b])) - Number(hasErrors([a]));
}

function problemLine(step: ActionStep, { severity, message, hint, place, code, rule, address }: Problem): string {
  const where = place
    ? `[${inert(`${place.file}:${place.line}`)}](${step.linkOf(place)})`
    : address === undefined
      ? ''
      : `<code>${inert(address)}</code>`;
  const mark = severity === 'error' ? '❌' : '⚠️';
  const help = hint === undefined ? '' : `<br><sub>${inert(hint)}</sub>`;
  return `- ${mark} ${where} ${inert(message)} <sub>${inert(rule ?? code)}</sub>${help}`.replace('  ', ' ');
}

/** What an apply did, for the pull request and the summary. */
export function drawApplied(step: ActionStep, document: CommandDocument): string {
  const { receipt, problems, environment = '' } = document;
  const parts = [say(step, 'applied', { environment: inert(environment) })];
  if (receipt)
    parts.push(...drawRefused(step, receipt), fenced(drawReceipt(receipt, { ...step.style, width: 100 }), 'text'));
  else if (document.plan && !hasErrors(problems)) parts.push(say(step, 'nothing', { environment: inert(environment) }));
  if (hasErrors(problems)) parts.push(drawProblemList(step, problems, 20_000));
  return `${parts.join('\n\n')}\n`;
}

/** The changes that were refused, by name: those that nobody reviewed, and those whose resource changed since the review. */
function drawRefused(step: ActionStep, { unapproved = [], changes }: Receipt): string[] {
  const stale = changes.filter(({ outcome }) => outcome === 'stale');
  return [listOf(step, 'unapproved', unapproved), listOf(step, 'stale', stale)].filter((text) => text !== '');
}

/** The most addresses of a list in a comment. */
const LISTED = 100;

function listOf(step: ActionStep, word: 'unapproved' | 'stale', rows: readonly { address: string }[]): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, LISTED).map(({ address }) => `- <code>${inert(address)}</code>`);
  const left = rows.length - shown.length;
  const more = left === 0 ? [] : [`- ${say(step, 'more', { count: left })}`];
  return [`> [!WARNING]\n> ${say(step, word, { count: rows.length })}\n`, ...shown, ...more].join('\n');
}
