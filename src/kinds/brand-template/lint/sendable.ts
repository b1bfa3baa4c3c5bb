import { elementsOf, isObject, type Json, type JsonObject, member, own } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { Said } from '../../../core/sentence.ts';
import { placeOf } from '../../lint/search.ts';
import { CHANNEL_BUTTON_NAME } from '../../parts.ts';
import { say } from '../sentences.ts';

/** Reports what can be registered but not sent (message API 2.10; assumptions 100, 101, 104 and 105). */
export function checkSendable(manifest: JsonObject): Problem[] {
  const bubble = String(manifest['bubble']);
  return [
    ...checkMembers(bubble, manifest),
    ...objectsIn(manifest).flatMap(({ at, part }) => checkPart(bubble, at, part)),
    ...(bubble === 'CAROUSEL_FEED' ? checkFeed(cardsOf(manifest)) : []),
  ];
}

/** Makes a warning about something that can be registered but not sent (message API 2.10). */
export function unsendable(at: Path, message: Said, hint: Said, on: 'key' | 'value' = 'key'): Problem {
  return problemAt(at, { severity: 'warning', code: 'not-sendable', on, message, hint });
}

function missing(at: Path, key: string): Problem {
  return unsendable(at, say('message-lacks', { field: `${formatPath(at)}.${key}` }), say('add-member', { key }));
}

const MAIN = ['content', 'image', 'buttons', 'coupon'];

/** The members that a message of each bubble supports, among those that every template may have. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  TEXT: ['content', 'buttons', 'coupon'],
  IMAGE: MAIN,
  WIDE: MAIN,
  WIDE_ITEM_LIST: ['header', 'buttons', 'coupon'],
  CAROUSEL_FEED: [],
  PREMIUM_VIDEO: ['header', 'content', 'buttons', 'coupon'],
  COMMERCE: [...MAIN, 'additionalContent', 'commerce'],
  CAROUSEL_COMMERCE: [],
};

const EVERY: readonly string[] = ['header', ...MAIN, 'additionalContent', 'commerce'];

function checkMembers(bubble: string, manifest: JsonObject): Problem[] {
  const members = own(MEMBERS, bubble) ?? EVERY;
  const odd = EVERY.filter((key) => manifest[key] !== undefined && !members.includes(key)).map((key): Path => [key]);
  const priced = cardsOf(manifest).flatMap((card, index): Path[] =>
    bubble === 'CAROUSEL_FEED' && member(card, 'commerce') ? [['carousel', 'cards', index, 'commerce']] : [],
  );
  return [...odd, ...priced].map((at) =>
    unsendable(at, say('message-bubble', { bubble, field: formatPath(at) }), say('remove')),
  );
}

function cardsOf({ carousel }: JsonObject): Json[] {
  return elementsOf(member(carousel, 'cards'));
}

/** Every object of a manifest, and its place. */
function objectsIn(value: Json, at: Path = []): { at: Path; part: JsonObject }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => objectsIn(one, [...at, index]));
  if (!isObject(value)) return [];
  return [{ at, part: value }, ...Object.entries(value).flatMap(([key, one]) => objectsIn(one, [...at, key]))];
}

/** The members that a message requires of a part of a template, by its place. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  // The first item is the main one: its title may be left out.
  'items[0]': ['image'],
  'items[]': ['title', 'image'],
  coupon: ['description'],
  'carousel.intro': ['header', 'content', 'image'],
  'carousel.cards[] of CAROUSEL_FEED': ['header', 'content', 'image'],
  'carousel.cards[] of CAROUSEL_COMMERCE': ['image', 'commerce'],
  'carousel.cards[].coupon': ['description'],
  'carousel.more.link': ['mobile'],
};

function checkPart(bubble: string, at: Path, part: JsonObject): Problem[] {
  const place = placeOf(at);
  const required = own(REQUIRED, formatPath(at)) ?? own(REQUIRED, place) ?? own(REQUIRED, `${place} of ${bubble}`);
  return [
    ...(required ?? []).filter((key) => part[key] === undefined).map((key) => missing(at, key)),
    ...(at.at(-1) === 'coupon' ? checkTitle([...at, 'title'], String(part['title'])) : []),
    ...(at.at(-2) === 'buttons' ? checkButton(at, part) : []),
  ];
}

/** An amount of a coupon. */
function checkTitle(at: Path, title: string): Problem[] {
  if (!/^[\d,]*,/.test(title)) return [];
  const hint = say('coupon-commas-way', { field: `title: ${title.replaceAll(',', '')}` });
  return [unsendable(at, say('coupon-commas'), hint, 'value')];
}

/** The types of button whose message takes and requires a link, by its device (assumption 101). */
export const BUTTON_LINKS: Readonly<Record<string, { types: readonly string[]; neededBy: readonly string[] }>> = {
  mobile: { types: ['WL', 'AL'], neededBy: ['WL'] },
  pc: { types: ['WL', 'AL'], neededBy: [] },
  android: { types: ['AL'], neededBy: ['AL'] },
  ios: { types: ['AL'], neededBy: ['AL'] },
};

function checkButton(at: Path, button: JsonObject): Problem[] {
  const { name = CHANNEL_BUTTON_NAME, bizFormId } = button;
  const type = String(button['type']);
  const isMisnamed = type === 'AC' && name !== CHANNEL_BUTTON_NAME;
  return [
    ...Object.entries(BUTTON_LINKS).flatMap(([device, { types, neededBy }]) => {
      const isGiven = member(button['link'], device) !== undefined;
      if (!isGiven && neededBy.includes(type)) return [missing(at, `link.${device}`)];
      if (!isGiven || types.includes(type)) return [];
      return [unsendable([...at, 'link', device], say('button-link', { type }), say('remove'))];
    }),
    ...checkForm(at, type, bizFormId),
    ...(isMisnamed
      ? [unsendable([...at, 'name'], say('button-ac'), say('button-ac-way', { name: CHANNEL_BUTTON_NAME }))]
      : []),
  ];
}

function checkForm(at: Path, type: string, id: Json | undefined): Problem[] {
  const place = [...at, 'bizFormId'];
  if (type !== 'BF') return id === undefined ? [] : [unsendable(place, say('button-form', { type }), say('remove'))];
  if (id === undefined) return [missing(at, 'bizFormId')];
  return /^\d+$/.test(String(id)) ? [] : [unsendable(place, say('form-number'), say('form-number-way'), 'value')];
}

/** The number of cards that a message takes. Registration itself limits that of a CAROUSEL_COMMERCE. */
const FEED = { least: 2, most: 6 };

function checkFeed(cards: readonly Json[]): Problem[] {
  const count = cards.length;
  const tooFew = FEED.least - count;
  if (tooFew <= 0 && count <= FEED.most) return [];
  const hint = tooFew > 0 ? say('add-count', { count: tooFew }) : say('remove-count', { count: count - FEED.most });
  return [unsendable(['carousel', 'cards'], say('feed-cards', { count, ...FEED }), hint)];
}
