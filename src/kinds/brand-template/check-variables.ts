import { type Finding, formatPath, type Path } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { findVariables, length, variableNames } from '../../core/variables.ts';
import { type Malformed, malformedVariables } from '../notification-template/variable-syntax.ts';
import { finding } from './finding.ts';
import { member } from './places.ts';
import { buttonLists, shownTexts, textsIn } from './texts.ts';

/** Over all buttons of a template, those of its cards included (resource API 2.4). */
const MOST_IN_BUTTONS = 20;

/** Whatever stands between `#{` and the next `}` is a variable for the service (assumption 129). */
const VARIABLE = /#\{([^{}]*)\}/g;
const NAME = /^[\p{Script=Hangul}A-Za-z0-9_-]{1,20}$/u;

/** Names of variables, how many the buttons have, and where none may stand (resource API 2.4). */
export function checkVariables(manifest: JsonObject): Finding[] {
  return [...checkNames(manifest), ...checkButtons(manifest), ...checkMore(manifest)];
}

function checkNames(manifest: JsonObject): Finding[] {
  return shownTexts(manifest).flatMap(({ at, text }) => {
    const wrong = Array.from(text.matchAll(VARIABLE)).filter(([, name = '']) => !NAME.test(name));
    const refused = new Set(wrong.map(({ index }) => index));
    return [
      ...wrong.map(({ 0: variable, 1: name = '', index }) =>
        misnamed(at, variable, name, placeIn(text, variable, index)),
      ),
      ...malformedVariables(text)
        .filter((found) => !refused.has(found.start))
        .map((found) => suspicious(at, found, placeIn(text, found.text, found.start))),
    ];
  });
}

/** The words that are pointed at; none where they are on two lines. */
function placeIn(text: string, piece: string, start: number): Pick<Finding, 'text' | 'nth'> {
  return piece.includes('\n') ? {} : { text: piece, nth: text.slice(0, start).split(piece).length - 1 };
}

function misnamed(at: Path, variable: string, name: string, place: Pick<Finding, 'text' | 'nth'>): Finding {
  const count = length(name);
  const why = count > MOST_IN_NAME ? `${count} characters` : 'characters that none may have';
  return finding(at, {
    code: 'variable-name',
    ...place,
    message: `The name of \`${variable}\` has ${name === '' ? 'nothing in it' : why}`,
    hint: 'A variable has 1 to 20 characters of Korean, letters, digits, `-` and `_`, without blanks',
  });
}

const MOST_IN_NAME = 20;

/** The service takes it as text, which is hardly meant. */
function suspicious(at: Path, { text, why }: Malformed, place: Pick<Finding, 'text' | 'nth'>): Finding {
  return finding(at, {
    severity: 'warning',
    code: 'variable-syntax',
    ...place,
    message: `\`${text}\` ${why}`,
    hint: 'A message variable is written `#{name}`, with no spaces',
    rule: 'AT01',
  });
}

function checkButtons(manifest: JsonObject): Finding[] {
  const lists = buttonLists(manifest).filter(({ buttons }) => buttons.length > 0);
  const count = variableNames(textsIn(lists.flatMap(({ buttons }) => buttons))).length;
  const [first] = lists;
  if (!first || count <= MOST_IN_BUTTONS) return [];
  return [
    finding(first.at, {
      code: 'too-many-variables',
      on: 'key',
      message: `The buttons have ${count} different variables together; at most ${MOST_IN_BUTTONS} are allowed`,
      hint: `Take ${count - MOST_IN_BUTTONS} away: one variable may stand in many places`,
    }),
  ];
}

/** The "more" button leads everybody to the same place. */
function checkMore({ carousel }: JsonObject): Finding[] {
  const link: Json | undefined = member(member(carousel, 'more'), 'link');
  return Object.entries(isObject(link) ? link : {}).flatMap(([device, address]) => {
    const [variable] = findVariables(String(address));
    if (!variable) return [];
    const at = ['carousel', 'more', 'link', device];
    return [
      finding(at, {
        code: 'variable-place',
        message: `\`${formatPath(at)}\` takes no message variables, and has \`#{${variable.name}}\``,
        hint: 'The "more" button leads everybody to the same place: write the whole address',
      }),
    ];
  });
}
