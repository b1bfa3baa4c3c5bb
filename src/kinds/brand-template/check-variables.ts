import { isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { findVariables, length, variableNames } from '../../core/variables.ts';
import { MOST_HITS } from '../notification-template/lint/words.ts';
import { brandTexts, buttonLists, MOST_IN_BUTTONS } from './texts.ts';
import { type Misnamed, misnamedIn } from './variable-names.ts';

/** Names of variables, how many the buttons have, and where none may stand (resource API 2.4). */
export function checkVariables(manifest: JsonObject): Problem[] {
  return [...checkNames(manifest), ...checkButtons(manifest), ...checkMore(manifest)];
}

function checkNames(manifest: JsonObject): Problem[] {
  return brandTexts(manifest).flatMap(({ at, text }) =>
    misnamedIn(text)
      .slice(0, MOST_HITS)
      .map((found) => misnamed(at, found, placeIn(text, found))),
  );
}

/** The words that are pointed at; none where they are on two lines. */
function placeIn(text: string, { text: piece, start }: Misnamed): Pick<Problem, 'text' | 'nth'> {
  return piece.includes('\n') ? {} : { text: piece, nth: text.slice(0, start).split(piece).length - 1 };
}

function misnamed(at: Path, { text: variable, name }: Misnamed, place: Pick<Problem, 'text' | 'nth'>): Problem {
  const count = length(name);
  const why = count > MOST_IN_NAME ? `${count} characters` : 'characters that none may have';
  return problemAt(at, {
    code: 'variable-name',
    ...place,
    message: `The name of \`${variable}\` has ${name === '' ? 'nothing in it' : why}`,
    hint: 'A variable has 1 to 20 characters of Korean, letters, digits, `-` and `_`, without blanks',
  });
}

const MOST_IN_NAME = 20;

function checkButtons(manifest: JsonObject): Problem[] {
  const lists = buttonLists(manifest).filter(({ buttons }) => buttons.length > 0);
  const texts = brandTexts(manifest).filter(({ at }) => at.includes('buttons'));
  const count = variableNames(texts.map(({ text }) => text)).length;
  const [first] = lists;
  if (!first || count <= MOST_IN_BUTTONS) return [];
  return [
    problemAt(first.at, {
      code: 'too-many-variables',
      on: 'key',
      message: `The buttons have ${count} different variables together; at most ${MOST_IN_BUTTONS} are allowed`,
      hint: `Take ${count - MOST_IN_BUTTONS} away: one variable may stand in many places`,
    }),
  ];
}

/** The "more" button leads everybody to the same place. */
function checkMore({ carousel }: JsonObject): Problem[] {
  const link: Json | undefined = member(member(carousel, 'more'), 'link');
  return Object.entries(isObject(link) ? link : {}).flatMap(([device, address]) => {
    const [variable] = findVariables(String(address));
    if (!variable) return [];
    const at = ['carousel', 'more', 'link', device];
    return [
      problemAt(at, {
        code: 'variable-place',
        message: `\`${formatPath(at)}\` takes no message variables, and has \`#{${variable.name}}\``,
        hint: 'The "more" button leads everybody to the same place: write the whole address',
      }),
    ];
  });
}
