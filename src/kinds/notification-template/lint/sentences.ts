import { type Phrases, sayer } from '../../../core/sentence.ts';
import type { RuleWords } from '../../lint/rule.ts';
import { LINT_SENTENCES, SHARED_FINDS, SHARED_HELP } from '../../lint/sentences.ts';
import { MOST_VARIABLES, SHOWN_LENGTHS } from './sendable.ts';

/** The sentences of findings, and their advice. A rule has its own advice beside it. */
export const NOTIFICATION_LINT = {
  ...LINT_SENTENCES,
  advertising: { en: 'This reads as advertising: {words}', ko: '광고로 읽히는 문장입니다: {words}' },
  'category-unlisted': { en: '`{category}` is not a template category of `{environment}`', ko: '`{environment}` 환경의 목록에 없는 카테고리입니다: `{category}`' },
  notice: { en: 'The body ends with the channel-add notice, which the service adds', ko: '본문 끝에 채널 추가 안내 문구가 있습니다. 이 문구는 서비스가 붙입니다' },
  'notice-way': { en: 'Remove the notice and the line breaks before it', ko: '안내 문구와 그 앞의 줄바꿈을 지우세요' },
  'summary-lacks': { en: '`itemSummary` has no `{key}`, and a message requires one', ko: '`itemSummary`에 `{key}` 필드가 없습니다. 메시지를 보내려면 필요합니다' },
  add: { en: 'Add `{key}`', ko: '`{key}` 필드를 추가하세요' },
  'no-effect': { en: '`{field}` has no effect with this message type or emphasis', ko: '이 메시지 유형이나 강조 유형에서는 `{field}` 필드를 쓰지 않습니다' },
  'no-effect-type': { en: '`{field}` has no effect on a {type} button', ko: '{type} 버튼에는 `{field}` 필드를 쓰지 않습니다' },
  'reply-md': { en: 'A quick reply of type MD can be registered but not sent', ko: 'MD 유형의 바로연결은 등록할 수 있지만 발송할 수 없습니다' },
  'reply-md-way': { en: 'A message can have quick replies of type WL, AL, BK, BC and BT. Choose one of them', ko: '메시지에 쓸 수 있는 바로연결 유형은 WL, AL, BK, BC, BT입니다. 이 중에서 고르세요' },
  'number-sign': { en: '`{field}` has `{text}` ({code}), which is neither a digit nor a hyphen', ko: '전화번호에 쓸 수 없는 글자(`{text}`, {code})가 있습니다: `{field}`' },
  'number-sign-way': { en: 'Write digits and `-`', ko: '숫자와 `-`로 쓰세요' },
  'tell-link': { en: 'The service no longer registers new `tell://` links; a live one can stay', ko: '`tell://` 링크는 새로 등록할 수 없습니다. 이미 등록된 링크는 그대로 쓸 수 있습니다' },
  'tell-link-way': { en: 'Use a TN button for a call', ko: '전화 연결에는 TN 버튼을 쓰세요' },
  purpose: { en: '`{found}` suggests a purpose that the inspection refuses: {purpose}', ko: '알림 템플릿으로 승인되지 않는 내용입니다({purpose}): `{found}`' },
  'purpose-cart': { en: 'goods left in a cart', ko: '장바구니 알림' },
  'purpose-wishes': { en: 'wishes for a birthday or an anniversary', ko: '생일, 기념일 축하' },
  'purpose-newsletter': { en: 'a newsletter', ko: '뉴스레터' },
  'purpose-goods': { en: 'goods that are recommended or new', ko: '추천 상품, 신상품 안내' },
  'purpose-return': { en: 'a call to come back', ko: '재방문 유도' },
  'purpose-marked': { en: 'a text that is marked as advertising', ko: '광고 표시가 있는 문구' },
  'purpose-loan': { en: 'an offer of a loan', ko: '대출 권유' },
  'purpose-job': { en: 'an offer of a job', ko: '구인 광고' },
  'purpose-app': { en: 'a call to install or open an app', ko: '앱 설치나 실행 유도' },
  'many-variables': { en: 'The template has {count} variables; inspectors accept at most {most}; `{name}` is one too many', ko: '변수가 {count}개입니다. 검수에서는 {most}개까지 허용하며 `{name}`부터 한도를 넘습니다' },
} as const satisfies Phrases;

/** What each rule finds, as one sentence without a full stop. */
const FINDS: Phrases = {
  ...SHARED_FINDS,
  AT02: { en: `More than ${MOST_VARIABLES} variables`, ko: `변수가 ${MOST_VARIABLES}개를 넘습니다` },
  AT03: { en: 'A body of variables only: an inspector cannot see what will be sent', ko: '본문이 변수로만 되어 있어 검수자가 발송될 내용을 알 수 없습니다' },
  AT05: { en: 'A variable in the preview message', ko: '미리보기 문구에 변수가 있습니다' },
  AT06: { en: 'A variable in the subtitle, the extra information, the title of an item or of the summary', ko: '보조 문구, 부가 정보, 아이템 제목, 요약 제목에 변수가 있습니다' },
  AT08: { en: 'Emphasis TEXT without a title and a subtitle (an error), or emphasis NONE with one of them', ko: '강조 표기형(TEXT)에 제목이나 보조 문구가 없습니다(오류). 또는 강조 없음(NONE)인데 제목이나 보조 문구가 있습니다' },
  AT09: { en: 'Message type EX or MI without extra information (an error), or BA or AD with some', ko: '메시지 유형 EX, MI에 부가 정보가 없습니다(오류). 또는 BA, AD에 부가 정보가 있습니다' },
  AT10: { en: 'Message type AD or MI whose first button does not add the channel, or more than one button that does', ko: '메시지 유형 AD, MI의 첫 버튼이 채널 추가가 아니거나, 채널 추가 버튼이 둘 이상입니다' },
  AT11: { en: 'More than five buttons, or more than two beside quick replies', ko: '버튼이 다섯 개를 넘거나, 바로연결과 함께 쓸 때 두 개를 넘습니다' },
  AT12: {
    en: 'A web link button without a mobile link, an app link button without links for Android and iOS (errors); a new `tell://` link, which the service no longer registers, a web link that does not begin with http:// or https:// and a public host (`localhost` is none), an app link without a scheme, a space inside a link; a phone number with another dash than `-`',
    ko: '웹링크 버튼에 모바일 링크가 없거나, 앱링크 버튼에 안드로이드와 아이폰 링크가 없습니다(오류). 또는 웹링크가 http://나 https://로 시작하는 주소가 아니거나, 도메인이 `localhost`처럼 외부에서 접속할 수 없는 이름이거나, 앱링크에 스킴이 없거나, 링크에 공백이 있거나, 전화번호에 `-`가 아닌 줄표가 있습니다. `tell://` 링크는 이미 등록된 템플릿에서만 쓸 수 있고 새로 등록할 수 없습니다',
  },
  AT13: { en: 'A call button with a name that is not one of the three fixed names', ko: '전화 버튼의 이름이 정해진 세 가지 중 하나가 아닙니다' },
  AT14: { en: 'Emphasis ITEM_LIST without 2 to 10 items (an error), or items and a summary without that emphasis', ko: '아이템 리스트형(ITEM_LIST)의 아이템이 2~10개가 아닙니다(오류). 또는 다른 유형에 아이템이나 요약이 있습니다' },
  AT16: {
    en: `A title of more than ${SHOWN_LENGTHS['emphasis.title']} or a subtitle of more than ${SHOWN_LENGTHS['emphasis.subtitle']} characters, when the longest sample fills it in: a phone cuts off the rest`,
    ko: `가장 긴 예시 값을 넣으면 제목이 ${SHOWN_LENGTHS['emphasis.title']}자를 넘거나 보조 문구가 ${SHOWN_LENGTHS['emphasis.subtitle']}자를 넘어 휴대폰에서 잘립니다`,
  },
  AT17: { en: 'An image that is not a PNG or JPEG, has more than 500 KB, is too narrow or has another ratio than 2:1 (a highlight: 1:1); emphasis IMAGE without one', ko: '이미지가 PNG나 JPEG가 아니거나, 500 KB를 넘거나, 너무 좁거나, 비율이 2:1(하이라이트는 1:1)이 아닙니다. 또는 이미지형에 이미지가 없습니다' },
  AT18: { en: 'A one-time password, authentication code or password in a template without `security: true`', ko: '일회용 비밀번호, 인증번호, 비밀번호를 보내는 템플릿에 `security: true`가 없습니다' },
  AT19: { en: 'A sentence that reads as advertising: an offer with signs of pressure that no transaction of the recipient explains', ko: '광고로 읽히는 문장이 있습니다. 혜택을 내세워 재촉하며, 수신자의 거래나 신청과 관련이 없습니다' },
  AT20: {
    en: 'A purpose that the inspection refuses: goods left in a cart, birthday wishes, a newsletter, new or recommended goods, a text marked as advertising, offers of loans or jobs, a call to come back or to install an app',
    ko: '알림 템플릿으로 승인되지 않는 내용입니다. 장바구니 알림, 생일 축하, 뉴스레터, 신상품이나 추천 상품 안내, (광고) 표시가 있는 문구, 대출 권유나 구인 광고, 재방문이나 앱 설치 유도는 반려됩니다',
  },
  AT21: { en: 'A link to an app store', ko: '앱 스토어로 연결되는 링크가 있습니다' },
  AT22: { en: 'A word of payment on a button (결제, 납부, 송금, 청구)', ko: '결제, 납부, 송금, 청구처럼 결제를 뜻하는 버튼 이름을 썼습니다' },
  AT23: { en: 'A link that hides where it leads: a variable that is a whole link in a text, for example `▶ #{링크}`, or a shortened link', ko: '`▶ #{링크}`처럼 링크 전체를 변수로 썼거나 단축 링크를 썼습니다' },
  AT24: { en: 'Coupons or points that are issued or expire, without a line that states the reason', ko: '쿠폰이나 포인트의 지급 또는 소멸을 안내하면서 그 근거를 밝히지 않았습니다' },
  AT25: { en: 'No reason why this person gets the message: no order, booking, request, membership or similar', ko: '수신자가 이 메시지를 받는 이유를 알 수 없습니다. 주문, 예약, 신청, 회원 등에 대한 내용이 없습니다' },
  AT26: { en: 'A button of an EX or MI template that leads to advertising, although the extra information does not say so', ko: 'EX, MI 템플릿의 버튼이 광고로 연결되는데, 부가 정보에 그 사실을 알리는 문장이 없습니다' },
  AT27: { en: 'A personal phone number or an account number in the text: a number may change, but an approved text cannot', ko: '문구에 개인 전화번호나 계좌번호를 직접 적었습니다. 번호가 바뀌어도 승인된 문구는 고칠 수 없습니다' },
  AT28: { en: 'The flag `\\s` in the title of a template: in a send it strikes the title through, in a template it is plain text', ko: '등록할 제목에 `\\s`가 있습니다. 발송할 때는 취소선 표시이지만 템플릿에서는 글자로 보입니다' },
  AT29: { en: 'A delivery tracking button (DS) with no courier or no tracking number in the body, where the messenger looks for them', ko: '배송조회 버튼(DS)이 있는데 본문에 택배사나 송장번호가 없습니다. 메신저는 본문에서 두 정보를 찾습니다' },
  AT30: { en: 'Two templates of a profile with the same code (an error) or the same name', ko: '한 발신 프로필에서 두 템플릿의 코드(오류)나 이름이 같습니다' },
  AT31: { en: 'Two buttons, or two quick replies, with the same name', ko: '이름이 같은 버튼이나 이름이 같은 바로연결이 두 개 있습니다' },
  AT32: { en: 'A backslash and an `n` in a text, which are shown as two characters instead of a line break', ko: '문구에 역슬래시와 `n`이 있습니다. 줄이 바뀌지 않고 글자 그대로 보입니다' },
  AT33: { en: 'A category that the environment does not list. `validate` uses the list that the last `plan` or `apply` read', ko: '이 환경의 목록에 없는 카테고리입니다. `validate`는 마지막 `plan`이나 `apply`가 읽은 목록을 확인합니다' },
};

/** The advice of each rule, as whole sentences. */
const HELP: Phrases = {
  ...SHARED_HELP,
  AT02: { en: 'Write out what is the same in every message, or put several values into one variable', ko: '모든 메시지에서 같은 내용은 그대로 쓰고, 여러 값을 변수 하나로 합치세요.' },
  AT03: { en: 'Write the message in the body, and use variables for what differs between messages', ko: '본문에 내용을 쓰고, 메시지마다 달라지는 부분만 변수로 쓰세요.' },
  AT05: { en: 'Write a preview that is the same in every message, or leave `preview` out: a send fills in no variable of it', ko: '미리보기 문구는 모든 메시지에서 같게 쓰거나 `preview`를 지우세요. 발송할 때 이 변수는 채워지지 않습니다.' },
  AT06: {
    en: 'Write a text that is the same in every message, and move the variable into the body, the title or the description. A send fills in no variable of the subtitle and the extra information: a phone shows it as it is',
    ko: '이 부분은 모든 메시지에서 같게 쓰고, 변수는 본문이나 제목, 설명으로 옮기세요. 보조 문구와 부가 정보의 변수는 발송할 때 채워지지 않고 그대로 표시됩니다.',
  },
  AT08: { en: 'Write both texts, or choose the emphasis that shows what is written', ko: '두 문구를 모두 쓰거나, 쓴 내용에 맞는 강조 유형을 고르세요.' },
  AT09: { en: 'Write `extra` for EX and MI; for BA and AD remove it, or choose EX or MI', ko: 'EX와 MI에는 `extra`를 쓰세요. BA와 AD에서는 지우거나 EX, MI를 고르세요.' },
  AT10: { en: 'Begin `buttons` with `{type: AC}`, once', ko: '`buttons`의 맨 앞에 `{type: AC}`를 하나만 두세요.' },
  AT11: { en: 'Remove some', ko: '몇 개를 지우세요.' },
  AT13: { en: 'Name it `전화 연결`, `고객센터 연결` or `상담원 연결`', ko: '이름을 `전화 연결`, `고객센터 연결`, `상담원 연결` 중 하나로 쓰세요.' },
  AT14: { en: 'Write 2 to 10 `items` with `emphasis: {type: ITEM_LIST}`, or remove them', ko: '`emphasis: {type: ITEM_LIST}`와 함께 `items`를 2~10개 쓰거나 지우세요.' },
  AT16: { en: 'Shorten it, and move the rest to the body', ko: '짧게 줄이고, 나머지는 본문에 쓰세요.' },
  AT17: { en: 'Export the image again: 2:1 and 500 px wide or more, for a highlight 1:1 and 108 px or more', ko: '이미지를 비율 2:1, 너비 500픽셀 이상으로 다시 만드세요. 하이라이트는 비율 1:1, 108픽셀 이상으로 만드세요.' },
  AT18: { en: 'Write `security: true`: the text is then shown on the main device only', ko: '메인 기기에서만 보이도록 `security: true`를 추가하세요.' },
  AT19: { en: 'Write only what the recipient has to know about their own transaction; send advertising as a brand message', ko: '수신자의 거래나 신청에 대한 내용으로 바꾸거나, 브랜드 메시지로 보내세요.' },
  AT20: { en: 'Send it as a brand message: a notification is about a transaction that the recipient began', ko: '브랜드 메시지로 보내세요. 알림 템플릿에는 수신자의 거래나 신청에 대한 내용만 쓰세요.' },
  AT21: { en: 'Link to a page of your own, or to the app itself with an AL button', ko: '자사 페이지로 연결하거나 AL 버튼으로 앱을 직접 여세요.' },
  AT22: { en: 'Name the button after what it shows, for example 결제 내역 보기, or take the payment on a page behind a login', ko: '"결제 내역 보기"처럼 보여 줄 내용을 이름으로 쓰거나, 고객이 로그인한 곳에서 결제하게 하세요.' },
  AT23: { en: 'Use a WL button, or write out the beginning of the address: `https://shop.example.com/#{경로}`', ko: 'WL 버튼을 쓰거나, `https://shop.example.com/#{경로}`처럼 주소의 앞부분을 적으세요.' },
  AT24: { en: 'Add a line, for example: ※ 이용약관(회원가입 시 동의)에 따라 지급된 쿠폰 안내 메시지입니다. Or: ※ 고객님의 유료 구매로 지급된 포인트 안내입니다.', ko: '"※ 이용약관(회원가입 시 동의)에 따라 지급된 쿠폰 안내 메시지입니다." 또는 "※ 고객님의 유료 구매로 지급된 포인트 안내입니다."와 같은 문장을 넣으세요.' },
  AT25: { en: 'Name the transaction of the recipient, or add a line, for example: 본 메시지는 서비스 이용을 신청하신 분께 발송됩니다.', ko: '수신자의 어떤 거래에 대한 메시지인지 쓰거나, "본 메시지는 서비스 이용을 신청하신 분께 발송됩니다."와 같은 문장을 넣으세요.' },
  AT26: { en: 'Add to `extra`, for example: 아래 버튼을 누르면 이벤트(광고) 페이지로 이동합니다', ko: '`extra`에 "아래 버튼을 누르면 이벤트(광고) 페이지로 이동합니다."와 같은 문장을 넣으세요.' },
  AT27: { en: 'Use a variable instead, for example `#{연락처}` or `#{계좌번호}`; the number of a service centre can stay', ko: '`#{연락처}`나 `#{계좌번호}` 같은 변수로 바꾸세요. 고객센터 번호는 그대로 두세요.' },
  AT28: { en: 'Remove `\\s`; a send may add it at the end of its highlight title', ko: '여기서는 `\\s`를 빼고, 발송할 때 하이라이트 제목 끝에 붙이세요.' },
  AT29: { en: 'Write both in the body, for example: 택배사 #{택배사}, 송장번호 #{송장번호}', ko: '본문에 "택배사 #{택배사}, 송장번호 #{송장번호}"처럼 둘 다 쓰세요.' },
  AT30: { en: 'Give one of them another code or name', ko: '둘 중 하나의 코드나 이름을 바꾸세요.' },
  AT31: { en: 'Give each a name of its own: a reader cannot tell them apart, and statistics count them as one', ko: '수신자가 구별할 수 있고 통계가 따로 집계되도록 각각 다른 이름을 쓰세요.' },
  AT32: { en: 'In a block (`|`) press Enter instead; only a double-quoted YAML text turns `\\n` into a line break', ko: '블록(`|`)에서는 Enter로 줄을 바꾸세요. `\\n`은 큰따옴표로 묶은 YAML 문구에서만 쓰세요.' },
  AT33: { en: 'Use a code of the list. `notiform get categories` reads the list again and shows it', ko: '목록에 있는 코드를 쓰세요. 최신 목록은 `notiform get categories`로 볼 수 있습니다.' },
};

export const TEMPLATE_RULES: RuleWords = { kind: 'template', finds: FINDS, help: HELP };

export const say = sayer(NOTIFICATION_LINT);
