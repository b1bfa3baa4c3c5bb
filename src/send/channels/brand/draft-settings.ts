import type { JsonObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { Resource } from '../../../core/resource.ts';
import type { BrandMode, BrandSend, TestSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { type SendMistake, sendMistake, unknownButton } from '../../about.ts';
import { objectAt } from '../../members.ts';
import { emptyValue, unfillable } from '../../values.ts';
import { buttonsIn } from './draft-body.ts';
import { couponParts, type FilledText, partsIn } from './draft-variables.ts';
import { isOpenPrice } from './template.ts';

export interface Settings {
  mode: BrandMode;
  /** The content in manifest form. */
  content: JsonObject;
  body: JsonObject;
  texts: readonly FilledText[];
  /** The registered template; undefined for a message without one. */
  template: Resource | undefined;
}

/** Returns the settings of a brand message that have no effect, or that do not fit its template. */
export function checkSettings(test: TestSend, settings: Settings): SendMistake[] {
  const { brand = {} } = test;
  return [
    ...checkMode(brand, settings),
    ...checkReplaced(brand, settings),
    ...checkCards(test, brand, settings),
    ...checkCoupons(brand, settings),
    ...checkButtons(test, settings),
  ];
}

function wrong(at: Path, message: string, hint: string, on: 'key' | 'value' = 'key'): SendMistake {
  return sendMistake(['brand', ...at], 'send-brand', message, { hint, on });
}

function checkMode(brand: BrandSend, { mode, texts, content, template }: Settings): SendMistake[] {
  const [name] = variableNames(texts.filter(({ at, text }) => !isOpenPrice(at, text)).map(({ text }) => text));
  const declared = template?.content['bubble'];
  const bubble = content['bubble'];
  const unfilled = `The template has the variable \`#{${name}}\`, which \`template\` does not fill`;
  const other = `The template is ${declared}, and the text is written for ${bubble}`;
  return [
    ...(mode === 'template' && name !== undefined ? [wrong(['mode'], unfilled, VARIABLES, 'value')] : []),
    ...(brand.body && declared !== undefined && declared !== bubble
      ? [wrong(['bubble'], other, `Write \`bubble: ${declared}\``, 'value')]
      : []),
  ];
}

const VARIABLES = 'Write `mode: variables`, or leave `mode` out';

/** The bubbles of templates whose parts a message can replace (message API 2.10). */
const REPLACEABLE: Readonly<Record<'image' | 'images' | 'video', readonly string[]>> = {
  image: ['IMAGE', 'WIDE'],
  images: ['WIDE_ITEM_LIST'],
  video: ['PREMIUM_VIDEO'],
};

function checkReplaced(brand: BrandSend, { mode, content, body }: Settings): SendMistake[] {
  const bubble = String(content['bubble']);
  const items = objectsAt(objectAt(body, 'item'), 'list').length;
  const count = brand.images?.length ?? items;
  return [
    ...(['image', 'images', 'video'] as const)
      .filter((name) => brand[name] !== undefined && !(name === 'video' && mode === 'free'))
      .flatMap((name) => {
        if (mode !== 'variables') return [wrong([name], `\`${name}\` has no effect in mode \`${mode}\``, VARIABLES)];
        if (REPLACEABLE[name].includes(bubble)) return [];
        const able = REPLACEABLE[name].join(' or ');
        return [wrong([name], `The template is ${bubble}, and only ${able} has \`${name}\``, 'Leave it out')];
      }),
    ...(bubble === 'WIDE_ITEM_LIST' && count !== items
      ? [wrong(['images'], `There are ${count} images, and the template has ${items} items`, 'Name one for each item')]
      : []),
  ];
}

function checkCards(test: TestSend, { cards = [] }: BrandSend, settings: Settings): SendMistake[] {
  const { mode, content, body } = settings;
  const parts = partsIn(body);
  if (cards.length === 0) return [];
  const none = `A ${String(content['bubble'])} has no cards`;
  if (parts.length === 0) return [wrong(['cards'], none, 'Leave `cards` out, and write `variables`')];
  if (cards.length > parts.length) {
    const intro = objectAt(body, 'carousel')['head'] === undefined ? '' : ' with its intro';
    const message = `\`brand.cards\` has ${cards.length} entries, and the carousel has ${parts.length} parts${intro}`;
    return [wrong(['cards', parts.length], message, `Remove ${cards.length - parts.length}`)];
  }
  return cards.flatMap((card, index) => [
    ...(card.image !== undefined && mode !== 'variables'
      ? [wrong(['cards', index, 'image'], `\`image\` has no effect in mode \`${mode}\``, VARIABLES)]
      : []),
    ...Object.entries(card.variables ?? {}).flatMap(([name, value]) => checkValue(test, settings, index, name, value)),
  ]);
}

function checkValue(test: TestSend, { texts }: Settings, part: number, name: string, value: string): SendMistake[] {
  const at: Path = ['brand', 'cards', part, 'variables', name];
  const known = variableNames(texts.filter((slot) => slot.part === part).map(({ text }) => text));
  if (!known.includes(name)) {
    const has = known.length === 0 ? 'It has no variables' : `It has: ${known.join(', ')}`;
    const hint = has;
    const message = `Part ${part + 1} of the carousel has no \`#{${name}}\``;
    return [sendMistake(at, 'send-unused-value', message, { hint, on: 'key' })];
  }
  const of = { address: test.template ?? `TestSend/${test.id}` };
  return value === '' ? [emptyValue(of, name, { at })] : unfillable(name, value, { at });
}

function checkCoupons({ coupon, cards = [] }: BrandSend, { mode, body }: Settings): SendMistake[] {
  const parts = couponParts(body);
  const check = (at: Path, isThere: boolean): SendMistake[] => {
    if (mode !== 'variables') return [wrong(at, `\`coupon: omit\` has no effect in mode \`${mode}\``, VARIABLES)];
    return isThere ? [] : [wrong(at, 'The template has no coupon here', 'Leave it out')];
  };
  return [
    ...(coupon === undefined ? [] : check(['coupon'], parts.length > 0)),
    ...cards.flatMap((card, index) => (card.coupon ? check(['cards', index, 'coupon'], parts.includes(index)) : [])),
  ];
}

/** Values of buttons belong to a whole text. The other variants take the buttons of the template. */
function checkButtons({ buttons }: TestSend, { mode, body }: Settings): SendMistake[] {
  const names = buttonsIn(body).map(({ name }) => String(name));
  return Object.keys(buttons).flatMap((name) => {
    if (mode === 'template' || mode === 'variables') {
      const message = `\`buttons\` has no effect in mode \`${mode}\``;
      const hint = 'Leave it out, or write `mode: full`';
      return [sendMistake(['buttons', name], 'send-button-value', message, { hint, on: 'key' })];
    }
    return names.includes(name) ? [] : [unknownButton('message', name, names)];
  });
}
