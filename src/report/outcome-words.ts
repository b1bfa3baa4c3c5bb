import { own } from '../core/json.ts';
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
const MOVED_WORDS: Readonly<Record<Moved, { word: string }>> = {
  drifted: { word: 'changed at the service' },
  edited: { word: 'changed in its manifest' },
  vanished: { word: 'removed at the service' },
  adopted: { word: 'differed when it was adopted' },
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

/** Returns what names the words of a table: in English its own, else those of the reviewers' cells without their bold type. */
function named<Word extends string>(
  words: Readonly<Record<Word, { word: string }>>,
  cells: Readonly<Record<Word, Phrase>>,
): (word: Word, language?: Language) => string {
  return (word, language = 'en') => (language === 'en' ? words[word].word : cells[word][language].replaceAll('**', ''));
}

/** The words of a step or a change that ended so. */
export const outcomeWord = named(OUTCOME_WORDS, OUTCOME_CELLS);

/** How a send ended. */
export const sendWord = named(SEND_WORDS, SEND_CELLS);

/** How a resource compares with its manifest. */
export const verdictWord = named(VERDICT_WORDS, { ...VERDICT_CELLS, waiting: COUNTED_TEXTS.waiting });

export const movedWord = named(MOVED_WORDS, MOVED_CELLS);

/** An outcome as it is counted. */
export function undoneWord(outcome: keyof typeof UNDONE_WORDS, language: Language = 'en'): string {
  return language === 'en' ? UNDONE_WORDS[outcome] : outcomeWord(outcome, language).replace(/^.*: /, '');
}

/** True if the service has a message and delivers it at its time. */
export function isScheduled({ at, outcome, acceptance, delivery, problem }: SendResult): boolean {
  return at !== null && outcome === 'accepted' && Boolean(acceptance?.messageKey) && !delivery && !problem;
}

/** The types of messages (message API 2.4). */
const TYPE_TEXTS = {
  at: { en: 'notification', ko: '알림 메시지' },
  ai: { en: 'notification with an image', ko: '알림 메시지, 이미지형' },
  ut: { en: 'brand message, text', ko: '브랜드 메시지, 텍스트형' },
  ui: { en: 'brand message, image', ko: '브랜드 메시지, 이미지형' },
  uw: { en: 'brand message, wide', ko: '브랜드 메시지, 와이드형' },
  ul: { en: 'brand message, wide list', ko: '브랜드 메시지, 와이드 리스트형' },
  uc: { en: 'brand message, carousel feed', ko: '브랜드 메시지, 캐러셀 피드형' },
  um: { en: 'brand message, product', ko: '브랜드 메시지, 커머스형' },
  up: { en: 'brand message, video', ko: '브랜드 메시지, 동영상형' },
  ua: { en: 'brand message, product carousel', ko: '브랜드 메시지, 캐러셀 커머스형' },
} satisfies Record<string, Phrase>;

/** `brand message, wide (uw)`; any other type is a word already, as `lms`, and is returned unchanged. */
export function typeWord(type: string, language: Language = 'en'): string {
  const word = own(TYPE_TEXTS, type)?.[language];
  return word === undefined ? type : `${word} (${type})`;
}
