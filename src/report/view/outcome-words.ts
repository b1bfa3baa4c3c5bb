import { own } from '../../core/json.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { StepOutcome } from '../../core/receipt.ts';
import type { SendOutcome, SendResult } from '../../core/send-result.ts';
import type { StatusVerdict } from '../../core/status.ts';
import { type Mark, ours, type Text } from '../text.ts';
import { WAITING } from './words.ts';

/** A mark with its word, for every writer. */
interface OutcomeWords extends Mark {
  word: Phrase;
}

/** How a step or a change ended. */
export const OUTCOME_WORDS: Readonly<Record<StepOutcome, OutcomeWords>> = {
  done: { symbol: '✓', tone: 'green', word: { en: 'done', ko: '완료' } },
  'already-so': { symbol: '✓', tone: 'dim', word: { en: 'already done', ko: '이미 적용되어 있음' } },
  refused: { symbol: '✗', tone: 'red', word: { en: 'refused by the service', ko: '서비스가 거부' } },
  stale: {
    symbol: '≠',
    tone: 'yellow',
    word: { en: 'not applied: changed since the plan', ko: '적용 안 함: 계획 이후에 바뀜' },
  },
  skipped: { symbol: '○', tone: 'dim', word: { en: 'skipped', ko: '건너뜀' } },
  unknown: { symbol: '?', tone: 'magenta', word: { en: 'outcome unknown', ko: '결과를 알 수 없음' } },
  failed: { symbol: '✗', tone: 'red', word: { en: 'failed', ko: '실패' } },
  'not-run': { symbol: '○', tone: 'dim', word: { en: 'not run', ko: '실행 안 함' } },
};

/** How a resource compares with its manifest. */
export const VERDICT_WORDS: Readonly<Record<StatusVerdict, OutcomeWords>> = {
  done: { symbol: '✓', tone: 'green', word: { en: 'up to date', ko: '파일과 일치' } },
  waiting: { ...WAITING, word: { en: 'waiting', ko: '대기 중' } },
  differs: { symbol: '~', tone: 'yellow', word: { en: 'not up to date', ko: '파일과 다름' } },
  missing: { symbol: '+', tone: 'green', word: { en: 'not on the service yet', ko: '아직 서비스에 없음' } },
  kept: {
    symbol: '·',
    tone: 'dim',
    word: { en: 'kept beside the declared version', ko: '함께 유지하는 다른 버전' },
  },
  orphan: { symbol: '-', tone: 'red', word: { en: 'no longer declared', ko: '파일에서 삭제됨' } },
  unread: { symbol: '?', tone: 'magenta', word: { en: 'not readable', ko: '읽지 못함' } },
};

/** How a message ended. */
export const SEND_WORDS: Readonly<Record<SendOutcome, OutcomeWords>> = {
  proved: { symbol: '✓', tone: 'green', word: { en: 'proved', ko: '검증 완료' } },
  unproved: {
    symbol: '✗',
    tone: 'red',
    word: { en: 'not sent: it would fail', ko: '발송하지 않음: 이대로 보내면 실패합니다' },
  },
  refused: { symbol: '✗', tone: 'red', word: { en: 'not accepted', ko: '서비스가 거부' } },
  accepted: { ...WAITING, word: { en: 'accepted without a result yet', ko: '접수됨, 결과 대기' } },
  delivered: { symbol: '✓', tone: 'green', word: { en: 'delivered', ko: '발송 성공' } },
  failed: { symbol: '✗', tone: 'red', word: { en: 'not delivered', ko: '발송 실패' } },
  unknown: OUTCOME_WORDS.unknown,
  'not-sent': { symbol: '○', tone: 'dim', word: { en: 'not sent', ko: '발송 안 함' } },
  skipped: { symbol: '○', tone: 'dim', word: { en: 'skipped: sent before', ko: '건너뜀: 이미 발송함' } },
};

/** An outcome for reviewers. The head of a failure is in bold type. */
export function outcomeText({ symbol, word }: OutcomeWords, language: Language): Text {
  const [head = ''] = ['✗', '?', '≠'].includes(symbol) ? (/^[^:]+/.exec(word[language]) ?? []) : [];
  return [...(head === '' ? [] : [ours(head, 'bold')]), ours(word[language].slice(head.length))];
}

/** Returns how an outcome is counted: the reason of one that has a reason. */
export function countWord({ word }: OutcomeWords): string {
  return word.en.replace(/^.*: /, '');
}

/** Returns the mark of a send compared with what it expects: an expected failure is a success. */
export function sendMark({ outcome, expect, asExpected }: Pick<SendResult, 'outcome' | 'expect' | 'asExpected'>): Mark {
  if (asExpected === null || expect === 'delivered') return SEND_WORDS[outcome];
  return SEND_WORDS[asExpected ? 'delivered' : 'failed'];
}

/** True if the service has a message and delivers it at its time. */
export function isScheduled({ at, outcome, acceptance, delivery, problem }: SendResult): boolean {
  return at !== null && outcome === 'accepted' && Boolean(acceptance?.messageKey) && !delivery && !problem;
}

/** The types of messages (message API 2.4). */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  at: 'notification',
  ai: 'notification with an image',
  ut: 'brand message, text',
  ui: 'brand message, image',
  uw: 'brand message, wide',
  ul: 'brand message, wide list',
  uc: 'brand message, carousel feed',
  um: 'brand message, product',
  up: 'brand message, video',
  ua: 'brand message, product carousel',
};

/** `brand message, wide (uw)`; any other type is a word already, as `lms`, and is returned unchanged. */
export function typeWord(type: string): string {
  const word = own(TYPE_WORDS, type);
  return word === undefined ? type : `${word} (${type})`;
}
