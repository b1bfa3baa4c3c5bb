import { type Finding, formatPath, type Path } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import { CHANNEL_BUTTON_NAME } from '../notification-template/words.ts';
import { finding } from './finding.ts';
import { cardsOf, member } from './places.ts';
import { buttonLists } from './texts.ts';

/** What can be registered although no message could carry it (message API 2.10; assumptions 100, 101 and 105). */
export function checkSendable(manifest: JsonObject): Finding[] {
  const lists = buttonLists(manifest);
  const coupons = [
    { at: ['coupon'], coupon: manifest['coupon'] },
    ...cardsOf(manifest['carousel']).map((card, index) => ({
      at: ['carousel', 'cards', index, 'coupon'],
      coupon: member(card, 'coupon'),
    })),
  ];
  return [
    ...checkMembers(manifest),
    ...coupons.flatMap(({ at, coupon }) => (coupon === undefined ? [] : checkCoupon(at, coupon))),
    ...lists.flatMap(({ at, buttons }) => buttons.flatMap((button, index) => checkButton([...at, index], button))),
    ...checkCarousel(manifest),
  ];
}

function checkCoupon(at: Path, coupon: Json): Finding[] {
  const hasCommas = /^[\d,]*,/.test(String(member(coupon, 'title')));
  return [
    ...missingIn(at, coupon, ['description']),
    ...(hasCommas
      ? [unsendable([...at, 'title'], 'A message takes an amount without commas', 'Remove the commas')]
      : []),
  ];
}

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

function checkMembers(manifest: JsonObject): Finding[] {
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

function checkButton(at: Path, button: Json): Finding[] {
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
    ...(type === 'BF' && member(button, 'bizFormId') === undefined ? [lacking(at, 'bizFormId')] : []),
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

function checkCarousel({ bubble, carousel }: JsonObject): Finding[] {
  const isFeed = bubble === 'CAROUSEL_FEED';
  const intro = member(carousel, 'intro');
  const more = member(carousel, 'more');
  const required = isFeed ? ['header', 'content', 'image'] : ['image', 'commerce'];
  return [
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

function missingIn(at: Path, holder: Json | undefined, keys: readonly string[]): Finding[] {
  return keys.filter((key) => member(holder, key) === undefined).map((key) => lacking(at, key));
}

function lacking(at: Path, key: string): Finding {
  const message = `\`${formatPath(at)}.${key}\` is missing, and a message requires it`;
  return unsendable(at, message, `Add \`${key}\``);
}

function unsendable(at: Path, message: string, hint: string): Finding {
  return finding(at, { severity: 'warning', code: 'not-sendable', on: 'key', message, hint });
}
