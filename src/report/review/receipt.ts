import { groupBy } from '../../core/grouping.ts';
import type { Plan } from '../../core/plan.ts';
import {
  type ChangeReceipt,
  isDone,
  type LeftBlocked,
  type LeftWaiting,
  type Receipt,
  type StepOutcome,
  type StepReceipt,
} from '../../core/receipt.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { fitReview, type ReviewItem } from '../markdown/fit.ts';
import { inert } from '../markdown/markdown.ts';
import {
  alert,
  capital,
  code,
  details,
  foldedList,
  paragraphs,
  type ReviewOptions,
  ReviewWriter,
  small,
} from '../markdown/parts.ts';
import { cellOf, OUTCOME_WORDS } from '../outcome-words.ts';
import { pendingAfter, waitsForOf } from '../words.ts';
import { blockedAlert, blockedCell, blockedDetails } from './blocked.ts';
import { uploadsIn } from './effect.ts';
import { resourcesIn } from './named.ts';
import { problemLines } from './problems.ts';
import { ACTION_CELLS, PLAN_WORDS, RECEIPT_WORDS, STATUS_WORDS } from './words.ts';

interface ReceiptMarkdownOptions extends ReviewOptions {
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
 * Draws what a run did as Markdown for reviewers: counts, a table with a line for each change, and what the
 * service said about those that were not applied. Ends with a line break.
 */
export function drawReceiptMarkdown(receipt: Receipt, options: ReceiptMarkdownOptions = {}): string {
  const { changes, blocked, unapproved = [] } = receipt;
  const { outstanding } = options;
  const writer = new ReviewWriter(options, [...changes, ...blocked, ...unapproved, ...resourcesIn(options.plan ?? {})]);
  const files = new Set(uploadsIn(options.plan ?? {}).map(({ address }) => address));
  const isUpload = (change: ChangeReceipt): boolean => isDone(change) && files.has(change.address);
  const itemsOf = (some: readonly ChangeReceipt[]): ReviewItem[] =>
    some.map((change) => changeItem(change, writer, outstanding));
  const items = [
    ...itemsOf(changes.filter((change) => !isDone(change))),
    ...unapproved.map(({ address }) => ({
      row: [writer.resource(address), '-', writer.say(RECEIPT_WORDS.notReviewed)],
    })),
    ...blocked.map((one) => blockedItem(one, writer)),
    ...itemsOf(changes.filter((change) => isDone(change) && !isUpload(change))),
  ];
  const rest = foldedList(writer, changes.filter(isUpload), PLAN_WORDS.uploaded, ({ address }) =>
    writer.linkedName(address),
  );
  const head = [
    `### ${writer.say(RECEIPT_WORDS.title, { environment: receipt.environment })}`,
    '',
    // The job may be green.
    ...blockedAlert(blocked, writer, RECEIPT_WORDS.undone),
    ...(receipt.interrupted ? alert('WARNING', writer.say(RECEIPT_WORDS.interrupted)) : []),
    ...leadOf(receipt, writer, outstanding),
    '',
    ...(options.planUrl === undefined ? [] : [writer.link(writer.say(RECEIPT_WORDS.plan), options.planUrl), '']),
  ];
  const columns = [PLAN_WORDS.resource, RECEIPT_WORDS.done, RECEIPT_WORDS.result];
  return fitReview(items, { head, rest, columns }, writer);
}

function leadOf(receipt: Receipt, writer: ReviewWriter, outstanding?: readonly string[]): string[] {
  const { changes, waiting, unapproved = [] } = receipt;
  const [first, ...ended] = OUTCOMES.flatMap((outcome) => {
    const word = OUTCOME_WORDS[outcome].word[writer.language];
    return writer.about(
      RECEIPT_WORDS.ended,
      changes.filter((change) => change.outcome === outcome),
      { word: capital(word) },
    );
  });
  // A change that waits for another resource has no decision of its own.
  const isLater = ({ by }: LeftWaiting): boolean => by !== undefined;
  const pending = pendingAfter({ changes, waiting: waiting.filter((one) => !isLater(one)) }, outstanding);
  const others = [
    ...ended,
    ...writer
      .byDecision(pending)
      .flatMap(({ decision, some }) => writer.about(STATUS_WORDS.waiting, some, { decision })),
    ...writer.about(PLAN_WORDS.held, waiting.filter(isLater)),
    ...writer.about(RECEIPT_WORDS.unapproved, unapproved),
  ];
  return paragraphs([`**${first ?? writer.say(RECEIPT_WORDS.none)}**`], others);
}

function blockedItem(one: LeftBlocked, writer: ReviewWriter): ReviewItem {
  const cell = blockedCell(one, writer);
  const title = `<b>${inert(writer.nameOf(one.address))}</b>: ${cell.replaceAll('**', '')}`;
  return {
    row: [writer.resource(one.address), '-', cell],
    ...(one.ways.length > 0 && {
      whole: () => details(title, blockedDetails(one, [code(one.address)], writer)),
    }),
  };
}

function changeItem(change: ChangeReceipt, writer: ReviewWriter, outstanding?: readonly string[]): ReviewItem {
  const { address, action, outcome, steps } = change;
  const { language } = writer;
  const made = steps.filter(({ outcome }) => !['refused', 'failed', 'skipped', 'not-run'].includes(outcome));
  const titles = made.map((step) => stepWords(step, writer)).join(' → ');
  // A change of the state alone has no step.
  const plain = outcome === 'done' ? ACTION_CELLS[action][language] : '-';
  const what = titles || inert(plain);
  const problems = [...steps.flatMap(({ problem }) => problem ?? []), ...(change.problem ? [change.problem] : [])];
  const distinct = [...groupBy(problems, ({ message }) => message).values()].flatMap(([one]) => one ?? []);
  return {
    row: [writer.resource(address), what, resultOf(change, writer, outstanding)],
    ...(distinct.length === 0
      ? {}
      : {
          whole: (isOpen: boolean) =>
            details(
              `<b>${inert(writer.nameOf(address))}</b>: ${OUTCOME_WORDS[outcome].word[language]}`,
              [...problemLines(distinct, writer), small([code(address)])],
              isOpen,
            ),
        }),
  };
}

/** The step's title; if it was not done, also how it ended. */
function stepWords(step: StepReceipt, { language }: ReviewWriter): string {
  const title = inert(operationTitle(step, language));
  return step.outcome === 'done' ? title : `${title} (${OUTCOME_WORDS[step.outcome].word[language]})`;
}

/** How the change ended, and what it waits for now. */
function resultOf(change: ChangeReceipt, writer: ReviewWriter, outstanding?: readonly string[]): string {
  const waitsFor = waitsForOf(change, outstanding);
  const waits =
    waitsFor === undefined ? [] : [writer.say(PLAN_WORDS.waitsFor, { decision: writer.decision(waitsFor) })];
  return [cellOf(OUTCOME_WORDS[change.outcome], writer.language), ...waits].join('<br>');
}
