import { reasons } from './reasons.ts';

/** Texts of the desk in English and Korean. `{}` stands for a name, a number or a list, in the same order in both. */
export const texts = {
  ...reasons,

  // Areas
  desk: '에뮬레이터',
  Templates: '템플릿',
  Inbox: '수신함',
  Log: '로그',
  'Waiting for inspection': '검수 중',
  'Search templates': '템플릿 검색',
  'Search messages': '메시지 검색',
  'Search by path, code or template': '경로, 코드, 템플릿으로 검색',
  'No matches.': '검색 결과가 없습니다.',
  'Show more': '더 보기',
  'Nothing is waiting. New inspection requests and applications for brand messages appear here automatically.':
    '대기 중인 요청이 없습니다. 새 검수 요청과 브랜드 메시지 신청이 여기에 자동으로 표시됩니다.',
  'No templates yet. Templates that are registered through the API appear here.':
    '아직 템플릿이 없습니다. API로 등록한 템플릿이 여기에 표시됩니다.',
  'No messages yet. Messages that the message API accepts appear here, as the phone shows them.':
    '아직 메시지가 없습니다. 메시지 API가 접수한 메시지가 휴대폰 화면 그대로 표시됩니다.',
  'No requests yet. Every call of the resource API and the message API appears here.':
    '아직 요청이 없습니다. 리소스 API와 메시지 API 호출이 모두 여기에 표시됩니다.',
  'All channels': '모든 채널',
  'Any result': '모든 결과',
  '← Back': '← 목록으로',
  Brand: '브랜드 메시지 템플릿',
  State: '상태',
  'Any state': '모든 상태',

  // The open row
  'Was rejected': '반려 이력',
  Requested: '검수 요청',
  To: '수신',
  to: '수신',
  from: '발신',
  'Inspection request': '검수 요청',
  'Application for brand messages': '브랜드 메시지 신청',
  'Brand messages': '브랜드 메시지',
  'Proof of consent': '수신 동의 증빙',
  'No file': '파일 없음',
  'No comment': '의견 없음',
  'No changes': '변경 없음',
  Comments: '의견 이력',
  Attachments: '첨부 파일',
  Links: '링크',
  Details: '상세 정보',
  Result: '결과',
  'Content of the send': '보낸 내용',
  'Sample values': '예시 값',
  'Show the samples': '예시 값으로 보기',
  Answer: '응답',
  'Changed since it was approved': '승인 이후 변경 사항',
  'Changed since it was rejected': '반려 이후 변경 사항',
  'Not in this emulator. Check the address, or search.': '이 에뮬레이터에 없습니다. 주소를 확인하거나 검색해 주세요.',

  // Verdict
  Verdict: '검수 결과',
  Comment: '의견',
  '(required to reject)': '(반려할 때는 반려 사유 필수)',
  Approve: '승인',
  Reject: '반려',
  'No decision': '처리하지 못했습니다',

  // Facts
  'Registered on': '등록',
  Changed: '수정',
  Version: '버전',
  Channel: '채널',
  Profile: '발신 프로필',
  'Opt-out number': '수신 거부 번호',
  'Proof uploaded': '증빙 업로드',
  'Message key': '메시지 키',
  'Reference key': '참조 키',
  Accepted: '접수',
  'Sent at': '발송 시각',
  Fallbacks: '대체 발송',
  'Arrived as': '수신 유형',
  Webhook: '웹훅',
  Pending: '전송 대기',
  'Delivered to the webhook': '전송됨',
  'No webhook registered': '등록된 웹훅 없음',
  'shown only on the main device': '메인 기기에서만 표시',
  yes: '예',
  no: '아니요',
  Token: '인증 토큰',
  'Valid until': '유효 기간',
  Used: '사용',
  Mobile: '모바일',
  'Phone number': '전화번호',
  Plugin: '플러그인',
  'When tapped': '누르면 이동',
  inspector: '검수자',
  emulator: '에뮬레이터',
  Areas: '화면 이동',
  Carousel: '캐러셀',

  // The log
  Template: '템플릿',
  Fault: '지정한 오류',
  Request: '요청',
  'Not in the documents': '문서에 없는 필드',
  dropped: '응답 없이 끊김',

  // The frame
  'Connecting …': '연결 중 …',
  Live: '연결됨',
  'Auto-approval is on': '자동 승인 켜짐',
  Keys: '단축키',
  'j k: next and previous row · a: approve · r: reject · Ctrl Enter: reject with the comment · /: search':
    'j k: 다음 행, 이전 행 · a: 승인 · r: 반려 · Ctrl Enter: 의견 입력란에서 반려 · /: 검색',
  'The clock was moved': '에뮬레이터의 시각을 옮겼습니다',
  Search: '검색',

  // Texts with a name or number in them
  'Card {}': '카드 {}',
  'New version of {}': '{} 대비 변경',
  '{} waiting': '대기 {}건',
  'Compared with {}': '{} 대비 변경 사항',
  'Changed since version {}': '버전 {} 이후 변경 사항',
  'Webhook not delivered; kept for retry (failed attempts: {})': '웹훅 전송 {}회 실패, 재시도를 위해 보관',
  'Pending (failed attempts: {})': '전송 {}회 실패, 재시도 대기',
} as const;

export type Text = keyof typeof texts;

/** Counted nouns: singular, plural, Korean. */
export const nouns = {
  request: ['request', 'requests', '요청'],
  template: ['template', 'templates', '템플릿'],
  message: ['message', 'messages', '메시지'],
  file: ['file', 'files', '파일'],
  fault: ['fault is active', 'faults are active', '지정한 오류'],
} as const;

/** The Korean of an English text of the emulator, with its names and numbers. A text of a user does not change. */
export function koreanOf(english: string): string {
  if (Object.hasOwn(texts, english)) return texts[english as Text];
  const form = forms.find(([pattern]) => pattern.test(english));
  return form === undefined ? english : fill(form[1], form[0].exec(english)?.slice(1) ?? []);
}

/** Replaces each `{}` of a text by a value. */
export function fill(text: string, values: readonly (string | number)[]): string {
  const rest = values.values();
  return text.replace(/\{\}/g, () => String(rest.next().value ?? ''));
}

const forms = Object.entries(texts)
  .filter(([english]) => english.includes('{}'))
  .map(([english, korean]) => [formOf(english), korean] as const);

function formOf(english: string): RegExp {
  const fixed = english
    .split('{}')
    .map((part) => part.replace(/[^\w\s]/g, '\\$&').replace(/ (elements|line breaks)/, ' $1?'));
  return new RegExp(`^${fixed.join('(.+)')}$`, 's');
}
