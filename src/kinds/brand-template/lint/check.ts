import type { Surroundings } from '../../../core/declaration.ts';
import { isObject, type Json, type JsonObject, member } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt, type Severity } from '../../../core/problem.ts';
import { neutralWire } from '../../../core/wire.ts';
import { findingsOf } from '../../lint/rule.ts';
import { unseenIn } from '../../lint/unseen.ts';
import { checkSources } from './images.ts';
import { brandTexts, buttonLists, nameOf, partsOf, readBrand } from './reading.ts';
import { brandRules } from './rules.ts';
import { checkSendable } from './sendable.ts';
import { say } from './sentences.ts';
import { checkLines } from './texts.ts';
import { checkVariables } from './variables.ts';

/** Checks the rules of resource API 2.4 that a JSON Schema cannot express well. */
export function checkBrand(manifest: JsonObject, { profileType, errorsOnly }: Surroundings = {}): Problem[] {
  const variables = checkVariables(manifest);
  // A variable whose name the service refuses is one mistake, not two.
  const isError = ({ path, text, nth }: Problem): boolean =>
    text !== undefined && variables.some((one) => one.path === path && one.text === text && one.nth === nth);
  return [
    ...(errorsOnly ? [] : checkRules(manifest).filter((one) => !isError(one))),
    ...checkLines(manifest),
    ...variables,
    ...checkSources(manifest),
    ...checkChannelButtons(manifest),
    ...partsOf(manifest).flatMap(({ at, part }) => checkCoupon([...at, 'coupon'], member(part, 'coupon'))),
    ...checkSendable(manifest),
    ...(profileType === 'G' ? checkGroup(manifest) : []),
  ];
}

function checkRules(manifest: JsonObject): Problem[] {
  return [...findingsOf(brandRules, readBrand(manifest)), ...unseenIn([nameOf(manifest), ...brandTexts(manifest)])];
}

/** A channel-add button must be first in a TEXT or IMAGE and last in any other bubble, which also limits it to one. */
function checkChannelButtons(manifest: JsonObject): Problem[] {
  const isFirst = manifest['bubble'] === 'TEXT' || manifest['bubble'] === 'IMAGE';
  return buttonLists(manifest).flatMap(({ at, buttons }) => {
    const place = isFirst ? 0 : buttons.length - 1;
    return buttons.flatMap((button, index) => {
      if (member(button, 'type') !== 'AC' || index === place) return [];
      if (member(buttons[place], 'type') === 'AC') return [secondChannelButton([...at, index], [...at, place])];
      return [
        problemAt([...at, index], {
          code: 'channel-button',
          message: `A channel-add button (AC) has to be the ${isFirst ? 'first' : 'last'} button in a ${manifest['bubble']} bubble`,
          hint: `Move it to the ${isFirst ? 'first' : 'last'} place in \`${formatPath(at)}\``,
        }),
      ];
    });
  });
}

function secondChannelButton(at: Path, other: Path): Problem {
  const message = `\`${formatPath(other)}\` already adds the channel`;
  return problemAt(at, { code: 'channel-button', message, hint: 'Remove one of the two' });
}

/** The address of a channel coupon is the neutral word, `=coupon://` and the coupon's number. */
const COUPON_WORD = neutralWire.couponScheme;
const CHANNEL_COUPON = /^([^\s=:/]+)=coupon:\/\//;

/** A coupon of your own has a web address. A channel coupon has an app link with the channel's address. */
function checkCoupon(at: Path, coupon: Json | undefined): Problem[] {
  const link = member(coupon, 'link');
  if (!isObject(link)) return [];
  const apps = ['android', 'ios'].flatMap((device) => {
    const word = CHANNEL_COUPON.exec(String(link[device] ?? ''))?.[1];
    return word === undefined ? [] : [{ at: [...at, 'link', device], word }];
  });
  const unknown = apps.filter(({ word }) => word !== COUPON_WORD);
  const isFound = link['mobile'] !== undefined || unknown.length < apps.length;
  if (unknown.length > 0) return unknown.map((app) => unknownWord(app, isFound ? 'warning' : 'error'));
  if (link['mobile'] !== undefined || apps.length > 0) return [];
  return [
    problemAt([...at, 'link'], {
      code: 'missing-field',
      on: 'key',
      message: `\`${formatPath([...at, 'link', 'mobile'])}\` is missing: this is not a channel coupon`,
      hint: `Add \`mobile\`, or the address of a channel coupon (\`${COUPON_WORD}=coupon://…\`) as \`android\` or \`ios\``,
    }),
  ];
}

function unknownWord({ at, word }: { at: Path; word: string }, severity: Severity): Problem {
  return problemAt(at, {
    severity,
    code: 'wrong-form',
    message: say('coupon-word', { field: formatPath(at), given: `${word}=coupon://`, word: COUPON_WORD }),
    hint: `Write \`${COUPON_WORD}=coupon://…\` in every environment: notiform sends the word of the environment, \`wire.couponScheme\``,
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
