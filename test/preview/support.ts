import fc from 'fast-check';
import type { Box } from '../../src/preview/box.ts';
import type { Bubble } from '../../src/preview/bubble.ts';

/** A box and where it stands in the drawing. */
interface Placed {
  box: Box;
  x: number;
  y: number;
}

/** Every box with its place in the drawing, parents before children. */
export function placed(box: Box, left = 0, top = 0): Placed[] {
  const x = left + box.x;
  const y = top + box.y;
  return [{ box, x, y }, ...box.children.flatMap((child) => placed(child, x, y))];
}

/** The lines of text that are drawn, in reading order, chips as `‹text›`. */
export function drawnLines(box: Box): string[] {
  return placed(box).flatMap(({ box: { paint } }) =>
    paint?.type === 'text'
      ? paint.lines.map(({ runs }) => runs.map(({ kind, text }) => (kind === 'text' ? text : `‹${text}›`)).join(''))
      : [],
  );
}

/** Everything that is painted, one line each: place, size, what. */
export function painting(box: Box): string[] {
  return placed(box).flatMap(({ box: { width, height, paint }, x, y }) => {
    if (!paint) return [];
    const numbers = [x, y, width, height].map((value) => Math.round(value * 10) / 10);
    return [`${numbers[0]},${numbers[1]} ${numbers[2]}x${numbers[3]} ${what(paint)}`];
  });
}

function what(paint: NonNullable<Box['paint']>): string {
  switch (paint.type) {
    case 'panel':
      return `panel ${paint.fill}`;
    case 'ring':
      return `ring ${paint.stroke}`;
    case 'ticket':
      return `ticket ${paint.fill}`;
    case 'text':
      return `${paint.lettering}: ${paint.lines.map(({ runs }) => runs.map(({ text }) => text).join('')).join(' / ')}`;
    case 'image':
      return `image ${paint.href}`;
    case 'glyph':
      return `glyph ${paint.glyph}`;
  }
}

/** Children that reach out of their parents. */
export function escaping(box: Box): string[] {
  const slack = 0.05;
  return box.children.flatMap((child) => {
    const out =
      child.x < -slack ||
      child.y < -slack ||
      child.x + child.width > box.width + slack ||
      child.y + child.height > box.height + slack;
    const own = out ? [`${JSON.stringify({ ...child, children: undefined })} in ${box.width}x${box.height}`] : [];
    return [...own, ...textTooLarge(child), ...escaping(child)];
  });
}

function textTooLarge({ width, paint }: Box): string[] {
  if (paint?.type !== 'text') return [];
  return paint.lines
    .filter((line) => line.width > width + 0.05 || line.runs.some((run) => run.x + run.width > line.width + 0.05))
    .map((line) => `${JSON.stringify(line)} in ${width}`);
}

const link = fc.record(
  { mobile: fc.webUrl(), pc: fc.webUrl(), android: fc.constant('app://a?b=c&d'), ios: fc.constant('app://"x"') },
  { requiredKeys: [] },
);

/** Texts that have broken programs before. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '가나다 라마바',
        '#{이름}',
        '#{아주아주아주아주아주아주아주아주아주아주아주아주아주아주아주 긴 변수 이름입니다}',
        '\n',
        '\r\n',
        ' ',
        '   ',
        '\t',
        'https://shop.example.com/a/b?c=d&e=f#g',
        'W'.repeat(60),
        '漢字かなカナ、混じり。',
        '👨‍👩‍👧‍👦',
        '🇰🇷',
        'e\u0301\u0302\u0303',
        '각',
        '\u202Eabc\u202C',
        '\u0000\u0007\u001b',
        '\ud83d',
        '\ude00',
        '\ufffe\uffff',
        ']]>',
        '</text><script>',
        '&amp;"\'<',
        '\u200b\u200d\ufeff',
        '\u2028',
        'नमस्ते',
        'سلام',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const dimension = fc.integer({ min: -1, max: 4000 });
const image = fc.record(
  {
    href: fc.constantFrom(
      null,
      'https://img.example.com/a.png',
      'javascript:alert(1)',
      './a.png',
      'data:image/png;base64,AA==',
    ),
    alt: anyText,
    width: dimension,
    height: dimension,
  },
  { requiredKeys: ['href', 'alt'] },
);
const type = fc.constantFrom('WL', 'AL', 'DS', 'BK', 'MD', 'AC', 'BC', 'BT', 'P1', 'P2', 'P3', 'TN', 'MP', 'BF', 'new');
const button = fc.record({ type, name: anyText, link, detail: anyText }, { requiredKeys: ['type', 'name'] });
const buttons = fc.array(button, { maxLength: 5 });
const item = fc.record({ title: anyText, description: anyText });
const coupon = fc.record({ title: anyText, description: anyText, link }, { requiredKeys: ['title'] });
const price = fc.oneof(fc.integer({ min: 0, max: 99_999_999 }), fc.constant('#{정상가격}'));
const commerce = fc.record(
  { title: anyText, regularPrice: price, discountPrice: price, discountRate: price, discountFixed: price },
  { requiredKeys: ['title'] },
);
const card = fc.record(
  { header: anyText, content: anyText, additionalContent: anyText, image, imageLink: link, commerce, buttons, coupon },
  { requiredKeys: [] },
);
const carousel = fc.record(
  {
    intro: fc.record({ header: anyText, content: anyText, image, link }, { requiredKeys: [] }),
    cards: fc.array(card, { maxLength: 6 }),
    more: link,
  },
  { requiredKeys: ['cards'] },
);

const anyNotification = fc.record(
  {
    kind: fc.constant('notification' as const),
    sender: anyText,
    at: anyText,
    emphasis: fc.oneof(
      fc.record({ type: fc.constantFrom('NONE' as const, 'ITEM_LIST' as const) }),
      fc.record({ type: fc.constant('TEXT' as const), title: anyText, subtitle: anyText }),
      fc.record({ type: fc.constant('IMAGE' as const), image }),
    ),
    header: anyText,
    highlight: fc.record(
      { title: anyText, description: anyText, image, struck: fc.boolean() },
      { requiredKeys: ['title', 'description'] },
    ),
    items: fc.array(item, { maxLength: 10 }),
    summary: item,
    content: anyText,
    extra: anyText,
    notice: anyText,
    preview: anyText,
    security: fc.boolean(),
    link,
    buttons,
    quickReplies: fc.array(button, { maxLength: 10 }),
  },
  { requiredKeys: ['kind', 'sender', 'emphasis', 'content'] },
);

const anyBrand = fc.record(
  {
    kind: fc.constant('brand' as const),
    type: fc.constantFrom(
      'TEXT' as const,
      'IMAGE' as const,
      'WIDE' as const,
      'WIDE_ITEM_LIST' as const,
      'CAROUSEL_FEED' as const,
      'PREMIUM_VIDEO' as const,
      'COMMERCE' as const,
      'CAROUSEL_COMMERCE' as const,
    ),
    sender: anyText,
    at: anyText,
    ad: fc.boolean(),
    adult: fc.boolean(),
    header: anyText,
    content: anyText,
    additionalContent: anyText,
    image,
    imageLink: link,
    items: fc.array(fc.record({ title: anyText, image, link }, { requiredKeys: [] }), { maxLength: 5 }),
    carousel,
    video: fc.record(
      { thumbnail: image, title: anyText, duration: fc.oneof(fc.nat(10_000), fc.constant(Number.NaN)) },
      { requiredKeys: ['thumbnail'] },
    ),
    commerce,
    buttons,
    coupon,
    optOut: anyText,
  },
  { requiredKeys: ['kind', 'type', 'sender'] },
);

const anyTextMessage = fc.record(
  {
    kind: fc.constant('text' as const),
    channel: fc.constantFrom('sms' as const, 'lms' as const, 'mms' as const, 'rcs' as const, 'ntalk' as const),
    sender: anyText,
    at: anyText,
    ad: fc.boolean(),
    subject: anyText,
    text: anyText,
    images: fc.array(image, { maxLength: 3 }),
    buttons,
    footer: anyText,
  },
  { requiredKeys: ['kind', 'channel', 'sender'] },
);

/** Any bubble at all, also such as no service would let pass. */
export const anyBubble: fc.Arbitrary<Bubble> = fc.oneof(anyNotification, anyBrand, anyTextMessage);

/** Members whose texts are no words that a person reads, and those that a phone need not show (assumption 84). */
const SILENT = new Set(['href', 'kind', 'type', 'channel', 'discountRate', 'discountFixed']);

/** Every text of a bubble that a person would read, wherever it stands. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (SILENT.has(key) ? [] : textsOf(member)));
}
