import type { Phrase } from '../core/language.ts';

/** Texts that commands show in a terminal beside their results, in both languages. */

/** Where previews were written to. */
export const PREVIEW_TEXTS = {
  wroteOne: { en: 'Wrote {out}.', ko: '{out} 파일에 저장했습니다.' },
  wrote: { en: 'Wrote {count} {count:file|files} to {out}.', ko: '파일 {count}개를 {out} 폴더에 저장했습니다.' },
  removed: {
    en: ' Removed {count} {count:file|files} of an earlier run.',
    ko: ' 이전에 만든 파일 {count}개는 삭제했습니다.',
  },
} satisfies Record<string, Phrase>;

/** What a run does at the moment. */
export const PROGRESS_TEXTS = {
  starting: { en: 'Starting', ko: '시작하는 중' },
  listed: { en: '{list}: {count} listed', ko: '{list}: 서비스에서 {count}개 조회' },
  fetching: { en: 'fetching {count} {count:image|images}', ko: '이미지 {count}개 내려받기' },
  lookFailed: { en: 'could not read, trying again: ', ko: '읽지 못해 다시 시도합니다: ' },
  interrupted: { en: 'interrupted: ', ko: '중단: ' },
  finishing: {
    en: 'starting no new changes; finishing those in progress',
    ko: '새 변경은 시작하지 않고 진행 중인 변경만 마칩니다',
  },
  noAnswer: { en: 'no clear answer', ko: '응답이 불분명함' },
  resolving: { en: ', checking the outcome for at most {time}', ko: ', 최대 {time} 동안 결과를 확인합니다' },
  atStep: { en: ' at “{step}”', ko: ' ({step} 단계)' },
  applying: {
    en: 'Applying: {done} of {of} done, {running} in progress',
    ko: '적용 중: {of}개 중 {done}개 완료, {running}개 진행 중',
  },
  sending: { en: 'Sending: {done} of {of} ended', ko: '발송 중: {of}개 중 {done}개 완료' },
  waiting: { en: 'Waiting for {what}, {waited} of {limit}', ko: '대기 중: {what}, {waited} 지남(최대 {limit})' },
  reading: { en: 'Reading', ko: '서비스에서 조회 중' },
  readingOf: { en: 'Reading {what}', ko: '서비스에서 조회 중: {what}' },
  locked: {
    en: 'Waiting for the lock of {subject}, held by {holder} since {since} (at most {limit})',
    ko: '{subject} 잠금이 풀리기를 기다리는 중(최대 {limit}): {since}부터 {holder}',
  },
  lockedByUnknown: {
    en: 'Waiting for the lock of {subject}, held by an unknown run (at most {limit})',
    ko: '{subject} 잠금이 풀리기를 기다리는 중(최대 {limit}): 알 수 없는 실행',
  },
  planningAgain: {
    en: 'Another run was faster. Planning again',
    ko: '다른 실행이 먼저 적용해서 배포 계획을 다시 만듭니다.',
  },
  lists: { en: '{count} lists', ko: '목록 {count}개' },
  rows: { en: '{done} of {of} rows', ko: '목록 {of}개 중 {done}개' },
  details: { en: '{done} of {of} details', ko: '상세 내용 {of}개 중 {done}개' },
  stopping: {
    en: 'Stopping: finishing what is in progress. Press Ctrl-C again to stop at once.',
    ko: '중단하는 중: 진행 중인 작업을 마칩니다. 바로 끝내려면 Ctrl-C를 한 번 더 누르세요.',
  },
} satisfies Record<string, Phrase>;

/** Questions, without their question mark, and what follows them. */
export const QUESTION_TEXTS = {
  cannotAsk: {
    en: '{question}? This is not a terminal, so notiform cannot ask.\nTo confirm, run: {command}',
    ko: '{question}? 터미널이 아니라서 확인을 받을 수 없습니다.\n진행하려면 실행하세요: {command}',
  },
  yesNo: { en: '[y/N]', ko: '[y=예/N=아니요]' },
  typed: { en: 'Type {environment} to continue:', ko: '계속하려면 환경 이름({environment})을 입력하세요:' },
  applyOne: { en: 'Apply this change to {environment}', ko: '{environment} 환경에 이 변경을 적용할까요' },
  applyAll: {
    en: 'Apply these {count} changes to {environment}',
    ko: '{environment} 환경에 변경 {count}개를 적용할까요',
  },
  nothingApplied: { en: 'Nothing was applied', ko: '아무것도 적용하지 않았습니다' },
  nothingSent: { en: 'Nothing was sent', ko: '아무것도 보내지 않았습니다' },
  sendOne: { en: 'Send this message on {environment}', ko: '{environment} 환경에서 이 메시지를 보낼까요' },
  sendAll: {
    en: 'Send these {count} messages on {environment}',
    ko: '{environment} 환경에서 메시지 {count}개를 보낼까요',
  },
  locks: {
    en: ', the first of {templates}, whose text can then no longer be edited',
    ko: '첫 발송이라 보내고 나면 문구를 수정할 수 없습니다({templates}). ',
  },
  reserved: {
    en: '. A reserved message of type {types} cannot be cancelled',
    ko: '예약한 {types} 메시지는 취소할 수 없습니다. ',
  },
  costs: {
    en: '. If it fails, {types} is sent to the same recipient, at its own cost',
    ko: '발송에 실패하면 같은 수신자에게 {types} 메시지를 보내며, 요금이 따로 부과됩니다. ',
  },
} satisfies Record<string, Phrase>;

/** How waiting ended. */
export const WAITED_TEXTS = {
  rejected: {
    en: 'Rejected: {count} {count:resource|resources}. Correct the manifest as the comment above asks, then plan and apply again.',
    ko: '반려 {count}개: 위의 반려 사유에 맞게 파일을 고친 뒤 다시 적용하세요.',
  },
  moved: {
    en: 'Withdrawn, or changed at the service while it waited: {count} {count:resource|resources}. What to do is above.',
    ko: '기다리는 동안 요청이 취소되었거나 서비스에서 변경됨 {count}개: 위의 안내를 확인하세요.',
  },
  pending: {
    en: 'Still waiting: {count} {count:resource|resources}. Run the same command to continue waiting.',
    ko: '아직 대기 중 {count}개: 같은 명령을 다시 실행하면 이어서 기다립니다.',
  },
  blocked: {
    en: 'Blocked: {count} {count:resource|resources}; see why above.',
    ko: '멈춘 변경 {count}개: 위의 이유를 확인하세요.',
  },
  nothing: { en: 'Nothing is waiting.', ko: '대기 중인 리소스가 없습니다.' },
  unread: {
    en: 'Something could not be read, so a resource may still be waiting.',
    ko: '일부를 읽지 못해, 대기 중인 리소스가 더 있을 수 있습니다.',
  },
  others: {
    en: 'Not waited for: {count} {count:resource waits|resources wait} for a decision on other content or another lifecycle than {count:its manifest has|their manifests have}.',
    ko: '기다리지 않음 {count}개: 파일에 적은 것과 다른 내용이나 상태로 결과를 기다리는 리소스입니다.',
  },
  left: {
    en: '{count} {count:resource is|resources are} not up to date yet. To apply the rest: {command}',
    ko: '아직 파일과 다른 리소스가 {count}개 있습니다. 나머지를 적용하려면: {command}',
  },
} satisfies Record<string, Phrase>;

/** What `init` made, and the first commands of the project. */
export const INIT_TEXTS = {
  created: { en: 'Created {path}', ko: '만든 파일: {path}' },
  added: { en: 'Added {lines} to {path}', ko: '{path} 파일에 추가: {lines}' },
  workflow: {
    en: 'The workflow applies what is merged to the branch {branch}.',
    ko: '워크플로는 {branch} 브랜치에 병합한 내용을 적용합니다.',
  },
  noRepository: {
    en: 'No git repository tracks this folder. The workflow and the state of `production` need one with a remote: run `git init` before you use them.',
    ko: '이 폴더를 관리하는 git 저장소가 없습니다. 워크플로와 `production`의 상태에는 원격이 있는 git 저장소가 필요합니다. 사용하기 전에 `git init`을 실행하세요.',
  },
  next: { en: 'Next:', ko: '다음 명령:' },
  inRepository: { en: 'For a real repository (developers):', ko: '실제 저장소에서 쓰려면(개발자용):' },
  install: {
    en: 'installs notiform; first create the file with `npm pack` in its clone, and commit it',
    ko: 'notiform을 설치합니다(먼저 notiform 저장소에서 `npm pack`으로 파일을 만들어 커밋하세요)',
  },
  plan: {
    en: 'shows what would change on the emulator of this machine',
    ko: '이 컴퓨터의 에뮬레이터에서 바뀔 내용을 보여 줍니다',
  },
  apply: { en: 'creates it and requests the inspections', ko: '등록하고 검수를 요청합니다' },
  approve: { en: 'approves them, as an inspector would', ko: '검수자처럼 승인합니다' },
  send: {
    en: 'sends one to the phone of the emulator; asks first, because it is the first send of the template',
    ko: '에뮬레이터 휴대폰으로 한 건을 보냅니다(이 템플릿의 첫 발송이라 먼저 확인을 받습니다)',
  },
} satisfies Record<string, Phrase>;

/** What the commands of `state` ask and did. */
export const STATE_TEXTS = {
  written: { en: 'Written to {out}.', ko: '{out} 파일에 저장했습니다.' },
  moved: { en: 'The binding of {from} moved to {to}.', ko: '{from} 연결을 {to} 주소로 옮겼습니다.' },
  movedHere: {
    en: 'The state of {from} now belongs to this project.',
    ko: '{from}의 상태를 이 프로젝트로 옮겼습니다.',
  },
  movedAll: {
    en: 'The binding of {from} moved to {to}, all {count} versions of it.',
    ko: '{from} 연결을 {to} 주소로 옮겼습니다(버전 {count}개).',
  },
  name: {
    en: 'If its manifest has no `{field}`, write {line}: the resource is then also found if the state is lost.',
    ko: '파일에 `{field}` 필드가 없으면 {line} 줄을 추가하세요. 상태를 잃어도 리소스를 찾을 수 있습니다.',
  },
  moveTo: {
    en: 'No manifest declares {to}, so the next plan would remove its resource. Move the binding of {from} there on {environment}',
    ko: '{to} 주소를 선언한 파일이 없어 다음 배포 계획에서 리소스를 삭제합니다. {environment} 환경의 {from} 연결을 이 주소로 옮길까요',
  },
  forgotten: {
    en: 'Removed from the state. Nothing changed on the service. The next plan finds declared resources again; the others are now unmanaged.',
    ko: '상태에서 지웠습니다. 서비스에서 바뀐 내용은 없습니다. 선언한 리소스는 다음 배포 계획에서 다시 찾고, 나머지는 관리하지 않습니다.',
  },
  forgetOne: { en: 'Forget this address of {environment}', ko: '{environment} 환경의 상태에서 이 주소를 지울까요' },
  forgetAll: {
    en: 'Forget these {count} addresses of {environment}',
    ko: '{environment} 환경의 상태에서 주소 {count}개를 지울까요',
  },
  unlocked: {
    en: '{profile} is now unlocked. It was locked {lock}.',
    ko: '{profile} 프로필의 잠금을 풀었습니다. 잠근 실행: {lock}',
  },
  noLock: { en: 'No lock is held.', ko: '잠긴 발신 프로필이 없습니다.' },
  locked: { en: '{profile} is locked {lock}', ko: '{profile} 잠김: {lock}' },
  running: {
    en: 'If that run is still in progress, it will fail, and the next run must find out its last steps.',
    ko: '그 실행이 아직 끝나지 않았다면 실패하고, 다음 실행이 마지막 단계를 확인해야 합니다.',
  },
  breakOne: { en: 'Break this lock of {environment}', ko: '{environment} 환경의 이 잠금을 풀까요' },
  breakAll: { en: 'Break these {count} locks of {environment}', ko: '{environment} 환경의 잠금 {count}개를 풀까요' },
  rebind: {
    en: '{address} is bound to {former}. Bind it to {name} ({state}) in its place on {environment}',
    ko: '{address} 주소는 {former} 리소스에 연결되어 있습니다. {environment} 환경에서 {name}({state}) 리소스로 바꿔 연결할까요',
  },
  already: {
    en: '{address} is already bound to {name}.',
    ko: '{address} 주소는 이미 {name} 리소스에 연결되어 있습니다.',
  },
  bound: {
    en: '{address} is bound to {name} ({state}).',
    ko: '{address} 주소를 {name}({state}) 리소스에 연결했습니다.',
  },
  former: {
    en: ' {former}, the previous binding, is now unmanaged and unchanged.',
    ko: ' 이전에 연결되어 있던 {former} 리소스는 그대로 두고, 더는 관리하지 않습니다.',
  },
} satisfies Record<string, Phrase>;
