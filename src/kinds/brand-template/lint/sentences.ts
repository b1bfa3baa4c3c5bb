import { type Phrases, sayer } from '../../../core/sentence.ts';
import { LINT_SENTENCES } from '../../lint/sentences.ts';

/** The sentences of findings, and their advice. A rule has its own advice beside it. */
export const BRAND_LINT = {
  ...LINT_SENTENCES,
  'brand-too-long': { en: '{what} has {count} characters; a message takes at most {most}', ko: '{what}의 길이가 {count}자입니다. 메시지에는 {most}자까지 쓸 수 있습니다' },
  'one-line': { en: 'Write it in one line', ko: '한 줄로 쓰세요' },
  'remove-count': { en: 'Remove {count}', ko: '{count}개를 줄이세요' },
  'lines-one-none': { en: '{what} has a line break; a message takes none', ko: '메시지에서는 {what}에 줄바꿈을 쓸 수 없습니다' },
  'lines-none': { en: '{what} has {count} line breaks; a message takes none', ko: '메시지에서는 {what}에 줄바꿈을 쓸 수 없습니다(현재 {count}번)' },
  'lines-most': { en: '{what} has {count} line breaks; a message takes at most {most}', ko: '{what}에 줄바꿈이 {count}번 있습니다. 메시지에는 {most}번까지 쓸 수 있습니다' },
  'buttons-most': { en: '`buttons` has {count} elements; a message of bubble {bubble} takes at most {most}', ko: '`buttons` 필드에 {count}개가 있습니다. {bubble} 메시지에는 {most}개까지 쓸 수 있습니다' },
  'buttons-beside': { en: '`buttons` has {count} elements; a message of bubble {bubble} takes at most {most} beside a coupon', ko: '`buttons` 필드에 {count}개가 있습니다. 쿠폰이 있는 {bubble} 메시지에는 {most}개까지 쓸 수 있습니다' },
  'items-least': { en: '`items` has {count} elements; a message takes {least} or more', ko: '`items` 필드에 {count}개가 있습니다. 메시지에는 {least}개 이상 필요합니다' },
  'name-update': { en: '`name` has {count} characters; an update takes at most {most}', ko: '`name`의 길이가 {count}자입니다. 수정할 때는 {most}자까지 쓸 수 있습니다' },
  'name-update-way': { en: 'Shorten it by {count}: the template can be registered but not updated', ko: '{count}자를 줄이세요. 등록은 되지만 나중에 수정할 수 없습니다' },
  'message-lacks': { en: '`{field}` is missing, and a message requires it', ko: '`{field}` 필드가 없습니다. 메시지를 보내려면 필요합니다' },
  'add-member': { en: 'Add `{key}`', ko: '`{key}` 필드를 추가하세요' },
  'add-to': { en: 'Add `{example}` to `{field}`', ko: '`{field}`에 `{example}` 항목을 추가하세요' },
  'message-bubble': { en: 'A message of bubble {bubble} does not support `{field}`', ko: '{bubble} 메시지에는 `{field}` 필드를 쓸 수 없습니다' },
  'video-form': { en: 'A message requires the address of a video (`…/v/ID`) or of a clip link (`…/channel/ID/cliplink/ID`)', ko: '메시지의 동영상 주소는 `…/v/ID` 또는 `…/channel/ID/cliplink/ID` 형식이어야 합니다' },
  'video-form-way': { en: 'Write the address that the service returned', ko: '서비스가 알려 준 주소를 쓰세요' },
  'video-length': { en: '`{field}` has {count} characters; a message takes at most {most}', ko: '`{field}`의 길이가 {count}자입니다. 메시지에는 {most}자까지 쓸 수 있습니다' },
  'coupon-commas': { en: 'A message requires an amount without commas', ko: '메시지에는 쉼표가 없는 금액을 써야 합니다' },
  'coupon-commas-way': { en: 'Remove the commas: `{field}`', ko: '쉼표를 지우세요: `{field}`' },
  'button-link': { en: 'A {type} button of a message does not support this link', ko: '메시지의 {type} 버튼에는 쓸 수 없는 링크입니다' },
  'button-form': { en: 'A {type} button of a message has no business form', ko: '메시지의 {type} 버튼에는 비즈니스폼을 쓸 수 없습니다' },
  'button-ac': { en: 'An AC button of a message has a fixed name', ko: '메시지의 채널 추가 버튼(AC)은 이름이 정해져 있습니다' },
  'button-ac-way': { en: 'Name it `{name}`', ko: '이름을 이렇게 쓰세요: `{name}`' },
  'form-number': { en: 'A message refers to a business form by its number', ko: '메시지에서는 비즈니스폼을 번호로 지정합니다' },
  'form-number-way': { en: 'Write the number only', ko: '번호만 쓰세요' },
  'feed-cards-one': { en: '`carousel.cards` has 1 element; a message takes {least} to {most}', ko: '`carousel.cards` 필드에 1개가 있습니다. 메시지에는 {least}~{most}개를 써야 합니다' },
  'feed-cards': { en: '`carousel.cards` has {count} elements; a message takes {least} to {most}', ko: '`carousel.cards` 필드에 {count}개가 있습니다. 메시지에는 {least}~{most}개를 써야 합니다' },
  'add-count': { en: 'Add {count}', ko: '{count}개를 추가하세요' },
  'feed-prices': { en: 'A message does not support prices on a card of a feed', ko: '메시지의 캐러셀 피드 카드에는 가격을 쓸 수 없습니다' },
  'remove-them': { en: 'Remove them', ko: '지우세요' },
  'image-link': { en: '`{field}` has a link but no image; a message requires both or neither', ko: '`{field}`에 링크만 있고 이미지가 없습니다. 둘 다 있거나 둘 다 없어야 합니다' },
  'image-link-way': { en: 'Add the image, or remove the link', ko: '이미지를 추가하거나 링크를 지우세요' },
  'coupon-word': { en: '`{field}` begins with `{given}`, but manifests use `{word}`', ko: '`{field}`에는 `{given}` 대신 `{word}` 형식을 써야 합니다' },
} as const satisfies Phrases;

export const say = sayer(BRAND_LINT);
