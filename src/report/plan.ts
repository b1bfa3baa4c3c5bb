import type { Plan } from '../core/plan.ts';
import { commandLine } from './command.ts';
import { type DrawnLine, renderBlocks, type Span, span, whole, wrapHanging } from './line.ts';
import { listed, problemSection, wrapped } from './part.ts';
import { blockedNotice, briefBlocked, briefChanges, briefWaiting } from './plan-brief.ts';
import { drawChange } from './plan-change.ts';
import { drawBlocked, drawProtection, drawUnmanaged, drawWaiting } from './plan-rest.ts';
import { partOf } from './plan-scope.ts';
import type { Style } from './style.ts';
import { ourTime } from './time.ts';
import { ACTION_WORDS, ACTIONS, counted, numbered } from './words.ts';

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
  yield* view.brief && !verbose ? inBrief(plan, style) : inFull(plan, style, verbose);
  yield drawProtection(plan.remembers, style);
  yield problemSection(plan.problems, style);
  yield ending(plan, style, view);
}

function* inFull(
  { changes, waiting, blocked, unmanaged }: Plan,
  style: Style,
  verbose: boolean,
): Generator<DrawnLine[]> {
  yield legend({ changes, waiting });
  for (const change of changes) yield drawChange(change, style, verbose);
  yield drawBlocked(blocked, style, verbose);
  yield drawWaiting(waiting, style, verbose);
  yield drawUnmanaged(unmanaged, style, verbose);
}

function inBrief({ changes, waiting, blocked }: Plan, style: Style): DrawnLine[][] {
  return [briefChanges(changes), briefBlocked(blocked, style), briefWaiting(waiting)];
}

function heading(plan: Plan, style: Style, verbose: boolean): DrawnLine[] {
  const part = partOf(plan.policy);
  const made = [
    plan.tool,
    ourTime(plan.createdAt, style),
    ...(plan.git === null ? [] : [`git ${plan.git.slice(0, 12)}`]),
  ].join(' · ');
  return [
    [span('Plan for ', 'bold'), span(plan.environment, 'bold')],
    ...(verbose ? wrapped([span(made, 'dim')], style.width, 0) : []),
    ...(part === undefined
      ? []
      : wrapHanging(
          [span('Only a part of it: ', 'yellow'), span(part), span('. The rest was not planned.')],
          style.width,
          2,
        )),
    ...(plan.complete ? [] : wrapHanging(INCOMPLETE, style.width, 2)),
  ];
}

const INCOMPLETE: DrawnLine = [
  span('! ', 'yellow', 'bold'),
  span('This plan is not complete: something could not be read, so changes may be missing. See the problems below.'),
];

/** The symbols that occur, and no others. */
function legend({ changes, waiting }: Pick<Plan, 'changes' | 'waiting'>): DrawnLine[] {
  const shown = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const occurring = ACTIONS.filter((action) => shown.some((change) => change.action === action));
  if (occurring.length === 0) return [];
  const line = occurring.flatMap((action, index): Span[] => {
    const { symbol, tone } = ACTION_WORDS[action];
    return [span(index === 0 ? '  ' : '   '), span(symbol, tone, 'bold'), span(` ${action}`, 'dim')];
  });
  return [line];
}

function ending(plan: Plan, style: Style, view: PlanView): DrawnLine[] {
  return [
    ...wrapped(countsLine(plan), style.width, 0),
    ...othersLine(plan).flatMap((line) => wrapped(line, style.width, 0)),
    ...(view.next === false ? [] : nextLine(plan, style, view).flatMap((line) => wrapped(line, style.width, 0))),
    ...(view.next === false ? [] : blockedNotice(plan.counts.blocked, style)),
  ];
}

export function countsLine(plan: Plan): DrawnLine {
  const todo = ACTIONS.filter((action) => plan.counts[action] > 0).map(
    (action) => `${plan.counts[action]} to ${ACTION_WORDS[action].todo}`,
  );
  return todo.length > 0 ? listed('Plan: ', todo, 'bold') : [span(noChanges(plan), 'bold')];
}

function noChanges({ complete, counts, environment, policy }: Plan): string {
  if (!complete) return 'No changes were found, and not everything could be read.';
  if (counts.blocked > 0) return 'No changes that can be made.';
  const how = counts.waiting > 0 ? ', or on its way' : '';
  const what = partOf(policy) === undefined ? `Everything declared for ${environment}` : 'This part of it';
  return `No changes. ${what} is as the manifests say${how}.`;
}

export function othersLine({ counts, remembers }: Pick<Plan, 'counts' | 'remembers'>): DrawnLine[] {
  const others = [
    ...(remembers.length > 0 ? [counted(remembers.length, 'protection change')] : []),
    ...numbered({
      waiting: counts.waiting,
      blocked: counts.blocked,
      'not managed': counts.unmanaged,
      unchanged: counts.unchanged,
    }),
  ];
  return others.length === 0 ? [] : [listed('Besides: ', others)];
}

/** The next command, or why there is nothing to run. */
function nextLine(plan: Plan, style: Style, view: PlanView): DrawnLine[] {
  const next = (...command: string[]): DrawnLine[] => [
    [span('Next: '), whole(commandLine(style, plan.environment, command), 'cyan')],
  ];
  const { file, flags = [] } = view;
  const words = [...(file === undefined ? [] : [file]), ...flags];
  if (plan.applyable) return next('apply', ...words);
  const errors = plan.problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return [[span(`Nothing can be applied: ${counted(errors, 'problem')} above.`, 'red')]];
  if (plan.waiting.some(({ held }) => held)) return next('apply', '--wait', ...words);
  if (plan.counts.waiting > 0) return next('wait');
  return [];
}
