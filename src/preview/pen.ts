import type { Align, Paint, Panel } from './box.ts';
import { type Glyph, glyphs, solidGlyphs } from './glyphs.ts';
import { letterings } from './lettering.ts';
import type { PaletteTone } from './tones.ts';
import { CHIP_ROOM, type DrawnRun, type WrappedLine } from './wrap.ts';
import { decimal, element, escapeXml } from './xml.ts';

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type PaintOf<T extends Paint['type']> = Extract<Paint, { type: T }>;

const GLYPH_FIELD = 24;
const NOTCH = 6;
/** From the middle of a line down to the baseline, in em. */
const MIDDLE_TO_BASELINE = 0.35;
const CHIP_RADIUS = 4;

/** The SVG of what a box shows in its place. */
export function drawPaint(paint: Paint, place: Rectangle): string {
  switch (paint.type) {
    case 'panel':
      return panel(place, paint);
    case 'ring':
      return ring(place, paint.stroke);
    case 'ticket':
      return ticket(place, paint);
    case 'text':
      return text(place, paint);
    case 'image':
      return image(place, paint.href);
    case 'glyph':
      return glyph(place, paint.glyph, paint.tone);
  }
}

/** A picture that fills its place; one that the page holds is only referred to. */
function image(place: Rectangle, href: string): string {
  if (href.startsWith('#')) return element('use', { href, ...rectangle(place) });
  return element('image', { href, ...rectangle(place), preserveAspectRatio: 'xMidYMid slice' });
}

/** A picture for a page whose drawings refer to it by `sharedHref`, so that the page holds its bytes once. */
export function sharedPicture(id: string, href: string, { width, height }: { width: number; height: number }): string {
  const whole = element('image', { href, width, height });
  return element('symbol', { id, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'xMidYMid slice' }, whole);
}

/** `inside` cut off at a rectangle with round corners; `id` is the shape's own in the document. */
export function drawClipped(id: string, place: Rectangle, radius: number, inside: string): string {
  const shape = element('clipPath', { id }, element('rect', { ...rectangle(place), rx: radius }));
  return shape + element('g', { 'clip-path': `url(#${id})` }, inside);
}

function panel(place: Rectangle, { fill, radius, stroke, opacity, isCard }: Panel): string {
  const shape = stroke ? inset(place, 0.5) : place;
  const rx = Math.min(radius, place.width / 2, place.height / 2);
  return element('rect', {
    ...rectangle(shape),
    rx: rx === 0 ? undefined : rx,
    class: stroke ? `nf-fill-${fill} nf-line-${stroke}` : `nf-fill-${fill}`,
    'data-card': isCard ? '' : undefined,
    'fill-opacity': opacity,
  });
}

function ring(place: Rectangle, stroke: PaletteTone): string {
  return element('rect', {
    ...rectangle(inset(place, 0.5)),
    rx: Math.min(place.width, place.height) / 2 - 0.5,
    fill: 'none',
    class: `nf-line-${stroke}`,
  });
}

/** A rectangle with a notch above and below the line where the stub is torn off. */
function ticket(place: Rectangle, { fill, stroke, radius, stub }: PaintOf<'ticket'>): string {
  const { x, y, width, height } = inset(place, 0.5);
  const tear = x + width - stub;
  const r = radius;
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const outline = [
    `M${decimal(x + r)} ${decimal(y)}`,
    `H${decimal(tear - NOTCH)}a${NOTCH} ${NOTCH} 0 0 0 ${2 * NOTCH} 0`,
    `H${decimal(x + width - r)}${corner(r, r)}`,
    `V${decimal(y + height - r)}${corner(-r, r)}`,
    `H${decimal(tear + NOTCH)}a${NOTCH} ${NOTCH} 0 0 0 ${-2 * NOTCH} 0`,
    `H${decimal(x + r)}${corner(-r, -r)}`,
    `V${decimal(y + r)}${corner(r, -r)}z`,
  ];
  const seam = `M${decimal(tear)} ${decimal(y + NOTCH + 3)}V${decimal(y + height - NOTCH - 3)}`;
  return (
    element('path', { d: outline.join(''), class: `nf-fill-${fill} nf-line-${stroke}` }) +
    element('path', { d: seam, 'stroke-dasharray': '3 3', class: `nf-line-${stroke}` })
  );
}

function text(place: Rectangle, { lettering, lines, align }: PaintOf<'text'>): string {
  const { line: step } = letterings[lettering];
  return lines
    .map((line, index) => {
      const x = place.x + shift(line, place.width, align);
      const middle = place.y + (index + 0.5) * step;
      return line.runs.map((run) => drawRun(run, x, middle, lettering)).join('');
    })
    .join('');
}

function shift(line: WrappedLine, width: number, align: Align): number {
  if (align === 'left') return 0;
  return align === 'right' ? width - line.width : (width - line.width) / 2;
}

/** Letters, or a chip with its letters. `textLength` holds every font to the width that was measured. */
function drawRun(run: DrawnRun, left: number, middle: number, name: keyof typeof letterings): string {
  const { size, tone } = letterings[name];
  const x = left + run.x;
  const room = run.kind === 'text' ? 0 : Math.min(CHIP_ROOM, run.width / 4);
  const letters = element(
    'text',
    {
      x: x + room,
      y: middle + size * MIDDLE_TO_BASELINE,
      textLength: run.width - 2 * room,
      lengthAdjust: 'spacingAndGlyphs',
      class: `nf-text nf-${name} nf-fill-${run.kind === 'text' ? tone : CHIPS[run.kind].ink}`,
    },
    escapeXml(run.text),
  );
  return run.kind === 'text' ? letters : chip(run, x, middle, size, CHIPS[run.kind].class) + letters;
}

const CHIPS = {
  variable: { ink: 'chipInk', class: 'nf-variable nf-fill-chip' },
  mark: { ink: 'markInk', class: 'nf-mark nf-fill-mark' },
} as const;

function chip(run: DrawnRun, x: number, middle: number, size: number, className: string): string {
  const height = size * 1.36;
  const place = { x: x + 1, y: middle - height / 2, width: Math.max(0, run.width - 2), height };
  return element('rect', { ...rectangle(place), rx: CHIP_RADIUS, class: className });
}

function glyph({ x, y, width }: Rectangle, name: Glyph, tone: PaletteTone): string {
  const scale = Math.round((width / GLYPH_FIELD) * 1000) / 1000;
  return element('path', {
    d: glyphs[name],
    transform: `translate(${decimal(x)} ${decimal(y)}) scale(${scale})`,
    class: solidGlyphs.has(name) ? `nf-fill-${tone}` : `nf-drawn nf-line-${tone}`,
  });
}

function rectangle({ x, y, width, height }: Rectangle): { x: number; y: number; width: number; height: number } {
  return { x, y, width, height };
}

function inset({ x, y, width, height }: Rectangle, by: number): Rectangle {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}
