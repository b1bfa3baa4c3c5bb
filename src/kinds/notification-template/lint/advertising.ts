import type { Said } from '../../../core/sentence.ts';
import type { PlacedText } from '../../fields.ts';
import type { Hit } from '../../lint/rule.ts';
import {
  has,
  MOST_HITS,
  masked,
  pattern,
  pieceOf,
  type SearchedText,
  spansOf,
  type TextSpan,
  wordList,
  wordsIn,
} from '../../lint/search.ts';
import { LEADS, OFFERS, OWN_DEALING, PRESSURE, PROMOTION } from './advertising-words.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

const ENOUGH = 3;

const SENTENCE = pattern('(?:[^\\n.!?]|\\.(?=\\d))+!*');

/** AT19 finds text that belongs in brand messages. */
export function advertising(template: TemplateReading): Hit[] {
  if (!has(template.joined, ANY_OFFER)) return [];
  return template.prose.filter((placed) => !isAdvertisingButton(template, placed)).flatMap((placed) => selling(placed));
}

const ANY_OFFER = new RegExp(OFFERS.map(({ words: { source } }) => source).join('|'), 'gmu');

/** The sentences of a text that advertise, with the words that show it. */
function selling(placed: SearchedText): Hit[] {
  const text = placed.masked;
  return spansOf(text, SENTENCE)
    .flatMap((span) => {
      const sentence = text.slice(span.start, span.end);
      const signs = [...OFFERS, ...PRESSURE].flatMap((sign) => {
        const [found] = wordsIn(sentence, sign.words, sign.not);
        return found ? [{ ...found, points: sign.points }] : [];
      });
      if (!OFFERS.some(({ words, not }) => wordsIn(sentence, words, not).length > 0)) return [];
      const own = OWN_DEALING.filter(({ words, not }) => wordsIn(sentence, words, not).length > 0);
      if ([...signs, ...own].reduce((sum, { points }) => sum + points, 0) < ENOUGH) return [];
      const words = [...new Set(wholeWords(placed.text.slice(span.start, span.end), signs))]
        .filter((word, _, all) => !all.some((other) => other !== word && other.includes(word)))
        .map((word) => `\`${word}\``)
        .join(', ');
      return [{ ...pieceOf(placed, trimmed(placed.text, span)), message: say('advertising', { words }) }];
    })
    .slice(0, MOST_HITS);
}

/** The words that spans are a part of, in the order of the text, without the marks at their ends. Spans with a common word are one. */
function wholeWords(text: string, spans: readonly TextSpan[]): string[] {
  const whole: TextSpan[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const from = text.slice(0, start).search(/\S*$/);
    const to = end + text.slice(end).search(/\s|$/);
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

const ADVERTISING = wordList(`${PROMOTION.words} 할인 혜택 사은품 선착순 무료_체험`);

const ADVERTISING_LINK = /(?<![a-z])(?:events?|promotions?|promos?|sales?|deals?)(?![a-z])/iu;

const LEADING = wordList(LEADS);

/** AT26 requires a sentence about a button that leads to advertising. */
export function advertisingLink({ template: { messageType, extra = '', buttons = [] } }: TemplateReading): Hit[] {
  if (!hasExtra(messageType) || has(masked(extra), LEADING)) return [];
  return buttons.flatMap(({ name = '', link = {} }, index) => {
    const at = ['buttons', index];
    const [word] = wordsIn(masked(name), ADVERTISING, [wordList(PROMOTION.not)]);
    if (word) return [{ at: [...at, 'name'], message: advertises(name, word) }];
    const [key] = Object.entries(link).find(([, address]) => ADVERTISING_LINK.test(address)) ?? [];
    if (key === undefined) return [];
    return [
      {
        at: [...at, 'link', key],
        message: say('advertising-link', { name }),
      },
    ];
  });
}

function advertises(name: string, { start, end }: TextSpan): Said {
  return say('advertising-button', { name, words: name.slice(start, end) });
}
