import type { JsonObject } from '../../../core/json.ts';
import { type Path, valueAt } from '../../../core/path.ts';
import type { BrandMode, BrandSend, TestSend } from '../../../core/test-send.ts';
import { type SendMistake, sendMistake, unknownButton } from '../../about.ts';
import { textsIn } from '../../members.ts';
import { emptyValue, unfillable } from '../../values.ts';
import { isOpenPrice, partOf, partsIn, valuesIn } from './template.ts';

export interface Settings {
  mode: BrandMode;
  /** `TEXT`, `IMAGE`, … */
  bubble: string;
  body: JsonObject;
  /** The variable fields of the body. */
  variables: JsonObject;
}

const VARIABLES = 'Write `mode: variables`, or leave `mode` out';

/** Returns the settings of a brand message that have no effect. The proof finds those that do not fit its template. */
export function checkSettings(test: TestSend, settings: Settings): SendMistake[] {
  const { brand = {} } = test;
  const unfilled = valuesIn(settings.variables).find(({ at, value }) => !isOpenPrice(at, value));
  const message = `The template has the variable \`#{${unfilled?.name}}\`, which \`template\` does not fill`;
  return [
    ...(settings.mode === 'template' && unfilled ? [wrong(['mode'], message, VARIABLES)] : []),
    ...checkReplaced(brand, settings),
    ...checkCards(test, brand.cards ?? [], settings),
    ...checkButtons(test, settings),
  ];
}

function wrong(at: Path, message: string, hint: string): SendMistake {
  return sendMistake(['brand', ...at], 'send-brand', message, { hint, on: 'key' });
}

/** The bubbles of templates whose parts a message can replace (message API 2.10). */
const REPLACEABLE: Readonly<Record<string, readonly string[]>> = {
  image: ['IMAGE', 'WIDE'],
  images: ['WIDE_ITEM_LIST'],
  video: ['PREMIUM_VIDEO'],
};

/** Only the variables of a template can have other images, another video and no coupon. A FREE message may have any video. */
function checkReplaced(brand: BrandSend, { mode, bubble, body }: Settings): SendMistake[] {
  const coupons = couponParts(body);
  const ofCards = (brand.cards ?? []).flatMap((_, index): Path[] =>
    ['image', 'coupon'].map((name) => ['cards', index, name]),
  );
  return [['image'], ['images'], ['video'], ['coupon'], ...ofCards].flatMap((at) => {
    const [first = '', part] = at;
    const name = at.at(-1);
    if (valueAt(brand, at) === undefined || (first === 'video' && mode === 'free')) return [];
    if (mode !== 'variables') return [wrong(at, `\`${name}\` has no effect in mode \`${mode}\``, VARIABLES)];
    const isCoupon = part === undefined ? coupons.length > 0 : coupons.includes(Number(part));
    const isThere = name === 'coupon' ? isCoupon : part !== undefined || REPLACEABLE[first]?.includes(bubble);
    return isThere ? [] : [wrong(at, `The template (${bubble}) has no \`${name}\` here`, 'Leave it out')];
  });
}

/** Returns where a test send can leave out a coupon: in the bubble (undefined), or in parts of the carousel. */
export function couponParts(body: JsonObject): (number | undefined)[] {
  return textsIn(body).flatMap(({ at }) => (at.includes('coupon') ? [partOf(body, at)] : []));
}

export function omitsCoupon({ coupon, cards = [] }: BrandSend, part: number | undefined): boolean {
  return (coupon ?? cards[part ?? -1]?.coupon) === 'omit';
}

function checkCards(
  test: TestSend,
  cards: NonNullable<BrandSend['cards']>,
  { body, variables: fields }: Settings,
): SendMistake[] {
  const most = partsIn(body);
  if (cards.length > 0 && most === 0)
    return [wrong(['cards'], 'The template has no cards', 'Leave `cards` out, and write `variables`')];
  if (cards.length > most) {
    const message = `\`brand.cards\` has ${cards.length} entries, and the carousel has ${most} parts`;
    return [wrong(['cards', most], message, `Remove ${cards.length - most}`)];
  }
  return cards.flatMap(({ variables = {} }, part) => {
    const ofPart = valuesIn(fields).filter(({ at }) => partOf(fields, at) === part);
    const known = [...new Set(ofPart.map(({ name }) => name))];
    return Object.entries(variables).flatMap(([name, value]) => {
      const at: Path = ['brand', 'cards', part, 'variables', name];
      if (known.includes(name)) {
        const of = { address: test.template ?? `TestSend/${test.id}` };
        return value === '' ? [emptyValue(of, name, { at })] : unfillable(name, value, { at });
      }
      const has = known.length === 0 ? 'It has no variables' : `It has: ${known.join(', ')}`;
      const unused = `Part ${part + 1} of the carousel has no \`#{${name}}\``;
      return [sendMistake(at, 'send-unused-value', unused, { hint: has, on: 'key' })];
    });
  });
}

/** Values of buttons belong to a whole text. The other variants take the buttons of the template. */
function checkButtons({ buttons }: TestSend, { mode, body }: Settings): SendMistake[] {
  const ofButtons = textsIn(body).filter(({ at }) => at.includes('button') && at.at(-1) === 'name');
  const names = ofButtons.map(({ text }) => text);
  return Object.keys(buttons).flatMap((name) => {
    if (mode === 'template' || mode === 'variables') {
      const message = `\`buttons\` has no effect in mode \`${mode}\``;
      const hint = 'Leave it out, or write `mode: full`';
      return [sendMistake(['buttons', name], 'send-button-value', message, { hint, on: 'key' })];
    }
    return names.includes(name) ? [] : [unknownButton('message', name, names)];
  });
}
