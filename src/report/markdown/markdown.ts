import { trimEndOf } from '../../text/trim.ts';
import { visible } from '../visible.ts';

/** GitHub's Markdown. Users' texts are in fences, or are made inert. */

/**
 * A text that stays text in HTML and Markdown: no markup, no link, no mention, no emoji (`:tada:`), no number of a ticket. A
 * point and a colon stay as they are unless they could make a link (`www.`, `https:`), so that the source can be read too.
 */
export function inert(text: string): string {
  return (
    visible(text)
      .replace(/(?!(?<!www)\.|(?<!:):(?![/:]))[^\p{L}\p{N} ,/-]/giu, (character) => {
        const entity = `&#${character.codePointAt(0)};`;
        return /[@#]/u.test(character) ? `${entity}&#8203;` : entity;
      })
      .replace(/(?<![a-z\d])gh-(?=\d)/gi, '$&&#8203;')
      // No emoji has the minutes of a time as its name.
      .replace(/:(?=(?!\d\d:)(?:[a-z\d-]|&#(?:43|95);)+:)/gi, '$&&#8203;')
  );
}

/** Lines behind a fence that is longer than any run of backticks in them. Hidden characters are visible. */
export function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const lines = trimEndOf(text, '\n').split('\n').map(visible);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}
