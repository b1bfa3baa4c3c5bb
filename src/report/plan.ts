import type { Phrase } from '../core/language.ts';
import type { Plan } from '../core/plan.ts';
import { approvalOf, commandLine } from './command.ts';
import { type DrawnLine, renderBlocks, type Span, span, whole } from './line.ts';
import { listed, problemSection, warned, wrapped } from './part.ts';
import { blockedNotice, briefBlocked, briefChanges, briefWaiting } from './plan-brief.ts';
import { drawChange } from './plan-change.ts';
import { drawBlocked, drawProtection, drawUnmanaged, drawWaiting } from './plan-rest.ts';
import { allowedForOne, partOf } from './plan-scope.ts';
import { PLAN_WORDS } from './review/words.ts';
import type { Style } from './style.ts';
import { COUNTED_TEXTS, PLAN_TEXTS, said } from './terminal-words.ts';
import { ourTime } from './time.ts';
import { ACTION_WORDS, ACTIONS, numbered } from './words.ts';

export interface PlanView {
  /** Texts in full, every unmanaged resource, digests. */
  verbose?: boolean;
  /** The file that the plan was written to: what to run next names it. */
  file?: string;
  /** The flags that the next command needs to do the same. */
  flags?: readonly string[];
  /** False if the command that shows the plan continues automatically. */
  next?: boolean;
  /** A line for each address and no content, for a log. `verbose` overrides it. */
  brief?: boolean;
  /** True with `--detailed-exitcode`. */
  detailedExitcode?: boolean | undefined;
  /** True for the plan of an apply that changed nothing. */
  isApply?: boolean;
}

/**
 * Draws a plan for a terminal, only from the plan's JSON: changes, blocked and waiting resources, unmanaged ones, problems,
 * counts, and the next command. Ends with a line break.
 */
export function drawPlan(plan: Plan, style: Style, view: PlanView = {}): string {
  return renderBlocks(blocksOf(plan, style, view), style);
}

/** Each block is drawn when the one before it is text: the lines of thousands of changes take more memory than the plan. */
function* blocksOf(plan: Plan, style: Style, view: PlanView): Generator<DrawnLine[]> {
  const verbose = view.verbose === true;
  yield heading(plan, style, verbose);
  if (view.brief && !verbose) {
    yield briefChanges(plan.changes, style);
    yield briefBlocked(plan.blocked, style, view.flags);
    yield briefWaiting(plan.waiting, style);
  } else yield* inFull(plan, style, view);
  yield drawProtection(plan.remembers, style);
  yield problemSection(plan.problems, style);
  yield ending(plan, style, view);
}

function* inFull({ changes, waiting, blocked, unmanaged }: Plan, style: Style, view: PlanView): Generator<DrawnLine[]> {
  const verbose = view.verbose === true;
  yield legend({ changes, waiting }, style);
  for (const change of changes) yield drawChange(change, style, verbose);
  yield drawBlocked(blocked, style, view);
  yield drawWaiting(waiting, style, verbose);
  yield drawUnmanaged(unmanaged, style, verbose);
}

function heading(plan: Plan, style: Style, verbose: boolean): DrawnLine[] {
  const part = partOf(plan.policy);
  const rules = allowedForOne(plan.policy).join(', ');
  const made = [
    plan.tool,
    ourTime(plan.createdAt, style),
    ...(plan.git === null ? [] : [`git ${plan.git.slice(0, 12)}`]),
  ].join(' · ');
  return [
    [span(said(style, PLAN_WORDS.title, { environment: plan.environment }), 'bold')],
    ...(verbose ? wrapped([span(made, 'dim')], style) : []),
    ...(part === undefined
      ? []
      : wrapped([span(said(style, PLAN_TEXTS.part), 'yellow'), span(part), span(said(style, PLAN_TEXTS.rest))], style)),
    ...(rules === '' ? [] : wrapped([span(said(style, PLAN_WORDS.allowedForOne, { rules }), 'yellow')], style)),
    ...(plan.complete ? [] : warned([span(said(style, PLAN_TEXTS.unread))], style)),
  ];
}

/** The symbols that occur, and no others. */
function legend({ changes, waiting }: Pick<Plan, 'changes' | 'waiting'>, { language = 'en' }: Style): DrawnLine[] {
  const shown = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const occurring = ACTIONS.filter((action) => shown.some((change) => change.action === action));
  if (occurring.length === 0) return [];
  const line = occurring.flatMap((action, index): Span[] => {
    const { symbol, tone, todo } = ACTION_WORDS[action];
    const word = language === 'en' ? action : todo[language];
    return [span(index === 0 ? '  ' : '   '), span(symbol, tone, 'bold'), span(` ${word}`, 'dim')];
  });
  return [line];
}

function ending(plan: Plan, style: Style, view: PlanView): DrawnLine[] {
  const lines = [countsLine(plan, style), ...othersLine(plan, style)];
  const next = view.next === false ? [] : nextLine(plan, style, view);
  return [
    ...[...lines, ...next].flatMap((line) => wrapped(line, style)),
    ...(view.next === false ? [] : blockedNotice(plan.counts.blocked, style, view)),
  ];
}

function countsLine(plan: Plan, style: Style): DrawnLine {
  const { language = 'en' } = style;
  const todo = ACTIONS.filter((action) => plan.counts[action] > 0).map((action) =>
    said(style, PLAN_TEXTS.todo, { count: plan.counts[action], what: ACTION_WORDS[action].todo[language] }),
  );
  return todo.length > 0
    ? listed(said(style, PLAN_TEXTS.counts), todo, 'bold')
    : [span(said(style, noChanges(plan), { environment: plan.environment }), 'bold')];
}

function noChanges({ complete, counts, policy }: Plan): Phrase {
  if (!complete) return PLAN_TEXTS.noneFound;
  if (counts.blocked > 0) return PLAN_TEXTS.nonePossible;
  const isPart = partOf(policy) !== undefined;
  if (counts.waiting > 0) return isPart ? PLAN_TEXTS.samePartOrComing : PLAN_TEXTS.sameOrComing;
  return isPart ? PLAN_TEXTS.samePart : PLAN_TEXTS.same;
}

function othersLine({ counts, remembers }: Pick<Plan, 'counts' | 'remembers'>, style: Style): DrawnLine[] {
  const names = ['waiting', 'blocked', 'unmanaged', 'unchanged'] as const;
  const counted = names.map((name) => [said(style, COUNTED_TEXTS[name]), counts[name]] as const);
  const others = [
    ...(remembers.length > 0 ? [said(style, PLAN_TEXTS.protections, { count: remembers.length })] : []),
    ...numbered(counted, style.language),
  ];
  return others.length === 0 ? [] : [listed(said(style, PLAN_TEXTS.besides), others)];
}

/** The next command, or why there is nothing to run. */
function nextLine(plan: Plan, style: Style, view: PlanView): DrawnLine[] {
  const next = (...command: string[]): DrawnLine[] => [
    [span(said(style, PLAN_TEXTS.next)), whole(commandLine(style, plan.environment, command), 'cyan')],
  ];
  const { file, flags = [] } = view;
  const words = [...(file === undefined ? [] : [file]), ...flags];
  if (plan.applyable) return next('apply', ...words);
  const errors = plan.problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return [[span(said(style, PLAN_TEXTS.errors, { count: errors }), 'red')]];
  if (plan.waiting.some(({ held }) => held)) return next('apply', '--wait', ...words);
  // No decision opens a block. Its own lines show what to do next.
  if (plan.counts.blocked > 0) return [];
  const approval = approvalOf(style, plan.waiting);
  if (approval) return [[span(approval.lead), whole(commandLine(style, plan.environment, approval.words), 'cyan')]];
  if (plan.counts.waiting > 0) return next('wait');
  return [];
}
