import { type Box, beside, centred, flow, group, hinted, moved, onPanel, painted, stack } from './box.ts';
import type { BubbleButton } from './bubble.ts';
import { addresses } from './figures.ts';
import { buttonGlyph, buttonWord } from './glyphs.ts';
import { glyphBox } from './picture.ts';
import { label } from './words.ts';

const HEIGHT = 42;
const GLYPH = 17;
const REPLY_GLYPH = 15;
const GLYPH_GAP = 6;
const SIDE = 12;
const ABOVE = 10;
const GAP = 8;
const RADIUS = 9;
const REPLY_SIDE = 12;
const REPLY_ABOVE = 7;
const REPLY_RADIUS = 16;

/** Buttons under each other, as a notification has them. Null where there are none. */
export function stackedButtons(buttons: readonly BubbleButton[] | undefined, width: number): Box | null {
  return stack(
    width,
    (buttons ?? []).map((button) => buttonBox(button, width)),
    GAP,
  );
}

/** Two buttons beside each other if both names have the room, else as `stackedButtons` (assumption 83). */
export function pairedButtons(buttons: readonly BubbleButton[] | undefined, width: number): Box | null {
  const half = (width - GAP) / 2;
  const pair = buttons?.length === 2 ? buttons.map((button) => buttonBox(button, half)) : [];
  if (pair.length === 0 || pair.some((button) => button.height > HEIGHT)) return stackedButtons(buttons, width);
  return beside(pair, GAP);
}

/** Quick replies as pills, in rows. Null where there are none. */
export function quickReplies(replies: readonly BubbleButton[] | undefined, width: number): Box | null {
  return flow(
    width,
    (replies ?? []).map((reply) => pill(reply, width)),
    GAP,
  );
}

function buttonBox(button: BubbleButton, width: number): Box {
  const accented = button.type === 'AC';
  const room = width - 2 * SIDE - GLYPH - GLYPH_GAP;
  const inside = beside(
    [
      glyphBox(buttonGlyph(button.type), GLYPH, accented ? 'accentInk' : 'buttonInk'),
      label(button.name, accented ? 'accentButton' : 'button', room, 'center'),
    ],
    GLYPH_GAP,
  );
  const height = Math.max(HEIGHT, inside.height + 2 * ABOVE);
  const panel = painted(width, height, { type: 'panel', fill: accented ? 'accent' : 'button', radius: RADIUS }, [
    centred(width, height, inside),
  ]);
  return hinted(panel, deeds(button));
}

function pill(reply: BubbleButton, width: number): Box {
  const room = width - 2 * REPLY_SIDE - REPLY_GLYPH - GLYPH_GAP;
  const inside = beside(
    [glyphBox(buttonGlyph(reply.type), REPLY_GLYPH, 'soft'), label(reply.name, 'reply', room)],
    GLYPH_GAP,
  );
  const box = group(inside.width + 2 * REPLY_SIDE, inside.height + 2 * REPLY_ABOVE, [
    moved(inside, REPLY_SIDE, REPLY_ABOVE),
  ]);
  return hinted(onPanel(box, 'bubble', REPLY_RADIUS, { stroke: 'line' }), deeds(reply));
}

/** The effect and the destination of a button. */
function deeds({ type, detail, link }: BubbleButton): string[] {
  return [buttonWord(type, 'ko'), detail ?? '', ...addresses(link)];
}
