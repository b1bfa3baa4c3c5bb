import type { Phrase } from '../../core/language.ts';

/** The sentences of plans, statuses and receipts. `{what}` is a count with its noun: `2 notification templates`, `알림 템플릿 2개`. */

export const PLAN_WORDS = {
  title: { en: 'Plan for {environment}', ko: '{environment} 배포 계획' },
  nothing: { en: 'Nothing changes.', ko: '바뀌는 내용이 없습니다.' },
  undone: {
    en: 'An apply does not change {what}: {count:it is|they are} blocked.',
    ko: '{what}의 변경은 보류되어, 적용해도 지금 그대로입니다.',
  },
  blockedBefore: {
    en: '{what} {count:was|were} blocked already, and {count:stays as it is|stay as they are}.',
    ko: '{what}의 변경은 이전부터 보류되어 있으며 그대로 둡니다.',
  },
  unread: {
    en: 'This plan is not complete: something could not be read, so changes may be missing.',
    ko: '일부를 읽지 못해 배포 계획이 완전하지 않습니다. 여기에 없는 변경이 있을 수 있습니다.',
  },
  part: { en: 'Only a part was planned: {part}.', ko: '배포 계획에 일부만 포함했습니다: {part}.' },
  allowedForOne: { en: 'Allowed for one resource: {rules}.', ko: '리소스 하나에만 허용한 위험: {rules}.' },
  errors: {
    en: '{count} {count:error prevents|errors prevent} this plan from being applied.',
    ko: '오류 {count}건 때문에 이 배포 계획을 적용할 수 없습니다.',
  },
  held: {
    en: '{what} {count:changes|change} later, after an external decision.',
    ko: '{what}는 기다리는 처리가 끝난 뒤에 적용됩니다.',
  },
  waiting: { en: '{what} {count:is|are} still waiting for {decision}.', ko: '{what}는 아직 {decision} 대기 중입니다.' },
  unmanaged: {
    en: '{what} on the service {count:is|are} not managed by notiform and {count:stays|stay} as {count:it is|they are}.',
    ko: 'notiform이 관리하지 않는 {what}는 그대로 둡니다.',
  },
  protection: {
    en: 'The protection of {what} changes, only in the state file.',
    ko: '{what}의 보호 설정이 바뀝니다. 서비스에는 변화가 없습니다.',
  },
  resource: { en: 'Resource', ko: '대상' },
  what: { en: 'What changes', ko: '바뀌는 내용' },
  cost: { en: 'Effect', ko: '영향' },
  none: { en: 'none', ko: '없음' },
  inState: { en: ' (state: {state})', ko: ' (상태: {state})' },
  later: { en: 'after {name} is decided', ko: '{name} 처리가 끝난 뒤 적용' },
  protectedNow: { en: 'protected from now on', ko: '이제부터 보호됨' },
  protectedNoMore: { en: 'no longer protected', ko: '보호 해제' },
  waitsAfter: {
    en: 'after {by}, which waits for {decision}',
    ko: '{by} 다음에 적용, {decision} 대기',
  },
  waitsSince: { en: 'waits for {decision} since {time}', ko: '{decision} 대기 ({time}부터)' },
  allFields: { en: 'All fields', ko: '전체 필드' },
  uploads: {
    en: '{what} {count:is|are} uploaded for these changes.',
    ko: '이 변경에 쓰이는 {what}를 함께 업로드합니다.',
  },
  uploaded: {
    en: '{what} {count:was|were} uploaded for these changes.',
    ko: '이 변경에 쓰이는 {what}를 함께 업로드했습니다.',
  },
  waitsFor: { en: 'waits for {decision}', ko: '{decision} 대기' },
  after: { en: 'After', ko: '변경 후' },
  preview: { en: 'Previews of all changes', ko: '모든 변경 미리보기' },
  movedFrom: { en: 'formerly {address}', ko: '이전 주소 {address}' },
  afterOthers: { en: 'after {address}', ko: '{address} 다음에 적용' },
  problems: { en: 'Problems', ko: '확인할 사항' },
  answer: { en: 'a comment for the inspector', ko: '검수자에게 보내는 의견' },
  opens: { en: 'to allow it: ', ko: '해결 방법: ' },
  allowedInFile: {
    en: '. In a pipeline, set `guard.allowFor` of the environment in notiform.yaml to `{rule}` instead of `--allow`.',
    ko: '. 파이프라인에서는 `--allow` 대신 notiform.yaml에 이 환경의 `guard.allowFor`를 설정하세요: `{rule}`.',
  },
  deletesInFile: {
    en: ' The limit `guard.deletes` must permit the delete too.',
    ko: ' `guard.deletes` 한도에서도 삭제가 허용되어야 합니다.',
  },
} satisfies Record<string, Phrase>;

export const STATUS_WORDS = {
  title: { en: 'Status of {environment}', ko: '{environment} 상태' },
  fine: { en: 'Everything is as the manifests declare.', ko: '모든 리소스가 최신 상태입니다.' },
  none: { en: 'Nothing is declared.', ko: '파일에 적은 리소스가 없습니다.' },
  noneSince: { en: 'No resource was modified in this period.', ko: '이 기간에 수정된 리소스가 없습니다.' },
  ends: { en: 'dormant on {time} unless it is sent', ko: '{time}까지 발송하지 않으면 휴면' },
  profile: {
    en: 'The profile {profile} cannot send: {state}.',
    ko: '발송할 수 없는 발신 프로필입니다: {profile} ({state}).',
  },
  spam: { en: 'Spam level: {level}.', ko: '스팸 단계: {level}.' },
  messageSpam: { en: 'Message spam level: {level}.', ko: '메시지 스팸 단계: {level}.' },
  release: { en: 'Request its release: {url}', ko: '차단 해제 신청: {url}' },
  recover: {
    en: 'Run `notiform profile recover {profile}`.',
    ko: '`notiform profile recover {profile}` 명령으로 휴면을 해제하세요.',
  },
  incomplete: {
    en: 'Not everything could be read, so resources may be missing here.',
    ko: '일부를 읽지 못했습니다. 여기에 없는 리소스가 있을 수 있습니다.',
  },
  state: { en: 'State', ko: '상태' },
  situation: { en: 'Situation', ko: '상황' },
  since: { en: 'since {time}', ko: '{time}부터' },
  correct: { en: 'to be corrected as the inspector asks', ko: '반려 사유에 따라 수정 필요' },
  stuck: { en: 'needs a person', ko: '담당자 확인 필요' },
} satisfies Record<string, Phrase>;

export const RECEIPT_WORDS = {
  title: { en: 'Result of the apply to {environment}', ko: '{environment} 적용 결과' },
  ended: { en: '{word}: {what}.', ko: '{word}: {what}.' },
  none: { en: 'There was nothing to apply.', ko: '적용할 내용이 없었습니다.' },
  undone: {
    en: 'The apply did not change {what}: {count:it is|they are} blocked.',
    ko: '{what}의 변경은 보류되어 적용하지 않았습니다.',
  },
  interrupted: {
    en: 'The run was interrupted. Running it again continues where it stopped.',
    ko: '실행이 중단되었습니다. 다시 실행하면 이어서 진행합니다.',
  },
  unapproved: {
    en: '{what} {count:was|were} not reviewed and not applied.',
    ko: '검토되지 않은 {what}는 적용하지 않았습니다.',
  },
  plan: { en: 'The plan that was applied', ko: '적용한 배포 계획' },
  done: { en: 'What was done', ko: '처리 내용' },
  result: { en: 'Result', ko: '결과' },
  notReviewed: { en: '**not applied**: not reviewed', ko: '**적용 안 함**: 검토되지 않음' },
} satisfies Record<string, Phrase>;
