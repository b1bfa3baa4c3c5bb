import { elementsOf, isObject, type Json, type JsonObject, member, own } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { Said } from '../../../core/sentence.ts';
import { length } from '../../../core/variables.ts';
import { CHANNEL_BUTTON_NAME } from '../../parts.ts';
import { UPDATED_NAME_MAX } from '../fields.ts';
import { buttonLists, cardsOf, partsOf } from './reading.ts';
import { say } from './sentences.ts';

/** Reports what can be registered but not sent (message API 2.10; assumptions 100, 101, 104 and 105). */
export function checkSendable(manifest: JsonObject): Problem[] {
  return [
    ...checkName(manifest),
    ...checkMembers(manifest),
    // The first item is the main one: its title may be left out.
    ...elementsOf(manifest['items']).flatMap((item, index) =>
      missingIn(['items', index], item, index === 0 ? ['image'] : ['title', 'image']),
    ),
    ...checkVideo(manifest),
    ...partsOf(manifest).flatMap(({ at, part }) => checkCoupon([...at, 'coupon'], member(part, 'coupon'))),
    ...buttonLists(manifest).flatMap(({ at, buttons }) =>
      buttons.flatMap((button, index) => checkButton([...at, index], button)),
    ),
    ...checkCarousel(manifest),
  ];
}

/** Makes a warning about something that can be registered but not sent (message API 2.10). */
export function unsendable(at: Path, message: Said, hint: Said, on: 'key' | 'value' = 'key'): Problem {
  return problemAt(at, { severity: 'warning', code: 'not-sendable', on, message, hint });
}

function missingIn(at: Path, part: Json | undefined, keys: readonly string[]): Problem[] {
  return keys.filter((key) => member(part, key) === undefined).map((key) => missing(at, key));
}

function missing(at: Path, key: string): Problem {
  return unsendable(at, say('message-lacks', { field: `${formatPath(at)}.${key}` }), say('add-member', { key }));
}

/** Only an update limits the name (resource API 2.4). */
function checkName({ name }: JsonObject): Problem[] {
  const count = length(String(name ?? ''));
  if (count <= UPDATED_NAME_MAX) return [];
  const message = say('name-update', { count, most: UPDATED_NAME_MAX });
  const hint = say('name-update-way', { count: count - UPDATED_NAME_MAX });
  return [problemAt(['name'], { severity: 'warning', code: 'too-long', message, hint })];
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

function checkMembers(manifest: JsonObject): Problem[] {
  const bubble = String(manifest['bubble']);
  const members = own(MEMBERS, bubble) ?? EVERY;
  return EVERY.filter((key) => manifest[key] !== undefined && !members.includes(key)).map((key) =>
    unsendable([key], say('message-bubble', { bubble, field: key }), say('remove')),
  );
}

/** The two forms in which a message takes a video. */
export const VIDEO_URL = /^https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)*\/(?:v\/[\w-]+|channel\/[\w-]+\/cliplink\/[\w-]+)$/;
export const VIDEO_URL_MAX = 500;
const VIDEO_FORM = say('video-form');

function checkVideo({ video }: JsonObject): Problem[] {
  const hint = say('video-form-way');
  const url = { at: ['video', 'url'], address: String(member(video, 'url') ?? '') };
  const thumbnail = {
    at: ['video', 'thumbnail', 'url'],
    address: String(member(member(video, 'thumbnail'), 'url') ?? ''),
  };
  const isOdd = member(video, 'url') !== undefined && !VIDEO_URL.test(url.address);
  return [
    ...(isOdd ? [unsendable(url.at, VIDEO_FORM, hint, 'value')] : []),
    ...[url, thumbnail].flatMap(({ at, address }) => {
      const count = length(address);
      if (count <= VIDEO_URL_MAX) return [];
      const message = say('video-length', { field: formatPath(at), count, most: VIDEO_URL_MAX });
      return [unsendable(at, message, hint, 'value')];
    }),
  ];
}

function checkCoupon(at: Path, coupon: Json | undefined): Problem[] {
  if (coupon === undefined) return [];
  const title = String(member(coupon, 'title'));
  const hasCommas = /^[\d,]*,/.test(title);
  const hint = say('coupon-commas-way', { field: `title: ${title.replaceAll(',', '')}` });
  return [
    ...missingIn(at, coupon, ['description']),
    ...(hasCommas ? [unsendable([...at, 'title'], say('coupon-commas'), hint, 'value')] : []),
  ];
}

/** The types of button whose message takes and requires a link, by its device (assumption 101). */
export const BUTTON_LINKS: Readonly<Record<string, { types: readonly string[]; neededBy: readonly string[] }>> = {
  mobile: { types: ['WL', 'AL'], neededBy: ['WL'] },
  pc: { types: ['WL', 'AL'], neededBy: [] },
  android: { types: ['AL'], neededBy: ['AL'] },
  ios: { types: ['AL'], neededBy: ['AL'] },
};

function checkButton(at: Path, button: Json): Problem[] {
  const type = String(member(button, 'type'));
  const link = member(button, 'link');
  const given = isObject(link) ? Object.keys(link) : [];
  const isMisnamed = type === 'AC' && (member(button, 'name') ?? CHANNEL_BUTTON_NAME) !== CHANNEL_BUTTON_NAME;
  return [
    ...Object.entries(BUTTON_LINKS).flatMap(([device, { types, neededBy }]) => {
      if (given.includes(device))
        return types.includes(type)
          ? []
          : [unsendable([...at, 'link', device], say('button-link', { type }), say('remove'))];
      return neededBy.includes(type) ? [missing(at, `link.${device}`)] : [];
    }),
    ...checkForm(at, type, member(button, 'bizFormId')),
    ...(isMisnamed
      ? [unsendable([...at, 'name'], say('button-ac'), say('button-ac-way', { name: CHANNEL_BUTTON_NAME }))]
      : []),
  ];
}

function checkForm(at: Path, type: string, id: Json | undefined): Problem[] {
  const place = [...at, 'bizFormId'];
  if (type !== 'BF') {
    if (id === undefined) return [];
    return [unsendable(place, say('button-form', { type }), say('remove'))];
  }
  if (id === undefined) return [missing(at, 'bizFormId')];
  if (/^\d+$/.test(String(id))) return [];
  return [unsendable(place, say('form-number'), say('form-number-way'), 'value')];
}

/** The number of cards that a message takes. Registration itself limits that of a CAROUSEL_COMMERCE. */
const FEED = { least: 2, most: 6 };

function checkCarousel(manifest: JsonObject): Problem[] {
  const { bubble, carousel } = manifest;
  const [intro, more] = [member(carousel, 'intro'), member(carousel, 'more')];
  return [
    ...(bubble === 'CAROUSEL_FEED' ? checkFeed(manifest) : []),
    ...(intro === undefined ? [] : missingIn(['carousel', 'intro'], intro, ['header', 'content', 'image'])),
    ...cardsOf(manifest).flatMap(({ at, part }) =>
      missingIn(at, part, bubble === 'CAROUSEL_FEED' ? ['header', 'content', 'image'] : ['image', 'commerce']),
    ),
    ...(more === undefined ? [] : missingIn(['carousel', 'more', 'link'], member(more, 'link'), ['mobile'])),
  ];
}

function checkFeed(manifest: JsonObject): Problem[] {
  const cards = cardsOf(manifest);
  const count = cards.length;
  const [tooFew, tooMany] = [FEED.least - count, count - FEED.most];
  const hint = tooFew > 0 ? say('add-count', { count: tooFew }) : say('remove-count', { count: tooMany });
  return [
    ...(tooFew > 0 || tooMany > 0
      ? [unsendable(['carousel', 'cards'], say('feed-cards', { count, ...FEED }), hint)]
      : []),
    ...cards
      .filter(({ part }) => member(part, 'commerce') !== undefined)
      .map(({ at }) => unsendable([...at, 'commerce'], say('feed-prices'), say('remove-them'))),
  ];
}
