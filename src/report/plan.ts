import type { Plan } from '../core/plan.ts';
import { commandLine } from './command.ts';
import { type DrawnLine, EMPTY, render, type Span, span, whole, wrapHanging } from './line.ts';
import { drawProblemsIn, listed, section, wrapped } from './part.ts';
import { briefBlocked, briefChanges, briefWaiting } from './plan-brief.ts';
import { drawChange } from './plan-change.ts';
import { drawBlocked, drawRemembered, drawUnmanaged, drawWaiting } from './plan-rest.ts';
import { partOf } from './plan-scope.ts';
import type { Style } from './style.ts';
import { ourTime } from './time.ts';
import { ACTION_WORDS, ACTIONS, counted } from './words.ts';

export interface PlanView {
  /** Texts in full, every unmanaged resource, digests. */
  verbose?: boolean;
  /** The file that the plan was written to: what to run next names it. */
  file?: string;
  /** The flags without which what to run next would not do the same. */
  flags?: readonly string[];
  /** False where the command that shows the plan goes on by itself. */
  next?: boolean;
  /** A line for each address and no content: for a log. `verbose` has all of it nevertheless. */
  brief?: boolean;
}

/**
 * A plan as a terminal shows it, from the plan's JSON and nothing else. Changes first, then what is blocked, what waits,
 * what is not ours, what went wrong, the counts, and what to run next. Ends with a line break.
 */
export function drawPlan(plan: Plan, style: Style, view: PlanView = {}): string {
  const verbose = view.verbose === true;
  const parts: DrawnLine[][] = [
    heading(plan, style, verbose),
    ...(view.brief && !verbose ? inBrief(plan, style) : inFull(plan, style, verbose)),
    drawRemembered(plan.remembers, style),
    problems(plan, style),
    ending(plan, style, view),
  ];
  const shown = parts.filter((part) => part.length > 0);
  return render(
    shown.flatMap((part, index) => (index === 0 ? part : [EMPTY, ...part])),
    style,
  );
}

function inFull({ changes, waiting, blocked, unmanaged }: Plan, style: Style, verbose: boolean): DrawnLine[][] {
  return [
    legend({ changes, waiting }),
    ...changes.map((change) => drawChange(change, style, verbose)),
    drawBlocked(blocked, style, verbose),
    drawWaiting(waiting, style, verbose),
    drawUnmanaged(unmanaged, style, verbose),
  ];
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
          [span('Only a part of it: ', 'yellow'), span(part), span('. Of the rest nothing is said.')],
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

function problems(plan: Plan, style: Style): DrawnLine[] {
  if (plan.problems.length === 0) return [];
  return [section('Problems', ''), ...drawProblemsIn(plan.problems, style, 2)];
}

function ending(plan: Plan, style: Style, view: PlanView): DrawnLine[] {
  return [
    ...wrapped(countsLine(plan), style.width, 0),
    ...othersLine(plan).flatMap((line) => wrapped(line, style.width, 0)),
    ...(view.next === false ? [] : nextLine(plan, style, view).flatMap((line) => wrapped(line, style.width, 0))),
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
    remembers.length > 0 ? counted(remembers.length, 'protection to remember', 'protections to remember') : '',
    counts.waiting > 0 ? `${counts.waiting} waiting` : '',
    counts.blocked > 0 ? `${counts.blocked} blocked` : '',
    counts.unmanaged > 0 ? `${counts.unmanaged} not managed` : '',
    counts.unchanged > 0 ? `${counts.unchanged} unchanged` : '',
  ].filter((part) => part !== '');
  return others.length === 0 ? [] : [listed('Besides: ', others)];
}

/** What to run next, or why there is nothing to run. */
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
