import { type Phrases, sayer } from '../../core/sentence.ts';
import type { RuleWords } from '../lint/rule.ts';
import { LINT_SENTENCES, SHARED_FINDS, SHARED_HELP } from '../lint/sentences.ts';

/** The sentences about operations that are not legal, and of findings. A rule has its own words below. */
export const BRAND_SENTENCES = {
  ...LINT_SENTENCES,
  'brand-blocked': {
    en: 'the service has blocked this template (status {status}), and only the service can unblock it',
    ko: '서비스에서 차단한 템플릿입니다(상태 {status}). 차단은 서비스에서만 해제할 수 있습니다',
  },
  'brand-blocked-stays': {
    en: 'it can be deleted in status A only, and the service has blocked it (status {status})',
    ko: '상태 A에서만 삭제할 수 있는데, 서비스에서 차단했습니다(상태 {status})',
  },
  'brand-bubble': {
    en: 'a template keeps its bubble, and this one is {from}, not {to}',
    ko: '등록한 템플릿의 말풍선 유형은 바꿀 수 없습니다(현재 {from}, 파일 {to})',
  },
  'brand-another-id': {
    en: 'another id: a template with the new bubble is registered, and this one is deleted',
    ko: '다른 id 사용. 새 말풍선의 템플릿을 등록하고 이 템플릿을 삭제합니다',
  },
  'brand-name-length': {
    en: 'an update takes a name of {max} characters, and this one has {count}',
    ko: '수정할 때 이름은 {max}자까지 쓸 수 있는데 {count}자입니다',
  },
  'remove-count': { en: 'Remove {count}', ko: '{count}개를 줄이세요' },
  'lines-allowed': { en: '`{field}` has {count} {count:line break|line breaks}; at most {most} {most:is|are} allowed', ko: '`{field}`에 줄바꿈이 {count}번 있습니다. {most}번까지 쓸 수 있습니다' },
  'message-lacks': { en: '`{field}` is missing, and a message requires it', ko: '`{field}` 필드가 없습니다. 메시지를 보내려면 필요합니다' },
  'message-bubble': { en: 'A message of bubble {bubble} does not support `{field}`', ko: '{bubble} 메시지에는 `{field}` 필드를 쓸 수 없습니다' },
  'coupon-commas': { en: 'A message requires an amount without commas', ko: '메시지에는 쉼표가 없는 금액을 써야 합니다' },
  'coupon-commas-way': { en: 'Remove the commas: `{field}`', ko: '쉼표를 지우세요: `{field}`' },
  'button-part': { en: 'A {type} button of a message does not support `{field}`', ko: '메시지의 {type} 버튼에는 `{field}` 필드를 쓸 수 없습니다' },
  'button-ac': { en: 'An AC button of a message has a fixed name', ko: '메시지의 채널 추가 버튼(AC)은 이름이 정해져 있습니다' },
  'button-ac-way': { en: 'Name it `{name}`', ko: '이름을 이렇게 쓰세요: `{name}`' },
  'form-number': { en: 'A message refers to a business form by its number', ko: '메시지에서는 비즈니스폼을 번호로 지정합니다' },
  'form-number-way': { en: 'Write the number only', ko: '번호만 쓰세요' },
  'list-count': { en: '`{field}` has {count} {count:element|elements}; a message takes {least} to {most}', ko: '`{field}` 필드에 {count}개가 있습니다. 메시지에는 {least}~{most}개를 써야 합니다' },
  'add-count': { en: 'Add {count}', ko: '{count}개를 추가하세요' },
  'image-link': { en: '`{field}` has a link but no image; a message requires both or neither', ko: '`{field}`에 링크만 있고 이미지가 없습니다. 둘 다 있거나 둘 다 없어야 합니다' },
  'image-link-way': { en: 'Add the image, or remove the link', ko: '이미지를 추가하거나 링크를 지우세요' },
} as const satisfies Phrases;

/** What each rule finds, as one sentence without a full stop. */
const FINDS: Phrases = {
  ...SHARED_FINDS,
  AT02: { en: `More than 20 different variables in all buttons, including those of the cards`, ko: `카드를 포함해 버튼에 쓴 변수가 20종류를 넘습니다` },
  AT10: { en: 'A channel-add button (AC) that is not the first of a TEXT or IMAGE, or not the last of another bubble or a card', ko: '채널 추가 버튼(AC)의 위치가 맞지 않습니다. TEXT와 IMAGE에서는 맨 앞, 다른 말풍선과 카드에서는 맨 뒤에 있어야 합니다' },
  AT11: {
    en: 'More than two buttons on a card, or a COMMERCE without a button (errors); more buttons than a message takes: five in a TEXT or IMAGE (four beside a coupon), two in a WIDE, WIDE_ITEM_LIST and COMMERCE, one in a PREMIUM_VIDEO',
    ko: '카드의 버튼이 두 개를 넘거나 COMMERCE에 버튼이 없습니다(오류). 또는 버튼이 너무 많습니다. 최대 개수는 TEXT와 IMAGE가 다섯 개(쿠폰이 있으면 네 개), WIDE, WIDE_ITEM_LIST, COMMERCE가 두 개, PREMIUM_VIDEO가 한 개입니다',
  },
  AT12: {
    en: 'A web link that does not begin with http:// or https:// and a public host (`localhost` is none), an app link without a scheme, or a link with a space, unless it begins with a variable',
    ko: '웹링크가 http://나 https://로 시작하는 주소가 아니거나, 도메인이 `localhost`처럼 외부에서 접속할 수 없는 이름이거나, 앱링크에 스킴이 없거나, 링크에 공백이 있습니다. 변수로 시작하는 링크는 점검하지 않습니다',
  },
  AT14: { en: 'A WIDE_ITEM_LIST without 2 to 5 items (an error), or with two', ko: 'WIDE_ITEM_LIST의 아이템이 2~5개가 아니거나(오류) 두 개뿐입니다' },
  AT17: {
    en: 'An image that is not a PNG or JPEG, has more than 5 MB (an error) or 500 KB, is too narrow or does not have the ratio of its place: 2:1 to 3:4, in a WIDE 2:1 to 1:1, of the first item 2:1, of the others 1:1, in a CAROUSEL_COMMERCE all the same; a bubble without the image that it shows',
    ko: '이미지가 없거나, PNG나 JPEG가 아니거나, 5 MB(오류) 또는 500 KB를 넘거나, 너비나 비율이 맞지 않습니다. 비율은 2:1~3:4이며, WIDE는 2:1~1:1, 첫 아이템은 2:1, 나머지 아이템은 1:1, CAROUSEL_COMMERCE는 모두 같아야 합니다',
  },
  AT30: { en: 'Two templates of a profile with the same name, which identifies a template until it is bound', ko: '한 발신 프로필에서 두 템플릿의 이름이 같습니다. 연결되기 전에는 이름으로 템플릿을 찾습니다' },
};

/** The advice of each rule, as whole sentences. */
const HELP: Phrases = {
  ...SHARED_HELP,
  AT02: { en: 'Remove some: one variable can be used in many places', ko: '변수를 줄이세요. 변수 하나를 여러 곳에 쓸 수 있습니다.' },
  AT10: { en: 'Move it to that position, and keep only one', ko: '그 자리로 옮기고 하나만 두세요.' },
  AT11: { en: 'Remove some; a COMMERCE keeps one or two', ko: '몇 개를 지우세요. COMMERCE에는 한두 개를 두세요.' },
  AT14: { en: 'Write 3 to 5 `items`; the first is the main one', ko: '`items`를 3~5개 쓰세요. 첫 아이템이 대표 아이템입니다.' },
  AT17: { en: 'Export the image again, 500 px wide or more and of the ratio that is named', ko: '이미지를 정해진 비율로, 너비 500픽셀 이상으로 다시 만드세요.' },
  AT30: { en: 'Rename one of them', ko: '둘 중 하나의 이름을 바꾸세요.' },
};

export const BRAND_RULES: RuleWords = { kind: 'brand', finds: FINDS, help: HELP };

export const say = sayer(BRAND_SENTENCES);
