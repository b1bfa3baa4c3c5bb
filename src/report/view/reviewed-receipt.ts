import { groupBy } from '../../core/grouping.ts';
import type { Plan } from '../../core/plan.ts';
import { type ChangeReceipt, isDone, type LeftWaiting, type Receipt, type StepOutcome } from '../../core/receipt.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { capital, joined, ours, span, type Text } from '../text.ts';
import { Audience, type AudienceOptions, placeOf } from './audience.ts';
import { blockedAlert, reviewedLeft } from './blocked.ts';
import type { Entry, ReportView, ViewPart } from './blocks.ts';
import { uploadsIn } from './effect.ts';
import { PLAN_WORDS, RECEIPT_WORDS } from './phrases.ts';
import { problemParts } from './problems.ts';
import { resourcesIn, uploadList } from './reviewed-plan.ts';
import { GROUP_WORDS } from './status-groups.ts';
import { ACTION_CELLS, OUTCOME_WORDS, outcomeText, pendingAfter, waitsForOf } from './words.ts';

interface ReviewedReceiptOptions extends AudienceOptions {
  /** The plan of the run: the names of its resources and the lines of their manifests. */
  plan?: Pick<Plan, 'changes' | 'waiting' | 'blocked'> | undefined;
  /** The comment that showed the plan of the run. */
  planUrl?: string | undefined;
  /** The addresses that are pending at the end of `--wait`. Left out if the run did not wait. */
  outstanding?: readonly string[] | undefined;
}

/** Outcomes in the order of the lead. */
const OUTCOMES = Object.keys(OUTCOME_WORDS) as StepOutcome[];

/**
 * What a run did, for reviewers: counts, a row for each change, and what the service said about those that were not applied.
 */
export function reviewedReceipt(receipt: Receipt, options: ReviewedReceiptOptions = {}): ReportView {
  const { environment, changes, blocked, interrupted, unapproved = [] } = receipt;
  const { outstanding, planUrl, plan = {} } = options;
  const audience = new Audience(options, [...changes, ...blocked, ...unapproved, ...resourcesIn(plan)]);
  const files = new Set(uploadsIn(plan).map(({ address }) => address));
  const isUpload = (change: ChangeReceipt): boolean => isDone(change) && files.has(change.address);
  const entriesOf = (some: readonly ChangeReceipt[]): Entry[] =>
    some.map((change) => changeEntry(change, audience, outstanding));
  return {
    title: audience.say(RECEIPT_WORDS.title, { environment }),
    head: [
      // The job may be green.
      ...blockedAlert(blocked, audience, RECEIPT_WORDS.undone),
      { level: 'WARNING', lines: interrupted ? [audience.say(RECEIPT_WORDS.interrupted)] : [] },
      leadOf(receipt, audience, outstanding),
      ...(planUrl === undefined ? [] : [{ text: audience.say(RECEIPT_WORDS.plan), url: planUrl }]),
    ],
    columns: [PLAN_WORDS.resource, RECEIPT_WORDS.done, RECEIPT_WORDS.result].map((phrase) => audience.say(phrase)),
    sections: [
      { entries: entriesOf(changes.filter((change) => !isDone(change))) },
      {
        entries: unapproved.map(({ address }) => ({
          ...audience.named(address),
          cells: [[[ours('-')]], [audience.say(RECEIPT_WORDS.notReviewed)]],
        })),
      },
      { entries: blocked.map((one) => reviewedLeft(one, audience)) },
      { entries: entriesOf(changes.filter((change) => isDone(change) && !isUpload(change))) },
    ],
    rest: uploadList(PLAN_WORDS.uploaded, changes.filter(isUpload), audience),
  };
}

function leadOf(receipt: Receipt, audience: Audience, outstanding?: readonly string[]): ViewPart {
  const { changes, waiting, unapproved = [] } = receipt;
  const [first = audience.say(RECEIPT_WORDS.none), ...ended] = OUTCOMES.flatMap((outcome) =>
    audience.about(
      RECEIPT_WORDS.ended,
      changes.filter((change) => change.outcome === outcome),
      { word: capital(OUTCOME_WORDS[outcome].word[audience.language]) },
    ),
  );
  // A change that waits for another resource has no decision of its own.
  const isLater = ({ by }: LeftWaiting): boolean => by !== undefined;
  const pending = pendingAfter({ changes, waiting: waiting.filter((one) => !isLater(one)) }, outstanding);
  return {
    lead: [first],
    more: [
      ...ended,
      ...audience
        .byDecision(pending)
        .flatMap(({ decision, some }) => audience.about(GROUP_WORDS.waiting, some, { decision })),
      ...audience.about(PLAN_WORDS.held, waiting.filter(isLater)),
      ...audience.about(RECEIPT_WORDS.unapproved, unapproved),
    ],
  };
}

function changeEntry(change: ChangeReceipt, audience: Audience, outstanding?: readonly string[]): Entry {
  const { address, action, outcome, steps } = change;
  const { language } = audience;
  const made = steps.filter((step) => !['refused', 'failed', 'skipped', 'not-run'].includes(step.outcome));
  // The title of a step; if it was not done, also how it ended.
  const titles = made.map((step): Text => {
    const ending = step.outcome === 'done' ? [] : [ours(` (${OUTCOME_WORDS[step.outcome].word[language]})`)];
    return [span(operationTitle(step, language)), ...ending];
  });
  // A change of the state alone has no step.
  const plain = outcome === 'done' ? ACTION_CELLS[action][language] : '-';
  const problems = [...steps.flatMap(({ problem }) => problem ?? []), ...(change.problem ? [change.problem] : [])];
  const distinct = [...groupBy(problems, ({ message }) => message).values()].flatMap(([one]) => one ?? []);
  const waitsFor = waitsForOf(change, outstanding);
  const waits =
    waitsFor === undefined ? [] : [audience.say(PLAN_WORDS.waitsFor, { decision: audience.decision(waitsFor) })];
  return {
    ...audience.named(address),
    cells: [
      [titles.length > 0 ? joined(titles, ours(' → ')) : [ours(plain)]],
      [outcomeText(OUTCOME_WORDS[outcome], language), ...waits],
    ],
    summary: [ours(OUTCOME_WORDS[outcome].word[language])],
    ...(distinct.length > 0 && {
      body: () => [...problemParts(distinct, audience), { fine: placeOf({ address }) }],
    }),
  };
}
