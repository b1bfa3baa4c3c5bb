import { type Box, centred, group, hinted, moved, painted, stack } from './box.ts';
import type { BubbleImage, BubbleLink } from './bubble.ts';
import { addresses } from './figures.ts';
import type { Glyph } from './glyphs.ts';
import type { PaletteTone } from './tones.ts';
import { wordsWithin } from './words.ts';

const UNSAFE = /[\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\\]/u;
const WEB = /^https?:\/\/[^/]/i;
const DATA = /^data:image\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*,/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SHARED = /^#nf-image-[0-9a-f]+$/;

/** The address of a picture that the page itself holds once (`sharedPicture`), by the digest of its bytes. */
export function sharedHref(sha256: string): string {
  return `#nf-image-${sha256}`;
}

/** Height by width. A picture outside of these is cut off (assumption 82). */
const FLATTEST = 1 / 3;
const TALLEST = 4 / 3;
const ROOM = 10;
const PICTURE_GLYPH = 28;

/** Height by width, where a picture does not tell its own. */
export const ratios = { template: 1 / 2, wide: 3 / 4, video: 9 / 16 } as const;

/**
 * A picture over a whole width, in its own ratio, else in `ratio`. Where there is none to be had, a placeholder with
 * what it would show.
 */
export function picture(image: BubbleImage, width: number, ratio: number): Box {
  return pictureIn(image, width, Math.round(width * ratioOf(image, ratio)));
}

/** A picture that leads somewhere; null if there is none. */
export function linkedPicture(
  image: BubbleImage | undefined,
  link: BubbleLink | undefined,
  width: number,
  ratio: number,
): Box | null {
  return image ? hinted(picture(image, width, ratio), [image.alt, ...addresses(link)]) : null;
}

/** The picture of a video: where there is none to be had the place stays empty, for the sign that comes upon it. */
export function still(image: BubbleImage, width: number, ratio: number): Box {
  const shown = picture(image, width, ratio);
  return pictureHref(image.href) === null ? { ...shown, children: [] } : shown;
}

/** A picture that fills a place of this size, with rounded corners. */
export function thumbnail(image: BubbleImage, size: number, radius: number): Box {
  return { ...pictureIn(image, size, size, radius), clip: radius };
}

/** A drawing in a square. */
export function glyphBox(glyph: Glyph, size: number, tone: PaletteTone): Box {
  return painted(size, size, { type: 'glyph', glyph, tone });
}

function pictureIn(image: BubbleImage, width: number, height: number, radius = 0): Box {
  const href = pictureHref(image.href);
  const shown = href === null ? placeholder(image.alt, width, height) : painted(width, height, { type: 'image', href });
  const place = painted(width, height, { type: 'panel', fill: 'place', radius }, [shown]);
  return hinted(place, [image.alt]);
}

function placeholder(alt: string, width: number, height: number): Box {
  const glyph = glyphBox('picture', Math.min(PICTURE_GLYPH, height), 'placeInk');
  const inner = width - 2 * ROOM;
  const room = height - glyph.height - 2 * ROOM - 4;
  const text = inner > 2 * PICTURE_GLYPH ? wordsWithin(alt, 'place', inner, room, 'center') : null;
  const seen = stack(inner, [moved(centredAcross(glyph, inner), 0, 0), text], 4) ?? glyph;
  return group(width, height, [centred(width, height, text ? seen : glyph)]);
}

function centredAcross(box: Box, width: number): Box {
  return group(width, box.height, [moved(box, (width - box.width) / 2, 0)]);
}

function ratioOf({ width, height }: BubbleImage, otherwise: number): number {
  if (width === undefined || height === undefined || !(width > 0 && height > 0)) return otherwise;
  return Math.min(TALLEST, Math.max(FLATTEST, height / width));
}

/**
 * The address if a picture may be taken from there: `http:`, `https:`, `data:image/…`, or a path. Null for any other
 * scheme, for one that is hidden behind blanks or controls, for an unfilled message variable and for a fragment other than `sharedHref`.
 */
export function pictureHref(href: string | null): string | null {
  if (href === null || href === '' || UNSAFE.test(href) || href.includes('#{')) return null;
  if (WEB.test(href) || DATA.test(href) || SHARED.test(href)) return href;
  return SCHEME.test(href) || href.startsWith('//') || href.startsWith('#') ? null : href;
}
