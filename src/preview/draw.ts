import { sha256 } from '../core/json.ts';
import type { Box } from './box.ts';
import { boxed } from './boxed.ts';
import type { Bubble } from './bubble.ts';
import { layout } from './layout.ts';
import { drawClipped, drawPaint } from './pen.ts';
import { drawingStyle } from './style.ts';
import { visibleText } from './visible.ts';
import { element, escapeXml } from './xml.ts';

const DIGITS_OF_ID = 12;

/**
 * The bubble as one SVG text: no script, no font, no request but for its pictures' own addresses.
 * The same bubble and id give the same bytes. Its description holds the whole text in reading order.
 * @param given the prefix of its ids on a page that has `drawingStyle` itself. Without it the style is in the drawing
 */
export function drawBubble(bubble: Bubble, given?: string): string {
  const id = `nf-${given?.replace(/[^A-Za-z0-9_-]/g, '-') ?? sha256(JSON.stringify(bubble)).slice(0, DIGITS_OF_ID)}`;
  const room = layout(bubble);
  const [width, height] = [Math.ceil(room.width), Math.ceil(room.height)];
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      class: 'nf-bubble nf-auto',
      lang: 'ko',
      'xml:space': 'preserve',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-desc`,
    },
    [
      element('title', { id: `${id}-title` }, escapeXml(titleOf(bubble))),
      element('desc', { id: `${id}-desc` }, escapeXml(boxed(bubble, { sides: 'none', language: 'ko' }).join('\n'))),
      given === undefined ? element('style', {}, drawingStyle) : '',
      drawBox(room, 0, 0, clipIds(id)),
    ].join(''),
  );
}

/** What kind of message it is, and from whom. */
function titleOf({ kind, sender }: Bubble): string {
  const kinds = { notification: '알림', brand: '브랜드 메시지', text: '문자 메시지' };
  return visibleText(sender ? `${sender}: ${kinds[kind]}` : kinds[kind]);
}

function drawBox(box: Box, left: number, top: number, ids: Generator<string, never>): string {
  const place = { ...box, x: left + box.x, y: top + box.y };
  const own = box.paint ? drawPaint(box.paint, place) : '';
  const inside = box.children.map((child) => drawBox(child, place.x, place.y, ids)).join('');
  const isClipped = box.clip !== undefined && inside !== '';
  const drawn = own + (isClipped ? drawClipped(ids.next().value, place, box.clip, inside) : inside);
  return box.hint === undefined
    ? drawn
    : element('g', {}, element('title', {}, escapeXml(visibleText(box.hint))) + drawn);
}

/** Ids of the shapes that cut, in the order in which they are drawn. */
function* clipIds(id: string): Generator<string, never> {
  for (let count = 1; ; count += 1) yield `${id}-clip-${count}`;
}
