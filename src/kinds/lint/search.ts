import { elementsOf, isObject, type JsonObject } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { fillVariables, findVariables, length, type VariableSpan } from '../../core/variables.ts';
import type { PlacedText } from '../fields.ts';
import type { Hit } from './rule.ts';
import { say } from './sentences.ts';

/** Replaces each character of a message variable, so that a search for words does not match its name. */
export const FILL = '\uFFFC';

/** Masks the message variables of a text. Every other character keeps its place. */
export function masked(text: string): string {
  return text.includes('#{') ? text.replace(/#\{[^#{}]+\}/g, (variable) => FILL.repeat(variable.length)) : text;
}

/** The most findings of one rule in one text. Each has to be found again in the file. */
export const MOST_HITS = 50;

/** A place in a text, in UTF-16 units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Returns the place of a finding: the words, and how many equal ones come before them. */
export function pieceOf(
  { at, text }: PlacedText,
  { start, end }: TextSpan,
): Pick<Hit, 'at' | 'text' | 'nth'> & { text: string } {
  const piece = text.slice(start, end);
  let nth = 0;
  for (let found = text.indexOf(piece); found < start; found = text.indexOf(piece, found + 1)) nth += 1;
  return { at, text: piece, nth };
}

/** Texts are searched for words up to this length. No text of a template is longer. */
const MOST_READ = 3000;

/** A text as rules search it. */
export interface SearchedText extends PlacedText {
  /** Its place as tables of places write it. */
  readonly place: string;
  /** The beginning of the text, which is searched. */
  readonly part: string;
  readonly variables: readonly VariableSpan[];
  /** The same beginning with its variables masked. */
  readonly masked: string;
}

export function searched(at: PlacedText['at'], text: string): SearchedText {
  const part = text.slice(0, MOST_READ);
  return { at, text, place: placeOf(at), part, variables: findVariables(part), masked: masked(part) };
}

export interface NamedValues {
  at: Path;
  name: string;
  values: ReadonlyMap<string, string>;
}

/** Reads the samples of a manifest. */
export function samplesOf({ samples }: JsonObject): NamedValues[] {
  return elementsOf(samples)
    .filter(isObject)
    .map(({ name, values }, index) => ({
      at: ['samples', index, 'values'],
      name: String(name),
      values: new Map(Object.entries(isObject(values) ? values : {}).map(([key, value]) => [key, String(value)])),
    }));
}

/** Returns the length of a text as it is sent, filled in by the sample that makes it longest. Without samples, a variable has no length (assumption 177). */
export function longest(text: string, samples: readonly NamedValues[]): { length: number; sample?: string } {
  const filled = samples.map(({ name, values }) => ({
    length: length(fillVariables(text, values)),
    sample: name,
  }));
  const [first] = filled.sort((a, b) => b.length - a.length);
  return first ?? { length: length(text.replace(/#\{[^#{}]+\}/g, '')) };
}

/** The place of a text in a table of places: `buttons[].name` of `buttons[1].name`. */
export function placeOf(at: Path): string {
  return formatPath(at).replace(/\[\d+\]/g, '[]');
}

/** Finds texts that are longer than their limit when the longest sample fills them in. */
export function longerThan(
  limitAt: (at: Path, place: string) => number | undefined,
  why: 'too-long-sent' | 'too-long-recommended' | 'too-long-shown',
  texts: readonly SearchedText[],
  samples: readonly NamedValues[],
): Hit[] {
  return texts.flatMap(({ at, place, text }): Hit[] => {
    const most = limitAt(at, place);
    if (most === undefined) return [];
    const { length: count, sample } = longest(text, samples);
    if (count <= most) return [];
    const field = formatPath(at);
    const isFilled = sample !== undefined && text.includes('#{');
    const what = isFilled ? say('label-with-sample', { field, sample }) : say('label-field', { field });
    return [{ at, message: say(why, { what, count, most }) }];
  });
}

const LOOPBACK = '(?:127(?:\\.\\d+){3}|0\\.0\\.0\\.0|\\[::1?\\]|[^\\s/?#:]*\\.localhost)(?=[/?#:]|$)';
/** A scheme and a host of several parts, of which any may come with a variable; no user before it (assumption 142). */
const WEB = new RegExp(
  `^(?:#\\{|https?://(?![^\\s/?#]*@)(?!${LOOPBACK})(?:[^\\s/?#]*#\\{|\\[[\\da-f:.]+\\]|[^\\s/?#.][^\\s/?#]*\\.[^\\s/?#.]))`,
  'i',
);
const APP = /^(?:[a-z][a-z0-9+.-]*:|#\{)/i;
/** Other blanks are reported as unseen characters: `%20` would be wrong for them. */
const ASCII_SPACE = /[ \t\n\v\f\r]/;

/** AT12: the form of addresses, by the device at the end of their place. An address that begins with a variable is only known when it is sent. */
export function linkMistakes(texts: readonly PlacedText[]): Hit[] {
  return texts.flatMap(({ at, text }) => (at.includes('link') ? linkMistake(at, text) : []));
}

function linkMistake(at: Path, address: string): Hit[] {
  const isApp = ['android', 'ios'].includes(String(at.at(-1)));
  if (!(isApp ? APP : WEB).test(address)) return [{ at, message: say(isApp ? 'link-app' : 'link-web') }];
  return ASCII_SPACE.test(masked(address)) ? [{ at, message: say('link-space'), hint: say('link-space-way') }] : [];
}
