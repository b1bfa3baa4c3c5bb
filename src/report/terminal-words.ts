import { own } from '../core/json.ts';
import { fill, type Language, type Phrase, type PhraseValues } from '../core/language.ts';
import { type Span, span } from './line.ts';
import type { Style } from './style.ts';

/** Returns a text of a terminal in the language of the style. Numbers have no separators: logs are searched for them. */
export function said({ language = 'en' }: Pick<Style, 'language'>, phrase: Phrase, values: PhraseValues = {}): string {
  return fill(phrase, language, values, String);
}

/** As `said`, with values that have their own tones. */
export function saidSpans(
  style: Pick<Style, 'language'>,
  phrase: Phrase,
  spans: Readonly<Record<string, readonly Span[]>>,
  values: PhraseValues = {},
): Span[] {
  const parts = said(style, phrase, values).split(/\{(\w+)\}/);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [span(part)] : (spans[part] ?? [])));
}

/** Texts of a terminal in both languages. The reviewers' texts for the same facts are in review/words.ts. */

/** Texts of several drawings. */
export const COMMON_TEXTS = {
  inspector: { en: 'You are the inspector: ', ko: '에뮬레이터에서는 직접 검수합니다: ' },
  inspectorOfAll: { en: 'You are the inspector. To approve all: ', ko: '에뮬레이터에서 직접 모두 승인하려면: ' },
  problems: { en: 'Problems', ko: '확인할 사항' },
  more: { en: '… and {count} more', ko: '… 외 {count}개' },
  or: { en: ' or ', ko: ' 또는 ' },
  to: { en: ' to {party}', ko: ', 수신 {party}' },
  seconds: { en: '{seconds} s', ko: '{seconds}초' },
  fallenBack: { en: 'delivered by {channel} ({order} fallback)', ko: '{order} 대체 발송({channel})으로 발송 성공' },
} satisfies Record<string, Phrase>;

/** Which of two fallbacks. */
export const ORDER_TEXTS = {
  first: { en: 'first', ko: '첫 번째' },
  second: { en: 'second', ko: '두 번째' },
} satisfies Record<string, Phrase>;

export const VALUE_TEXTS = {
  none: { en: 'none', ko: '없음' },
  unknown: { en: '(known after apply of {address})', ko: '({address} 적용 후에 정해짐)' },
} satisfies Record<string, Phrase>;

/** The number of something, as a list has it: `2 waiting`, `대기 중 2개`. */
export const COUNT_TEXT: Phrase = { en: '{count} {what}', ko: '{what} {count}개' };

export const CATALOG_TEXTS = {
  none: { en: 'No template can be sent.', ko: '보낼 수 있는 템플릿이 없습니다.' },
  unavailable: { en: 'Not available:', ko: '보낼 수 없는 템플릿:' },
  plain: { en: 'no variables', ko: '변수 없음' },
  as: { en: ' as ', ko: ', 코드 ' },
} satisfies Record<string, Phrase>;

/** The states and outcomes that only counts name. */
export const COUNTED_TEXTS = {
  waiting: { en: 'waiting', ko: '대기 중' },
  blocked: { en: 'blocked', ko: '멈춘 변경' },
  unmanaged: { en: 'not managed', ko: '관리하지 않음' },
  unchanged: { en: 'unchanged', ko: '변경 없음' },
} satisfies Record<string, Phrase>;

export const PLAN_TEXTS = {
  part: { en: 'Only a part of it: ', ko: '일부만 계획: ' },
  rest: { en: '. The rest was not planned.', ko: '. 나머지는 이번 계획에서 제외했습니다.' },
  unread: {
    en: 'This plan is not complete: something could not be read, so changes may be missing. See the problems below.',
    ko: '일부를 읽지 못해 배포 계획이 완전하지 않습니다. 여기에 없는 변경이 있을 수 있습니다. 아래의 확인할 사항을 보세요.',
  },
  counts: { en: 'Plan: ', ko: '배포 계획: ' },
  todo: { en: '{count} to {what}', ko: '{what} {count}개' },
  noneFound: {
    en: 'No changes were found, and not everything could be read.',
    ko: '바뀌는 내용을 찾지 못했고, 일부는 읽지 못했습니다.',
  },
  nonePossible: { en: 'No changes that can be made.', ko: '적용할 수 있는 변경이 없습니다.' },
  same: {
    en: 'No changes. Everything declared for {environment} is as the manifests say.',
    ko: '바뀌는 내용이 없습니다. {environment} 환경의 모든 리소스가 파일에 적은 내용과 같습니다.',
  },
  sameOrComing: {
    en: 'No changes. Everything declared for {environment} is as the manifests say, or on its way.',
    ko: '바뀌는 내용이 없습니다. {environment} 환경의 모든 리소스가 파일에 적은 내용과 같거나 결과를 기다리고 있습니다.',
  },
  samePart: {
    en: 'No changes. This part of it is as the manifests say.',
    ko: '바뀌는 내용이 없습니다. 선택한 리소스가 파일에 적은 내용과 같습니다.',
  },
  samePartOrComing: {
    en: 'No changes. This part of it is as the manifests say, or on its way.',
    ko: '바뀌는 내용이 없습니다. 선택한 리소스가 파일에 적은 내용과 같거나 결과를 기다리고 있습니다.',
  },
  besides: { en: 'Besides: ', ko: '그 외: ' },
  protections: { en: '{count} protection {count:change|changes}', ko: '보호 설정 변경 {count}개' },
  next: { en: 'Next: ', ko: '다음 명령: ' },
  errors: {
    en: 'Nothing can be applied: {count} {count:problem|problems} above.',
    ko: '적용할 수 없습니다. 위의 오류 {count}개를 먼저 해결하세요.',
  },
  thenWaits: { en: 'then waits for {decision}', ko: '이후 {decision} 대기' },
  samples: { en: 'samples {names}', ko: '예시 {names}' },
  digests: { en: 'basis {basis}, digest {digest}', ko: '기준 상태 {basis}, 변경 내용 {digest}' },
  lost: { en: 'what is lost:', ko: '삭제되는 내용:' },
  waiting: { en: 'Waiting', ko: '대기 중' },
  waitingAbout: { en: 'for an external decision', ko: '검수 결과 등을 기다리는 리소스' },
  since: { en: ' since {time}', ko: ' ({time}부터)' },
  afterDecision: {
    en: 'after {address}, which waits for {decision}',
    ko: '{address} 결과가 나온 뒤에 적용({decision} 대기)',
  },
  blocked: { en: 'Blocked', ko: '멈춘 변경' },
  blockedAbout: { en: 'no allowed route leads to the desired state', ko: '허용하거나 파일을 고쳐야 하는 리소스' },
  noWay: { en: '→ no flag and no setting allows it', ko: '→ 허용할 수 있는 옵션이나 설정이 없습니다' },
  takeOver: { en: '→ to take over the live content: ', ko: '→ 서비스의 내용을 파일에 반영: ' },
  way: { en: '→ to allow it: ', ko: '→ 해결 방법: ' },
  blockedIn: { en: 'now {state}: {reason}', ko: '현재 {state}, {reason}' },
  briefWay: { en: '; to allow it: {way}', ko: '. 해결 방법: {way}' },
  protection: { en: 'Protection', ko: '보호 설정' },
  protectionAbout: { en: 'changes in the state only', ko: '상태 파일에서만 바뀌는 내용' },
  protected: { en: 'protected from now on', ko: '이제부터 보호됨' },
  unprotected: { en: 'protected no more', ko: '보호 해제' },
  unmanaged: { en: 'Not managed', ko: '관리하지 않음' },
  unmanagedAbout: { en: 'live, not ours, never touched', ko: '서비스에 있지만 notiform이 변경하지 않는 리소스' },
  moreWait: { en: '… and {count} more wait for {decision}', ko: '… 외 {count}개가 {decision} 대기' },
  moreAfter: {
    en: '… and {count} more after {address}, which waits for {decision}',
    ko: '… 외 {count}개는 {address} 결과가 나온 뒤에 적용({decision} 대기)',
  },
  blockedLeft: { en: '{count} blocked:', ko: '멈춘 변경 {count}개:' },
  blockedNotice: {
    en: '{count} {count:resource is|resources are} blocked and {count:stays as it is|stay as they are}.',
    ko: '멈춘 변경 {count}개는 적용하지 않습니다.',
  },
  blockedStayed: {
    en: '{count} {count:resource was|resources were} blocked and not changed.',
    ko: '멈춘 변경 {count}개는 적용하지 않았습니다.',
  },
  blockedExit: {
    en: ' Only `--detailed-exitcode` shows this in the exit code.',
    ko: ' 종료 코드로도 확인하려면 `--detailed-exitcode`를 붙이세요.',
  },
  waitingLeft: { en: 'Not changed, waiting:', ko: '변경하지 않고 대기 중:' },
} satisfies Record<string, Phrase>;

export const RECEIPT_TEXTS = {
  title: { en: 'What was done on {environment}', ko: '{environment} 적용 결과' },
  took: { en: '  in {seconds} s', ko: '  {seconds}초' },
  interrupted: { en: 'The run was interrupted.', ko: '실행이 중단되었습니다.' },
  moreNotRun: { en: '… and {count} more not run', ko: '… 외 {count}개 실행 안 함' },
  partly: {
    en: '{word}; {made} of {count} {count:step|steps} {made:was|were} done',
    ko: '{word} ({count}단계 중 {made}단계 완료)',
  },
  untouched: { en: '{word}; nothing was done', ko: '{word} (바뀐 내용 없음)' },
  itIs: { en: ', it is ', ko: ', 현재 ' },
  unapproved: { en: 'Not approved', ko: '검토되지 않은 변경' },
  unapprovedAbout: {
    en: 'the plan file does not contain it, and it was not run',
    ko: '배포 계획 파일에 없어 실행하지 않았습니다',
  },
  emptyFile: {
    en: 'The plan file {file} contains no change that can be carried out.',
    ko: '배포 계획 파일에 적용할 변경이 없습니다: {file}',
  },
  protections: {
    en: 'In the state: {count} protection {count:change|changes}.',
    ko: '상태 파일: 보호 설정 변경 {count}개.',
  },
  later: {
    en: '{count} {count:change waits|changes wait} for an external decision: {command} waits and continues',
    ko: '결과가 나온 뒤에 적용할 변경 {count}개: {command} (기다렸다가 이어서 적용합니다)',
  },
  left: { en: 'To see what is left: ', ko: '남은 내용 확인: ' },
  done: { en: 'Done: ', ko: '결과: ' },
  noneFinished: { en: 'No change was finished.', ko: '끝까지 적용한 변경이 없습니다.' },
  noneDone: { en: 'No change was carried out.', ko: '적용한 변경이 없습니다.' },
  undone: { en: 'Not done: ', ko: '적용 안 됨: ' },
  ofThese: {
    en: 'Of these, {count} {count:was|were} carried out in part.',
    ko: '이 중 {count}개는 일부 단계만 적용했습니다.',
  },
  waits: { en: '{count} {count:waits|wait} for {decision}', ko: '{decision} 대기 {count}개' },
} satisfies Record<string, Phrase>;

export const STATUS_TEXTS = {
  unread: {
    en: 'Not everything could be read: see the problems.',
    ko: '일부를 읽지 못했습니다. 아래의 확인할 사항을 보세요.',
  },
  none: {
    en: 'No manifest declares a resource, and the state has none.',
    ko: '파일에 적은 리소스가 없고, 관리 중인 리소스도 없습니다.',
  },
  noneSince: { en: 'No resource was modified in this period.', ko: '이 기간에 수정된 리소스가 없습니다.' },
  needs: { en: 'To do: ', ko: '할 일: ' },
  profiles: { en: '{count} {count:profile|profiles} that cannot send', ko: '발송할 수 없는 발신 프로필 {count}개' },
  resources: { en: '{count} {count:resource|resources}: ', ko: '리소스 {count}개: ' },
  profile: { en: 'profile {profile} is {about}', ko: '발신 프로필 {profile} {about}' },
  spam: { en: 'spam level {level}', ko: '스팸 단계 {level}' },
  messageSpam: { en: 'message spam level {level}', ko: '메시지 스팸 단계 {level}' },
  recover: {
    en: 'Run `notiform profile recover {profile}`',
    ko: '`notiform profile recover {profile}` 명령을 실행하세요.',
  },
  correct: {
    en: 'Next: correct what was rejected, then run `notiform apply`',
    ko: '다음: 반려된 내용을 고친 뒤 `notiform apply`를 실행하세요.',
  },
  removed: {
    en: 'Next: run `notiform plan` to see what happens to the resources that are no longer declared',
    ko: '다음: `notiform plan`을 실행하면 파일에서 삭제한 리소스를 어떻게 처리할지 볼 수 있습니다',
  },
  current: { en: 'the declared version', ko: '파일에 적은 버전' },
  fresh: { en: 'a new version', ko: '새 버전(검수 필요)' },
  ends: { en: 'dormant on {day} unless it is sent', ko: '{day}까지 발송하지 않으면 휴면' },
  declares: { en: 'the manifest declares {goal}', ko: '목표: {goal}' },
} satisfies Record<string, Phrase>;

/** The goals of manifests. */
const GOAL_TEXTS = {
  approved: { en: 'approved', ko: '승인' },
  draft: { en: 'draft', ko: '등록' },
  stopped: { en: 'stopped', ko: '중지' },
} satisfies Record<string, Phrase>;

/** A goal is a word of manifests. Korean has the word of the state that it leads to. */
export function goalWord(goal: string, language: Language): string {
  return language === 'en' ? goal : (own(GOAL_TEXTS, goal)?.[language] ?? goal);
}

/** What a person has to act on, by the group of `status`. */
export const NEED_TEXTS = {
  rejected: { en: 'rejected', ko: '반려' },
  blocked: { en: 'blocked', ko: '차단' },
  unread: { en: 'unreadable', ko: '읽지 못함' },
  dormant: { en: 'dormant', ko: '휴면' },
  stopped: { en: 'stopped', ko: '중지' },
  drifted: { en: 'changed at the service', ko: 'notiform 밖에서 변경됨' },
  ending: { en: 'going dormant', ko: '휴면 예정' },
} satisfies Record<string, Phrase>;

export const SEND_TEXTS = {
  title: { en: 'Test send on {environment}', ko: '{environment} 테스트 발송' },
  check: { en: 'Check of payloads on {environment}', ko: '{environment} 발송 데이터 점검' },
  dryRun: { en: '  dry run: nothing is sent', ko: '  확인만 하고 보내지 않습니다' },
  uncertain: { en: 'not certain whether it was delivered', ko: '전달되었는지 알 수 없음' },
  provedWithoutTemplate: { en: 'proved: its form and its lengths are valid', ko: '검증 완료: 형식과 글자 수가 올바름' },
  proved: { en: 'proved: it equals what was approved', ko: '검증 완료: 승인된 템플릿과 일치' },
  fellBack: { en: 'not delivered by {type}, {by}', ko: '{type} 발송 실패, {by}' },
  expected: { en: ', as expected ({expect})', ko: ', 예상한 결과 ({expect})' },
  unexpected: { en: ', and not as expected ({expect})', ko: ', 예상과 다름 ({expect})' },
  code: { en: 'code {code}', ko: '코드 {code}' },
  sample: { en: 'sample {sample}', ko: '예시 {sample}' },
  from: { en: 'from {party}', ko: '발신 {party}' },
  at: { en: 'at {time}', ko: '예약 {time}' },
  locksText: {
    en: ': this is the first send of the template; its text can never be edited again',
    ko: ': 이 템플릿의 첫 발송입니다. 보내고 나면 문구를 수정할 수 없습니다',
  },
  earlier: { en: 'sent      ', ko: '발송  ' },
  reference: { en: 'reference {key}', ko: '참조 키 {key}' },
  messageKey: { en: 'message key {key}', ko: '메시지 키 {key}' },
  firstFallback: { en: 'first fallback: {type}', ko: '첫 번째 대체 발송: {type}' },
  secondFallback: { en: 'second fallback: {type}', ko: '두 번째 대체 발송: {type}' },
  accepted: { en: 'accepted ', ko: '접수 성공' },
  answer: { en: 'answer   ', ko: '응답 ' },
  delivery: { en: 'delivery ', ko: '결과 ' },
  askLater: { en: 'Ask later with `notiform report {key}`', ko: '결과는 `notiform report {key}` 명령으로 확인하세요' },
  scheduled: {
    en: 'scheduled; after {time}, see the result with `notiform report {key}`',
    ko: '예약됨. {time} 이후 `notiform report {key}` 명령으로 확인하세요',
  },
  noResult: {
    en: 'no result yet; acceptance alone does not mean delivery',
    ko: '아직 결과가 없습니다. 접수되었어도 발송에 실패할 수 있습니다',
  },
  help: { en: 'help: ', ko: '해결: ' },
  place: { en: 'at {place}', ko: '위치: {place}' },
  docs: { en: 'docs: ', ko: '설명: ' },
  noLine: { en: '(the text ends before this line)', ko: '(이 줄이 없음)' },
  emptyLine: { en: '(an empty line)', ko: '(빈 줄)' },
  approvedLine: { en: 'approved', ko: '승인된 문구' },
  sentLine: { en: 'to send', ko: '보낼 문구' },
  payload: { en: 'payload', ko: '발송 데이터' },
  nothingToProve: { en: 'Nothing to prove.', ko: '확인할 메시지가 없습니다.' },
  nothingToSend: { en: 'Nothing to send.', ko: '보낼 메시지가 없습니다.' },
  messages: { en: '{count} {count:message|messages}: ', ko: '메시지 {count}개: ' },
} satisfies Record<string, Phrase>;

/** What the counts of messages have beside their outcomes. */
export const SENT_TEXTS = {
  failedAsExpected: { en: 'failed as expected', ko: '예상대로 실패' },
  deliveredUnexpectedly: { en: 'delivered and not as expected', ko: '예상과 달리 발송 성공' },
  scheduled: { en: 'scheduled', ko: '예약됨' },
  unchecked: { en: 'not checked', ko: '점검 못 함' },
} satisfies Record<string, Phrase>;

/** How an earlier send of the same message ended. */
export const EARLIER_TEXTS = {
  sending: { en: 'without an outcome yet', ko: '아직 결과 없음' },
  accepted: { en: 'accepted', ko: '접수됨' },
  delivered: { en: 'delivered', ko: '발송 성공' },
  failed: { en: 'a fallback was delivered', ko: '대체 발송 성공' },
  unknown: { en: 'with unknown outcome', ko: '결과를 알 수 없음' },
} satisfies Record<string, Phrase>;

export const RECORD_TEXTS = {
  title: { en: 'Sends on {environment}', ko: '{environment} 발송 기록' },
  titleSince: { en: 'Sends on {environment} since {time}', ko: '{environment} 발송 기록 ({time}부터)' },
  none: {
    en: 'The journal of this machine, .notiform/sends.jsonl, has no message.',
    ko: '이 컴퓨터의 발송 기록(.notiform/sends.jsonl)에 메시지가 없습니다.',
  },
  unknownTime: { en: 'unknown time', ko: '시각을 알 수 없음' },
  unjournaled: { en: 'not in the journal', ko: '발송 기록에 없음' },
  unexpected: { en: ', not as expected ({expect})', ko: ', 예상과 다름 ({expect})' },
  reserved: { en: ', reserved for {time}', ko: ', {time} 예약' },
  byFallback: { en: 'delivered by {channel}, the {order} fallback', ko: '{order} 대체 발송({channel})으로 발송 성공' },
  byAFallback: { en: 'delivered by a fallback', ko: '대체 발송 성공' },
} satisfies Record<string, Phrase>;

export const COMPARISON_TEXTS = {
  live: { en: 'Live resources: ', ko: '서비스의 현재 내용: ' },
  declared: { en: 'Manifests: ', ko: '파일에 적은 내용: ' },
  neither: { en: '{count} {count:is|are} on neither.', ko: '두 환경 모두에 없는 리소스 {count}개.' },
  unread: { en: '{count} could not be read.', ko: '읽지 못한 리소스 {count}개.' },
  differ: { en: '{count} of {all} differ.', ko: '{all}개 중 {count}개가 다릅니다.' },
  nothing: { en: 'Nothing to compare.', ko: '비교할 리소스가 없습니다.' },
  none: { en: 'No differences.', ko: '다른 점이 없습니다.' },
  equal: { en: '{count} equal.', ko: '같은 리소스 {count}개.' },
} satisfies Record<string, Phrase>;

export const IMPORT_TEXTS = {
  asItIs: { en: 'as it is', ko: '그대로' },
  editedOnly: {
    en: 'changed in its manifest: plan and apply it',
    ko: '고친 파일을 그대로 둠. 배포 계획을 확인하고 적용하세요',
  },
  drifted: { en: 'Drifted from their manifests', ko: '서비스의 내용이 파일과 다름' },
  editedAndDrifted: {
    en: 'Changed in their manifests and at the service since the last apply or import',
    ko: '마지막 적용 뒤에 파일과 서비스의 내용을 모두 고침',
  },
  edited: {
    en: 'Changed in their manifests since the last apply or import: plan and apply them',
    ko: '마지막 적용 뒤에 파일을 고침. 배포 계획을 확인하고 적용하세요',
  },
  same: { en: 'As their manifests say', ko: '파일과 일치' },
  version: { en: 'Versions beside those that their manifests stand for', ko: '파일에 적은 버전과 함께 있는 다른 버전' },
  declared: {
    en: 'Have a manifest: the next apply adopts them as they are',
    ko: '이미 파일이 있음. 다음에 적용할 때 그대로 관리를 시작합니다',
  },
  looksTheSame: { en: '{field} (looks the same, differs in: {why})', ko: '{field} (보기에는 같지만 다름: {why})' },
  left: { en: 'Left as they are, without a manifest', ko: '파일을 만들지 않고 그대로 둔 리소스' },
  none: { en: 'There is nothing live to import.', ko: '가져올 리소스가 서비스에 없습니다.' },
  title: { en: 'Import: ', ko: '가져오기: ' },
  versions: {
    en: 'A text in use cannot be edited. With `defaults: { versions: true }` in notiform.yaml, a new text becomes a version with a code of its own.',
    ko: '사용 중인 문구는 수정할 수 없습니다. notiform.yaml에 `defaults: { versions: true }`를 쓰면 새 문구가 새 코드의 버전이 됩니다.',
  },
  hint: {
    en: '`notiform import ADDRESS --update` rewrites the manifest of what drifted.',
    ko: '`notiform import 주소 --update` 명령을 실행하면 파일을 서비스의 내용으로 고칩니다.',
  },
} satisfies Record<string, Phrase>;

/** What an import did, as it is counted. */
export const IMPORTED_TEXTS = {
  written: { en: '{count} written and bound', ko: '파일을 만들어 연결한 리소스 {count}개' },
  rewritten: { en: '{count} rewritten', ko: '수정한 파일 {count}개' },
  same: { en: '{count} as they are', ko: '그대로 {count}개' },
  images: { en: '{count} {count:image|images}', ko: '이미지 {count}개' },
  declared: { en: '{count} with a manifest already', ko: '이미 파일이 있음 {count}개' },
  drifted: { en: '{count} drifted', ko: '파일과 다름 {count}개' },
  edited: { en: '{count} changed in {count:its manifest|their manifests}', ko: '파일을 고침 {count}개' },
  left: { en: '{count} left', ko: '그대로 둠 {count}개' },
} satisfies Record<string, Phrase>;
