import type { Plan } from '../core/plan.ts';
import { counted, numbered } from '../text/counted.ts';
import { allowedForOne, approvalOf, commandLine, partOf } from './command.ts';
import { blockedNotice, briefBlocked, briefChanges, briefWaiting } from './plan-brief.ts';
import { drawChange } from './plan-change.ts';
import { drawBlocked, drawProtection, drawUnmanaged, drawWaiting } from './plan-rest.ts';
import type { Style } from './style.ts';
import { type DrawnLine, renderBlocks, type Span, span, whole } from './terminal/line.ts';
import { listed, problemSection, warned, wrapped } from './terminal/part.ts';
import { ourTime } from './time.ts';
import { ACTION_WORDS, ACTIONS } from './words.ts';

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
    yield briefChanges(plan.changes);
    yield briefBlocked(plan.blocked, style, view.flags);
    yield briefWaiting(plan.waiting);
  } else yield* inFull(plan, style, view);
  yield drawProtection(plan.remembers, style);
  yield problemSection(plan.problems, style);
  yield ending(plan, style, view);
}

function* inFull({ changes, waiting, blocked, unmanaged }: Plan, style: Style, view: PlanView): Generator<DrawnLine[]> {
  const verbose = view.verbose === true;
  yield legend({ changes, waiting });
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
    [span(`Plan for ${plan.environment}`, 'bold')],
    ...(verbose ? wrapped([span(made, 'dim')], style) : []),
    ...(part === undefined
      ? []
      : wrapped([span('Only a part of it: ', 'yellow'), span(part), span('. The rest was not planned.')], style)),
    ...(rules === '' ? [] : wrapped([span(`Allowed for one resource: ${rules}.`, 'yellow')], style)),
    ...(plan.complete
      ? []
      : warned(
          [
            span(
              'This plan is not complete: something could not be read, so changes may be missing. See the problems below.',
            ),
          ],
          style,
        )),
  ];
}

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
  const lines = [countsLine(plan), ...othersLine(plan)];
  const next = view.next === false ? [] : nextLine(plan, style, view);
  return [
    ...[...lines, ...next].flatMap((line) => wrapped(line, style)),
    ...(view.next === false ? [] : blockedNotice(plan.counts.blocked, style, view)),
  ];
}

function countsLine(plan: Plan): DrawnLine {
  const todo = ACTIONS.filter((action) => plan.counts[action] > 0).map(
    (action) => `${plan.counts[action]} to ${ACTION_WORDS[action].todo}`,
  );
  return todo.length > 0 ? listed('Plan: ', todo, 'bold') : [span(noChanges(plan), 'bold')];
}

function noChanges({ complete, counts, policy, environment }: Plan): string {
  if (!complete) return 'No changes were found, and not everything could be read.';
  if (counts.blocked > 0) return 'No changes that can be made.';
  const what = partOf(policy) === undefined ? `Everything declared for ${environment}` : 'This part of it';
  return `No changes. ${what} is as the manifests say${counts.waiting > 0 ? ', or on its way' : ''}.`;
}

function othersLine({ counts, remembers }: Pick<Plan, 'counts' | 'remembers'>): DrawnLine[] {
  const names = ['waiting', 'blocked', 'unmanaged', 'unchanged'] as const;
  const others = [
    ...(remembers.length > 0 ? [counted(remembers.length, 'protection change')] : []),
    ...numbered(names.map((name) => [name === 'unmanaged' ? 'not managed' : name, counts[name]])),
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
  // No decision opens a block. Its own lines show what to do next.
  if (plan.counts.blocked > 0) return [];
  const approval = approvalOf(style, plan.waiting);
  if (approval) return [[span(approval.lead), whole(commandLine(style, plan.environment, approval.words), 'cyan')]];
  if (plan.counts.waiting > 0) return next('wait');
  return [];
}
