import { findVariables } from '../core/variables.ts';
import { graphemes } from '../text/graphemes.ts';
import { type Box, beside, bubblePanel, group, hairline, hinted, moved, painted, sides, stack } from './box.ts';
import type { BubbleItem, Emphasis, Highlight, NotificationBubble } from './bubble.ts';
import { stackedButtons } from './buttons.ts';
import { addresses } from './figures.ts';
import { glyphBox, picture, ratios, thumbnail } from './picture.ts';
import { label, words } from './words.ts';

export const NOTIFICATION_WIDTH = 284;
const SIDE = 18;
const INNER = NOTIFICATION_WIDTH - 2 * SIDE;
const STRIP = 36;
const THUMBNAIL = 58;
const ITEM_TITLE = 84;
const SUMMARY_TITLE = 88;
const GAP = 14;

/** The characters of an emphasis title and subtitle that a phone shows (assumption 80). */
const LONGEST = { title: 23, subtitle: 18 } as const;

/** The bubble of a notification: the strip that says what it is, the picture, the emphasised part, text, buttons. */
export function notificationBox(bubble: NotificationBubble): Box {
  const { emphasis } = bubble;
  const body = stack(
    NOTIFICATION_WIDTH,
    [...emphasised(bubble), textOf(bubble), stackedButtons(bubble.buttons, INNER)],
    GAP,
    sides(16, SIDE),
  );
  return bubblePanel(NOTIFICATION_WIDTH, [
    strip(bubble),
    emphasis.type === 'IMAGE' ? picture(emphasis.image, NOTIFICATION_WIDTH, ratios.template) : null,
    body,
  ]);
}

function strip(bubble: NotificationBubble): Box {
  const name = beside([glyphBox('bell', 16, 'accentInk'), label('알림', 'strip', INNER)], 6);
  const signs = beside(
    [
      bubble.security ? glyphBox('lock', 14, 'accentInk') : null,
      bubble.security ? label('보안', 'strip', INNER) : null,
      bubble.link ? hinted(glyphBox('link', 16, 'accentInk'), addresses(bubble.link)) : null,
    ],
    4,
  );
  return painted(NOTIFICATION_WIDTH, STRIP, { type: 'panel', fill: 'accent', radius: 0 }, [
    moved(name, SIDE, (STRIP - name.height) / 2),
    moved(signs, NOTIFICATION_WIDTH - SIDE - signs.width, (STRIP - signs.height) / 2),
  ]);
}

/** The parts above the text, each with a line below it. */
function emphasised({ emphasis, header, highlight, items, summary }: NotificationBubble): Box[] {
  const parts = [
    emphasisText(emphasis),
    words(header, 'header', INNER),
    highlight ? highlightBox(highlight) : null,
    itemsBox(items ?? [], summary),
  ];
  return parts.flatMap((part) => (part ? [part, hairline(INNER)] : []));
}

function emphasisText(emphasis: Emphasis): Box | null {
  if (emphasis.type !== 'TEXT') return null;
  const subtitle = words(shortened(emphasis.subtitle, 'subtitle'), 'subtitle', INNER);
  const title = words(shortened(emphasis.title, 'title'), 'title', INNER);
  const both = stack(INNER, [subtitle, title], 3);
  return both ? hinted(both, [emphasis.subtitle, emphasis.title]) : null;
}

function highlightBox({ title, description, image, struck }: Highlight): Box | null {
  const width = image ? INNER - THUMBNAIL - 14 : INNER;
  const text = stack(
    width,
    [words(title, struck ? 'highlightStruck' : 'highlight', width), words(description, 'subtitle', width)],
    3,
  );
  if (!image) return text;
  return beside([text ?? group(width, 0, []), thumbnail(image, THUMBNAIL, 10)], 14);
}

function itemsBox(items: readonly BubbleItem[], summary: BubbleItem | undefined): Box | null {
  const rows = items.map((item) => itemRow(item));
  return stack(
    INNER,
    [stack(INNER, rows, 5), summary && rows.length > 0 ? hairline(INNER) : null, summaryRow(summary)],
    10,
  );
}

function itemRow({ title, description }: BubbleItem): Box {
  const width = INNER - ITEM_TITLE;
  return cells(words(title, 'rowTitle', ITEM_TITLE - 10), words(description, 'row', width), ITEM_TITLE);
}

function summaryRow(summary: BubbleItem | undefined): Box | null {
  if (!summary) return null;
  const width = INNER - SUMMARY_TITLE;
  const title = words(summary.title, 'summary', SUMMARY_TITLE - 10);
  return cells(title, words(summary.description, 'summary', width, 'right'), SUMMARY_TITLE);
}

/** Two texts beside each other that begin at the same height. */
function cells(left: Box | null, right: Box | null, at: number): Box {
  const shown = [...(left ? [left] : []), ...(right ? [moved(right, at, 0)] : [])];
  return group(INNER, Math.max(0, ...shown.map(({ height }) => height)), shown);
}

function textOf({ content, extra, notice }: NotificationBubble): Box | null {
  return stack(INNER, [words(content, 'body', INNER), words(extra, 'note', INNER), words(notice, 'note', INNER)], 12);
}

/**
 * The text as far as a phone shows it, with `…` where it was cut. One with unfilled variables stays whole: nobody knows
 * how long it will be (assumption 81).
 */
function shortened(text: string, place: keyof typeof LONGEST): string {
  const shown = graphemes(text);
  const longest = LONGEST[place];
  if (shown.length <= longest || findVariables(text).length > 0) return text;
  return `${shown.slice(0, longest).join('').trimEnd()}…`;
}
