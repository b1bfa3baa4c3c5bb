import { groupBy } from '../../core/grouping.ts';
import { own } from '../../core/json.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { Action, Moved, Reason } from '../../core/plan.ts';
import { type ChangeReceipt, isDone, type Receipt, type StepOutcome } from '../../core/receipt.ts';
import type { SendOutcome, SendResult } from '../../core/send-result.ts';
import type { StatusVerdict } from '../../core/status.ts';
import { states, waits } from '../../kinds/registry.ts';
import { counted } from '../../text/counted.ts';
import { type Mark, ours, type Span, span, type Text } from '../text.ts';

interface ActionWords extends Mark {
  /** `2 to create` */
  todo: string;
  done: string;
}

export const BLOCKED: Mark = { symbol: '✗', tone: 'red' };
export const WAITING: Mark = { symbol: '⧖', tone: 'yellow' };

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  create: { symbol: '+', tone: 'green', todo: 'create', done: 'created' },
  update: { symbol: '~', tone: 'yellow', todo: 'update', done: 'updated' },
  version: { symbol: '»', tone: 'yellow', todo: 'publish as a new version', done: 'published as a new version' },
  lifecycle: { symbol: '↻', tone: 'cyan', todo: 'change state', done: 'state changed' },
  adopt: { symbol: '=', tone: 'blue', todo: 'adopt', done: 'adopted' },
  move: { symbol: '→', tone: 'blue', todo: 'rename', done: 'renamed' },
  delete: { symbol: '-', tone: 'red', todo: 'delete', done: 'deleted' },
  forget: { symbol: '∅', tone: 'magenta', todo: 'forget', done: 'forgotten' },
};

/** The words for a change in a cell, and on the page of previews. */
export const ACTION_CELLS: Readonly<Record<Action, Phrase>> = {
  create: { en: 'new', ko: '신규' },
  update: { en: 'changed', ko: '수정' },
  version: { en: 'new version', ko: '새 버전' },
  lifecycle: { en: 'state changes', ko: '상태 변경' },
  adopt: { en: 'managed from now on, unchanged', ko: '관리 시작, 내용 변경 없음' },
  move: { en: 'new id, unchanged', ko: 'id 변경, 내용 변경 없음' },
  delete: { en: 'deleted', ko: '삭제' },
  forget: { en: 'no longer managed, stays as it is', ko: '관리 제외, 서비스에는 그대로 유지' },
};

/** The lead: what happens to how many resources. */
export const ACTION_SENTENCES: Readonly<Record<Action, Phrase>> = {
  create: { en: '{what} {count:is|are} added.', ko: '{what}가 추가됩니다.' },
  update: { en: '{what} {count:changes|change}.', ko: '{what}가 바뀝니다.' },
  version: { en: '{what} {count:gets|get} a new version.', ko: '{what}가 새 버전으로 등록됩니다.' },
  lifecycle: { en: 'The state of {what} changes.', ko: '{what}의 상태가 바뀝니다.' },
  adopt: { en: 'notiform starts to manage {what}.', ko: '이제 notiform이 {what}를 관리합니다.' },
  move: { en: '{what} {count:gets|get} another id in the manifests.', ko: '파일에 적은 {what}의 id가 바뀝니다.' },
  delete: { en: '{what} {count:is|are} deleted.', ko: '{what}가 삭제됩니다.' },
  forget: { en: 'notiform stops managing {what}.', ko: '{what}를 notiform 관리 대상에서 제외합니다.' },
};

/** Every action in the order in which a legend and the counts name them. */
export const ACTIONS = Object.keys(ACTION_WORDS) as Action[];

/** What happened to a resource since the last apply. */
export const MOVED_WORDS: Readonly<Record<Moved, Phrase>> = {
  drifted: { en: 'changed outside notiform since the last apply', ko: '마지막 적용 뒤에 notiform 밖에서 변경됨' },
  edited: {
    en: 'its manifest changed since the last apply or import',
    ko: '마지막 적용이나 가져오기 뒤에 파일을 고침',
  },
  adopted: { en: 'it differed already when it was adopted', ko: '관리를 시작할 때부터 파일과 다름' },
  vanished: {
    en: 'applied before, then deleted outside notiform: remove its manifest to leave it deleted',
    ko: '적용한 뒤에 notiform 밖에서 삭제됨. 삭제된 채로 두려면 파일을 삭제하세요',
  },
};

export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  'not-there': 'not on the service yet',
  'content-differs': 'content differs from the manifest',
  'state-differs': 'content matches, state differs',
  'in-use': 'the approved text stays in use until this version is approved',
  'none-in-use': 'the older text stays out of use, so no text is in use until this version is approved',
  superseded: 'an older version; newer versions have been in use long enough',
  abandoned: 'a version whose text no manifest declares any more',
  resubmitted: 'requests inspection of the rejected content again (--resubmit)',
  'removed-from-manifests': 'managed by notiform, and no manifest declares it any more',
  'not-bound': 'on the service already; notiform manages it from now on',
  unfinished: 'an earlier apply started to create it and did not finish',
  renamed: 'its id changed in the manifest; the service knows no ids',
  drifted: MOVED_WORDS.drifted.en,
  edited: MOVED_WORDS.edited.en,
  adopted: MOVED_WORDS.adopted.en,
  vanished: MOVED_WORDS.vanished.en,
  gone: 'no manifest declares it any more, and it no longer exists',
};

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

/** Returns the external decision that a resource in this state waits for, or undefined. */
export function outstandingIn(state: string): string | undefined {
  return own(states, state)?.waitsFor;
}

/**
 * Returns the decision that a change of a run waits for now, or undefined.
 * @param outstanding the addresses that are pending at the end of `--wait`; undefined if the run did not wait
 */
export function waitsForOf(
  change: ChangeReceipt,
  outstanding: readonly string[] = [change.address],
): string | undefined {
  const isPending = isDone(change) && outstanding.includes(change.address);
  return isPending ? outstandingIn(change.steps.at(-1)?.state ?? '') : undefined;
}

/**
 * Returns what is pending after a run: its finished changes, and what was pending before.
 * @param outstanding as in `waitsForOf`
 */
export function pendingAfter(
  { changes, waiting }: Pick<Receipt, 'changes' | 'waiting'>,
  outstanding?: readonly string[],
): { address: string; waitsFor: string }[] {
  const asked = changes.flatMap((change) => {
    const waitsFor = waitsForOf(change, outstanding);
    return waitsFor === undefined ? [] : [{ address: change.address, waitsFor }];
  });
  return [...asked, ...waiting];
}

/** True if a resource can be used in this state. */
export function isUsable(state: string): boolean {
  return own(states, state)?.tone === 'green';
}

/** True if a resource in this state cannot be used until a person acts: stopped, dormant, blocked, rejected. */
export function isOutOfUse(state: string): boolean {
  return own(states, state)?.tone === 'red';
}

/** `in inspection`, `검수 중`; the state's own name if it is unknown. */
export function stateName(state: string, language: Language): string {
  return own(states, state)?.word[language] ?? state;
}

/** `2 verdicts and 1 encoding` of the words that are waited for. */
export function waitsCounted(outstanding: readonly string[]): string {
  const kinds = Array.from(groupBy(outstanding, String), ([one, { length: count }]) => {
    const noun = own(waits, one) ?? { one, many: one };
    return counted(count, noun.one, noun.many);
  });
  return kinds.join(' and ');
}

/** `a verdict`; an unknown word is returned unchanged. */
export function waitsWord(waitsFor: string, language: Language = 'en'): string {
  return own(waits, waitsFor)?.word[language] ?? waitsFor;
}

/** What to do if a decision is a refusal that the service does not report; empty if it reports all of them. */
export function unreportedNote(waiting: readonly { address: string; waitsFor: string | null }[]): string {
  const found = waiting.filter(({ waitsFor }) => own(waits, waitsFor ?? '')?.unreported);
  const [first] = found;
  const note = own(waits, first?.waitsFor ?? '')?.unreported;
  if (!first || !note) return '';
  const id = found.length === 1 ? first.address.slice(first.address.lastIndexOf('/') + 1) : 'PROFILE';
  return note.replace('{id}', id);
}

/** A state's short word in its colour. */
export function stateSpan(state: string): Span {
  return span(state, own(states, state)?.tone ?? 'bold');
}

/** `REJ rejected`, `present`: the short word, and its meaning if that is another word. */
export function stateSpans(state: string): Span[] {
  const meaning = own(states, state)?.word.en ?? '';
  const word = meaning.startsWith(state) ? meaning.slice(state.length).trim() : meaning;
  if (state === 'present' || state === 'absent') return [span(word, own(states, state)?.tone ?? 'dim')];
  return word === '' ? [stateSpan(state)] : [stateSpan(state), span(` ${word}`)];
}

/** `40 s`, `1 m 30 s`, `2 h 5 m` of milliseconds. */
export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

/** The authors of comments that are not people. */
const AUTHORS: Readonly<Record<string, string>> = { inspector: '검수자', emulator: '에뮬레이터' };

/** The author of a comment, in a language. */
export function authorName(name: string, language: Language): string {
  return language === 'en' ? name : (own(AUTHORS, name) ?? name);
}

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
const TYPE_WORDS: Readonly<Record<string, Phrase>> = {
  at: { en: 'notification', ko: '알림' },
  ai: { en: 'notification with an image', ko: '알림, 이미지형' },
  ut: { en: 'brand message, text', ko: '브랜드 메시지, 텍스트형' },
  ui: { en: 'brand message, image', ko: '브랜드 메시지, 이미지형' },
  uw: { en: 'brand message, wide', ko: '브랜드 메시지, 와이드 이미지형' },
  ul: { en: 'brand message, wide list', ko: '브랜드 메시지, 와이드 리스트형' },
  uc: { en: 'brand message, carousel feed', ko: '브랜드 메시지, 캐러셀 피드형' },
  um: { en: 'brand message, product', ko: '브랜드 메시지, 커머스형' },
  up: { en: 'brand message, video', ko: '브랜드 메시지, 프리미엄 동영상형' },
  ua: { en: 'brand message, product carousel', ko: '브랜드 메시지, 캐러셀 커머스형' },
};

/** `brand message, wide (uw)`; any other type is a word already, as `lms`, and is returned unchanged. */
export function typeWord(type: string, language: Language = 'en'): string {
  const word = own(TYPE_WORDS, type)?.[language];
  return word === undefined ? type : `${word} (${type})`;
}
