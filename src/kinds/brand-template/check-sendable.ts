import { isObject, type Json, type JsonObject, member, own } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { length } from '../../core/variables.ts';
import { CHANNEL_BUTTON_NAME } from '../notification-template/words.ts';
import { cardsOf, elements } from './places.ts';
import { buttonLists } from './texts.ts';

/** What can be registered although no message could carry it (message API 2.10; assumptions 100, 101, 104 and 105). */
export function checkSendable(manifest: JsonObject): Problem[] {
  const lists = buttonLists(manifest);
  const coupons = [
    { at: ['coupon'], coupon: manifest['coupon'] },
    ...cardsOf(manifest['carousel']).map((card, index) => ({
      at: ['carousel', 'cards', index, 'coupon'],
      coupon: member(card, 'coupon'),
    })),
  ];
  return [
    ...checkName(manifest),
    ...checkMembers(manifest),
    ...checkItems(manifest),
    ...checkVideo(manifest),
    ...coupons.flatMap(({ at, coupon }) => (coupon === undefined ? [] : checkCoupon(at, coupon))),
    ...lists.flatMap(({ at, buttons }) => buttons.flatMap((button, index) => checkButton([...at, index], button))),
    ...checkCarousel(manifest),
  ];
}

/** Registration has no limit for a name, and an update has (resource API 2.4). */
function checkName({ name }: JsonObject): Problem[] {
  const count = length(String(name ?? ''));
  if (count <= UPDATED_NAME_MAX) return [];
  const message = `\`name\` has ${count} characters, and an update takes ${UPDATED_NAME_MAX}`;
  const hint = `Shorten it by ${count - UPDATED_NAME_MAX}: the template can be registered, and could not be updated`;
  return [problemAt(['name'], { severity: 'warning', code: 'too-long', message, hint })];
}

/** The first item is the main one: its title may be left out. */
function checkItems({ items }: JsonObject): Problem[] {
  return elements(items).flatMap((item, index) =>
    missingIn(['items', index], item, index === 0 ? ['image'] : ['title', 'image']),
  );
}

/** A video in one of the two forms that a message takes. */
const VIDEO_URL = /^https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)*\/(?:v\/[\w-]+|channel\/[\w-]+\/cliplink\/[\w-]+)$/;
const VIDEO_URL_MAX = 500;

function checkVideo({ video }: JsonObject): Problem[] {
  const url = member(video, 'url');
  const thumbnail = member(member(video, 'thumbnail'), 'url');
  const hint = 'Write the address that the service gave';
  return [
    ...(url === undefined || VIDEO_URL.test(String(url))
      ? []
      : [
          unsendable(
            ['video', 'url'],
            'A message takes the address of a video (`…/v/ID`) or of a clip link (`…/channel/ID/cliplink/ID`)',
            hint,
            'value',
          ),
        ]),
    ...[
      { at: ['video', 'url'], address: url },
      { at: ['video', 'thumbnail', 'url'], address: thumbnail },
    ]
      .filter(({ address }) => length(String(address ?? '')) > VIDEO_URL_MAX)
      .map(({ at, address }) =>
        unsendable(
          at,
          `\`${formatPath(at)}\` has ${length(String(address))} characters, and a message takes ${VIDEO_URL_MAX}`,
          hint,
          'value',
        ),
      ),
  ];
}

function checkCoupon(at: Path, coupon: Json): Problem[] {
  const hasCommas = /^[\d,]*,/.test(String(member(coupon, 'title')));
  return [
    ...missingIn(at, coupon, ['description']),
    ...(hasCommas
      ? [unsendable([...at, 'title'], 'A message takes an amount without commas', 'Remove the commas')]
      : []),
  ];
}

/** The longest name that an update takes (resource API 2.4). */
export const UPDATED_NAME_MAX = 200;

const MAIN = ['content', 'image', 'buttons', 'coupon'];

/** The members that a message of each bubble has, of those that every template may have. */
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
    unsendable([key], `A message of bubble ${bubble} takes no \`${key}\``, 'Remove it'),
  );
}

/** What a message requires of a button by its type (assumption 101). */
const NEEDED: Readonly<Record<string, readonly string[]>> = { WL: ['mobile'], AL: ['android', 'ios'] };
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  WL: ['mobile', 'pc'],
  AL: ['mobile', 'pc', 'android', 'ios'],
};

function checkButton(at: Path, button: Json): Problem[] {
  const type = String(member(button, 'type'));
  const link = member(button, 'link');
  const given = isObject(link) ? Object.keys(link) : [];
  const name = member(button, 'name') ?? CHANNEL_BUTTON_NAME;
  return [
    ...(own(NEEDED, type) ?? [])
      .filter((device) => !given.includes(device))
      .map((device) => lacking(at, `link.${device}`)),
    ...given
      .filter((device) => !(own(TAKEN, type) ?? []).includes(device))
      .map((device) =>
        unsendable([...at, 'link', device], `A ${type} button of a message takes no such link`, 'Remove it'),
      ),
    ...checkForm(at, type, member(button, 'bizFormId')),
    ...(type === 'AC' && name !== CHANNEL_BUTTON_NAME
      ? [
          unsendable(
            [...at, 'name'],
            'An AC button of a message has a fixed name',
            `Name it \`${CHANNEL_BUTTON_NAME}\``,
          ),
        ]
      : []),
  ];
}

function checkForm(at: Path, type: string, id: Json | undefined): Problem[] {
  if (type !== 'BF')
    return id === undefined
      ? []
      : [unsendable([...at, 'bizFormId'], `A ${type} button of a message has no business form`, 'Remove it')];
  if (id === undefined) return [lacking(at, 'bizFormId')];
  return /^\d+$/.test(String(id))
    ? []
    : [unsendable([...at, 'bizFormId'], 'A message takes a business form by its digits', 'Write its number', 'value')];
}

/** How many cards a message of a feed takes; the number of a CAROUSEL_COMMERCE is one of registration too. */
const FEED = { least: 2, most: 6 };

function checkCount(carousel: Json | undefined): Problem[] {
  const count = cardsOf(carousel).length;
  if (count >= FEED.least && count <= FEED.most) return [];
  const message = `\`carousel.cards\` has ${count} elements, and a message takes ${FEED.least} to ${FEED.most}`;
  return [unsendable(['carousel', 'cards'], message, count < FEED.least ? 'Add some' : 'Remove some')];
}

function checkCarousel({ bubble, carousel }: JsonObject): Problem[] {
  const isFeed = bubble === 'CAROUSEL_FEED';
  const intro = member(carousel, 'intro');
  const more = member(carousel, 'more');
  const required = isFeed ? ['header', 'content', 'image'] : ['image', 'commerce'];
  return [
    ...(isFeed ? checkCount(carousel) : []),
    ...(intro === undefined ? [] : missingIn(['carousel', 'intro'], intro, ['header', 'content', 'image'])),
    ...cardsOf(carousel).flatMap((card, index) => {
      const at = ['carousel', 'cards', index];
      const prices = isFeed && member(card, 'commerce') !== undefined;
      return [
        ...missingIn(at, card, required),
        ...(prices
          ? [unsendable([...at, 'commerce'], 'A card of a feed takes no prices in a message', 'Remove them')]
          : []),
      ];
    }),
    ...(more === undefined ? [] : missingIn(['carousel', 'more', 'link'], member(more, 'link'), ['mobile'])),
  ];
}

function missingIn(at: Path, holder: Json | undefined, keys: readonly string[]): Problem[] {
  return keys.filter((key) => member(holder, key) === undefined).map((key) => lacking(at, key));
}

function lacking(at: Path, key: string): Problem {
  const message = `\`${formatPath(at)}.${key}\` is missing, and a message requires it`;
  return unsendable(at, message, `Add \`${key}\``);
}

/** A warning: it can be registered, and no message could carry it (message API 2.10). */
export function unsendable(at: Path, message: string, hint: string, on: 'key' | 'value' = 'key'): Problem {
  return problemAt(at, { severity: 'warning', code: 'not-sendable', on, message, hint });
}
