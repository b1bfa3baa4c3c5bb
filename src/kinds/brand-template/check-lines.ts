import { type Json, type JsonObject, member } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { unsendable } from './check-sendable.ts';
import { cardsOf, elements } from './places.ts';
import { buttonLists } from './texts.ts';

interface Lined {
  at: Path;
  text: Json | undefined;
  /** How many line breaks it may have. */
  most: number;
  /** Only a message has this limit (message API 2.10); the others are those of registration too. */
  sent?: true;
}

/** Of the bubbles whose text the documents limit (resource API 2.4). */
const CONTENT_BREAKS: Readonly<Record<string, number>> = { TEXT: 99, IMAGE: 99, WIDE: 5, PREMIUM_VIDEO: 5 };

const LINE_BREAK = /\r\n|\r|\n/g;

/** Line breaks: more than a template may have are an error, more than a message may have a warning. */
export function checkLines(manifest: JsonObject): Problem[] {
  return linedTexts(manifest).flatMap(({ at, text, most, sent }) => {
    const count = typeof text === 'string' ? (text.match(LINE_BREAK)?.length ?? 0) : 0;
    if (count <= most) return [];
    const has = `\`${formatPath(at)}\` has ${breaks(count)}`;
    const hint = most === 0 ? 'Write it in one line' : `Take ${count - most} away`;
    if (sent) return [unsendable(at, `${has}, and a message takes ${most === 0 ? 'none' : most}`, hint, 'value')];
    const message = `${has}; ${most === 0 ? 'none is' : `at most ${most} ${most === 1 ? 'is' : 'are'}`} allowed`;
    return [problemAt(at, { code: 'too-many-lines', message, hint })];
  });
}

function breaks(count: number): string {
  return count === 1 ? 'a line break' : `${count} line breaks`;
}

function linedTexts(manifest: JsonObject): Lined[] {
  const { bubble, content, header, additionalContent, items, carousel } = manifest;
  return [
    { at: ['header'], text: header, most: 0 },
    { at: ['content'], text: content, most: CONTENT_BREAKS[String(bubble)] ?? Number.POSITIVE_INFINITY },
    { at: ['additionalContent'], text: additionalContent, most: 1 },
    ...elements(items).map((item, index) => ({
      at: ['items', index, 'title'],
      text: member(item, 'title'),
      most: 1,
      sent: true as const,
    })),
    ...introTexts(member(carousel, 'intro')),
    ...cardsOf(carousel).flatMap((card, index) => cardTexts(['carousel', 'cards', index], card)),
    ...offerTexts([], manifest),
    ...buttonLists(manifest).flatMap(({ at, buttons }) =>
      buttons.map((button, index) => ({ at: [...at, index, 'name'], text: member(button, 'name'), most: 0 })),
    ),
  ];
}

function introTexts(intro: Json | undefined): Lined[] {
  return [
    { at: ['carousel', 'intro', 'header'], text: member(intro, 'header'), most: 0, sent: true },
    { at: ['carousel', 'intro', 'content'], text: member(intro, 'content'), most: 2 },
  ];
}

function cardTexts(at: Path, card: Json): Lined[] {
  return [
    { at: [...at, 'header'], text: member(card, 'header'), most: 0, sent: true },
    { at: [...at, 'content'], text: member(card, 'content'), most: 10 },
    ...offerTexts(at, card),
  ];
}

/** Of prices and coupons, which a bubble or a card may have. */
function offerTexts(at: Path, holder: Json): Lined[] {
  return [
    { at: [...at, 'commerce', 'title'], text: member(member(holder, 'commerce'), 'title'), most: 0 },
    { at: [...at, 'coupon', 'description'], text: member(member(holder, 'coupon'), 'description'), most: 0 },
  ];
}
