import { groupBy } from '../core/grouping.ts';
import { own } from '../core/json.ts';
import type { Risk } from '../core/kind.ts';
import { fill, type Language, type Phrase } from '../core/language.ts';
import type { Action, Reason } from '../core/plan.ts';
import { type ChangeReceipt, isDone } from '../core/receipt.ts';
import { states, waits } from '../kinds/registry.ts';
import { type Span, span } from './line.ts';
import type { Tone } from './style.ts';
import { COUNT_TEXT } from './terminal-words.ts';

/** A symbol before a line. */
export interface Mark {
  symbol: string;
  tone: Tone;
}

interface ActionWords extends Mark {
  /** `2 to create`, `추가 2개` */
  todo: Phrase;
  done: Phrase;
}

export const BLOCKED: Mark = { symbol: '✗', tone: 'red' };
export const WAITING: Mark = { symbol: '⧖', tone: 'yellow' };

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  create: { symbol: '+', tone: 'green', todo: { en: 'create', ko: '추가' }, done: { en: 'created', ko: '추가 완료' } },
  update: { symbol: '~', tone: 'yellow', todo: { en: 'update', ko: '수정' }, done: { en: 'updated', ko: '수정 완료' } },
  version: {
    symbol: '»',
    tone: 'yellow',
    todo: { en: 'publish as a new version', ko: '새 버전 등록' },
    done: { en: 'published as a new version', ko: '새 버전 등록 완료' },
  },
  lifecycle: {
    symbol: '↻',
    tone: 'cyan',
    todo: { en: 'change state', ko: '상태 변경' },
    done: { en: 'state changed', ko: '상태 변경 완료' },
  },
  delete: { symbol: '-', tone: 'red', todo: { en: 'delete', ko: '삭제' }, done: { en: 'deleted', ko: '삭제 완료' } },
  adopt: {
    symbol: '=',
    tone: 'blue',
    todo: { en: 'adopt', ko: '관리 시작' },
    done: { en: 'adopted', ko: '관리 시작 완료' },
  },
  move: {
    symbol: '→',
    tone: 'blue',
    todo: { en: 'rename', ko: 'id 변경' },
    done: { en: 'renamed', ko: 'id 변경 완료' },
  },
  forget: {
    symbol: '∅',
    tone: 'magenta',
    todo: { en: 'forget', ko: '관리 제외' },
    done: { en: 'forgotten', ko: '관리 제외 완료' },
  },
};

/** Every action in the order in which a legend and the counts name them. */
export const ACTIONS = ['create', 'update', 'version', 'lifecycle', 'adopt', 'move', 'delete', 'forget'] as const;

export const REASON_WORDS: Readonly<Record<Reason, Phrase>> = {
  'not-there': { en: 'not on the service yet', ko: '아직 서비스에 없음' },
  'content-differs': { en: 'content differs from the manifest', ko: '파일과 내용이 다름' },
  'state-differs': { en: 'content matches, state differs', ko: '내용은 같고 상태가 다름' },
  'in-use': {
    en: 'the approved text stays in use until this version is approved',
    ko: '이 버전이 승인될 때까지 승인된 문구로 발송',
  },
  superseded: {
    en: 'an older version; newer versions have been in use long enough',
    ko: '새 버전을 충분히 사용해 필요 없어진 이전 버전',
  },
  abandoned: { en: 'a version whose text no manifest declares any more', ko: '파일에 없는 문구의 버전' },
  resubmitted: {
    en: 'requests inspection of the rejected content again (--resubmit)',
    ko: '반려된 문구 그대로 다시 검수 요청(--resubmit)',
  },
  'removed-from-manifests': {
    en: 'managed by notiform, and no manifest declares it any more',
    ko: 'notiform이 관리하던 리소스가 파일에서 삭제됨',
  },
  'not-bound': {
    en: 'on the service already; notiform manages it from now on',
    ko: '이미 서비스에 있으며 이제부터 notiform이 관리',
  },
  unfinished: {
    en: 'an earlier apply started to create it and did not finish',
    ko: '이전 적용에서 시작한 등록이 끝나지 않음',
  },
  renamed: {
    en: 'its id changed in the manifest; the service knows no ids',
    ko: '파일의 id가 바뀜, 서비스에는 변화 없음',
  },
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
  gone: { en: 'no manifest declares it any more, and it no longer exists', ko: '파일에서 삭제되었고 서비스에도 없음' },
};

export const RISK_WORDS: Readonly<Record<Risk, Phrase>> = {
  'queues-again': { en: 'loses its place in the inspection queue', ko: '진행 중인 검수 요청이 취소됨' },
  'loses-approval': {
    en: 'loses its approval and needs a new inspection',
    ko: '승인이 취소되고 다시 검수를 받아야 함',
  },
  'interrupts-sending': { en: 'messages with it can no longer be sent', ko: '발송이 중단됨' },
  destroys: { en: 'deletes it permanently; it cannot be restored', ko: '삭제하면 되돌릴 수 없음' },
  resubmits: {
    en: 'requests inspection of the same rejected content again',
    ko: '반려된 문구를 그대로 다시 검수 요청함',
  },
  reverses: { en: 'undoes what a person did outside notiform', ko: 'notiform 밖에서 한 작업을 되돌림' },
  'takes-over': { en: 'changes a resource that the state has no apply of', ko: '적용한 기록이 없는 리소스를 바꿈' },
  older: { en: 'the commit does not contain the last apply', ko: '마지막 적용이 이 커밋에 포함되지 않음' },
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

/** `2 verdicts and 1 encoding`, `검수 결과 2개, 인코딩 완료 1개` of the words that are waited for. */
export function waitsCounted(outstanding: readonly string[], language: Language = 'en'): string {
  const kinds = Array.from(groupBy(outstanding, String), ([one, { length: count }]) => {
    if (language !== 'en') return countOf(waitsWord(one, language), count, language);
    const noun = own(waits, one) ?? { one, many: one };
    return counted(count, noun.one, noun.many);
  });
  return kinds.join(language === 'en' ? ' and ' : ', ');
}

/** `a verdict`; an unknown word is returned unchanged. */
export function waitsWord(waitsFor: string, language: Language = 'en'): string {
  return own(waits, waitsFor)?.word[language] ?? waitsFor;
}

/** What to do if a decision is a refusal that the service does not report; empty if it reports all of them. */
export function unreportedNote(
  waiting: readonly { address: string; waitsFor: string | null }[],
  language: Language = 'en',
): string {
  const found = waiting.filter(({ waitsFor }) => own(waits, waitsFor ?? '')?.unreported);
  const [first] = found;
  const note = own(waits, first?.waitsFor ?? '')?.unreported;
  if (!first || !note) return '';
  const id = found.length === 1 ? first.address.slice(first.address.lastIndexOf('/') + 1) : ANY[language];
  return fill(note, language, { id });
}

const ANY: Phrase = { en: 'PROFILE', ko: '프로필' };

/** `in inspection`, without the state's own name; empty for an unknown state. */
function stateWord(state: string): string {
  const word = own(states, state)?.word.en ?? '';
  return word.startsWith(state) ? word.slice(state.length).trim() : word;
}

/** A state's short word in its colour. A code of the service has no language. */
export function stateSpan(state: string, language: Language = 'en'): Span {
  const word = language !== 'en' && isWord(state) ? stateName(state, language) : state;
  return span(word, own(states, state)?.tone ?? 'bold');
}

/** True if a state is a word of ours, and no code of the service. */
function isWord(state: string): boolean {
  return /^[a-z]/.test(state);
}

/** `REJ rejected`, `present`: the short word, and its meaning if that is another word. */
export function stateSpans(state: string, language: Language = 'en'): Span[] {
  const word = language === 'en' ? stateWord(state) : (own(states, state)?.word[language] ?? '');
  // Words of ours are translated. Codes of the service are shown too, because its console has them.
  const isTranslated = language !== 'en' && isWord(state) && word !== '';
  if (state === 'present' || state === 'absent' || isTranslated) return [span(word, own(states, state)?.tone ?? 'dim')];
  return word === '' ? [stateSpan(state)] : [stateSpan(state), span(` ${word}`)];
}

/** `1 template`, `2 templates` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `2 waiting`, `대기 중 2개`: the counts that are not zero. */
export function numbered(counts: Iterable<readonly [string, number]>, language: Language = 'en'): string[] {
  return [...counts].flatMap(([word, count]) => (count === 0 ? [] : [countOf(word, count, language)]));
}

function countOf(what: string, count: number, language: Language): string {
  return fill(COUNT_TEXT, language, { count, what }, String);
}

const HOURS: Phrase = { en: '{count} h', ko: '{count}시간' };
const MINUTES: Phrase = { en: '{count} m', ko: '{count}분' };
const SECONDS: Phrase = { en: '{count} s', ko: '{count}초' };

/** `40 s`, `1 m 30 s`, `2 h 5 m` of milliseconds. */
export function durationWords(ms: number, language: Language = 'en'): string {
  const seconds = Math.round(ms / 1000);
  const parts: [number, Phrase][] = [
    [Math.floor(seconds / 3600), HOURS],
    [Math.floor(seconds / 60) % 60, MINUTES],
    [seconds % 60, SECONDS],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return fill(SECONDS, language, { count: 0 });
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, phrase]) => fill(phrase, language, { count }, String))
    .join(' ');
}

/** The kinds of comments (resource API 2.2), and the author whose comments the emulator writes. */
const COMMENT_TEXTS = {
  REQ: { en: 'requested', ko: '검수 요청' },
  INQ: { en: 'asked', ko: '문의' },
  APR: { en: 'approved', ko: '승인' },
  REJ: { en: 'rejected', ko: '반려' },
  REP: { en: 'answered', ko: '답변' },
  inspector: { en: 'inspector', ko: '검수자' },
  emulator: { en: 'emulator', ko: '에뮬레이터' },
} satisfies Record<string, Phrase>;

/** The kind or the author of a comment. English has the code of the service. */
export function commentWord(word: string, language: Language = 'en'): string {
  return language === 'en' ? word : (own(COMMENT_TEXTS, word)?.[language] ?? word);
}
