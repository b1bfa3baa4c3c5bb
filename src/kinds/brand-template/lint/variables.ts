import { isObject, type Json, type JsonObject, member } from '../../../core/json.ts';
import { formatPath } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import { findVariables, variableNames } from '../../../core/variables.ts';
import type { Hit } from '../../lint/rule.ts';
import { MOST_HITS } from '../../lint/search.ts';
import { unsampledIn } from '../../lint/variables.ts';
import { type BrandReading, openPrices } from './reading.ts';

/** The service treats everything between `#{` and the next `}` as a variable (assumption 129). */
const VARIABLE = /#\{([^{}]*)\}/g;
const NAME = /^[\p{Script=Hangul}A-Za-z0-9_-]{1,20}$/u;

/** Checks the names of variables, their number in buttons, and the link that takes none (resource API 2.4). */
export function checkVariables(reading: BrandReading): Problem[] {
  return [...checkNames(reading), ...checkButtons(reading), ...checkMore(reading.manifest)];
}

function checkNames({ whole }: BrandReading): Problem[] {
  return whole.flatMap(({ at, text }) =>
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

/** The most distinct variables in all buttons of a template, including those of its cards (resource API 2.4). */
const MOST_IN_BUTTONS = 20;

function checkButtons({ whole, buttonLists }: BrandReading): Problem[] {
  const first = buttonLists.find(({ buttons }) => buttons.length > 0);
  const texts = whole.filter(({ at }) => at.includes('buttons')).map(({ text }) => text);
  const count = variableNames(texts).length;
  if (!first || count <= MOST_IN_BUTTONS) return [];
  return [
    problemAt(first.at, {
      code: 'too-many-variables',
      on: 'key',
      message: `The buttons have ${count} different variables together; at most ${MOST_IN_BUTTONS} are allowed`,
      hint: `Remove ${count - MOST_IN_BUTTONS}: one variable can be used in many places`,
    }),
  ];
}

/** Every recipient gets the same "more" link. */
function checkMore({ carousel }: JsonObject): Problem[] {
  const link: Json | undefined = member(member(carousel, 'more'), 'link');
  return Object.entries(isObject(link) ? link : {}).flatMap(([device, address]) => {
    const [variable] = findVariables(String(address));
    if (!variable) return [];
    const at = ['carousel', 'more', 'link', device];
    return [
      problemAt(at, {
        code: 'variable-place',
        message: `\`${formatPath(at)}\` takes no message variables, but contains \`#{${variable.name}}\``,
        hint: 'Every recipient gets the same "more" link: write the whole address',
      }),
    ];
  });
}

/** A variable in the "more" link needs no value: it is an error. */
export function sampled({ manifest, texts, samples }: BrandReading): Hit[] {
  return unsampledIn({ texts: texts.filter(({ at }) => at[1] !== 'more'), samples }, openPrices(manifest));
}
