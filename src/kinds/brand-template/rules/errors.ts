import { isFileNode } from '../../../core/content.ts';
import { elementsOf, isObject, type JsonObject, member } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { ProfileRef } from '../../../core/resource.ts';
import { variableNames } from '../../../core/variables.ts';
import { neutralWire } from '../../../core/wire.ts';
import { fileOf, imagesIn } from '../../fields.ts';
import { unsendable } from '../../lint/rule.ts';
import { MOST_HITS } from '../../lint/search.ts';
import { brandFields } from '../fields.ts';
import { ruleAt } from '../message.ts';
import { say } from '../sentences.ts';
import { type BrandReading, partsOf } from './reading.ts';

/** Returns what breaks the rules of resource API 2.4 that a JSON Schema cannot express well. */
export function errorsIn(reading: BrandReading, profileType?: ProfileRef['type']): Problem[] {
  const { manifest } = reading;
  return [
    ...checkLines(reading),
    ...checkNames(reading),
    ...checkButtons(reading),
    ...checkMore(reading),
    ...checkSources(manifest),
    ...checkChannelButtons(reading),
    ...checkCoupons(manifest),
    ...(profileType === 'G' ? checkGroup(manifest) : []),
  ];
}

/** The service treats everything between `#{` and the next `}` as a variable (assumption 129). */
const VARIABLE = /#\{([^{}]*)\}/g;
const NAME = /^[\p{Script=Hangul}A-Za-z0-9_-]{1,20}$/u;

function checkNames({ texts }: BrandReading): Problem[] {
  return texts.flatMap(({ at, text }) =>
    Array.from(text.matchAll(VARIABLE))
      .filter(({ 1: name = '' }) => !NAME.test(name))
      .slice(0, MOST_HITS)
      .map(({ 0: variable, index: start }) => {
        // A variable on two lines has no place of its own.
        const isOneLine = !variable.includes('\n');
        return problemAt(at, {
          code: 'variable-name',
          ...(isOneLine && { text: variable, nth: text.slice(0, start).split(variable).length - 1 }),
          message: `The service refuses the name of \`${variable}\``,
          hint: 'A name has 1 to 20 characters: Hangul, letters, digits, `-` and `_`, no spaces',
        });
      }),
  );
}

/** The most distinct variables in all buttons of a template, including those of its cards. */
const MOST_IN_BUTTONS = 20;

function checkButtons({ texts }: BrandReading): Problem[] {
  const ofButtons = texts.filter(({ at }) => at.includes('buttons'));
  const count = variableNames(ofButtons.map(({ text }) => text)).length;
  if (count <= MOST_IN_BUTTONS) return [];
  const at: Path = ofButtons[0]?.at ?? [];
  const message = `The buttons have ${count} different variables together; at most ${MOST_IN_BUTTONS} are allowed`;
  const hint = `Remove ${count - MOST_IN_BUTTONS}: one variable can be used in many places`;
  return [problemAt(at.slice(0, at.indexOf('buttons') + 1), { code: 'too-many-variables', on: 'key', message, hint })];
}

/** Every recipient gets the same "more" link. */
function checkMore({ texts }: BrandReading): Problem[] {
  return texts.flatMap(({ at, variables: [variable] }) => {
    if (at[1] !== 'more' || !variable) return [];
    const message = `\`${formatPath(at)}\` takes no message variables, but contains \`#{${variable.name}}\``;
    const hint = 'Every recipient gets the same "more" link: write the whole address';
    return [problemAt(at, { code: 'variable-place', message, hint })];
  });
}

/** Checks line breaks: too many for a template are an error, too many for a message only a warning. */
function checkLines({ bubble, texts }: BrandReading): Problem[] {
  return texts.flatMap(({ at, text }) => {
    const { breaks, sentBreaks } = ruleAt(at, bubble);
    const most = breaks ?? sentBreaks;
    const count = text.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (most === undefined || count <= most) return [];
    const message = say('lines-allowed', { field: formatPath(at), count, most });
    const hint = say('remove-count', { count: count - most });
    if (breaks === undefined) return [unsendable(at, message, hint, 'value')];
    return [problemAt(at, { code: 'too-many-lines', message, hint })];
  });
}

/** A channel-add button must be first in a TEXT or IMAGE and last in any other bubble, which also limits it to one. */
function checkChannelButtons({ bubble, manifest }: BrandReading): Problem[] {
  const isFirst = bubble === 'TEXT' || bubble === 'IMAGE';
  const place = isFirst ? 'first' : 'last';
  return partsOf(manifest).flatMap(({ at, part }) =>
    elementsOf(member(part, 'buttons')).flatMap((button, index, { length }) => {
      if (member(button, 'type') !== 'AC' || index === (isFirst ? 0 : length - 1)) return [];
      const message = `A channel-add button (AC) has to be the ${place} button in a ${bubble} bubble`;
      const hint = `Move it to the ${place} place in \`${formatPath([...at, 'buttons'])}\`, and keep only one`;
      return [problemAt([...at, 'buttons', index], { code: 'channel-button', message, hint })];
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
    const message = `\`${formatPath([...place, 'mobile'])}\` is missing: this is not a channel coupon`;
    const hint = `Add \`mobile\`, or as \`android\` or \`ios\` the address of a channel coupon (\`${CHANNEL_COUPON}…\`; notiform sends the word of the environment, \`wire.couponScheme\`)`;
    return [problemAt(place, { code: 'missing-field', on: 'key', message, hint })];
  });
}

/** Videos belong to sender profiles (resource API 2.5). */
function checkGroup({ video }: JsonObject): Problem[] {
  if (video === undefined) return [];
  const message = 'The template is declared for a group, and groups have no videos';
  const hint = 'Declare it for a sender profile, or choose another bubble (resource API 2.5)';
  return [problemAt(['video'], { code: 'group-video', on: 'key', message, hint })];
}

/** Checks that each image and video has one source. A link alone is a hint where the bubble shows no image. */
export function checkSources(manifest: JsonObject): Problem[] {
  const places = [
    ...imagesIn(brandFields, manifest).map(({ at, image }) => ({ at, value: image, sources: ['file', 'url', 'ref'] })),
    { at: ['video'], value: manifest['video'], sources: ['file', 'ref', 'vid', 'url'] },
  ];
  return places.flatMap(({ at, value, sources }) => {
    if (!isObject(value)) return [];
    const [first, second] = sources.filter((source) => value[source] !== undefined);
    if (first === undefined) {
      const isShown = at.length === 1 && ruleAt(at, String(manifest['bubble'])).isTaken;
      if (value['link'] !== undefined && !isShown)
        return [unsendable(at, say('image-link', { field: formatPath(at) }), say('image-link-way'))];
      const message = `\`${formatPath(at)}\` has no source`;
      const hint = `Add one of ${sources.map((source) => `\`${source}\``).join(', ')}`;
      return [problemAt(at, { code: 'missing-field', on: 'key', message, hint })];
    }
    if (second === undefined) return [];
    const place = [...at, second];
    const message = `\`${formatPath(place)}\` and \`${first}\` cannot be used together`;
    return [problemAt(place, { code: 'not-together', on: 'key', message, hint: 'Remove one of the two' })];
  });
}

/** Checks that all images of a CAROUSEL_COMMERCE have one ratio, to the pixel (resource API 4.7a). */
export function checkRatios(manifest: JsonObject): Problem[] {
  if (manifest['bubble'] !== 'CAROUSEL_COMMERCE') return [];
  const [first, ...others] = imagesIn(brandFields, manifest)
    .filter(({ at }) => at[0] === 'carousel')
    .flatMap(({ at, image }) => {
      const { path, width = 0, height = 0 } = fileOf(image) ?? {};
      return path === undefined ? [] : [{ at: isFileNode(image) ? at : [...at, 'file'], path, width, height }];
    });
  return others.flatMap(({ at, path, width, height }) => {
    if (!first || width * first.height === height * first.width) return [];
    const message = `\`${path}\` is ${width} × ${height} px, unlike the first image of the carousel (${first.width} × ${first.height} px)`;
    const hint = 'Crop all images of the carousel to the same ratio, to the pixel (resource API 4.7a)';
    return [problemAt(at, { code: 'image-shape', message, hint })];
  });
}
