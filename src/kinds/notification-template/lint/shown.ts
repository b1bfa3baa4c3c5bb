import type { Path } from '../../../core/path.ts';
import type { Said } from '../../../core/sentence.ts';
import { covering, type Hit, LIKELY_REJECTED, SOURCES } from '../../lint/rule.ts';
import { longest, type NamedValues } from '../../lint/samples.ts';
import { MOST_HITS, pieceOf, spansOf, wordHits } from '../../lint/search.ts';
import { filledLabel } from '../../lint/sentences.ts';
import type { TemplateRule } from './reading.ts';
import { SENDABLE } from './sendable.ts';
import { say } from './sentences.ts';

/** Characters of an emphasis that a phone shows before it cuts (assumption 80). */
export const SHOWN = { title: 23, subtitle: 18 } as const;

const bodyLength: TemplateRule = {
  id: 'AT15',
  level: 'warning',
  code: 'not-sendable',
  what: {
    en: `A body that has more than ${SENDABLE.body} characters, which is too long for a message, or more than the recommended ${SENDABLE.recommendedBody}, when the longest sample fills it in`,
    ko: `가장 긴 예시 값을 넣으면 본문이 발송 한도 ${SENDABLE.body}자 또는 권장 길이 ${SENDABLE.recommendedBody}자를 넘습니다`,
  },
  help: { en: 'Shorten the body or the values of the sample', ko: '본문이나 넣을 값을 줄이세요.' },
  source: SOURCES.message('2.9, length conflict'),
  find: ({ template: { content }, samples }) => {
    if (samples.length === 0 && content.length <= SENDABLE.recommendedBody) return [];
    const sent = longest(content, samples);
    if (sent.length <= SENDABLE.recommendedBody) return [];
    const isTooLong = sent.length > SENDABLE.body;
    const most = isTooLong ? SENDABLE.body : SENDABLE.recommendedBody;
    // If the text alone is too long, no value of a sample is the cause.
    const isOfSample = sent.sample !== undefined && longest(content, []).length <= most;
    const what = isOfSample ? filledLabel(say('label-body'), content, sent.sample) : say('label-body');
    const message = say(isTooLong ? 'too-long-sent' : 'too-long-recommended', { what, count: sent.length, most });
    const hint = say('too-long-sent-way', { count: sent.length - most });
    return [{ at: ['content'], message, ...(isTooLong ? { hint } : {}) }];
  },
};

const cut: TemplateRule = {
  id: 'AT16',
  level: 'warning',
  code: 'cut-on-phone',
  what: {
    en: `A title of more than ${SHOWN.title} or a subtitle of more than ${SHOWN.subtitle} characters, when the longest sample fills it in: a phone cuts off the rest`,
    ko: `가장 긴 예시 값을 넣으면 제목이 ${SHOWN.title}자를 넘거나 보조 문구가 ${SHOWN.subtitle}자를 넘어 휴대폰에서 잘립니다`,
  },
  help: { en: 'Shorten it, and move the rest to the body', ko: '짧게 줄이고, 나머지는 본문에 쓰세요.' },
  source: `${SOURCES.guides}, assumption 80`,
  find: ({ template: { emphasis }, samples }) => {
    if (emphasis?.type !== 'TEXT') return [];
    return [
      ...cutAt(['emphasis', 'title'], say('label-title'), emphasis.title, SHOWN.title, samples, SENDABLE.title),
      ...cutAt(['emphasis', 'subtitle'], say('label-subtitle'), emphasis.subtitle, SHOWN.subtitle, samples),
    ];
  },
};

/** A text longer than `sendable` is reported elsewhere, since it can never be sent. */
function cutAt(
  at: Path,
  label: Said,
  text = '',
  limit: number,
  samples: readonly NamedValues[],
  sendable = Number.POSITIVE_INFINITY,
): Hit[] {
  const shown = longest(text, samples);
  if (shown.length <= limit || shown.length > sendable) return [];
  const what = filledLabel(label, text, shown.sample);
  return [{ at, message: say('too-long-shown', { what, count: shown.length, most: limit }) }];
}

/** The places of images in a template, in any of their forms. */
const IMAGES = ['emphasis.image', 'emphasis.image.file', 'highlight.image', 'highlight.image.file'];

const images: TemplateRule = {
  id: 'AT17',
  level: 'error',
  code: 'image-shape',
  what: {
    en: 'An image that is not a PNG or JPEG, has more than 500 KB, is too narrow or has another ratio than 2:1 (a highlight: 1:1); emphasis IMAGE without one',
    ko: '이미지가 PNG나 JPEG가 아니거나, 500 KB를 넘거나, 너무 좁거나, 비율이 2:1(하이라이트는 1:1)이 아닙니다. 또는 이미지형에 이미지가 없습니다',
  },
  help: {
    en: 'Export the image again: 2:1 and 500 px wide or more, for a highlight 1:1 and 108 px or more',
    ko: '이미지를 비율 2:1, 너비 500픽셀 이상으로 다시 만드세요. 하이라이트는 비율 1:1, 108픽셀 이상으로 만드세요.',
  },
  source: SOURCES.resource('4.2'),
  covers: covering(
    ['file-type', 'file-too-large', 'image-damaged', 'image-shape', 'image-width', 'missing-field'],
    ...IMAGES,
  ),
};

/** AT28 finds a flag that works in sends only. */
export const struckThrough: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT28',
  what: {
    en: 'The flag `\\s` in the title of a template: in a send it strikes the title through, in a template it is plain text',
    ko: '등록할 제목에 `\\s`가 있습니다. 발송할 때는 취소선 표시이지만 템플릿에서는 글자로 보입니다',
  },
  help: {
    en: 'Remove `\\s`; a send may add it at the end of its highlight title',
    ko: '여기서는 `\\s`를 빼고, 발송할 때 하이라이트 제목 끝에 붙이세요.',
  },
  source: SOURCES.message('2.9'),
  find: ({ prose }) =>
    prose
      .filter(({ at }) => at.at(-1) === 'title' && ['emphasis', 'highlight'].includes(String(at[0])))
      .flatMap((placed) =>
        spansOf(placed.masked, /\\s/gu)
          .slice(0, MOST_HITS)
          .map((span) => ({
            ...pieceOf(placed, span),
            message: say('struck-through'),
          })),
      ),
};

/** AT32 finds a line break that was written as two characters. */
export const writtenBreak: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT32',
  what: {
    en: 'A backslash and an `n` in a text, which are shown as two characters instead of a line break',
    ko: '문구에 역슬래시와 `n`이 있습니다. 줄이 바뀌지 않고 글자 그대로 보입니다',
  },
  help: {
    en: 'In a block (`|`) press Enter instead; only a double-quoted YAML text turns `\\n` into a line break',
    ko: '블록(`|`)에서는 Enter로 줄을 바꾸세요. `\\n`은 큰따옴표로 묶은 YAML 문구에서만 쓰세요.',
  },
  source: 'YAML 1.2.2, 8.1 and 5.7',
  find: ({ prose, joined }) =>
    joined.includes('\\n') ? wordHits(prose, /\\n/gu, [], () => ({ message: say('written-break') })) : [],
};

/** AT15 to AT17 check what fits into a message and onto a phone. */
export const shownRules: readonly TemplateRule[] = [bodyLength, cut, images];
