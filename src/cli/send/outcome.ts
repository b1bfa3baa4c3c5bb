import { Exit, worstExit } from '../../core/exit.ts';
import { hasErrors, type Problem } from '../../core/problem.ts';
import type { MessagePreview, SendOutcome, SendReport, SendResult } from '../../core/send-result.ts';
import { boxed } from '../../preview/boxed.ts';
import { buttonRowsOf } from '../../preview/button-row.ts';
import { drawJunit } from '../../report/junit.ts';
import { drawSend } from '../../report/results.ts';
import { bubblesOf } from '../../send/bubble.ts';
import { describeProof, exitOfSends } from '../../send/describe.ts';
import type { PreparedSend } from '../../send/prepare.ts';
import type { Outcome } from '../finish.ts';
import { type Invocation, languageOf } from '../invocation.ts';

/** The problems of a report and of its sends. */
export function problemsIn({ sends, problems }: SendReport): Problem[] {
  return [...problems, ...sends.flatMap(({ problem }) => (problem === null ? [] : [problem]))];
}

/** The outcomes of a message that the service accepted, or may have accepted. */
const SENT: readonly SendOutcome[] = ['accepted', 'delivered', 'failed', 'unknown'];

/** Returns the outcome of sends. If no message could be prepared, it contains only the problems. */
export function sendOutcome(
  { terminal, flags, redaction }: Invocation,
  whole: SendReport,
  format: 'junit' | undefined,
): Outcome {
  const report = redaction.withoutMobiles(whole);
  const { dryRun, isCheck, sends, problems } = report;
  const isEmpty = sends.length === 0 && (format === undefined || !hasErrors(problems));
  const all = problemsIn(report);
  const drawn = (): string =>
    format === 'junit'
      ? drawJunit(redaction.within(report))
      : drawSend(redaction.within(report), terminal.style('stdout'), { verbose: flags.verbose || dryRun });
  return {
    exit: worstExit([hasErrors(problems) ? Exit.problems : Exit.done, exitOfSends(sends, isCheck)]),
    text: isEmpty ? '' : drawn(),
    format: format && 'xml',
    json: { dryRun, sends },
    problems: all,
    shown: sends.length === 0 || format === 'junit' ? [] : all,
    sent: sends.some(({ outcome }) => SENT.includes(outcome)),
  };
}

/** Returns the proof of each message, with the message as a phone shows it. The document of `--json` is English. */
export function drawnProofs(sends: readonly PreparedSend[], invocation: Invocation): SendResult[] {
  return sends.map((send) => ({ ...describeProof(send), preview: previewOf(send, invocation) }));
}

/** Returns the results with their buttons, or with a drawing of a message that has no single text, for example a carousel. */
export function withDrawings(
  results: readonly SendResult[],
  sends: readonly PreparedSend[],
  invocation: Invocation,
): SendResult[] {
  return results.map((result, index) => {
    const send = sends[index];
    if (!send) return result;
    if (result.text === '') return { ...result, preview: previewOf(send, invocation) };
    const buttons = bubblesOf(send, () => null).map(({ bubble }) => buttonRowsOf(bubble));
    return buttons.flat().length > 0 ? { ...result, buttons } : result;
  });
}

/** Draws a message and its fallbacks as a phone shows them. */
export function previewOf(send: PreparedSend, invocation: Invocation): MessagePreview[] {
  const language = invocation.flags.json ? 'en' : languageOf(invocation);
  return bubblesOf(send, () => null).map(({ type, bubble }) => ({
    type,
    // A line break may take a number apart.
    text: boxed(invocation.redaction.withoutMobiles(bubble), { language }),
  }));
}
