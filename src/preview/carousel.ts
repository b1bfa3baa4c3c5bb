import { type Box, beside, centred, group, hinted, moved, onPanel, painted, sides, stack } from './box.ts';
import type { BubbleLink, Carousel, CarouselCard, CarouselIntro } from './bubble.ts';
import { pairedButtons } from './buttons.ts';
import { addresses } from './figures.ts';
import { commerceBox, couponBox } from './offer.ts';
import { glyphBox, linkedPicture, ratios } from './picture.ts';
import { label, words } from './words.ts';

const CARD_WIDTH = 252;
const SIDE = 14;
const INNER = CARD_WIDTH - 2 * SIDE;
const GAP = 10;
const MORE_WIDTH = 92;
const MORE_CIRCLE = 48;
const RADIUS = 16;

/** A card before its height is known: what stands at its head and what at its foot. */
interface CardParts {
  readonly head: Box | null;
  readonly foot: Box | null;
  readonly hint: readonly string[];
}

/** The whole strip of a carousel, every card as high as the highest; on a phone one would push it sideways. */
export function carouselBox({ intro, cards, more }: Carousel): Box {
  const parts = [...(intro ? [introParts(intro)] : []), ...cards.map(cardParts)];
  const strip = stripOf(parts);
  return more ? beside([strip, moreBox(more, Math.max(strip.height, MORE_WIDTH))], GAP) : strip;
}

function stripOf(parts: readonly CardParts[]): Box {
  const height = Math.max(2 * RADIUS, ...parts.map(({ head, foot }) => (head?.height ?? 0) + (foot?.height ?? 0)));
  return beside(
    parts.map((part) => cardOf(part, height)),
    GAP,
  );
}

/** The card in the height of the strip, its foot at the bottom. */
function cardOf({ head, foot, hint }: CardParts, height: number): Box {
  const inside = group(CARD_WIDTH, height, [
    ...(head ? [head] : []),
    ...(foot ? [moved(foot, 0, height - foot.height)] : []),
  ]);
  return hinted({ ...onPanel(inside, 'bubble', RADIUS, { isCard: true }), clip: RADIUS }, hint);
}

function introParts({ image, header, content, link }: CarouselIntro): CardParts {
  const text = textPart([words(header, 'header', INNER), words(content, 'cardBody', INNER)]);
  return {
    head: stack(CARD_WIDTH, [linkedPicture(image, undefined, CARD_WIDTH, ratios.template), text]),
    foot: null,
    hint: addresses(link),
  };
}

function cardParts(card: CarouselCard): CardParts {
  const text = textPart([
    card.commerce ? commerceBox(card.commerce, INNER) : null,
    words(card.header, 'header', INNER),
    words(card.content, 'cardBody', INNER),
    words(card.additionalContent, 'note', INNER),
  ]);
  const foot = [card.coupon ? couponBox(card.coupon, INNER) : null, pairedButtons(card.buttons, INNER)];
  return {
    head: stack(CARD_WIDTH, [linkedPicture(card.image, card.imageLink, CARD_WIDTH, ratios.template), text]),
    foot: footPart(foot),
    hint: [],
  };
}

function textPart(parts: readonly (Box | null)[]): Box | null {
  return stack(CARD_WIDTH, parts, 5, sides(SIDE, SIDE));
}

function footPart(parts: readonly (Box | null)[]): Box | null {
  return stack(CARD_WIDTH, parts, 8, { ...sides(SIDE, SIDE), top: 0 });
}

function moreBox(link: BubbleLink, height: number): Box {
  const circle = painted(MORE_CIRCLE, MORE_CIRCLE, { type: 'panel', fill: 'button', radius: MORE_CIRCLE / 2 }, [
    centred(MORE_CIRCLE, MORE_CIRCLE, glyphBox('arrow', 22, 'buttonInk')),
  ]);
  const name = label('더보기', 'button', MORE_WIDTH);
  const both = group(MORE_WIDTH, MORE_CIRCLE + 8 + name.height, [
    moved(circle, (MORE_WIDTH - MORE_CIRCLE) / 2, 0),
    moved(name, (MORE_WIDTH - name.width) / 2, MORE_CIRCLE + 8),
  ]);
  const card = group(MORE_WIDTH, height, [centred(MORE_WIDTH, height, both)]);
  return hinted(onPanel(card, 'bubble', RADIUS), addresses(link));
}
