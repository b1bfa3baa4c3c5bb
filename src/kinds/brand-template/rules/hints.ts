import { elementsOf, isObject, type Json, type JsonObject, member, own } from '../../../core/json.ts';
import { formatPath, type Path, parsePath, valueAt } from '../../../core/path.ts';
import type { Problem } from '../../../core/problem.ts';
import { type Hit, unsendable } from '../../lint/rule.ts';
import { linkMistakes, longerThan } from '../../lint/search.ts';
import { unsampledIn } from '../../lint/variables.ts';
import { CHANNEL_BUTTON_NAME } from '../../parts.ts';
import { BESIDE_COUPON, BUTTON_PARTS, BUTTONS, LONGEST_LINK, namesIn, ruleAt } from '../message.ts';
import { say } from '../sentences.ts';
import { type BrandReading, openPrices } from './reading.ts';

/** Reports what can be registered but not sent (message API 2.10; assumptions 100, 101, 104 and 105). */
export function checkSendable(manifest: JsonObject): Problem[] {
  const bubble = String(manifest['bubble']);
  const cards = bubble === 'CAROUSEL_FEED' ? member(manifest['carousel'], 'cards') : undefined;
  return [
    ...objectsIn(manifest).flatMap(({ at, part }) => checkPart(bubble, at, part)),
    ...miscounted(['carousel', 'cards'], cards, 2, 6).map(({ at, message, hint }) => unsendable(at, message, hint)),
  ];
}

function missing(at: Path, key: string): Problem {
  return unsendable(at, say('message-lacks', { field: `${formatPath(at)}.${key}` }), say('add-member', { key }));
}

/** Every object of a manifest, and its place. */
function objectsIn(value: Json, at: Path = []): { at: Path; part: JsonObject }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => objectsIn(one, [...at, index]));
  if (!isObject(value)) return [];
  return [{ at, part: value }, ...Object.entries(value).flatMap(([key, one]) => objectsIn(one, [...at, key]))];
}

function checkPart(bubble: string, at: Path, part: JsonObject): Problem[] {
  const found = namesIn(at).flatMap((name): Problem[] => {
    const place = [...at, name];
    const { isTaken, isNeeded } = ruleAt(place, bubble);
    if (part[name] === undefined) return isNeeded ? [missing(at, name)] : [];
    if (isTaken) return [];
    return [unsendable(place, say('message-bubble', { bubble, field: formatPath(place) }), say('remove'))];
  });
  return [
    ...found,
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

function checkButton(at: Path, button: JsonObject): Problem[] {
  const { name = CHANNEL_BUTTON_NAME, bizFormId = '0' } = button;
  const type = String(button['type']);
  const isMisnamed = type === 'AC' && name !== CHANNEL_BUTTON_NAME;
  const isNoNumber = type === 'BF' && !/^\d+$/.test(String(bizFormId));
  return [
    ...Object.entries(BUTTON_PARTS).flatMap(([place, { types, neededBy }]) => {
      const isGiven = valueAt(button, parsePath(place)) !== undefined;
      if (!isGiven) return neededBy.includes(type) ? [missing(at, place)] : [];
      if (types.includes(type)) return [];
      return [unsendable([...at, ...parsePath(place)], say('button-part', { type, field: place }), say('remove'))];
    }),
    ...(isNoNumber ? [unsendable([...at, 'bizFormId'], say('form-number'), say('form-number-way'), 'value')] : []),
    ...(isMisnamed
      ? [unsendable([...at, 'name'], say('button-ac'), say('button-ac-way', { name: CHANNEL_BUTTON_NAME }))]
      : []),
  ];
}

/** Finds a list that has fewer or more elements than a message takes, although it can be registered. */
function miscounted(at: Path, list: Json | undefined, least: number, most: number) {
  const { length: count } = elementsOf(list);
  if (list === undefined || (least <= count && count <= most)) return [];
  const hint =
    count < least ? say('add-count', { count: least - count }) : say('remove-count', { count: count - most });
  return [{ at, on: 'key', message: say('list-count', { field: formatPath(at), count, least, most }), hint } as const];
}

/** AT15 checks the lengths of a message. The schema checks the lengths of registration. */
export function filledLength({ bubble, texts, samples }: BrandReading): Hit[] {
  const limit = (at: Path) => (at.includes('link') ? LONGEST_LINK : ruleAt(at, bubble).max);
  return longerThan(limit, 'too-long-sent', texts, samples);
}

/** A channel coupon's address is an app link (resource API 2.4). */
const CHANNEL_COUPON = /^[^\s=:/]+=coupon:\/\/\S+$/;

/** AT12 checks the form of links. No document limits it at registration (assumption 124). */
export function linkForms({ texts }: BrandReading): Hit[] {
  return linkMistakes(texts.filter(({ at, text }) => !at.includes('coupon') || !CHANNEL_COUPON.test(text)));
}

/** AT11: a message takes fewer buttons than a template. */
export function buttonCount({ bubble, manifest: { buttons, coupon } }: BrandReading): Hit[] {
  const most = own<number>(BUTTONS, bubble) ?? Number.POSITIVE_INFINITY;
  return miscounted(['buttons'], buttons, 0, coupon === undefined ? most : Math.min(most, BESIDE_COUPON));
}

/** AT14: a message has more items than a template must have. */
export function items({ manifest: { items } }: BrandReading): Hit[] {
  return miscounted(['items'], items, 3, 5);
}

/** AT07. A variable in the "more" link needs no value: it is an error. */
export function sampled({ manifest, texts, samples }: BrandReading): Hit[] {
  return unsampledIn({ texts: texts.filter(({ at }) => at[1] !== 'more'), samples }, openPrices(manifest));
}
