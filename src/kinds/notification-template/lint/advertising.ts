import type { PlacedText } from '../../fields.ts';
import type { Hit } from '../../lint/rule.ts';
import { pieceOf, type TextSpan } from '../../lint/search.ts';
import { finder } from '../../lint/words.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';
import { WORDS } from './words.ts';

const findAdvertising = finder(WORDS, 'AT19 ');

/** AT19 finds text that belongs in brand messages, and shows the words that make it advertising. */
export function advertising(template: TemplateReading): Hit[] {
  const texts = template.prose.filter((placed) => !isAdvertisingButton(template, placed));
  return findAdvertising({ texts, joined: template.joined }).map(({ placed, sentence, words }) => {
    const shown = [...new Set(wholeWords(placed.text, sentence, words))]
      .filter((word, _, all) => !all.some((other) => other !== word && other.includes(word)))
      .map((word) => `\`${word}\``)
      .join(', ');
    return { ...pieceOf(placed, trimmed(placed.text, sentence)), message: say('advertising', { words: shown }) };
  });
}

/** The words of a sentence that spans are a part of, in the order of the text, without the marks at their ends. Spans with a common word are one. */
function wholeWords(text: string, sentence: TextSpan, spans: readonly TextSpan[]): string[] {
  const whole: TextSpan[] = [];
  for (const { start, end } of spans) {
    const from = sentence.start + text.slice(sentence.start, start).search(/\S*$/);
    const to = end + text.slice(end, sentence.end).search(/\s|$/);
    const last = whole.at(-1);
    if (last && from < last.end) last.end = Math.max(last.end, to);
    else whole.push({ start: from, end: to });
  }
  return whole
    .map(({ start, end }) => text.slice(start, end).replace(/^[\s(“"']+|[\s)”"',.!?]+$/g, ''))
    .filter(Boolean);
}

function trimmed(text: string, { start, end }: TextSpan): TextSpan {
  const piece = text.slice(start, end);
  return { start: start + piece.length - piece.trimStart().length, end: start + piece.trimEnd().length };
}

/** EX and MI may have a button to advertising, with the sentence that AT26 requires. */
function isAdvertisingButton({ template }: TemplateReading, { at }: PlacedText): boolean {
  return at[0] === 'buttons' && hasExtra(template.messageType);
}

function hasExtra(messageType: string): boolean {
  return messageType === 'EX' || messageType === 'MI';
}

const findButton = finder(WORDS, 'AT26 button');
const findNotice = finder(WORDS, 'AT26 notice');

const ADVERTISING_LINK = /(?<![a-z])(?:events?|promotions?|promos?|sales?|deals?)(?![a-z])/iu;

/** AT26 requires a sentence about a button that leads to advertising. */
export function advertisingLink({ template: { messageType, buttons = [] }, prose, joined }: TemplateReading): Hit[] {
  if (!hasExtra(messageType)) return [];
  if (findNotice({ texts: prose.filter(({ at }) => at[0] === 'extra'), joined }).length > 0) return [];
  return buttons.flatMap(({ name = '', link = {} }, index) => {
    const at = ['buttons', index];
    const texts = prose.filter((one) => one.at[0] === 'buttons' && one.at[1] === index);
    const [found] = findButton({ texts, joined });
    if (found) {
      const words = name.slice(found.wanted.start, found.wanted.end);
      return [{ at: [...at, 'name'], message: say('advertising-button', { name, words }) }];
    }
    const [key] = Object.entries(link).find(([, address]) => ADVERTISING_LINK.test(address)) ?? [];
    return key === undefined ? [] : [{ at: [...at, 'link', key], message: say('advertising-link', { name }) }];
  });
}
