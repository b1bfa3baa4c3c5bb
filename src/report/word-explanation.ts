import { own } from '../core/json.ts';
import { fill, type Language, type Phrase } from '../core/language.ts';
import { states } from '../kinds/registry.ts';
import type { Explanation, ExplanationPart } from './explanation.ts';
import { OUTCOME_WORDS, SEND_WORDS, VERDICT_WORDS } from './outcome-words.ts';
import type { StatusGroup } from './status-groups.ts';
import { ACTION_WORDS, outstandingIn, REASON_WORDS, RISK_WORDS, waitsWord } from './words.ts';

/** What to do about a state that needs more than a look at `status`. */
const STATE_HELP: Readonly<Record<string, Phrase>> = {
  REG: { en: 'Run `notiform apply`: it requests the inspection', ko: '`notiform apply`를 실행하면 검수를 요청합니다.' },
  REQ: { en: 'Wait for a verdict with `notiform wait`', ko: '`notiform wait`로 검수 결과를 기다리세요.' },
  A: {
    en: 'A brand template needs no inspection: it can be sent with `notiform send`',
    ko: '브랜드 메시지 템플릿은 검수를 받지 않습니다. `notiform send`로 바로 보낼 수 있습니다.',
  },
  S: { en: 'Ask the service why it blocked the template', ko: '차단된 이유를 서비스에 문의하세요.' },
  RDY: {
    en: 'It can be sent. The first send makes its text final',
    ko: '바로 발송할 수 있습니다. 한 번 발송하면 문구를 수정할 수 없습니다.',
  },
  ACT: {
    en: 'It can be sent. To change its text, declare `versions: true` in its manifest',
    ko: '계속 발송할 수 있습니다. 문구를 바꾸려면 파일에 `versions: true`를 추가하세요.',
  },
  REJ: {
    en: 'Read the comment in `notiform status`, correct the manifest, and run `notiform plan` and `notiform apply`. To request an inspection of the same text again, pass `--resubmit ADDRESS` to both',
    ko: '`notiform status`에서 반려 사유를 읽고 파일을 고친 다음 `notiform plan`과 `notiform apply`를 실행하세요. 같은 문구로 다시 검수를 요청하려면 두 명령에 `--resubmit 주소`를 붙이세요.',
  },
  STP: {
    en: 'Run `notiform plan`: it shows how the template can be used again',
    ko: '`notiform plan`에서 다시 사용하는 방법을 확인하세요.',
  },
  DMT: {
    en: 'Run `notiform plan`: it shows how the template can be released',
    ko: '`notiform plan`에서 휴면을 해제하는 방법을 확인하세요.',
  },
  BLK: { en: 'Ask the service why it blocked the template', ko: '차단된 이유를 서비스에 문의하세요.' },
};

const GROUP_WORDS: Readonly<Record<StatusGroup, Phrase>> = {
  rejected: { en: 'an inspector rejected the template', ko: '반려된 템플릿' },
  blocked: { en: 'the service blocked the resource', ko: '서비스에서 차단된 리소스' },
  unread: { en: 'the answer of the service could not be read', ko: '서비스의 응답을 읽지 못한 리소스' },
  dormant: { en: 'the resource is dormant, and declared otherwise', ko: '휴면 상태라서 파일과 다른 리소스' },
  stopped: { en: 'the template is stopped, and declared otherwise', ko: '중지되어 파일과 다른 템플릿' },
  drifted: {
    en: 'changed or removed outside notiform since the last apply',
    ko: '마지막 적용 뒤에 notiform 밖에서 변경되거나 삭제된 리소스',
  },
  differs: { en: 'differs from its manifest', ko: '파일과 다른 리소스' },
  waiting: { en: 'waits for an external decision', ko: '검수 결과 등을 기다리는 리소스' },
  ending: { en: 'becomes dormant again unless it is used', ko: '발송하지 않으면 다시 휴면 처리되는 리소스' },
  unsent: { en: 'approved and never sent', ko: '승인되었지만 아직 발송한 적이 없는 템플릿' },
  done: { en: 'up to date', ko: '파일과 일치하는 리소스' },
};

/** The inspection status of the service, and the lifecycle of a manifest, that stand for two states. */
const APPROVAL: Phrase = {
  en: 'approved. `status` shows RDY before the first send of the template, and ACT after it',
  ko: '승인됨. `status`는 첫 발송 전에는 RDY로, 그 뒤에는 ACT로 표시합니다',
};
const APPROVAL_WORDS: Readonly<Record<string, Phrase>> = { APR: APPROVAL, approved: APPROVAL };

/** The groups of resources in one state, which has its own advice. */
const GROUP_STATES: Readonly<Record<string, keyof typeof STATE_HELP>> = {
  rejected: 'REJ',
  blocked: 'BLK',
  dormant: 'DMT',
  stopped: 'STP',
};

const SEND_RISK_WORDS: Readonly<Record<string, Phrase>> = {
  'locks-text': {
    en: 'it is the first send of the template, and its text can never be edited again',
    ko: '템플릿의 첫 발송이며, 보내고 나면 문구를 수정할 수 없습니다',
  },
};

const HELP = {
  wait: { en: 'Wait for {decision} with `notiform wait`', ko: '`notiform wait`로 기다리세요({decision}).' },
  inState: {
    en: 'Run `notiform status` to see the resources in this state',
    ko: '`notiform status`에서 이 상태인 리소스를 볼 수 있습니다.',
  },
  resubmit: { en: 'Allow it with `--resubmit ADDRESS`', ko: '`--resubmit 주소`로 허용합니다.' },
  allow: {
    en: 'Allow it for one resource with `--allow {word}=ADDRESS`, or in `guard.allowFor` of notiform.yaml',
    ko: '리소스 하나에 허용하려면 `--allow {word}=주소` 옵션을 붙이거나 notiform.yaml의 `guard.allowFor`에 쓰세요.',
  },
  allowed: {
    en: 'It is allowed by default. If `guard.allow` of notiform.yaml does not list it, allow it for one resource with `--allow {word}=ADDRESS`',
    ko: '기본값에서는 허용됩니다. notiform.yaml의 `guard.allow`를 따로 정하면서 이 위험을 넣지 않았다면 `--allow {word}=주소` 옵션을 붙이세요.',
  },
  allowSend: {
    en: 'Check the text, then pass `--allow {word}` to `notiform send`',
    ko: '내용을 확인했다면 `notiform send`에 `--allow {word}` 옵션을 붙이세요.',
  },
  changes: {
    en: 'Run `notiform plan -v` to see each change',
    ko: '`notiform plan -v`에서 변경을 하나씩 볼 수 있습니다.',
  },
  left: { en: 'Run `notiform plan` to see what is left to do', ko: '`notiform plan`에서 남은 변경을 확인하세요.' },
  details: {
    en: 'Run `notiform status ADDRESS` to see the details',
    ko: '`notiform status 주소`에서 자세한 내용을 볼 수 있습니다.',
  },
  inGroup: {
    en: 'Run `notiform status` to see the resources of this group',
    ko: '`notiform status`에서 해당하는 리소스를 볼 수 있습니다.',
  },
  message: {
    en: 'Run `notiform report KEY` to see the message',
    ko: '`notiform report 키`에서 메시지를 볼 수 있습니다.',
  },
} satisfies Record<string, Phrase>;

const RISK_HELP: Readonly<Record<string, Phrase>> = {
  resubmits: HELP.resubmit,
  'queues-again': HELP.allowed,
  destroys: HELP.allowed,
};

/** A page is in sentences; a plan has the same Korean words as notes. */
function sentence(note: string): string {
  return note.replace(/없음$/, '없습니다').replace(/됨$/, '됩니다').replace(/함$/, '합니다');
}

/** Words that commands print. */
interface Vocabulary {
  words: readonly string[];
  /** The part of a page; none if the vocabulary does not have the word. */
  explain: (word: string, language: Language) => ExplanationPart[];
}

/** @param help what to do; it may name `{word}`, and what its state waits for as `{decision}` */
function vocabulary<Word extends string, Entry>(
  is: Phrase,
  words: Readonly<Record<Word, Entry>>,
  means: (entry: Entry, language: Language, word: Word) => string,
  help: Phrase | ((word: string) => Phrase),
): Vocabulary {
  const isOf = (word: string): word is Word => Object.hasOwn(words, word);
  const explain: Vocabulary['explain'] = (word, language) => {
    if (!isOf(word)) return [];
    const values = { word, decision: waitsWord(outstandingIn(word) ?? '', language) };
    const advice = fill(typeof help === 'function' ? help(word) : help, language, values);
    return [{ what: `${is[language]}: ${means(words[word], language, word)}`, help: advice }];
  };
  return { words: Object.keys(words), explain };
}

const said = (phrase: Phrase, language: Language): string => phrase[language];

/** What the words that commands print are, each with its meaning and what to do. */
const VOCABULARIES = [
  vocabulary(
    { en: 'A state of a resource', ko: '리소스의 상태' },
    states,
    ({ word }, language) => word[language],
    (word) => own(STATE_HELP, word) ?? (outstandingIn(word) === undefined ? HELP.inState : HELP.wait),
  ),
  vocabulary({ en: 'The result of an inspection', ko: '검수 결과' }, APPROVAL_WORDS, said, HELP.inState),
  vocabulary(
    { en: 'A risk of a change', ko: '변경의 위험' },
    RISK_WORDS,
    (words, language) => sentence(words[language]),
    (word) => RISK_HELP[word] ?? HELP.allow,
  ),
  vocabulary({ en: 'A risk of a test send', ko: '테스트 발송의 위험' }, SEND_RISK_WORDS, said, HELP.allowSend),
  vocabulary(
    { en: 'An action of a plan', ko: '배포 계획의 작업' },
    ACTION_WORDS,
    ({ todo }, language) => todo[language],
    HELP.changes,
  ),
  vocabulary(
    { en: 'The reason of a change in a plan', ko: '배포 계획에서 변경하는 이유' },
    REASON_WORDS,
    said,
    HELP.changes,
  ),
  vocabulary(
    { en: 'How a change of `apply` ended', ko: '적용 결과' },
    OUTCOME_WORDS,
    ({ word }, language) => word[language],
    HELP.left,
  ),
  vocabulary(
    { en: 'How `status` compares a resource with its manifest', ko: '`status`가 파일과 비교한 결과' },
    VERDICT_WORDS,
    ({ word }, language) => word[language],
    HELP.details,
  ),
  vocabulary(
    { en: 'A group of `status`', ko: '`status`의 분류' },
    GROUP_WORDS,
    said,
    (word) => own(STATE_HELP, own(GROUP_STATES, word) ?? '') ?? HELP.inGroup,
  ),
  vocabulary(
    { en: 'How a send ended', ko: '발송 결과' },
    SEND_WORDS,
    ({ word }, language) => word[language],
    HELP.message,
  ),
];

/** Every word that plans, receipts, `status` and sends print. */
export const printedWords: readonly string[] = [...new Set(VOCABULARIES.flatMap(({ words }) => words))];

/**
 * The page of a word that commands print, with a part for each meaning. A word with which the Korean name of a state begins stands
 * for that state: `반려`. Undefined if no command prints the word.
 */
export function wordExplanation(given: string, language: Language = 'en'): Explanation | undefined {
  const word =
    printedWords.find((one) => one.toLowerCase() === given.toLowerCase()) ??
    Object.keys(states).find((one) => /[가-힣]/.test(given) && states[one]?.word.ko.startsWith(given));
  if (word === undefined) return undefined;
  return { code: word, parts: VOCABULARIES.flatMap(({ explain }) => explain(word, language)) };
}
