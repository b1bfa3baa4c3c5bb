import type {
  BrandBubble,
  Bubble,
  BubbleButton,
  BubbleImage,
  BubbleItem,
  BubbleLink,
  CarouselCard,
  Commerce,
  Coupon,
  NotificationBubble,
  TextMessageBubble,
  Video,
} from './bubble.ts';
import { durationText, priceTexts } from './figures.ts';
import { buttonWord } from './glyphs.ts';
import { visibleText } from './visible.ts';

/**
 * The whole bubble as lines of text in reading order, for a description and for whoever cannot see it: every text in
 * full, also those that a phone would cut, where buttons lead, and what pictures show. Hidden characters are named.
 */
export function transcript(bubble: Bubble): string[] {
  return [...opening(bubble), ...inner(bubble)].map(visibleText);
}

/** One line: what kind of message it is, and from whom. */
export function titleOf(bubble: Bubble): string {
  const kinds = { notification: '알림', brand: '브랜드 메시지', text: '문자 메시지' };
  return visibleText(bubble.sender ? `${bubble.sender}: ${kinds[bubble.kind]}` : kinds[bubble.kind]);
}

/** The addresses of a link, each with its device. */
export function addresses(link: BubbleLink | undefined): string[] {
  if (!link) return [];
  const named = [
    ['모바일', link.mobile],
    ['PC', link.pc],
    ['Android', link.android],
    ['iOS', link.ios],
  ];
  return named.flatMap(([name, address]) => (address ? [`${name} ${address}`] : []));
}

/** Returns the effect and the destination of a button. */
export function deeds({ type, detail, link }: BubbleButton): string[] {
  return [buttonWord(type, 'ko'), detail ?? '', ...addresses(link)].filter(Boolean);
}

function inner(bubble: Bubble): string[] {
  if (bubble.kind === 'notification') return notificationLines(bubble);
  return bubble.kind === 'brand' ? brandLines(bubble) : textLines(bubble);
}

function opening(bubble: Bubble): string[] {
  const advertises = bubble.kind !== 'notification' && bubble.ad === true;
  return [
    ...(advertises ? ['(광고)'] : []),
    ...(bubble.kind === 'brand' && bubble.adult ? ['19세 이상'] : []),
    ...some(bubble.sender),
    ...some(bubble.at),
  ];
}

function notificationLines(bubble: NotificationBubble): string[] {
  const { emphasis, highlight } = bubble;
  return [
    ...labelled('미리보기 문구', bubble.preview),
    ...(bubble.security ? ['보안 메시지'] : []),
    ...(emphasis.type === 'IMAGE' ? picture(emphasis.image) : []),
    ...(emphasis.type === 'TEXT' ? some(emphasis.subtitle, emphasis.title) : []),
    ...some(bubble.header),
    ...(highlight ? [...some(highlight.title, highlight.description), ...picture(highlight.image)] : []),
    ...(bubble.items ?? []).map(itemLine),
    ...(bubble.summary ? [itemLine(bubble.summary)] : []),
    ...some(bubble.content, bubble.extra, bubble.notice),
    ...labelled('링크', addresses(bubble.link).join(', ')),
    ...buttons('버튼', bubble.buttons),
    ...buttons('바로연결', bubble.quickReplies),
  ];
}

function brandLines(bubble: BrandBubble): string[] {
  const { carousel } = bubble;
  return [
    ...picture(bubble.image, bubble.imageLink),
    ...video(bubble.video),
    ...some(bubble.header),
    ...(bubble.items ?? []).flatMap(({ title, image, link }) => [...some(title), ...picture(image, link)]),
    ...commerce(bubble.commerce),
    ...some(bubble.content, bubble.additionalContent),
    ...(carousel?.intro ? picture(carousel.intro.image, carousel.intro.link) : []),
    ...(carousel?.intro ? some(carousel.intro.header, carousel.intro.content) : []),
    ...(carousel?.cards ?? []).flatMap(cardLines),
    ...(carousel?.more ? [joined('더보기', addresses(carousel.more).join(', '))] : []),
    ...coupon(bubble.coupon),
    ...buttons('버튼', bubble.buttons),
    ...some(bubble.optOut),
  ];
}

function cardLines(card: CarouselCard, index: number): string[] {
  return [
    `카드 ${index + 1}`,
    ...picture(card.image, card.imageLink),
    ...some(card.header),
    ...commerce(card.commerce),
    ...some(card.content, card.additionalContent),
    ...coupon(card.coupon),
    ...buttons('버튼', card.buttons),
  ];
}

function textLines(bubble: TextMessageBubble): string[] {
  return [
    bubble.channel.toUpperCase(),
    ...(bubble.images ?? []).flatMap((image) => picture(image)),
    ...some(bubble.subject, bubble.text),
    ...buttons('버튼', bubble.buttons),
    ...some(bubble.footer),
  ];
}

function some(...texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text ? [text] : []));
}

function labelled(name: string, text: string | undefined): string[] {
  return text ? [joined(name, text)] : [];
}

/** The texts that exist, joined on one line. */
function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' — ');
}

function picture(image: BubbleImage | undefined, link?: BubbleLink): string[] {
  const leads = addresses(link).join(', ');
  return image ? [joined(image.alt ? `이미지: ${image.alt}` : '이미지', leads)] : labelled('링크', leads);
}

function video(shown: Video | undefined): string[] {
  if (!shown) return [];
  return [joined('동영상', shown.title ?? '', durationText(shown.duration)), ...picture(shown.thumbnail)];
}

function commerce(shown: Commerce | undefined): string[] {
  if (!shown) return [];
  const { main, regular, off } = priceTexts(shown);
  return [...some(shown.title, off, main), ...labelled('정상가', regular)];
}

function coupon(shown: Coupon | undefined): string[] {
  return shown ? [joined('쿠폰', shown.title, shown.description ?? '', addresses(shown.link).join(', '))] : [];
}

function itemLine({ title, description }: BubbleItem): string {
  return `${title}: ${description}`;
}

function buttons(name: string, shown: readonly BubbleButton[] | undefined): string[] {
  return (shown ?? []).map((button) => joined(`${name}: ${button.name}`, deeds(button).join(', ')));
}
