import type { Surroundings } from '../../../core/declaration.ts';
import { isObject, type JsonObject, member } from '../../../core/json.ts';
import { formatPath } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import { neutralWire } from '../../../core/wire.ts';
import { findingsOf } from '../../lint/rule.ts';
import { unseenIn } from '../../lint/unseen.ts';
import { checkSources } from './images.ts';
import { type BrandReading, nameOf, partsOf, readBrand } from './reading.ts';
import { brandRules } from './rules.ts';
import { checkSendable } from './sendable.ts';
import { checkLines } from './texts.ts';
import { checkVariables } from './variables.ts';

/** Checks the rules of resource API 2.4 that a JSON Schema cannot express well. */
export function checkBrand(manifest: JsonObject, { profileType }: Surroundings = {}): Problem[] {
  const reading = readBrand(manifest);
  const variables = checkVariables(reading);
  // A variable whose name the service refuses is one mistake, not two.
  const isError = ({ path, text, nth }: Problem): boolean =>
    text !== undefined && variables.some((one) => one.path === path && one.text === text && one.nth === nth);
  return [
    ...findingsOf(brandRules, reading).filter((one) => !isError(one)),
    ...unseenIn([nameOf(manifest), ...reading.whole]),
    ...checkLines(reading),
    ...variables,
    ...checkSources(manifest),
    ...checkChannelButtons(reading),
    ...checkCoupons(manifest),
    ...checkSendable(manifest),
    ...(profileType === 'G' ? checkGroup(manifest) : []),
  ];
}

/** A channel-add button must be first in a TEXT or IMAGE and last in any other bubble, which also limits it to one. */
function checkChannelButtons({ manifest: { bubble }, buttonLists }: BrandReading): Problem[] {
  const isFirst = bubble === 'TEXT' || bubble === 'IMAGE';
  const place = isFirst ? 'first' : 'last';
  return buttonLists.flatMap(({ at, buttons }) =>
    buttons.flatMap((button, index) => {
      if (member(button, 'type') !== 'AC' || index === (isFirst ? 0 : buttons.length - 1)) return [];
      const message = `A channel-add button (AC) has to be the ${place} button in a ${bubble} bubble`;
      const hint = `Move it to the ${place} place in \`${formatPath(at)}\`, and keep only one`;
      return [problemAt([...at, index], { code: 'channel-button', message, hint })];
    }),
  );
}

/** The address of a channel coupon: the neutral word, `=coupon://` and the coupon's number. */
const CHANNEL_COUPON = `${neutralWire.couponScheme}=coupon://`;

/** A coupon of your own has a web address. A channel coupon has an app link with the channel's address. */
function checkCoupons(manifest: JsonObject): Problem[] {
  return partsOf(manifest).flatMap(({ at, part }) => {
    const link = member(member(part, 'coupon'), 'link');
    if (!isObject(link) || link['mobile'] !== undefined) return [];
    if (['android', 'ios'].some((device) => String(link[device] ?? '').startsWith(CHANNEL_COUPON))) return [];
    const place = [...at, 'coupon', 'link'];
    return [
      problemAt(place, {
        code: 'missing-field',
        on: 'key',
        message: `\`${formatPath([...place, 'mobile'])}\` is missing: this is not a channel coupon`,
        hint: `Add \`mobile\`, or as \`android\` or \`ios\` the address of a channel coupon (\`${CHANNEL_COUPON}…\`; notiform sends the word of the environment, \`wire.couponScheme\`)`,
      }),
    ];
  });
}

/** Videos belong to sender profiles (resource API 2.5). */
function checkGroup({ video }: JsonObject): Problem[] {
  if (video === undefined) return [];
  return [
    problemAt(['video'], {
      code: 'group-video',
      on: 'key',
      message: 'The template is declared for a group, and groups have no videos',
      hint: 'Declare it for a sender profile, or choose another bubble (resource API 2.5)',
    }),
  ];
}
