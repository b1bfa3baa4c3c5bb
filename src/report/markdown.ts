import { trimEndOf } from '../core/trim.ts';
import { visible } from './visible.ts';

/** GitHub's Markdown. What users wrote stands in fences alone, where nothing is obeyed; what cannot is made inert. */

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

/** Something that is told in a line, and in full where there is room. */
export interface Item {
  /** Inline, made inert. */
  title: string;
  /** A block. */
  body: string;
}

export interface Fitted {
  text: string;
  /** How many are told in a line. */
  inLine: number;
  /** How many are not told at all. */
  left: number;
}

/** As many items as fit, the first ones in full; none is cut inside. `room` is in characters. */
export function fitItems(items: readonly Item[], room: number): Fitted {
  const lines = items.map(({ title }) => `- ${title}\n`);
  const wholes = items.map(({ title, body }) => `<details><summary>${title}</summary>\n\n${body}\n\n</details>\n\n`);
  let spare = room - lines.join('').length;
  let shown = items.length;
  for (; spare < 0; shown -= 1) spare += lines[shown - 1]?.length ?? 0;
  let inLine = 0;
  const texts = lines.slice(0, shown).map((line, index) => {
    const whole = wholes[index] ?? '';
    // A list ends before what follows it by an empty line.
    const more = whole.length + 1 - line.length;
    if (more > spare) {
      inLine += 1;
      return line;
    }
    spare -= more;
    return whole;
  });
  const text = texts.map((one, index) => (one.startsWith('<') && texts[index - 1]?.startsWith('-') ? `\n${one}` : one));
  return { text: text.join(''), inLine, left: items.length - shown };
}
