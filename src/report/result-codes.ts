import { own } from '../core/json.ts';
import type { Language, Phrase } from '../core/language.ts';

/** The meaning of a result code, and what to do about it. */
export interface ResultCode {
  means: string;
  /** Empty if there is nothing to do. */
  help: string;
}

/** The meaning, and the help if there is something to do. */
type KnownCode = readonly [means: Phrase, help?: Phrase];

const CREDENTIALS: Phrase = {
  en: 'Check account and password of the environment; test and production have their own.',
  ko: '환경의 계정과 비밀번호를 확인하세요. 테스트용과 운영용이 서로 다릅니다.',
};
const BASIC: Phrase = {
  en: `${CREDENTIALS.en} An application sends them to \`POST /v1/token\` as \`Authorization: Basic BASE64(account:password)\`.`,
  ko: `${CREDENTIALS.ko} 애플리케이션은 \`POST /v1/token\`에 \`Authorization: Basic BASE64(계정:비밀번호)\` 헤더로 보내야 합니다.`,
};
const ADDRESS: Phrase = {
  en: 'Register the address that this machine calls from with the service, for this account and this environment.',
  ko: '이 컴퓨터의 IP 주소를 서비스에 등록하세요. 계정과 환경마다 등록해야 합니다.',
};
const AGAIN: Phrase = { en: 'Try again in a moment.', ko: '잠시 후 다시 시도하세요.' };
const CORRECT: Phrase = {
  en: 'Correct the payload; the same one is refused again.',
  ko: '발송 데이터를 고치세요. 그대로 보내면 다시 거부됩니다.',
};
const LOOK_UP: Phrase = {
  en: 'Look for the message key at the send inquiry of the service.',
  ko: '서비스의 발송 조회에서 메시지 키로 확인하세요.',
};
const OLD_TOKEN: KnownCode = [
  { en: 'the token is not valid any more', ko: '토큰이 더 이상 유효하지 않음' },
  {
    en: 'Run the command again: it takes a new token. An application gets a new token with `POST /v1/token`, then repeats the request.',
    ko: '명령을 다시 실행하세요. 새 토큰을 발급받습니다. 애플리케이션은 `POST /v1/token`으로 새 토큰을 받은 뒤 다시 요청해야 합니다.',
  },
];
const DELIVERED: KnownCode = [{ en: 'delivered', ko: '발송 성공' }];
const TOO_MANY: KnownCode = [
  { en: 'too many requests', ko: '요청이 너무 많음' },
  {
    en: 'Wait, or lower `limits.perSecond` of the environment. For tests of an application, raise the setting `rateLimit` of the emulator.',
    ko: '잠시 기다리거나 환경의 `limits.perSecond` 값을 낮추세요. 애플리케이션 테스트에서는 에뮬레이터 설정 `rateLimit` 값을 높이세요.',
  },
];

/** The documents name no single meaning for these: 3000 to 3013 are about authentication or the account (4.2). */
const NOT_LET_IN: KnownCode = [
  { en: 'the account may not do this, or is not recognized', ko: '권한이 없거나 알 수 없는 계정' },
  CREDENTIALS,
];

/** The codes that the documents name (message API 4.2, 6 and 7). */
const CODES: Readonly<Record<string, KnownCode>> = {
  '1000': [{ en: 'accepted', ko: '접수됨' }],
  '2000': [{ en: 'the message is not valid', ko: '메시지 형식이 올바르지 않음' }, CORRECT],
  '3000': [{ en: 'no address is registered for the account', ko: '계정에 등록된 IP 주소가 없음' }, ADDRESS],
  '3001': [{ en: 'the credentials are not valid', ko: '인증 정보가 올바르지 않음' }, CREDENTIALS],
  '3002': OLD_TOKEN,
  '3003': [{ en: 'the address that called is not valid', ko: '요청한 IP 주소가 올바르지 않음' }, ADDRESS],
  '3004': NOT_LET_IN,
  '3005': OLD_TOKEN,
  '3006': [{ en: 'the account does not exist', ko: '없는 계정' }, BASIC],
  '3007': [{ en: 'the password of the account is wrong', ko: '계정의 비밀번호가 틀림' }, BASIC],
  '3008': [
    { en: 'too many connections at once', ko: '동시 연결이 너무 많음' },
    { en: 'Lower `limits.inFlight` of the environment.', ko: '환경의 `limits.inFlight` 값을 낮추세요.' },
  ],
  '3009': [
    { en: 'the account is suspended', ko: '정지된 계정' },
    { en: 'Ask the service why.', ko: '서비스에 이유를 문의하세요.' },
  ],
  '3010': [{ en: 'the address that called is not a registered one', ko: '등록되지 않은 IP 주소에서 요청함' }, ADDRESS],
  '3011': NOT_LET_IN,
  '3012': NOT_LET_IN,
  '3013': NOT_LET_IN,
  '3014': [
    { en: 'the format of the data is wrong', ko: '데이터 형식이 잘못됨' },
    {
      en: `${CORRECT.en} An application gets this code also without \`Content-Type: application/json\`.`,
      ko: `${CORRECT.ko} 애플리케이션이 \`Content-Type: application/json\` 헤더를 보내지 않아도 이 코드가 나옵니다.`,
    },
  ],
  '3015': [
    { en: 'this type of message is not supported', ko: '지원하지 않는 메시지 유형' },
    {
      en: 'Check that the account may send it. In the request of an application, check also that `type` is spelled correctly, as in `at`.',
      ko: '이 계정으로 보낼 수 있는 유형인지 확인하세요. 애플리케이션의 요청이라면 `type`에 오타가 없는지도 확인하세요. 예: `at`',
    },
  ],
  '4100': [{ en: 'delivered to the handset', ko: '휴대폰으로 발송 성공' }],
  '4430': [
    { en: 'refused as spam', ko: '스팸으로 거부됨' },
    { en: 'Look at the text, and at what the recipient has blocked.', ko: '문구와 수신자의 차단 설정을 확인하세요.' },
  ],
  '5000': DELIVERED,
  '5002': TOO_MANY,
  '5003': [{ en: 'a passing failure of the infrastructure', ko: '일시적인 시스템 장애' }, AGAIN],
  '5004': [{ en: 'the service has too many connections', ko: '서비스의 연결이 너무 많음' }, AGAIN],
  '5005': [{ en: 'the service did not answer in time', ko: '서비스의 응답이 늦음' }, AGAIN],
  '6600': DELIVERED,
  '7000': DELIVERED,
  '7305': [
    { en: 'not certain whether it was delivered', ko: '전달되었는지 알 수 없음' },
    {
      en: 'The final result may take up to 30 days; look at the phone first.',
      ko: '최종 결과는 30일까지 걸릴 수 있습니다. 먼저 휴대폰을 확인하세요.',
    },
  ],
  '7314': [
    { en: 'the body is longer than the limit', ko: '본문이 글자 수 제한을 넘음' },
    {
      en: 'Shorten the text or the values: 1,300 characters, 1,000 to be safe.',
      ko: '문구나 값을 줄이세요. 1,300자까지 보낼 수 있고 1,000자 이하를 권장합니다.',
    },
  ],
  '7322': [
    { en: 'brand messages are not delivered at this hour', ko: '브랜드 메시지를 보낼 수 없는 시간' },
    { en: 'Send between 08:00 and 20:50 Korean time.', ko: '한국 시각 08:00~20:50에 보내세요.' },
  ],
  '8000': DELIVERED,
  '8970': [
    { en: 'the agency key or the brand key is wrong', ko: '대행사 키나 브랜드 키가 틀림' },
    { en: 'Correct the key.', ko: '키를 고치세요.' },
  ],
  '9000': [{ en: 'an error inside the service', ko: '서비스 내부 오류' }, AGAIN],
  '9023': [{ en: 'no result came within three days', ko: '사흘 안에 결과가 오지 않음' }, LOOK_UP],
  '9034': [
    { en: 'it waited longer than it may before it was sent', ko: '발송 대기 시간을 넘김' },
    { en: 'Send it again.', ko: '다시 보내세요.' },
  ],
  '9037': [{ en: 'the queue client gave up waiting', ko: '발송 대기열의 응답이 없음' }, LOOK_UP],
};

/** Results of messages that the documents do not list (assumptions 21 and 107). */
const ASSUMED: Readonly<Record<string, KnownCode>> = {
  '7103': [
    { en: 'the sender profile is not valid', ko: '발신 프로필이 올바르지 않음' },
    {
      en: 'A marketing message requires an approved application for brand messages (`notiform profile apply-brand`) and an opt-out number (`unsubscribe`). For another message, check the key of the profile in the environment.',
      ko: '마케팅 메시지를 보내려면 브랜드 메시지 신청(`notiform profile apply-brand`)이 승인되고 수신 거부 번호(`unsubscribe`)가 있어야 합니다. 다른 메시지이면 환경에 적은 발신 프로필 키를 확인하세요.',
    },
  ],
  '7204': [
    { en: 'the text differs from the approved template', ko: '승인된 템플릿과 문구가 다름' },
    {
      en: 'Find the difference with `notiform send --dry-run`. For a payload of your own application, run `notiform send --check FILE`.',
      ko: '`notiform send --dry-run`으로 다른 부분을 찾으세요. 애플리케이션이 만든 발송 데이터는 `notiform send --check 파일`로 확인하세요.',
    },
  ],
  '7308': [
    { en: 'the recipient has no messenger under this number', ko: '이 번호로 메신저를 쓰지 않는 수신자' },
    {
      en: 'Check the recipient. On the emulator, a number that is not one of its `recipients` ends with this code: add it with `--recipient` or `POST register`.',
      ko: '수신자를 확인하세요. 에뮬레이터에서는 `recipients`에 등록되지 않은 번호일 때 이 코드가 나옵니다. `--recipient` 또는 `POST register`로 추가하세요.',
    },
  ],
  '7315': [
    { en: 'there is no such template', ko: '없는 템플릿' },
    { en: 'Check its code and its sender profile.', ko: '템플릿 코드와 발신 프로필을 확인하세요.' },
  ],
  '7318': [
    { en: 'the template may not be sent in its state', ko: '발송할 수 없는 상태의 템플릿' },
    {
      en: 'Run `notiform status`. A notification template must be approved, and not stopped, dormant or blocked. A brand template must not be blocked.',
      ko: '`notiform status`로 상태를 확인하세요. 알림 템플릿은 승인된 상태여야 하며, 중지·휴면·차단 상태에서는 발송할 수 없습니다. 브랜드 메시지 템플릿은 차단되지 않아야 합니다.',
    },
  ],
  '7319': [
    {
      en: 'an image or a video was not uploaded for its place in the message',
      ko: '메시지에 쓰려고 업로드한 이미지나 동영상이 아님',
    },
    {
      en: 'Upload it for this place: apply the template that has it.',
      ko: '이 이미지나 동영상이 있는 템플릿을 적용해 업로드하세요.',
    },
  ],
  '7320': [
    { en: 'there is no such group tag', ko: '없는 그룹 태그' },
    {
      en: 'Apply its manifest, or correct its key in the send. For an application, create the group tag first, then send the key that the service returned.',
      ko: '그룹 태그의 파일을 적용하거나 테스트 발송에 적은 키를 고치세요. 애플리케이션에서는 그룹 태그를 먼저 만들고, 서비스가 알려 준 키를 보내세요.',
    },
  ],
};

const SHADOW: KnownCode = [
  { en: 'the handset could not be reached', ko: '휴대폰에 연결할 수 없음' },
  {
    en: 'It was off or without coverage: try again later.',
    ko: '전원이 꺼져 있거나 통신이 되지 않는 곳에 있었습니다. 나중에 다시 시도하세요.',
  },
];

/** Explains a code of the message API. Returns undefined for an unknown code. "4400 and above" is 4400 to 4499 (assumption 70). */
export function explainResult(code: string, language: Language = 'en'): ResultCode | undefined {
  return inWords(own(CODES, code) ?? own(ASSUMED, code) ?? (/^44\d\d$/u.test(code) ? SHADOW : undefined), language);
}

function inWords(known: KnownCode | undefined, language: Language): ResultCode | undefined {
  return known && { means: known[0][language], help: known[1]?.[language] ?? '' };
}

/** The codes of the resource API that its documents list (resource API 2.1). */
const RESOURCE_CODES: Readonly<Record<string, KnownCode>> = {
  '200': [{ en: 'done', ko: '완료' }],
  '429': TOO_MANY,
  // The documents do not list it (assumption 12).
  '600': [
    { en: 'the image is not valid', ko: '이미지가 올바르지 않음' },
    {
      en: 'If a template was refused, upload its image again with `notiform apply --reupload ADDRESS`: the state may name an image of another account or `resourceUrl`.',
      ko: '템플릿이 거부되었다면 `notiform apply --reupload 주소`로 이미지를 다시 업로드하세요. 다른 계정이나 `resourceUrl`에 올린 이미지일 수 있습니다.',
    },
  ],
};

/** The other codes of the resource API (assumption 12). */
const ASSUMED_RESOURCE: Readonly<Record<string, Phrase>> = {
  '101': { en: 'no such user', ko: '없는 사용자' },
  '102': { en: 'the API key is not valid', ko: 'API 키가 올바르지 않음' },
  '103': { en: 'the account is suspended', ko: '정지된 계정' },
  '403': { en: 'not allowed', ko: '권한 없음' },
  '405': { en: 'a parameter is not valid', ko: '파라미터가 올바르지 않음' },
  '504': { en: 'the code is taken', ko: '이미 쓰는 코드' },
  '505': { en: 'the name is taken', ko: '이미 쓰는 이름' },
  '506': { en: 'the body is too long', ko: '본문이 너무 김' },
  '507': { en: 'the sender profile is not valid', ko: '발신 프로필이 올바르지 않음' },
  '508': { en: 'not found', ko: '찾을 수 없음' },
  '509': { en: 'not possible in this state', ko: '이 상태에서는 할 수 없음' },
  '510': { en: 'the buttons are not valid', ko: '버튼이 올바르지 않음' },
  '511': { en: 'the links are not valid', ko: '링크가 올바르지 않음' },
  '525': { en: 'no such category', ko: '없는 카테고리' },
  '530': { en: 'the plugin is not valid', ko: '플러그인이 올바르지 않음' },
  '610': { en: 'the file is not valid', ko: '파일이 올바르지 않음' },
  '611': { en: 'the file is over 50 MB', ko: '파일이 50MB를 넘음' },
  '612': { en: 'the type of the file is not allowed', ko: '쓸 수 없는 파일 형식' },
  '613': { en: 'there are more than 10 files', ko: '파일이 10개를 넘음' },
};

const ASSUMED_HELP: Phrase = {
  en: 'The documents do not list the codes of the resource API, so this meaning is an assumption. Read the service’s own message beside the code.',
  ko: '문서에 리소스 API의 코드 목록이 없어 추정한 뜻입니다. 코드 옆에 있는 서비스의 메시지를 함께 확인하세요.',
};

/** Explains a code of the resource API. Returns undefined for an unknown code. */
export function explainResourceResult(code: string, language: Language = 'en'): ResultCode | undefined {
  const means = own(ASSUMED_RESOURCE, code);
  return inWords(own(RESOURCE_CODES, code) ?? (means && [means, ASSUMED_HELP]), language);
}
