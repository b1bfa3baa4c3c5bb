import {
  type Box,
  beside,
  bubblePanel,
  centred,
  group,
  hairline,
  hinted,
  moved,
  painted,
  sides,
  stack,
} from './box.ts';
import type { BrandBubble, BrandType, Video, WideItem } from './bubble.ts';
import { pairedButtons, stackedButtons } from './buttons.ts';
import { carouselBox } from './carousel.ts';
import { addresses, durationText } from './figures.ts';
import { commerceBox, couponBox } from './offer.ts';
import { glyphBox, linkedPicture, picture, ratios, still, thumbnail } from './picture.ts';
import { label, words } from './words.ts';

const NARROW = 284;
const WIDE = 320;
const SIDE = 16;
const GAP = 12;
const ITEM_IMAGE = 60;
const PLAY = 52;

/** How each type of bubble looks where they differ. */
interface BubbleLook {
  readonly width: number;
  /** Height by width of a picture that does not tell its own (assumption 82). */
  readonly ratio: number;
  readonly buttons: typeof stackedButtons;
}

const narrow: BubbleLook = { width: NARROW, ratio: ratios.template, buttons: stackedButtons };
const wide: BubbleLook = { width: WIDE, ratio: ratios.wide, buttons: pairedButtons };

const looks: Record<BrandType, BubbleLook> = {
  TEXT: narrow,
  IMAGE: narrow,
  WIDE: wide,
  WIDE_ITEM_LIST: { ...wide, ratio: ratios.template },
  PREMIUM_VIDEO: { ...wide, ratio: ratios.video },
  COMMERCE: { ...narrow, buttons: pairedButtons },
  CAROUSEL_FEED: narrow,
  CAROUSEL_COMMERCE: narrow,
};

/** The bubble of a brand message; of a carousel, the strip of its cards with its opt-out line under it. */
export function brandBox(bubble: BrandBubble): Box {
  const look = looks[bubble.type];
  if (!bubble.carousel) return panelOf(bubble, look);
  const strip = carouselBox(bubble.carousel);
  const text = hasBody(bubble) ? panelOf({ ...bubble, optOut: '' }, look) : null;
  const width = Math.max(strip.width, look.width);
  const note = words(bubble.optOut, 'roomNote', width);
  return stack(width, [text, strip, note], 8) ?? strip;
}

/** True if the bubble shows anything beside its carousel. */
function hasBody({
  content,
  header,
  additionalContent,
  image,
  video,
  items,
  commerce,
  coupon,
  buttons,
}: BrandBubble): boolean {
  const lists = [items, buttons].some((list) => list !== undefined && list.length > 0);
  return lists || [content, header, additionalContent, image, video, commerce, coupon].some(Boolean);
}

function panelOf(bubble: BrandBubble, look: BubbleLook): Box {
  const { width } = look;
  const inner = width - 2 * SIDE;
  const body = stack(width, bodyParts(bubble, look, inner), GAP, sides(SIDE, SIDE));
  const items = itemsBox(bubble.items ?? [], width);
  const listed = bubble.type === 'WIDE_ITEM_LIST' ? words(bubble.header, 'header', inner) : null;
  const top = stack(width, [
    linkedPicture(bubble.image, bubble.imageLink, width, look.ratio),
    bubble.video ? videoBox(bubble.video, width, look.ratio) : null,
    listed ? stack(width, [listed], 0, sides(13, SIDE)) : null,
    items,
    items && body ? hairline(width) : null,
  ]);
  return bubblePanel(width, [top, body]);
}

function bodyParts(bubble: BrandBubble, { buttons }: BubbleLook, inner: number): (Box | null)[] {
  const header = bubble.type === 'WIDE_ITEM_LIST' ? null : words(bubble.header, 'header', inner);
  const optOut = words(bubble.optOut, 'footnote', inner);
  return [
    bubble.commerce ? commerceBox(bubble.commerce, inner) : null,
    stack(inner, [header, words(bubble.content, 'body', inner)], 4),
    words(bubble.additionalContent, 'note', inner),
    bubble.coupon ? couponBox(bubble.coupon, inner) : null,
    buttons(bubble.buttons, inner),
    optOut ? stack(inner, [hairline(inner), optOut], 9) : null,
  ];
}

/** The first item with its picture over the whole width, the others as rows. */
function itemsBox(items: readonly WideItem[], width: number): Box | null {
  const [main, ...others] = items;
  if (!main) return null;
  const rows = others.flatMap((item, index) => [...(index > 0 ? [divider(width)] : []), itemRow(item, width)]);
  return stack(width, [mainItem(main, width), ...rows]);
}

function divider(width: number): Box {
  return group(width, 1, [moved(hairline(width - 2 * SIDE), SIDE, 0)]);
}

function mainItem({ title, image, link }: WideItem, width: number): Box {
  const text = words(title, 'overImage', width - 2 * SIDE);
  const caption = text
    ? painted(width, text.height + 20, { type: 'panel', fill: 'scrim', radius: 0, opacity: 0.66 }, [
        moved(text, SIDE, 10),
      ])
    : null;
  const shown = picture(image ?? { href: null, alt: '' }, width, ratios.template);
  const height = Math.max(shown.height, caption?.height ?? 0);
  const box = group(width, height, [shown, ...(caption ? [moved(caption, 0, height - caption.height)] : [])]);
  return hinted(box, addresses(link));
}

function itemRow({ title, image, link }: WideItem, width: number): Box {
  const room = width - 2 * SIDE - (image ? ITEM_IMAGE + 14 : 0);
  const text = words(title, 'item', room) ?? group(room, 0, []);
  const row = beside([text, image ? thumbnail(image, ITEM_IMAGE, 10) : null], 14);
  const box = group(width, row.height + 20, [moved(row, SIDE, 10)]);
  return hinted(box, addresses(link));
}

/** The picture of a video with the sign to play it, its length, and its title under it. */
function videoBox({ thumbnail: image, title, duration }: Video, width: number, ratio: number): Box {
  const shown = still(image, width, ratio);
  const play = painted(PLAY, PLAY, { type: 'panel', fill: 'scrim', radius: PLAY / 2, opacity: 0.72 }, [
    centred(PLAY, PLAY, glyphBox('play', 24, 'scrimInk')),
  ]);
  const length = badge(durationText(duration), width);
  const screen = group(width, shown.height, [
    shown,
    centred(width, shown.height, play),
    ...(length ? [moved(length, width - length.width - 10, shown.height - length.height - 10)] : []),
  ]);
  const name = words(title, 'note', width - 2 * SIDE);
  return stack(width, [screen, name ? stack(width, [name], 0, { ...sides(0, SIDE), top: 10 }) : null]) ?? screen;
}

function badge(text: string, width: number): Box | null {
  if (text === '') return null;
  const shown = label(text, 'badge', width / 2);
  const paint = { type: 'panel', fill: 'scrim', radius: 5, opacity: 0.8 } as const;
  return painted(shown.width + 12, shown.height + 4, paint, [moved(shown, 6, 2)]);
}
