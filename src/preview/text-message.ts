import { type Box, group, hairline, onPanel, sides, stack } from './box.ts';
import type { TextMessageBubble } from './bubble.ts';
import { stackedButtons } from './buttons.ts';
import { textCardsBox } from './carousel.ts';
import { picture, ratios } from './picture.ts';
import { words } from './words.ts';

const WIDTH = 284;
const SIDE = 16;
const INNER = WIDTH - 2 * SIDE;

/** The bubble of a text message, with its pictures over its text; the cards of RCS under it as a strip. */
export function textMessageBox(bubble: TextMessageBubble): Box {
  const cards = bubble.cards?.length ? textCardsBox(bubble.cards) : null;
  const panel = panelOf(bubble);
  const width = Math.max(WIDTH, cards?.width ?? 0);
  if (cards) return stack(width, [panel, cards], 8) ?? cards;
  return panel ?? onPanel(group(WIDTH, 2 * SIDE, []), 'bubble', SIDE);
}

function panelOf({ images, subject, text, buttons, footer }: TextMessageBubble): Box | null {
  const foot = words(footer, 'footnote', INNER);
  const body = stack(
    WIDTH,
    [
      stack(INNER, [words(subject, 'header', INNER), words(text, 'body', INNER)], 6),
      stackedButtons(buttons, INNER),
      foot ? stack(INNER, [hairline(INNER), foot], 9) : null,
    ],
    12,
    sides(14, SIDE),
  );
  const pictures = (images ?? []).map((image) => picture(image, WIDTH, ratios.wide));
  const whole = stack(WIDTH, [stack(WIDTH, pictures, 2), body]);
  return whole ? { ...onPanel(whole, 'bubble', 16), clip: 16 } : null;
}
