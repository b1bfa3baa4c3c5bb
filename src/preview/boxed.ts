import { fill, type Language, type Phrase } from '../core/language.ts';
import { columns } from '../text/columns.ts';
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
import { addresses, durationText, priceTexts } from './figures.ts';
import { buttonWord } from './glyphs.ts';
import { visibleText } from './visible.ts';
import { type Measure, wrapBy } from './wrap.ts';

interface BoxedOptions {
  /** In columns of a terminal, at least 24. Default: 44. */
  readonly width?: number;
  /** The language of the words beside the message's own. Default: English. */
  readonly language?: Language;
  /**
   * The sides of every box. Default: both. A web page shows a Hangul syllable narrower than two columns, so right sides would not
   * be one line there. `none` draws no box and wraps nothing: lines that are read aloud.
   */
  readonly sides?: 'both' | 'left' | 'none';
}

const phrases = {
  image: { en: 'image', ko: '이미지' },
  video: { en: 'video', ko: '동영상' },
  preview: { en: 'preview', ko: '미리보기 문구' },
  coupon: { en: 'coupon', ko: '쿠폰' },
  intro: { en: 'intro card', ko: '인트로 카드' },
  card: { en: 'card {number} of {count}', ko: '카드 {number}/{count}' },
  regular: { en: '(was {price})', ko: '(정상가 {price})' },
  button: { en: 'button', ko: '버튼' },
  reply: { en: 'quick reply', ko: '바로연결' },
} satisfies Record<string, Phrase>;

/** The options of a drawing, with the columns between the sides of the box that is drawn. */
interface BoxedRoom {
  readonly width: number;
  readonly language: Language;
  readonly sides: NonNullable<BoxedOptions['sides']>;
}

/** Lines that belong together. A box draws a line between two sections. */
type Section = readonly string[];

const WIDTH = 44;
const NARROWEST = 24;
/** Columns of a box's two sides, with a space inside of each. */
const SIDES = 4;

/**
 * Draws a bubble as lines of text in boxes, for a terminal or a fenced block of Markdown: the texts that the phone shows in its
 * order, and where taps lead. Cards of a carousel are below each other. Hidden characters are named.
 */
export function boxed(bubble: Bubble, { width = WIDTH, language = 'en', sides = 'both' }: BoxedOptions = {}): string[] {
  const room: BoxedRoom = { width: sides === 'none' ? Infinity : Math.max(NARROWEST, width), language, sides };
  const lines = [...openingLines(bubble, room), ...mainLines(bubble, room)];
  return lines.map((line) => line.trimEnd());
}

function mainLines(bubble: Bubble, room: BoxedRoom): string[] {
  if (bubble.kind === 'brand') return brandLines(bubble, room);
  return bubble.kind === 'notification' ? notificationLines(bubble, room) : textMessageLines(bubble, room);
}

/** The sender with its marks, and the time. */
function openingLines(bubble: Bubble, { width }: BoxedRoom): string[] {
  const isAd = bubble.kind !== 'notification' && bubble.ad;
  const marks = [isAd ? '(광고)' : '', bubble.kind === 'brand' && bubble.adult ? '[19]' : '', bubble.at ?? ''];
  return wrapped([bubble.sender, ...marks].filter(Boolean).join(' '), width);
}

function notificationLines(bubble: NotificationBubble, room: BoxedRoom): string[] {
  const { emphasis, highlight, items = [], summary, preview } = bubble;
  const inside = insideOf(room);
  const highlighted = highlight
    ? [
        ...wrapped(highlight.struck ? `~~${highlight.title}~~` : highlight.title, inside.width),
        ...wrapped(highlight.description, inside.width),
        ...imageLines(highlight.image, undefined, inside),
      ]
    : [];
  return [
    ...(preview ? hanging(`${phrases.preview[room.language]}: `, preview, room) : []),
    ...box(bubble.security ? '알림 · 보안' : '알림', room, [
      emphasis.type === 'IMAGE' ? imageLines(emphasis.image, undefined, inside) : [],
      emphasis.type === 'TEXT' ? paragraphs([emphasis.subtitle, emphasis.title], inside) : [],
      wrapped(bubble.header, inside.width),
      highlighted,
      items.flatMap((item) => itemLines(item, inside)),
      summary ? itemLines(summary, inside) : [],
      parted([bubble.content, bubble.extra, bubble.notice], inside),
      linkLines(bubble.link, inside),
      (bubble.buttons ?? []).flatMap((button) => buttonLines(button, inside)),
    ]),
    ...(bubble.quickReplies ?? []).flatMap((reply) => [
      ...(room.sides === 'none'
        ? hanging(`${phrases.reply[room.language]}: `, reply.name, room)
        : bracketed('( ', reply.name, ' )', room)),
      ...deedLines(reply, room),
    ]),
  ];
}

function brandLines(bubble: BrandBubble, room: BoxedRoom): string[] {
  const { carousel, optOut } = bubble;
  if (!carousel) return panel('', { ...bubble, note: optOut }, room);
  const { intro, cards, more } = carousel;
  const count = cards.length;
  return [
    ...panel('', bubble, room),
    ...(intro ? panel(phrases.intro[room.language], intro, room) : []),
    ...cards.flatMap((card, index) =>
      panel(fill(phrases.card, room.language, { number: index + 1, count }), card, room),
    ),
    ...(more ? [...bracketed('[ ', '더보기', ' ]', room), ...linkLines(more, room)] : []),
    ...wrapped(optOut, room.width),
  ];
}

/** The members of a brand bubble, a card or an intro. */
interface BoxedPanel extends CarouselCard, Pick<BrandBubble, 'items' | 'video'> {
  readonly link?: BubbleLink | undefined;
  readonly note?: string | undefined;
}

/** A brand bubble or a card of a carousel. No line if it shows nothing. */
function panel(title: string, shown: BoxedPanel, room: BoxedRoom): string[] {
  const inside = insideOf(room);
  const isList = shown.items !== undefined;
  return box(title, room, [
    isList ? wrapped(shown.header, inside.width) : [],
    [...imageLines(shown.image, shown.imageLink, inside), ...videoLines(shown.video, inside)],
    ...(shown.items ?? []).map(({ title: name, image, link }) => [
      ...wrapped(name, inside.width),
      ...imageLines(image, link, inside),
    ]),
    shown.commerce ? commerceLines(shown.commerce, inside) : [],
    parted([[isList ? '' : shown.header, shown.content].filter(Boolean).join('\n'), shown.additionalContent], inside),
    shown.coupon ? couponLines(shown.coupon, inside) : [],
    linkLines(shown.link, inside),
    (shown.buttons ?? []).flatMap((button) => buttonLines(button, inside)),
    wrapped(shown.note, inside.width),
  ]);
}

function textMessageLines(bubble: TextMessageBubble, room: BoxedRoom): string[] {
  const inside = insideOf(room);
  return box(bubble.channel.toUpperCase(), room, [
    (bubble.images ?? []).flatMap((image) => imageLines(image, undefined, inside)),
    paragraphs([bubble.subject, bubble.text], inside),
    (bubble.buttons ?? []).flatMap((button) => buttonLines(button, inside)),
    wrapped(bubble.footer, inside.width),
  ]);
}

function imageLines(image: BubbleImage | undefined, link: BubbleLink | undefined, room: BoxedRoom): string[] {
  if (!image) return linkLines(link, room);
  const size = image.width && image.height ? `${image.width}×${image.height}` : '';
  const text = [phrases.image[room.language], size, image.alt];
  return [...bracketed('[', text.filter(Boolean).join(' '), ']', room), ...linkLines(link, room)];
}

function videoLines(video: Video | undefined, room: BoxedRoom): string[] {
  if (!video) return [];
  const text = [phrases.video[room.language], durationText(video.duration), video.title ?? ''];
  return [
    ...bracketed('[', text.filter(Boolean).join(' '), ']', room),
    ...imageLines(video.thumbnail, undefined, room),
  ];
}

function commerceLines(commerce: Commerce, { width, language }: BoxedRoom): string[] {
  const { main, regular, off } = priceTexts(commerce);
  const was = regular && fill(phrases.regular, language, { price: regular });
  return [...wrapped(commerce.title, width), ...wrapped([off, main, was].filter(Boolean).join(' '), width)];
}

function couponLines({ title, description, link }: Coupon, room: BoxedRoom): string[] {
  const inside = insideOf(room);
  return [
    ...box(phrases.coupon[room.language], room, [paragraphs([title, description], inside)]),
    ...linkLines(link, room),
  ];
}

/** A button as a box of its own, with where a tap leads below it. */
function buttonLines(button: BubbleButton, room: BoxedRoom): string[] {
  const faces = {
    both: () => box('', room, [wrapped(button.name, insideOf(room).width).map((name) => centred(name, room))]),
    left: () => bracketed('[ ', button.name, ' ]', room),
    none: () => hanging(`${phrases.button[room.language]}: `, button.name, room),
  };
  return [...faces[room.sides](), ...deedLines(button, room)];
}

function centred(line: string, { width }: BoxedRoom): string {
  return ' '.repeat(Math.floor((width - SIDES - columns(line)) / 2)) + line;
}

function deedLines({ type, detail, link }: BubbleButton, room: BoxedRoom): string[] {
  const leads = linkLines(link, room);
  return detail || leads.length === 0
    ? [...hanging('→ ', [buttonWord(type, room.language), detail].filter(Boolean).join(' '), room), ...leads]
    : leads;
}

/** The addresses of a link. An address has its device if there are several. */
function linkLines(link: BubbleLink | undefined, room: BoxedRoom): string[] {
  const [first = '', ...others] = new Set(Object.values(link ?? {}).filter(Boolean));
  const lines = others.length === 0 ? [first].filter(Boolean) : addresses(link, room.language);
  return lines.flatMap((line) => hanging('→ ', line, room));
}

/** Title and description in two columns, each wrapped on its own. */
function itemLines({ title, description }: BubbleItem, { width, sides }: BoxedRoom): string[] {
  if (sides === 'none') return wrapped(`${title}: ${description}`, width);
  const first = Math.floor(width / 3);
  const left = wrapped(title, first);
  const right = wrapped(description, width - first - 2);
  return Array.from(
    { length: Math.max(left.length, right.length) },
    (_, index) => `${padded(left[index] ?? '', first)}  ${right[index] ?? ''}`,
  );
}

/** Texts below each other. */
function paragraphs(texts: readonly (string | undefined)[], { width }: BoxedRoom): string[] {
  return texts.flatMap((text) => wrapped(text, width));
}

/** The same with an empty line between two. */
function parted(texts: readonly (string | undefined)[], { width }: BoxedRoom): string[] {
  return texts
    .map((text) => wrapped(text, width))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index > 0 ? ['', ...lines] : lines));
}

/** A text between two signs, its further lines below its start. */
function bracketed(left: string, text: string, right: string, room: BoxedRoom): string[] {
  const lines = hanging(left, text, { ...room, width: room.width - columns(right) });
  return lines.map((line, index) => (index === lines.length - 1 ? line + right : line));
}

/** A text after a sign, its further lines below its start. */
function hanging(sign: string, text: string, { width }: BoxedRoom): string[] {
  const indent = columns(sign);
  const lines = text === '' ? [''] : wrapped(text, width - indent);
  return lines.map((line, index) => (index === 0 ? sign : ' '.repeat(indent)) + line);
}

function insideOf(room: BoxedRoom): BoxedRoom {
  return { ...room, width: room.width - SIDES };
}

/** Sections in a box, with its title in the upper side. No line if there is nothing to show. */
function box(title: string, { width, sides }: BoxedRoom, sections: readonly Section[]): string[] {
  const shown = sections.filter((section) => section.length > 0);
  if (shown.length === 0) return [];
  if (sides === 'none') return [title, ...shown.flat()].filter(Boolean);
  const isOpen = sides === 'left';
  const side = (left: string, right: string, name = ''): string => {
    const start = name === '' ? left : `${left}─ ${name} `;
    return `${start}${'─'.repeat(width - 1 - columns(start))}${isOpen ? '─' : right}`;
  };
  const rows = (section: Section): string[] =>
    // A text that begins with a combining mark is narrower behind the space.
    section.map((line) => (isOpen ? `│ ${line}` : `${padded(`│ ${line}`, width - 2)} │`));
  return [
    side('╭', '╮', title),
    ...shown.flatMap((section, index) => [...(index > 0 ? [side('├', '┤')] : []), ...rows(section)]),
    side('╰', '╯'),
  ];
}

function padded(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - columns(line)));
}

/** The columns of a piece. A hidden character is shown as its name in brackets. */
const inColumns: Measure = ({ kind, text }) => columns(text) + (kind === 'mark' ? 2 : 0);

function wrapped(text: string | undefined, width: number): string[] {
  if (!text) return [];
  if (width === Infinity) return visibleText(text).split('\n');
  return wrapBy(text, inColumns, width).map(({ runs }) =>
    runs.map(({ kind, text: shown }) => (kind === 'mark' ? `[${shown}]` : shown)).join(''),
  );
}
