import { trimEndOf } from '../core/trim.ts';
import { visible } from './visible.ts';

/** GitHub's Markdown. Users' texts are in fences, or are made inert. */

/** A text that stays text in HTML and Markdown: no markup, no link, no mention, no number of a ticket. */
export function inert(text: string): string {
  return visible(text).replace(/(?![.:](?:\s|$))[^\p{L}\p{N} ,/-]/gu, (character) => {
    const entity = `&#${character.codePointAt(0)};`;
    return /[@#]/u.test(character) ? `${entity}&#8203;` : entity;
  });
}

/** Lines as they are, behind a fence that is longer than any run of backticks in them. */
export function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${trimEndOf(text, '\n')}\n${fence}`;
}

/** A block that can be shortened to a line. */
export interface Item {
  /** Inline, made inert. */
  title: string;
  /** A block. */
  body: string;
  /** True if other items are shortened or left out before this one. */
  urgent?: boolean;
}

export interface Fitted {
  text: string;
  /** The number of items that are shortened to a line. */
  inLine: number;
  /** The number of items that are left out. */
  left: number;
}

/** An item as it is drawn: in a line, or in full with the empty line that ends a list before it. */
interface DrawnItem extends Item {
  line: string;
  whole: string;
}

/**
 * As many items as fit, the first ones in full; none is cut inside. Urgent ones may take half of the room from the others.
 * `room` is in characters.
 */
export function fitItems(items: readonly Item[], room: number): Fitted {
  const drawn = items.map(drawnOf);
  const [urgent, others] = [drawn.filter((one) => one.urgent), drawn.filter((one) => !one.urgent)];
  const first = fitDrawn(urgent, Math.max(room / 2, room - lengthOf(others)));
  const rest = fitDrawn(others, room - first.length);
  const shown = drawn.flatMap((one) => first.texts.get(one) ?? rest.texts.get(one) ?? []);
  const text = shown.map((one, index) => (one.startsWith('<') && shown[index - 1]?.startsWith('-') ? `\n${one}` : one));
  const inLine = shown.filter((one) => one.startsWith('-')).length;
  return { text: text.join(''), inLine, left: items.length - shown.length };
}

function drawnOf(item: Item): DrawnItem {
  const { title, body } = item;
  const whole = `<details><summary>${title}</summary>\n\n${body}\n\n</details>\n\n`;
  return { ...item, line: `- ${title}\n`, whole };
}

/** The characters of items in full. */
function lengthOf(items: readonly DrawnItem[]): number {
  return items.reduce((sum, { whole }) => sum + whole.length + 1, 0);
}

function fitDrawn(
  items: readonly DrawnItem[],
  room: number,
): { texts: ReadonlyMap<DrawnItem, string>; length: number } {
  let spare = room - items.reduce((sum, { line }) => sum + line.length, 0);
  const shown = [...items];
  while (spare < 0 && shown.length > 0) spare += shown.pop()?.line.length ?? 0;
  const texts = new Map<DrawnItem, string>();
  for (const one of shown) {
    const more = lengthOf([one]) - one.line.length;
    const isWhole = more <= spare;
    if (isWhole) spare -= more;
    texts.set(one, isWhole ? one.whole : one.line);
  }
  return { texts, length: room - spare };
}
