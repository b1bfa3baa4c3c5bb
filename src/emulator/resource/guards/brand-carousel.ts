import { result } from '../../answers.ts';
import type { BrandCard, BrandCarousel, BrandHead, BrandLinks } from '../../store/brand-template.ts';
import type { ImageUse } from '../../store/image.ts';
import { readBrandButtons } from './brand-buttons.ts';
import { readCommerce } from './brand-commerce.ts';
import { readCoupon } from './brand-coupon.ts';
import { checkRatios, type FindImage, type Measures, readOptionalImage } from './brand-images.ts';
import { checkNoVariables, readBrandLinks, readLines, readLink } from './brand-texts.ts';
import { placeOf, type Reading } from './reading.ts';

/** Of a CAROUSEL_COMMERCE; the cards of a feed are only counted when they are sent (message API 2.10). */
const MAX_CARDS = 6;
const MIN_CARDS = 2;
const MIN_CARDS_WITH_INTRO = 1;

/** A card holds up to two buttons and a coupon (resource API 4.9). */
const MAX_BUTTONS = 2;

const HEADER_MAX = 20;
const INTRO = { max: 50, breaks: 2 };
const CARD = { max: 180, breaks: 10 };

export interface CarouselRules {
  bubble: 'CAROUSEL_FEED' | 'CAROUSEL_COMMERCE';
  find: FindImage;
  /** As `readCoupon` has it. */
  scheme: string;
}

interface Seen {
  at: string;
  image: Measures | undefined;
}

/** `carousel`: an intro (CAROUSEL_COMMERCE alone), cards, and a "more" button (resource API 2.4; assumption 122). */
export function readCarousel(reading: Reading, rules: CarouselRules): BrandCarousel | null {
  const member = reading.object('carousel');
  const elements = member?.objects('list') ?? [];
  if (member === null || elements.length === 0) {
    reading.fail(result.parameters, 'carousel.list is required');
    return null;
  }
  const images: Seen[] = [];
  const head = readHead(member, rules, images);
  if (rules.bubble === 'CAROUSEL_COMMERCE') checkCount(member, elements.length, head !== null);
  const list = elements.map((element) => readCard(element, rules, images));
  const tail = readTail(member);
  if (rules.bubble === 'CAROUSEL_COMMERCE') checkRatios(member, images);
  return { head, list, tail };
}

function checkCount(member: Reading, count: number, hasIntro: boolean): void {
  const min = hasIntro ? MIN_CARDS_WITH_INTRO : MIN_CARDS;
  if (count < min || count > MAX_CARDS)
    member.fail(result.parameters, `carousel.list must have ${min} to ${MAX_CARDS} elements, not ${count}`);
}

function readHead(carousel: Reading, { bubble, find }: CarouselRules, images: Seen[]): BrandHead | null {
  const member = carousel.object('head');
  if (member === null) return null;
  if (bubble === 'CAROUSEL_FEED') member.fail(result.parameters, `${member.at} is no member of a ${bubble}`);
  const imageUrl = readSeen(member, useOf(bubble), find, images);
  return {
    header: member.text('header', { max: HEADER_MAX }),
    content: readLines(member, 'content', INTRO),
    imageUrl,
    ...readBrandLinks(member),
  };
}

function readCard(element: Reading, { bubble, find, scheme }: CarouselRules, images: Seen[]): BrandCard {
  return {
    header: element.text('header', { max: HEADER_MAX }),
    content: readLines(element, 'content', CARD),
    imageUrl: readSeen(element, useOf(bubble), find, images),
    imageLink: readLink(element, 'imageLink'),
    commerce: readCommerce(element),
    buttons: readBrandButtons(element, bubble, MAX_BUTTONS),
    coupon: readCoupon(element, bubble, scheme),
  };
}

/** The "more" button leads everybody to the same place. */
function readTail(carousel: Reading): BrandLinks | null {
  const member = carousel.object('tail');
  if (member === null) return null;
  const links = readBrandLinks(member);
  checkNoVariables(member, links);
  return links;
}

function readSeen(reading: Reading, use: ImageUse, find: FindImage, images: Seen[]): string | null {
  const found = readOptionalImage(reading, use, find);
  if (found) images.push({ at: placeOf(reading, 'imageUrl'), image: found.image });
  return found?.url ?? null;
}

function useOf(bubble: CarouselRules['bubble']): ImageUse {
  return bubble === 'CAROUSEL_FEED' ? 'brand/carousel-feed' : 'brand/carousel-commerce';
}
