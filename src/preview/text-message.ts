import { type Box, group, hairline, onPanel, sides, stack } from './box.ts';
import type { TextMessageBubble } from './bubble.ts';
import { stackedButtons } from './buttons.ts';
import { textCardsBox } from './carousel.ts';
import { picture, ratios } from './picture.ts';
import { words } from './words.ts';

const WIDTH = 284;
const SIDE = 16;
const INNER = WIDTH - 2 * SIDE;
const RADIUS = 16;

/** The bubble of a text message, with its pictures over its text; the cards of RCS under it as a strip. */
export function textMessageBox(bubble: TextMessageBubble): Box {
  const cards = bubble.cards?.length ? textCardsBox(bubble.cards) : null;
  if (!cards) return panelOf(bubble, bubble.footer) ?? onPanel(group(WIDTH, 2 * SIDE, []), 'bubble', RADIUS);
  const width = Math.max(WIDTH, cards.width);
  return stack(width, [panelOf(bubble, undefined), cards, words(bubble.footer, 'roomNote', width)], 8) ?? cards;
}

function panelOf({ images, subject, text, buttons }: TextMessageBubble, footer: string | undefined): Box | null {
  const said = stack(
    INNER,
    [stack(INNER, [words(subject, 'header', INNER), words(text, 'body', INNER)], 6), stackedButtons(buttons, INNER)],
    12,
  );
  const body = stack(WIDTH, [said, footnote(footer, said !== null)], 12, sides(14, SIDE));
  const pictures = (images ?? []).map((image) => picture(image, WIDTH, ratios.wide));
  const whole = stack(WIDTH, [stack(WIDTH, pictures, 2), body]);
  return whole ? { ...onPanel(whole, 'bubble', RADIUS), clip: RADIUS } : null;
}

function footnote(text: string | undefined, underLine: boolean): Box | null {
  const foot = words(text, 'footnote', INNER);
  return foot && underLine ? stack(INNER, [hairline(INNER), foot], 9) : foot;
}
