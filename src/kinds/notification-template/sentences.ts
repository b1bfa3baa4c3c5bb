import { type Phrases, sayer } from '../../core/sentence.ts';

/** Why an operation is not legal, what would make it legal, and the remarks on steps. */
export const TEMPLATE_SENTENCES = {
  'template-blocked': { en: 'the service has blocked this template, and only the service can unblock it', ko: '서비스에서 차단한 템플릿입니다. 차단은 서비스에서만 해제할 수 있습니다' },
  'template-state': { en: 'its {what} has to be {words}, and is {word}', ko: '{words} 상태여야 하는데 현재 {word}입니다({what})' },
  'template-not-dormant': { en: 'it is not dormant', ko: '휴면 상태가 아닙니다' },
  'template-unsent': { en: 'a template that was never sent is deleted, not stopped', ko: '발송한 적이 없는 템플릿은 중지하지 않고 삭제합니다' },
  'template-code-fixed': { en: 'its code can only be changed from {from} to {to} while it is registered or rejected (REG, REJ)', ko: '템플릿 코드는 등록 또는 반려 상태(REG, REJ)에서만 바꿀 수 있습니다({from} → {to})' },
  'template-tell-link': { en: 'a new `tell://` link of an AL button cannot be registered (resource API 2.2)', ko: 'AL 버튼의 `tell://` 링크는 새로 등록할 수 없습니다' },
  'template-not-editable': { en: 'it can only be edited while its inspection status is REG or REJ and its status R, and they are {inspection} and {status}', ko: '검수 상태가 REG 또는 REJ이고 상태가 R일 때만 수정할 수 있습니다(현재 {inspection}, {status})' },
  'template-in-use': { en: 'an approved text that is in use can never be edited: with `versions` the new one becomes a version under a code of its own', ko: '승인되어 사용 중인 문구는 수정할 수 없습니다. `versions: true`를 추가하면 새 문구를 새 템플릿 코드로 등록합니다' },
  'template-in-use-long-code': { en: 'an approved text that is in use can never be edited: its code has no room for the suffix of a version', ko: '승인되어 사용 중인 문구는 수정할 수 없습니다. 템플릿 코드가 길어 버전 접미사를 붙일 수 없습니다' },
  'template-not-converted': { en: '{reason}; {use}', ko: '{reason}. {use}' },
  'template-version-first': {
    en: 'with `versions` the approved text stays, and the new one becomes a version under a code of its own; without `versions` its approval could be cancelled',
    ko: '`versions: true`를 추가하면 승인된 문구는 유지하고 새 문구를 새 템플릿 코드로 등록합니다. 추가하지 않으면 승인이 취소될 수 있습니다',
  },
  'template-approval-state': { en: 'the approval of a template can be cancelled only while it is {needed}, and it is {state}', ko: '승인은 {needed} 상태에서만 취소할 수 있습니다(현재 {state})' },
  'template-convert-state': { en: 'a template can be converted only while it is {needed}, and it is {state}', ko: '{needed} 상태의 템플릿만 전환할 수 있습니다(현재 {state})' },
  'template-convert-group': { en: 'a template of a group cannot be converted to channel add: the request names no group (assumption 18)', ko: '그룹의 템플릿은 채널 추가형으로 전환할 수 없습니다' },
  'template-convert-type': { en: 'only a BA or EX template can be converted to channel add', ko: '기본형(BA)과 부가 정보형(EX)만 채널 추가형으로 전환할 수 있습니다' },
  'template-convert-buttons': { en: 'it has 5 buttons already, and the channel-add button would be one more', ko: '버튼이 이미 5개라 채널 추가 버튼을 더할 수 없습니다' },
  'template-convert-length': { en: 'the channel-add notice of {count} characters makes its body longer than {max}', ko: '채널 추가 안내 문구 {count}자를 더하면 본문이 {max}자를 넘습니다' },
  'template-convert-replies': { en: 'it has quick replies and 2 buttons already, and the channel-add button would be one more', ko: '바로연결과 버튼 2개가 이미 있어 채널 추가 버튼을 더할 수 없습니다' },
  'template-with-files': { en: 'attachments go with request_with_file', ko: '첨부 파일은 파일과 함께 검수 요청할 때 보냅니다' },
  'template-without-files': { en: 'there are no attachments', ko: '첨부 파일이 없습니다' },
  'template-files-comment': { en: 'an inspection with attachments needs a comment', ko: '첨부 파일이 있는 검수 요청에는 의견을 적어야 합니다' },
  'template-keeps-approval': { en: 'a template that is wanted stopped keeps its approval', ko: '중지할 템플릿의 승인은 취소하지 않습니다' },
  'template-not-stopped': { en: 'a template is stopped only if it is wanted stopped or removed', ko: '중지하거나 삭제할 템플릿만 중지합니다' },
  'template-new-code': { en: 'new code {code}', ko: '새 코드 {code}' },
  'template-sent': { en: 'a template that was sent cannot be deleted', ko: '발송한 적이 있는 템플릿은 삭제할 수 없음' },
  'template-approved': { en: 'an approved template that is dormant or blocked cannot be deleted', ko: '휴면이거나 차단된 승인 템플릿은 삭제할 수 없음' },
  'template-another-code': { en: 'the new text in a manifest of its own, with another `id`, another `name` and a `code` of at most {max} characters', ko: '새 파일에 다른 `id`, 다른 `name`, {max}자 이하의 `code`로 새 문구 작성' },
  'template-another-name': { en: '`versions: true`, with a `name` of at most {max} characters', ko: '`versions: true` 추가, `name`은 {max}자 이하' },
} as const satisfies Phrases;

export const say = sayer(TEMPLATE_SENTENCES);
