import type { ProblemCode } from '../../../core/codes.ts';
import type { Path } from '../../../core/path.ts';
import { AS_OF, type Hit, LIKELY_REJECTED, SOURCES } from '../../lint/rule.ts';
import { longest, type NamedValues } from '../../lint/samples.ts';
import { MOST_HITS, pieceOf, spansOf, wordHits } from '../../lint/search.ts';
import type { TemplateRule } from './reading.ts';
import { SENDABLE } from './sendable.ts';

/** Characters of an emphasis that a phone shows before it cuts (assumption 80). */
export const SHOWN = { title: 23, subtitle: 18 } as const;

const bodyLength: TemplateRule = {
  id: 'AT15',
  level: 'warning',
  code: 'not-sendable',
  what: `A body that has more than ${SENDABLE.body} characters, which is too long for a message, or more than the recommended ${SENDABLE.recommendedBody}, when the longest sample fills it in`,
  help: 'Shorten the body or the values of the sample',
  source: SOURCES.message('2.9, length conflict'),
  date: AS_OF,
  find: ({ template: { content }, samples }) => {
    const sent = longest(content, samples);
    if (sent.length <= SENDABLE.recommendedBody) return [];
    const what = sent.sample === undefined ? 'The body' : `The body with the values of sample ${sent.sample}`;
    const limit =
      sent.length > SENDABLE.body
        ? `the message API takes at most ${SENDABLE.body}`
        : `at most ${SENDABLE.recommendedBody} are recommended`;
    return [{ at: ['content'], message: `${what} has ${sent.length} characters; ${limit}` }];
  },
};

const cut: TemplateRule = {
  id: 'AT16',
  level: 'warning',
  code: 'cut-on-phone',
  what: `A title of more than ${SHOWN.title} or a subtitle of more than ${SHOWN.subtitle} characters, when the longest sample fills it in: a phone cuts off the rest`,
  help: 'Shorten it, and move the rest to the body',
  source: `${SOURCES.guides}, assumption 80`,
  date: AS_OF,
  find: ({ template: { emphasis }, samples }) => {
    if (emphasis?.type !== 'TEXT') return [];
    return [
      ...cutAt(['emphasis', 'title'], 'The title', emphasis.title, SHOWN.title, samples, SENDABLE.title),
      ...cutAt(['emphasis', 'subtitle'], 'The subtitle', emphasis.subtitle, SHOWN.subtitle, samples),
    ];
  },
};

/** A text longer than `sendable` is reported elsewhere, since it can never be sent. */
function cutAt(
  at: Path,
  what: string,
  text = '',
  limit: number,
  samples: readonly NamedValues[],
  sendable = Number.POSITIVE_INFINITY,
): Hit[] {
  const shown = longest(text, samples);
  if (shown.length <= limit || shown.length > sendable) return [];
  const filled = shown.sample === undefined || !text.includes('#{') ? '' : ` with the values of sample ${shown.sample}`;
  return [{ at, message: `${what}${filled} has ${shown.length} characters; a phone shows ${limit}` }];
}

/** The places of images in a template, in any of their forms. */
const IMAGES = ['emphasis.image', 'emphasis.image.file', 'highlight.image', 'highlight.image.file'];
const IMAGE_PROBLEMS: readonly ProblemCode[] = [
  'file-type',
  'file-too-large',
  'image-damaged',
  'image-shape',
  'image-width',
  'missing-field',
];

const images: TemplateRule = {
  id: 'AT17',
  level: 'error',
  code: 'image-shape',
  what: 'An image that is not a PNG or JPEG, has more than 500 KB, is too narrow or has another ratio than 2:1 (a highlight: 1:1); emphasis IMAGE without one',
  help: 'Export the image again: 2:1 and 500 px wide or more, for a highlight 1:1 and 108 px or more',
  source: SOURCES.resource('4.2'),
  date: AS_OF,
  covers: IMAGES.flatMap((at) => IMAGE_PROBLEMS.map((code) => ({ code, at }))),
};

/** AT28 finds a flag that works in sends only. */
export const struckThrough: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT28',
  what: 'The flag `\\s` in the title of a template: in a send it strikes the title through, in a template it is plain text',
  help: 'Remove `\\s`; a send may add it at the end of its highlight title',
  source: SOURCES.message('2.9'),
  find: ({ prose }) =>
    prose
      .filter(({ at }) => at.at(-1) === 'title' && ['emphasis', 'highlight'].includes(String(at[0])))
      .flatMap((placed) =>
        spansOf(placed.text, /\\s/gu)
          .slice(0, MOST_HITS)
          .map((span) => ({
            ...pieceOf(placed, span),
            message: '`\\s` in a registered title is shown as plain text',
          })),
      ),
};

/** AT32 finds a line break that was written as two characters. */
export const writtenBreak: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT32',
  what: 'A backslash and an `n` in a text, which are shown as two characters instead of a line break',
  help: 'In a block (`|`) press Enter instead; only a double-quoted YAML text turns `\\n` into a line break',
  source: 'YAML 1.2.2, 8.1 and 5.7',
  find: ({ prose }) =>
    wordHits(prose, /\\n/gu, [], () => ({ message: '`\\n` is two characters here, not a line break' })),
};

/** AT15 to AT17 check what fits into a message and onto a phone. */
export const shownRules: readonly TemplateRule[] = [bodyLength, cut, images];
