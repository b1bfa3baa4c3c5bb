import type { Language, Phrase } from '../core/language.ts';
import type { Problem } from '../core/problem.ts';
import { type MarkdownOptions, MarkdownWriter, writeMarkdown } from './markdown/view.ts';
import type { Style } from './style.ts';
import { writeTerminal } from './terminal/view.ts';
import { Audience, type AudienceOptions, type SaidValues } from './view/audience.ts';
import type { ReportView } from './view/blocks.ts';
import { planView } from './view/plan.ts';
import { problemParts } from './view/problems.ts';
import { receiptView } from './view/receipt.ts';
import { type ReviewedPlanOptions, reviewedPlan } from './view/reviewed-plan.ts';
import { reviewedReceipt } from './view/reviewed-receipt.ts';
import { reviewedSend } from './view/reviewed-send.ts';
import { reviewedStatus } from './view/reviewed-status.ts';
import { sendView } from './view/send.ts';
import { statusView } from './view/status.ts';

/** How something is shown to reviewers. */
export type ReviewOptions = AudienceOptions & MarkdownOptions;
export type PlanMarkdownOptions = ReviewOptions & ReviewedPlanOptions;

/** Draws a result for engineers at a terminal. The text ends with a line break. */
export const drawPlan = drawnBy(planView);
export const drawReceipt = drawnBy(receiptView);
export const drawStatus = drawnBy(statusView);
export const drawSend = drawnBy(sendView);

/** Draws a result as Markdown for reviewers. The text ends with a line break. */
export const drawPlanMarkdown = writtenBy(reviewedPlan);
export const drawReceiptMarkdown = writtenBy(reviewedReceipt);
export const drawStatusMarkdown = writtenBy(reviewedStatus);
export const drawSendMarkdown = writtenBy(reviewedSend);

function drawnBy<Result, Options>(viewOf: (result: Result, style: Style, options?: Options) => ReportView) {
  return (result: Result, style: Style, options?: Options): string =>
    writeTerminal(viewOf(result, style, options), style);
}

function writtenBy<Result, Options>(viewOf: (result: Result, options?: Options) => ReportView) {
  return (result: Result, options?: Options & MarkdownOptions): string =>
    writeMarkdown(viewOf(result, options), options);
}

/** A phrase in Markdown. */
export function sayMarkdown(language: Language, phrase: Phrase, values?: SaidValues): string {
  return new MarkdownWriter({ language }).text(new Audience({ language }, []).say(phrase, values));
}

/** Draws problems alone as a list in Markdown. */
export function drawProblemsMarkdown(problems: readonly Problem[], options: ReviewOptions): string {
  return new MarkdownWriter(options).parts(problemParts(problems, new Audience(options, [])));
}
