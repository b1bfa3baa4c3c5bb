import { type Box, bubblePanel, hairline, sides, stack } from './box.ts';
import type { TextMessageBubble } from './bubble.ts';
import { stackedButtons } from './buttons.ts';
import { picture, ratios } from './picture.ts';
import { words } from './words.ts';

const WIDTH = 284;
const SIDE = 16;
const INNER = WIDTH - 2 * SIDE;

/** The bubble of a text message, with its pictures over its text. */
export function textMessageBox({ images, subject, text, buttons, footer }: TextMessageBubble): Box {
  const texts = stack(INNER, [words(subject, 'header', INNER), words(text, 'body', INNER)], 6);
  const main = stack(INNER, [texts, stackedButtons(buttons, INNER)], 12);
  const foot = words(footer, 'footnote', INNER);
  const underLine = main && foot ? stack(INNER, [hairline(INNER), foot], 9) : foot;
  const body = stack(WIDTH, [main, underLine], 12, sides(14, SIDE));
  const pictures = (images ?? []).map((image) => picture(image, WIDTH, ratios.wide));
  return bubblePanel(WIDTH, [stack(WIDTH, pictures, 2), body]);
}
