import type { Surroundings } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { type Problem, problemAt, type Severity } from '../../core/problem.ts';
import { neutralWire } from '../../core/wire.ts';
import { findingsOf } from '../notification-template/lint/rule.ts';
import { unseenIn } from '../notification-template/unseen.ts';
import { checkSources } from './check-images.ts';
import { checkLines } from './check-lines.ts';
import { checkSendable } from './check-sendable.ts';
import { checkVariables } from './check-variables.ts';
import { readBrand } from './lint/reading.ts';
import { brandRules } from './lint/rules.ts';
import { cardsOf } from './places.ts';
import { brandTexts, buttonLists } from './texts.ts';

/** The rules of resource API 2.4 that the JSON Schema of brand templates cannot say well. */
export function checkBrand(manifest: JsonObject, { profileType }: Surroundings = {}): Problem[] {
  return [
    ...findingsOf(brandRules, readBrand(manifest)),
    ...unseenIn([{ at: ['name'], text: String(manifest['name'] ?? '') }, ...brandTexts(manifest)]),
    ...checkLines(manifest),
    ...checkVariables(manifest),
    ...checkSources(manifest),
    ...checkChannelButtons(manifest),
    ...offers(manifest).flatMap(({ at, holder }) => checkCoupon([...at, 'coupon'], member(holder, 'coupon'))),
    ...checkSendable(manifest),
    ...(profileType === 'G' ? checkGroup(manifest) : []),
  ];
}

/** The bubble and its cards: each may have prices and a coupon. */
function offers(manifest: JsonObject): { at: Path; holder: Json }[] {
  const cards = cardsOf(manifest['carousel']);
  return [
    { at: [], holder: manifest },
    ...cards.map((holder, index) => ({ at: ['carousel', 'cards', index], holder })),
  ];
}

/** A channel-add button goes first in a TEXT or IMAGE and last in another bubble, so that there is one at most. */
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
          message: `A channel-add button (AC) stands ${isFirst ? 'first' : 'last'} in a ${manifest['bubble']}`,
          hint: `Make it the ${isFirst ? 'first' : 'last'} of \`${formatPath(at)}\``,
        }),
      ];
    });
  });
}

function secondChannelButton(at: Path, other: Path): Problem {
  const message = `\`${formatPath(other)}\` adds the channel already`;
  return problemAt(at, { code: 'channel-button', message, hint: 'Remove one of the two' });
}

/** The address of a channel coupon: the neutral word, `=coupon://`, its number. */
const COUPON_WORD = neutralWire.couponScheme;
const CHANNEL_COUPON = /^([^\s=:/]+)=coupon:\/\//;

/** A coupon of one's own has a web address; one of the channel an app link with the channel's address. */
function checkCoupon(at: Path, coupon: Json | undefined): Problem[] {
  const link = member(coupon, 'link');
  if (!isObject(link)) return [];
  const apps = ['android', 'ios'].flatMap((device) => {
    const word = CHANNEL_COUPON.exec(String(link[device] ?? ''))?.[1];
    return word === undefined ? [] : [{ at: [...at, 'link', device], word }];
  });
  const strange = apps.filter(({ word }) => word !== COUPON_WORD);
  const isFound = link['mobile'] !== undefined || strange.length < apps.length;
  if (strange.length > 0) return strange.map((app) => strangeWord(app, isFound ? 'warning' : 'error'));
  if (link['mobile'] !== undefined || apps.length > 0) return [];
  return [
    problemAt([...at, 'link'], {
      code: 'missing-field',
      on: 'key',
      message: `\`${formatPath([...at, 'link', 'mobile'])}\` is missing: this is no coupon of the channel`,
      hint: `Add \`mobile\`, or the address of a channel coupon (\`${COUPON_WORD}=coupon://…\`) as \`android\` or \`ios\``,
    }),
  ];
}

function strangeWord({ at, word }: { at: Path; word: string }, severity: Severity): Problem {
  return problemAt(at, {
    severity,
    code: 'wrong-form',
    message: `\`${formatPath(at)}\` begins with \`${word}=coupon://\`, and a manifest's word is \`${COUPON_WORD}\``,
    hint: `Write \`${COUPON_WORD}=coupon://…\` in every environment: the service gets its own word, \`wire.couponScheme\``,
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
