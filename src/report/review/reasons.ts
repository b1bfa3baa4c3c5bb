import { own } from '../../core/json.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { planCommand, type Way } from '../../core/plan.ts';
import type { StatusRow } from '../../core/status.ts';
import { operationTitle, titleIn } from '../../kinds/labels.ts';
import { quoted, withNaming } from '../command.ts';
import { PROBLEM_PHRASES } from '../problem-words.ts';
import { catalogOf } from '../sentences.ts';
import type { Naming } from '../style.ts';
import { PLAN_TEXTS } from '../terminal-words.ts';
import { RISK_WORDS } from '../words.ts';

/** Why a resource is blocked, as the plan says it in English, and for reviewers in Korean. */
export const REASON_WORDS: readonly Phrase[] = [
  {
    en: 'an approved text that is in use can never be edited: with `versions` the new one becomes a version under a code of its own',
    ko: '승인되어 사용 중인 문구는 수정할 수 없습니다. `versions: true`를 추가하면 새 문구를 새 템플릿 코드로 등록합니다',
  },
  {
    en: 'an approved text that is in use can never be edited: its code has no room for the suffix of a version',
    ko: '승인되어 사용 중인 문구는 수정할 수 없습니다. 템플릿 코드가 길어 버전 접미사를 붙일 수 없습니다',
  },
  {
    en: 'with `versions` the approved text stays, and the new one becomes a version under a code of its own; without `versions` its approval could be cancelled',
    ko: '`versions: true`를 추가하면 승인된 문구는 유지하고 새 문구를 새 템플릿 코드로 등록합니다. 추가하지 않으면 승인이 취소될 수 있습니다',
  },
  {
    en: 'it can only be edited while its inspection status is REG or REJ and its status R, and they are {inspection} and {status}',
    ko: '검수 상태가 REG 또는 REJ이고 상태가 R일 때만 수정할 수 있습니다(현재 {inspection}, {status})',
  },
  {
    en: 'its code can only be changed from {from} to {to} while it is registered or rejected (REG, REJ)',
    ko: '템플릿 코드는 등록 또는 반려 상태(REG, REJ)에서만 바꿀 수 있습니다({from} → {to})',
  },
  {
    en: 'its {what} has to be {words}, and is {word}',
    ko: '{words} 상태여야 하는데 현재 {word}입니다({what})',
  },
  {
    en: 'the service has blocked this template, and only the service can unblock it',
    ko: '서비스에서 차단한 템플릿입니다. 차단은 서비스에서만 해제할 수 있습니다',
  },
  {
    en: 'the service has blocked this template (status {status}), and only the service can unblock it',
    ko: '서비스에서 차단한 템플릿입니다(상태 {status}). 차단은 서비스에서만 해제할 수 있습니다',
  },
  {
    en: 'it can be deleted in status A only, and the service has blocked it (status {status})',
    ko: '상태 A에서만 삭제할 수 있는데, 서비스에서 차단했습니다(상태 {status})',
  },
  {
    en: 'a template that was never sent is deleted, not stopped',
    ko: '발송한 적이 없는 템플릿은 중지하지 않고 삭제합니다',
  },
  {
    en: 'a template that is wanted stopped keeps its approval',
    ko: '중지할 템플릿의 승인은 취소하지 않습니다',
  },
  {
    en: 'a template is stopped only if it is wanted stopped or removed',
    ko: '중지하거나 삭제할 템플릿만 중지합니다',
  },
  { en: 'a template that is declared is never deleted', ko: '파일에 있는 템플릿은 삭제하지 않습니다' },
  { en: 'a template that is to be removed is not updated', ko: '삭제할 템플릿은 수정하지 않습니다' },
  { en: 'there is no template with this code', ko: '이 코드의 템플릿이 없습니다' },
  { en: 'there is a template with the code {code} already', ko: '코드 {code}의 템플릿이 이미 있습니다' },
  { en: 'it is registered already, with the code {code}', ko: '코드 {code}(으)로 이미 등록되어 있습니다' },
  { en: 'the template does not exist', ko: '템플릿이 없습니다' },
  { en: 'it is not dormant', ko: '휴면 상태가 아닙니다' },
  {
    en: 'the approval of a template can be cancelled only while it is {needed}, and it is {state}',
    ko: '승인은 {needed} 상태에서만 취소할 수 있습니다(현재 {state})',
  },
  {
    en: 'a template can be converted only while it is {needed}, and it is {state}',
    ko: '{needed} 상태의 템플릿만 전환할 수 있습니다(현재 {state})',
  },
  {
    en: 'a new `tell://` link of an AL button cannot be registered (resource API 2.2)',
    ko: 'AL 버튼의 `tell://` 링크는 새로 등록할 수 없습니다',
  },
  {
    en: 'a template of a group cannot be converted to channel add: the request names no group (assumption 18)',
    ko: '그룹의 템플릿은 채널 추가형으로 전환할 수 없습니다',
  },
  {
    en: 'only a BA or EX template can be converted to channel add',
    ko: '기본형(BA)과 부가 정보형(EX)만 채널 추가형으로 전환할 수 있습니다',
  },
  {
    en: 'it has 5 buttons already, and the channel-add button would be one more',
    ko: '버튼이 이미 5개라 채널 추가 버튼을 더할 수 없습니다',
  },
  {
    en: 'the channel-add notice of {count} characters makes its body longer than {max}',
    ko: '채널 추가 안내 문구 {count}자를 더하면 본문이 {max}자를 넘습니다',
  },
  {
    en: 'it has quick replies and 2 buttons already, and the channel-add button would be one more',
    ko: '바로연결과 버튼 2개가 이미 있어 채널 추가 버튼을 더할 수 없습니다',
  },
  { en: 'attachments go with request_with_file', ko: '첨부 파일은 파일과 함께 검수 요청할 때 보냅니다' },
  { en: 'there are no attachments', ko: '첨부 파일이 없습니다' },
  {
    en: 'an inspection with attachments needs a comment',
    ko: '첨부 파일이 있는 검수 요청에는 의견을 적어야 합니다',
  },
  {
    en: 'a template keeps its bubble, and this one is {from}, not {to}',
    ko: '등록한 템플릿의 말풍선 유형은 바꿀 수 없습니다(현재 {from}, 파일 {to})',
  },
  {
    en: 'an update takes a name of {max} characters, and this one has {count}',
    ko: '수정할 때 이름은 {max}자까지 쓸 수 있는데 {count}자입니다',
  },
  { en: 'this plugin has no callback URL', ko: '플러그인에 콜백 URL이 없습니다' },
  { en: 'the plugin has a callback URL already', ko: '플러그인에 콜백 URL이 이미 있습니다' },
  { en: 'an update changes the URL, not the plugin', ko: '수정으로는 URL만 바꿀 수 있습니다' },
  {
    en: 'another partner of the service registered it, and only that partner can change it (modifiable is false)',
    ko: '다른 파트너사가 등록한 콜백 URL이라 그 파트너사만 수정할 수 있습니다',
  },
  {
    en: 'another partner of the service registered it, and only that partner can delete it (deletable is false)',
    ko: '다른 파트너사가 등록한 콜백 URL이라 그 파트너사만 삭제할 수 있습니다',
  },
  { en: 'a declared callback URL is not deleted', ko: '파일에 있는 콜백 URL은 삭제하지 않습니다' },
  {
    en: 'an image that is not a file of the project cannot be uploaded',
    ko: '프로젝트의 파일이 아닌 이미지는 업로드할 수 없습니다',
  },
  { en: 'no upload is known for the use {use}', ko: '알 수 없는 업로드 용도입니다: {use}' },
  {
    en: 'a video that is no file of the project cannot be uploaded',
    ko: '프로젝트의 파일이 아닌 동영상은 업로드할 수 없습니다',
  },
  {
    en: 'the service has this video as {state}, and no template can show it',
    ko: '서비스에서 이 동영상이 {state} 상태라 템플릿에 쓸 수 없습니다',
  },
  {
    en: 'the profile is {state}, and only the service can change that',
    ko: '발신 프로필이 {state} 상태이며, 서비스에서만 바꿀 수 있습니다',
  },
  { en: 'the profile is dormant, so it cannot be changed', ko: '발신 프로필이 휴면 상태라 변경할 수 없습니다' },
  { en: 'the profile does not exist', ko: '발신 프로필이 없습니다' },
  { en: 'it is not the next step', ko: '다음 단계가 아닙니다' },
  { en: 'it exists already', ko: '이미 있습니다' },
  { en: 'there is no tag with this key', ko: '이 키의 태그가 없습니다' },
  { en: 'a declared tag is never deleted', ko: '파일에 있는 태그는 삭제하지 않습니다' },
  {
    en: 'what is in {profiles} may use it, and belongs to another shard',
    ko: '{profiles}의 리소스가 사용 중일 수 있으며, 다른 샤드에 속합니다',
  },
  {
    en: 'it is used by {names}, and the service deletes nothing that is in use',
    ko: '{names}에서 사용 중이라 서비스가 삭제하지 않습니다',
  },
  { en: 'it needs {address}, which no manifest declares', ko: '파일에 없는 {address} 리소스가 필요합니다' },
  { en: 'it needs {address}, which is blocked', ko: '먼저 필요한 {address} 리소스를 변경할 수 없습니다' },
  { en: 'it needs {address}, which is left out', ko: '먼저 필요한 {address} 리소스가 이번 계획에서 빠졌습니다' },
  {
    en: 'it needs {address}, which waits for it in turn',
    ko: '{address} 리소스와 서로를 기다립니다',
  },
  {
    en: 'it takes "{name}" from {address}, which waits for it in turn',
    ko: '{address} 리소스의 이름("{name}")을 넘겨받아야 하는데 서로를 기다립니다',
  },
  {
    en: 'no sequence of operations is known to lead from {state} to {goal}',
    ko: '{state} 상태에서 {goal} 상태로 바꿀 방법이 없습니다',
  },
  {
    en: '{message}: the service would refuse the new version',
    ko: '{message}. 서비스가 새 버전을 거부합니다',
  },
  {
    en: '{message}: the update would be refused after the approval or the inspection is given up',
    ko: '{message}. 승인이나 검수 요청을 취소한 뒤에 수정이 거부됩니다',
  },
  { en: 'it is protected', ko: '보호된 리소스입니다' },
  { en: 'it is protected and gone from the service', ko: '보호된 리소스이며 서비스에는 없습니다' },
  { en: 'forgetting it would lose the protection', ko: '관리 대상에서 빼면 보호가 사라집니다' },
  {
    en: 'only {names} would show it, and that is blocked',
    ko: '이것을 쓸 {names} 리소스를 변경할 수 없습니다',
  },
];

/** What would allow a blocked change. Flags are the same in both languages. */
export const WAY_WORDS: readonly Phrase[] = [
  { en: '`versions: true` in {file}', ko: '{file} 파일에 `versions: true` 추가' },
  {
    en: '`renamedFrom: {id}` in {file} if only the id changed',
    ko: 'id만 바꾸었다면 {file} 파일에 `renamedFrom: {id}` 추가',
  },
  { en: '`recover: true`', ko: '`recover: true` 추가' },
  { en: 'see {address}', ko: '{address} 리소스의 안내 참고' },
  { en: 'plan it together with {address}', ko: '{address} 리소스와 함께 계획' },
  { en: 'plan it without `--shard`', ko: '`--shard` 없이 계획' },
  { en: 'write the groups of the profile into its manifest', ko: '발신 프로필의 파일에 그룹 추가' },
  {
    en: 'remove the reference there, in the same plan or before',
    ko: '같은 계획이나 그 전에 참조 삭제',
  },
  {
    en: 'another id: a template with the new bubble is registered, and this one is deleted',
    ko: '다른 id 사용. 새 말풍선의 템플릿을 등록하고 이 템플릿을 삭제합니다',
  },
  {
    en: 'Declare a third name for {address} and apply; after that declare "{name}" and apply again.',
    ko: '{address} 리소스에 제3의 이름을 적어 적용한 뒤, "{name}" 이름으로 다시 적용',
  },
  {
    en: '{hint}. If the service knows the value, silence the rule in the manifest: {rule}',
    ko: '{hint} 서비스에 있는 값이면 파일에서 규칙을 끄세요: {rule}',
  },
];

/** Why a step differs from its usual title. */
const NOTE_WORDS: readonly Phrase[] = [
  { en: 'new code {code}', ko: '새 코드 {code}' },
  { en: 'a template that was approved cannot be deleted', ko: '승인된 적이 있는 템플릿은 삭제할 수 없음' },
  { en: 'its id and type cannot be changed', ko: 'id와 유형은 바꿀 수 없음' },
  { en: 'for now "{title}"', ko: '임시 이름 "{title}"' },
];

// A refused change has the message and the hint of a problem.
/** Why an import leaves a resource without a manifest. */
const LEFT_WORDS: readonly Phrase[] = [
  { en: 'resources of its kind are not imported', ko: '가져올 수 없는 종류의 리소스' },
  { en: 'a manifest could declare nothing of it', ko: '파일에 적을 내용이 없음' },
  { en: 'it cannot be written as YAML', ko: 'YAML로 쓸 수 없음' },
  { en: 'no manifest can express it: {message}', ko: '파일로 쓸 수 없음: {message}' },
  { en: 'no manifest can declare exactly the live content', ko: '서비스의 내용을 파일에 똑같이 적을 수 없음' },
  {
    en: 'it is {state}, and a plan would change that; name it to import it anyway',
    ko: '{state} 상태이며, 가져오면 배포 계획이 상태를 바꾸게 됨. 가져오려면 주소를 지정하세요',
  },
];

const translate = catalogOf([...REASON_WORDS, ...PROBLEM_PHRASES]);
const translateWay = catalogOf([...WAY_WORDS, ...PROBLEM_PHRASES]);
const translateNote = catalogOf(NOTE_WORDS);
const translateLeft = catalogOf([...LEFT_WORDS, ...PROBLEM_PHRASES]);

/** What a deletion loses besides. */
const APPROVAL_LOST: Phrase = { en: 'it would lose its approval', ko: '승인이 취소됨' };

/** Why a rejected text is not inspected again. The step that a risk would allow is no advice here. */
const SAME_TEXT = '반려된 문구에서 바뀐 것이 없음';

/** A rejected text that did not change: `--resubmit` is for the rare case that the same text is right. */
const FIX_FIRST: Phrase = {
  en: 'fix the text first. For the same text again: {way}',
  ko: '문구를 고치세요. 같은 문구로 다시 검수를 요청하려면 {way} 명령을 쓰세요',
};

/** A step that a risk blocks, `update: it would lose its approval (loses-approval)`. Undefined for any other text. */
function riskIn(language: Language, step: string): string | undefined {
  const [, title = '', cost = '', risk = ''] = /^([^:;]+): ([^;]*) \(([a-z-]+)\)$/.exec(step) ?? [];
  const words = (cost === APPROVAL_LOST.en ? APPROVAL_LOST : own(RISK_WORDS, risk))?.[language];
  if (risk === 'resubmits' && !NOTE.test(title)) return `${SAME_TEXT} (${risk})`;
  return words && `${withNote(titleIn(language, title.replace(NOTE, '')), title, language)}: ${words} (${risk})`;
}

/** Returns the reason of a block in a language. What no entry knows stays English: a problem, or a plan of another version. */
export function reasonIn(language: Language, reason: string): string {
  if (language === 'en') return reason;
  const whole = translate(language, reason);
  if (whole !== undefined) return whole;
  const risks = reason.split('; then ').map((step) => riskIn(language, step));
  if (risks.every((words) => words !== undefined)) return risks.join(', ');
  const [first = '', ...rest] = reason.split('; ');
  if (rest.length === 0) return reason;
  const parts = [first, rest.join('; ')].map((part) => reasonIn(language, part));
  return parts[0] === first ? reason : parts.join('. ');
}

interface Wording {
  language?: Language | undefined;
  naming?: Naming | undefined;
}

/** Returns why a resource of a status stays as it is, with what would allow its change. Empty if that is not known. */
export function whyIn({ reason = '', ways = [] }: Pick<StatusRow, 'reason' | 'ways'>, style: Wording): string {
  const { language = 'en' } = style;
  const allowed = ways.length === 0 ? '' : fill(PLAN_TEXTS.briefWay, language, { way: wayIn(ways, style) });
  return `${reasonIn(language, reason)}${allowed}`;
}

/**
 * Returns what would allow a blocked change. Flags are shown as the command to copy.
 * @param given the other flags of the plan
 */
export function wayIn(
  ways: readonly Way[],
  { language = 'en', naming }: Wording,
  given: readonly string[] = [],
): string {
  const [and, or] = language === 'en' ? ['; and ', ', or '] : [', ', ' 또는 '];
  const todoIn = (one: string): string => (language === 'en' ? one : (translateWay(language, one) ?? one));
  const drawn = ways.map((way) =>
    'flags' in way ? planCommand([...given, ...way.flags].map(quoted)) : way.todo.map(todoIn).join(and),
  );
  const way = withNaming(drawn.join(or), naming);
  const [only, other] = ways;
  const isSameText = only && !other && 'flags' in only && only.flags.length === 2 && only.flags[0] === '--resubmit';
  return isSameText ? fill(FIX_FIRST, language, { way }) : way;
}

/** The title of a step with its note: `중지 (승인된 적이 있는 템플릿은 삭제할 수 없음)` */
export function stepTitle(step: { operation: string; title: string }, language: Language = 'en'): string {
  if (language === 'en') return step.title;
  return withNote(operationTitle(step, language), step.title, language);
}

/** The note behind an English title. */
const NOTE = / \((.+)\)$/s;

function withNote(title: string, english: string, language: Language): string {
  const [, note] = NOTE.exec(english) ?? [];
  return note === undefined ? title : `${title} (${translateNote(language, note) ?? note})`;
}

/** Returns why an import leaves a resource without a manifest, in a language. */
export function leftReasonIn(language: Language = 'en', reason: string): string {
  return language === 'en' ? reason : (translateLeft(language, reason) ?? reason);
}
