import type { Change, Plan, Remembers, Unmanaged } from '../../core/plan.ts';
import { counted, numbered } from '../../text/counted.ts';
import { allowedForOne, approvalOf, commandLine, partOf } from '../command.ts';
import type { Style } from '../style.ts';
import { addressText, dotted, heading, listed, span, type Text, whole } from '../text.ts';
import { Audience } from './audience.ts';
import { blockedEntry, blockedNotice } from './blocked.ts';
import { type Entry, type ReportView, type ViewPart, type ViewSection, warning } from './blocks.ts';
import { changeEntry } from './change.ts';
import { PLAN_WORDS } from './phrases.ts';
import { foldSimilar, moreOf, waitingEntries } from './waiting.ts';
import { ACTION_WORDS, ACTIONS, stateSpan } from './words.ts';

export interface PlanViewOptions {
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

/** A plan for engineers: changes, blocked and waiting resources, unmanaged ones, problems, counts, and the next command. */
export function planView(plan: Plan, style: Style, options: PlanViewOptions = {}): ReportView {
  const { verbose = false, flags } = options;
  const { changes, waiting, blocked, unmanaged, remembers } = plan;
  const audience = new Audience(style);
  const isLog = options.brief === true && !verbose;
  const open = waiting.filter(({ held }) => !held);
  const later = waiting.flatMap(({ waitsFor, held }) =>
    held ? [changeEntry(held.change, audience, verbose, { waitsFor, by: held.by })] : [],
  );
  return {
    title: [span(`Plan for ${plan.environment}`, 'bold')],
    head: headOf(plan, audience, verbose),
    sections: [
      ...(isLog ? [] : [legendOf(plan)]),
      { entries: changes.map((change) => changeEntry(change, audience, verbose)) },
      sectionOf(
        'Blocked',
        'no allowed route leads to the desired state',
        blocked.map((one) => blockedEntry(one, audience, { verbose, flags })),
      ),
      sectionOf('Waiting', 'for an external decision', [...waitingEntries(open, audience, verbose), ...later]),
      ...(isLog ? [] : [unmanagedSection(unmanaged, verbose)]),
      sectionOf('Protection', 'changes in the state only', remembers.map(protectionEntry)),
      problemSection(plan.problems),
    ],
    rest: endingOf(plan, style, options),
    isLog,
  };
}

/** Entries under a title; nothing if there are none. */
export function sectionOf(title: string, about: string, entries: readonly Entry[]): ViewSection {
  return entries.length === 0 ? {} : { title: heading(title, about), entries };
}

export function problemSection(problems: Plan['problems']): ViewSection {
  return problems.length === 0 ? {} : { title: heading('Problems'), parts: [{ problems }] };
}

/** When and by what the plan was made. */
export function madeBy({ tool, createdAt, git }: Plan, audience: Audience): Text {
  return dotted([tool, audience.ourTime(createdAt), ...(git === null ? [] : [`git ${git.slice(0, 12)}`])]);
}

function headOf(plan: Plan, audience: Audience, verbose: boolean): ViewPart[] {
  const part = partOf(plan.policy);
  const rules = allowedForOne(plan.policy).join(', ');
  return [
    ...(verbose ? [{ text: madeBy(plan, audience) }] : []),
    ...(part === undefined ? [] : [warning(...audience.say(PLAN_WORDS.part, { part }))]),
    ...(rules === '' ? [] : [warning(...audience.say(PLAN_WORDS.allowedForOne, { rules }))]),
    ...(plan.complete ? [] : [warning(...audience.say(PLAN_WORDS.unread))]),
  ];
}

/** The symbols that occur, and no others. */
function legendOf({ changes, waiting }: Plan): ViewSection {
  const shown = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const occurring = ACTIONS.filter((action) => shown.some((change: Change) => change.action === action));
  const line = occurring.flatMap((action, index): Text => {
    const { symbol, tone } = ACTION_WORDS[action];
    return [span(index === 0 ? '  ' : '   '), span(symbol, tone, 'bold'), span(` ${action}`, 'dim')];
  });
  return line.length === 0 ? {} : { title: line };
}

/** A change of protection, which only the state stores. */
function protectionEntry({ address, protect }: Remembers): Entry {
  const about = protect ? span(PLAN_WORDS.protectedNow.en, 'dim') : span(PLAN_WORDS.protectedNoMore.en, 'yellow');
  return { mark: { symbol: '◆', tone: 'blue' }, title: addressText(address), line: [about] };
}

/** Live resources that notiform does not manage, by kind and profile. */
export function unmanagedSection(unmanaged: readonly Unmanaged[], verbose: boolean): ViewSection {
  const groupOf = ({ kind, profile }: Unmanaged): string => (profile === '' ? kind : `${kind}/${profile}`);
  const entries = foldSimilar(unmanaged, groupOf, verbose).map(({ key, shown, rest }): Entry => {
    const rows = shown.map(({ name, title, state }) => [[span(name)], [stateSpan(state)], [span(title, 'dim')]]);
    return {
      title: [span(key)],
      cells: [[[span(String(shown.length + rest), 'dim')]]],
      body: () => [{ rows }, ...moreOf(rest).map((text) => ({ text }))],
    };
  });
  return sectionOf('Not managed', 'live, not ours, never touched', entries);
}

function endingOf(plan: Plan, style: Style, options: PlanViewOptions): ViewPart[] {
  const { next, isApply } = options;
  const lines = [countsLine(plan), ...othersLine(plan), ...(next === false ? [] : nextLine(plan, style, options))];
  return [
    ...lines.map((text) => ({ text })),
    ...(next === false ? [] : blockedNotice(plan.counts.blocked, options, isApply)),
  ];
}

function countsLine(plan: Plan): Text {
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

function othersLine({ counts, remembers }: Plan): Text[] {
  const names = ['waiting', 'blocked', 'unmanaged', 'unchanged'] as const;
  const others = [
    ...(remembers.length > 0 ? [counted(remembers.length, 'protection change')] : []),
    ...numbered(names.map((name) => [name === 'unmanaged' ? 'not managed' : name, counts[name]])),
  ];
  return others.length === 0 ? [] : [listed('Besides: ', others)];
}

/** The next command, or why there is nothing to run. */
function nextLine(plan: Plan, style: Style, { file, flags = [] }: PlanViewOptions): Text[] {
  const command = (lead: string, ...words: string[]): Text[] => [
    [span(lead), whole(commandLine(style, plan.environment, words), 'cyan')],
  ];
  const words = [...(file === undefined ? [] : [file]), ...flags];
  if (plan.applyable) return command('Next: ', 'apply', ...words);
  const errors = plan.problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return [[span(`Nothing can be applied: ${counted(errors, 'problem')} above.`, 'red')]];
  if (plan.waiting.some(({ held }) => held)) return command('Next: ', 'apply', '--wait', ...words);
  // No decision opens a block. Its own lines show what to do next.
  if (plan.counts.blocked > 0) return [];
  const approval = approvalOf(style, plan.waiting);
  if (approval) return command(approval.lead, ...approval.words);
  return plan.counts.waiting > 0 ? command('Next: ', 'wait') : [];
}
