import { own } from '../core/json.ts';
import { fill, type Language, type Phrase } from '../core/language.ts';
import { nouns, operationTitles } from './registry.ts';

/** The fields by their names in manifests, which mean the same in every kind. A list has a singular and a plural. */
export const fieldLabels: Readonly<Record<string, Phrase>> = {
  additionalContent: { en: 'additional text', ko: '부가 문구' },
  adult: { en: 'adults only', ko: '성인 전용' },
  android: { en: 'Android', ko: '안드로이드' },
  auth: { en: 'authentication number', ko: '인증 번호' },
  bizFormId: { en: 'business form', ko: '비즈니스폼' },
  brandMessage: { en: 'brand messages', ko: '브랜드 메시지' },
  bubble: { en: 'bubble type', ko: '말풍선 유형' },
  buttons: { en: '{count:button|buttons}', ko: '버튼' },
  cards: { en: '{count:card|cards}', ko: '카드' },
  carousel: { en: 'carousel', ko: '캐러셀' },
  category: { en: 'category', ko: '카테고리' },
  code: { en: 'template code', ko: '템플릿 코드' },
  commerce: { en: 'product', ko: '상품 정보' },
  consentProof: { en: 'proof of consent', ko: '수신 동의 증빙' },
  content: { en: 'body', ko: '본문' },
  coupon: { en: 'coupon', ko: '쿠폰' },
  description: { en: 'description', ko: '설명' },
  discountFixed: { en: 'discount amount', ko: '할인 금액' },
  discountPrice: { en: 'discounted price', ko: '할인가' },
  discountRate: { en: 'discount rate', ko: '할인율' },
  emphasis: { en: 'emphasis', ko: '강조 표기' },
  extra: { en: 'extra information', ko: '부가 정보' },
  file: { en: 'file', ko: '파일' },
  groups: { en: '{count:group|groups}', ko: '그룹' },
  header: { en: 'header', ko: '헤더' },
  highlight: { en: 'highlight', ko: '아이템 하이라이트' },
  image: { en: 'image', ko: '이미지' },
  intro: { en: 'intro', ko: '인트로' },
  ios: { en: 'iOS', ko: '아이폰' },
  itemSummary: { en: 'item summary', ko: '아이템 요약' },
  items: { en: '{count:item|items}', ko: '아이템' },
  link: { en: 'link', ko: '링크' },
  messageType: { en: 'message type', ko: '메시지 유형' },
  mobile: { en: 'mobile', ko: '모바일' },
  more: { en: 'more', ko: '더보기' },
  name: { en: 'name', ko: '이름' },
  pc: { en: 'PC', ko: 'PC' },
  phone: { en: 'phone number', ko: '전화번호' },
  plugin: { en: 'plugin', ko: '플러그인' },
  pluginId: { en: 'plugin ID', ko: '플러그인 ID' },
  preview: { en: 'preview text', ko: '미리보기 문구' },
  quickReplies: { en: '{count:quick reply|quick replies}', ko: '바로연결' },
  regularPrice: { en: 'regular price', ko: '정상가' },
  security: { en: 'security template', ko: '보안 템플릿' },
  subtitle: { en: 'subtitle', ko: '보조 문구' },
  tel: { en: 'phone number', ko: '전화번호' },
  thumbnail: { en: 'thumbnail', ko: '썸네일' },
  title: { en: 'title', ko: '제목' },
  type: { en: 'type', ko: '유형' },
  unsubscribe: { en: 'opt-out', ko: '수신 거부' },
  url: { en: 'address', ko: '주소' },
  use: { en: 'use', ko: '용도' },
  vid: { en: 'video ID', ko: '동영상 ID' },
  video: { en: 'video', ko: '동영상' },
};

/** The codes that stand for a word, by the name of their field. */
const valueLabels: Readonly<Record<string, Readonly<Record<string, Phrase>>>> = {
  messageType: {
    BA: { en: 'basic', ko: '기본형' },
    EX: { en: 'with extra information', ko: '부가 정보형' },
    AD: { en: 'with channel add', ko: '채널 추가형' },
    MI: { en: 'with extra information and channel add', ko: '복합형' },
  },
  emphasis: {
    NONE: { en: 'no emphasis', ko: '강조 없음' },
    TEXT: { en: 'emphasized title', ko: '강조 표기형' },
    IMAGE: { en: 'image', ko: '이미지형' },
    ITEM_LIST: { en: 'item list', ko: '아이템 리스트형' },
  },
  bubble: {
    TEXT: { en: 'text', ko: '텍스트형' },
    IMAGE: { en: 'image', ko: '이미지형' },
    WIDE: { en: 'wide image', ko: '와이드형' },
    WIDE_ITEM_LIST: { en: 'wide item list', ko: '와이드 리스트형' },
    CAROUSEL_FEED: { en: 'carousel feed', ko: '캐러셀 피드형' },
    PREMIUM_VIDEO: { en: 'video', ko: '프리미엄 동영상형' },
    COMMERCE: { en: 'product', ko: '커머스형' },
    CAROUSEL_COMMERCE: { en: 'product carousel', ko: '캐러셀 커머스형' },
  },
  buttons: {
    WL: { en: 'web link', ko: '웹링크' },
    AL: { en: 'app link', ko: '앱링크' },
    DS: { en: 'delivery tracking', ko: '배송조회' },
    BK: { en: 'bot keyword', ko: '봇키워드' },
    MD: { en: 'message delivery', ko: '메시지 전달' },
    BC: { en: 'switch to consultation', ko: '상담톡 전환' },
    BT: { en: 'switch to a bot', ko: '챗봇 전환' },
    AC: { en: 'channel add', ko: '채널 추가' },
    BF: { en: 'business form', ko: '비즈니스폼' },
    P1: { en: 'secure image', ko: '이미지 보안 전송 플러그인' },
    P2: { en: 'personal information', ko: '개인정보 이용 플러그인' },
    P3: { en: 'one-click payment', ko: '원클릭 결제 플러그인' },
    TN: { en: 'call', ko: '전화하기' },
    MP: { en: 'map', ko: '지도 보기' },
  },
};

/** `web link (WL)` of `WL` at `buttons[0].type`; undefined for a value that is no such code. */
export function valueLabel(path: string, value: string, language: Language): string | undefined {
  const label = own(labelsAt(path), value);
  return label && `${label[language]} (${value})`;
}

/** `` `BA` (basic)``, or `` `keep` `` of a value that explains itself. */
export function valueNamed(path: string, value: string): string {
  const label = own(labelsAt(path), value);
  return label ? `\`${value}\` (${label.en})` : `\`${value}\``;
}

function labelsAt(path: string): Readonly<Record<string, Phrase>> {
  const isType = /(?:^|\.)(?:(?:buttons|quickReplies)\[\d+\]|emphasis)\.type$/u.test(path);
  const field = isType ? (path.endsWith('emphasis.type') ? 'emphasis' : 'buttons') : path;
  return own(valueLabels, field) ?? {};
}

/** `button 2 › link › mobile` of `buttons[1].link.mobile`. A name that is no field is returned unchanged. */
export function fieldLabel(path: string, language: Language): string {
  const parts = Array.from(path.matchAll(/([^.[\]]+)(?:\[(\d+)\])?/gu), ([, name = '', index]) => {
    const label = own(fieldLabels, name);
    const count = index === undefined ? 2 : 1;
    const word = label === undefined ? name : fill(label, language, { count });
    return index === undefined ? word : `${word} ${Number(index) + 1}`;
  });
  return parts.join(' › ');
}

/** `notification template` of `NotificationTemplate` */
export function nounOf(kind: string, language: Language): string {
  return own(nouns, kind)?.[language] ?? kind;
}

/** The title of an operation of a plan. An operation that no kind has keeps the plan's title. */
export function operationTitle({ operation, title }: { operation: string; title: string }, language: Language): string {
  return own(operationTitles, operation)?.[language] ?? title;
}
