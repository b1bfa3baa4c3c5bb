import type { Language, Phrase } from '../core/language.ts';
import type { Moved } from '../core/plan.ts';
import type { StepOutcome } from '../core/receipt.ts';
import type { SendOutcome, SendResult } from '../core/send-result.ts';
import type { StatusVerdict } from '../core/status.ts';
import { SEND_CELLS } from './review/send-words.ts';
import { MOVED_CELLS, OUTCOME_CELLS, VERDICT_CELLS } from './review/words.ts';
import { COUNTED_TEXTS } from './terminal-words.ts';
import type { Mark } from './words.ts';

interface OutcomeWords extends Mark {
  /** In English. The functions below return it in a language: Korean has the words of the reviewers' tables. */
  word: string;
}

/** How a step or a change ended. */
export const OUTCOME_WORDS: Readonly<Record<StepOutcome, OutcomeWords>> = {
  done: { symbol: '✓', tone: 'green', word: 'done' },
  'already-so': { symbol: '✓', tone: 'dim', word: 'already done' },
  refused: { symbol: '✗', tone: 'red', word: 'refused by the service' },
  stale: { symbol: '≠', tone: 'yellow', word: 'stale: changed since it was planned' },
  skipped: { symbol: '○', tone: 'dim', word: 'skipped' },
  unknown: { symbol: '?', tone: 'magenta', word: 'outcome unknown' },
  failed: { symbol: '✗', tone: 'red', word: 'failed' },
  'not-run': { symbol: '○', tone: 'dim', word: 'not run' },
};

/** The outcomes of changes that were not carried out, as they are counted. */
export const UNDONE_WORDS: Readonly<Record<Exclude<StepOutcome, 'done' | 'already-so'>, string>> = {
  refused: 'refused',
  failed: 'failed',
  unknown: 'with unknown outcome',
  stale: 'stale',
  skipped: 'skipped',
  'not-run': 'not run',
};

export const VERDICT_WORDS: Readonly<Record<StatusVerdict, OutcomeWords>> = {
  done: { symbol: '✓', tone: 'green', word: 'up to date' },
  waiting: { symbol: '⧖', tone: 'yellow', word: 'waiting' },
  differs: { symbol: '~', tone: 'yellow', word: 'not up to date' },
  missing: { symbol: '+', tone: 'green', word: 'not on the service yet' },
  kept: { symbol: '·', tone: 'dim', word: 'kept beside the declared version' },
  orphan: { symbol: '-', tone: 'red', word: 'no longer declared' },
  unread: { symbol: '?', tone: 'magenta', word: 'not readable' },
};

/** Which sides changed since the last apply. */
export const MOVED_WORDS: Readonly<Record<Moved, string>> = {
  drifted: 'changed at the service',
  edited: 'changed in its manifest',
  vanished: 'removed at the service',
};

export const SEND_WORDS: Readonly<Record<SendOutcome, OutcomeWords>> = {
  proved: { symbol: '✓', tone: 'green', word: 'proved: it equals what was approved' },
  unproved: { symbol: '✗', tone: 'red', word: 'not sent: it would fail' },
  refused: { symbol: '✗', tone: 'red', word: 'not accepted' },
  accepted: { symbol: '⧖', tone: 'yellow', word: 'accepted, no delivery result yet' },
  delivered: { symbol: '✓', tone: 'green', word: 'delivered' },
  failed: { symbol: '✗', tone: 'red', word: 'not delivered' },
  unknown: { symbol: '?', tone: 'magenta', word: 'unknown whether it was sent' },
  'not-sent': { symbol: '○', tone: 'dim', word: 'not sent' },
  skipped: { symbol: '○', tone: 'dim', word: 'skipped: sent before' },
};

/** Returns the mark of a send compared with what it expects: an expected failure is a success. */
export function sendMark({ outcome, expect, asExpected }: Pick<SendResult, 'outcome' | 'expect' | 'asExpected'>): Mark {
  if (asExpected === null || expect === 'delivered') return SEND_WORDS[outcome];
  return SEND_WORDS[asExpected ? 'delivered' : 'failed'];
}

/** The words of a step or a change that ended so. */
export function outcomeWord(outcome: StepOutcome, language: Language = 'en'): string {
  return wordIn(language, OUTCOME_WORDS[outcome].word, OUTCOME_CELLS[outcome]);
}

/** An outcome as it is counted. */
export function undoneWord(outcome: keyof typeof UNDONE_WORDS, language: Language = 'en'): string {
  return wordIn(language, UNDONE_WORDS[outcome], OUTCOME_CELLS[outcome]).replace(/^.*: /, '');
}

/** How a send ended. */
export function sendWord(outcome: SendOutcome, language: Language = 'en'): string {
  return wordIn(language, SEND_WORDS[outcome].word, SEND_CELLS[outcome]);
}

/** How a resource compares with its manifest. */
export function verdictWord(verdict: StatusVerdict, language: Language = 'en'): string {
  const cell = verdict === 'waiting' ? COUNTED_TEXTS.waiting : VERDICT_CELLS[verdict];
  return wordIn(language, VERDICT_WORDS[verdict].word, cell);
}

export function movedWord(moved: Moved, language: Language = 'en'): string {
  return wordIn(language, MOVED_WORDS[moved], MOVED_CELLS[moved]);
}

/** The English word, or the word of a reviewer's table without its bold type. */
function wordIn(language: Language, english: string, cell: Phrase): string {
  return language === 'en' ? english : cell[language].replaceAll('**', '');
}
