import { graphemes } from '../text/graphemes.ts';
import {
  type Box,
  beside,
  bubblePanel,
  centred,
  flow,
  group,
  hairline,
  moved,
  onPanel,
  painted,
  sides,
  stack,
} from './box.ts';
import { brandBox } from './brand.ts';
import type { Bubble, NotificationBubble, TextMessageBubble } from './bubble.ts';
import { quickReplies, stackedButtons } from './buttons.ts';
import { NOTIFICATION_WIDTH, notificationBox } from './notification.ts';
import { glyphBox, picture, ratios } from './picture.ts';
import { label, words } from './words.ts';

const ROOM_SIDE = 16;
const FACE = 38;
const FACE_GAP = 9;
const TIME_WIDTH = 62;
const TIME_GAP = 6;
const ALARM_SIDE = 14;
const TEXT_SIDE = 16;
const LETTER = /^(?:\p{L}|\p{Extended_Pictographic})/u;

/**
 * The drawing of a bubble as boxes: the background of the chat, on it the push alarm, the sender, the bubble, its time and
 * quick replies. Sizes are pixels; the same bubble makes the same boxes.
 */
export function layout(bubble: Bubble): Box {
  const main = mainBox(bubble);
  const time = bubble.at ? label(bubble.at, 'time', TIME_WIDTH) : null;
  const spoken = timed(main, time);
  const replies = bubble.kind === 'notification' ? quickReplies(bubble.quickReplies, main.width) : null;
  const column = stack(spoken.width, [senderLine(bubble, main.width), spoken, replies], 7) ?? spoken;
  const talk = group(FACE + FACE_GAP + column.width, Math.max(FACE, column.height), [
    face(bubble.sender),
    moved(column, FACE + FACE_GAP, 0),
  ]);
  const alarm = bubble.kind === 'notification' ? alarmBox(bubble, talk.width) : null;
  const padding = sides(ROOM_SIDE, ROOM_SIDE);
  const room = stack(talk.width + 2 * ROOM_SIDE, [alarm, talk], 16, padding) ?? talk;
  return onPanel(room, 'room', 18);
}

function mainBox(bubble: Bubble): Box {
  if (bubble.kind === 'notification') return notificationBox(bubble);
  return bubble.kind === 'brand' ? brandBox(bubble) : textMessageBox(bubble);
}

/** The bubble of a text message, with its pictures over its text. */
function textMessageBox({ images, subject, text, buttons, footer }: TextMessageBubble): Box {
  const width = NOTIFICATION_WIDTH;
  const inner = width - 2 * TEXT_SIDE;
  const texts = stack(inner, [words(subject, 'header', inner), words(text, 'body', inner)], 6);
  const main = stack(inner, [texts, stackedButtons(buttons, inner)], 12);
  const foot = words(footer, 'footnote', inner);
  const underLine = main && foot ? stack(inner, [hairline(inner), foot], 9) : foot;
  const body = stack(width, [main, underLine], 12, sides(14, TEXT_SIDE));
  const pictures = (images ?? []).map((image) => picture(image, width, ratios.wide));
  return bubblePanel(width, [stack(width, pictures, 2), body]);
}

/** The bubble with its time beside its lower end. */
function timed(main: Box, time: Box | null): Box {
  if (!time) return main;
  const height = Math.max(main.height, time.height);
  return group(main.width + TIME_GAP + time.width, height, [
    main,
    moved(time, main.width + TIME_GAP, height - time.height),
  ]);
}

function senderLine(bubble: Bubble, width: number): Box | null {
  const name = bubble.sender ? [label(bubble.sender, 'sender', width)] : [];
  return flow(width, [...name, ...tags(bubble).map((text) => tag(text, width))], 6, 3);
}

function tags(bubble: Bubble): string[] {
  if (bubble.kind === 'notification') return [];
  const kind = bubble.kind === 'text' ? [bubble.channel.toUpperCase()] : [];
  const adult = bubble.kind === 'brand' && bubble.adult ? ['19'] : [];
  return [...(bubble.ad ? ['(광고)'] : []), ...adult, ...kind];
}

function tag(text: string, width: number): Box {
  const shown = label(text, 'tag', width - 14);
  const box = group(shown.width + 14, shown.height + 2, [moved(shown, 7, 1)]);
  return { ...box, paint: { type: 'ring', stroke: 'roomInk' } };
}

/** A face for a sender that has no picture here: the first letter of its name; for a mere number a person. */
function face(sender: string): Box {
  const initial = graphemes(sender).find((grapheme) => LETTER.test(grapheme));
  const shown = initial ? label(initial, 'initial', FACE) : glyphBox('person', 22, 'roomInk');
  const paint = { type: 'panel', fill: 'bubble', radius: 15 } as const;
  return painted(FACE, FACE, paint, [centred(FACE, FACE, shown)]);
}

/** The push alarm that the phone shows, if the template has a preview text. */
function alarmBox({ preview, sender }: NotificationBubble, width: number): Box | null {
  if (!preview) return null;
  const wide = Math.min(width, NOTIFICATION_WIDTH + FACE + FACE_GAP);
  const room = wide - 2 * ALARM_SIDE - 18 - 10;
  const text = stack(room, [words(sender, 'alarmSender', room), words(preview, 'alarm', room)]);
  const inside = beside([glyphBox('bell', 18, 'soft'), text], 10);
  const box = group(wide, inside.height + 20, [moved(inside, ALARM_SIDE, 10)]);
  return onPanel(box, 'bubble', 14);
}
