import type { Glyph } from './glyphs.ts';
import type { LetteringName } from './lettering.ts';
import type { PaletteTone } from './tones.ts';
import type { WrappedLine } from './wrap.ts';

/** The drawing inside the rectangle of a box, below its children. */
export type Paint =
  | Panel
  /** An outline with round ends. */
  | { readonly type: 'ring'; readonly stroke: PaletteTone }
  /** A panel with two notches where the stub is torn off, `stub` pixels from its right. */
  | {
      readonly type: 'ticket';
      readonly fill: PaletteTone;
      readonly stroke: PaletteTone;
      readonly radius: number;
      readonly stub: number;
    }
  | {
      readonly type: 'text';
      readonly lettering: LetteringName;
      readonly lines: readonly WrappedLine[];
      readonly align: Align;
    }
  | { readonly type: 'image'; readonly href: string }
  | { readonly type: 'glyph'; readonly glyph: Glyph; readonly tone: PaletteTone };

export interface Panel {
  readonly type: 'panel';
  readonly fill: PaletteTone;
  /** Of its corners, in pixels. */
  readonly radius: number;
  readonly stroke?: PaletteTone;
  /** 0 to 1; 1 where it is left out. */
  readonly opacity?: number;
  /** True for a card of a carousel: a page finds its cards by it. */
  readonly isCard?: boolean;
}

export type Align = 'left' | 'center' | 'right';

/** A rectangle of the drawing. Places are relative to the parent, in pixels; a child stays inside of its parent. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly paint?: Paint;
  /** Shown when the pointer rests here. */
  readonly hint?: string;
  /** Children are cut off at corners of this radius. */
  readonly clip?: number;
  readonly children: readonly Box[];
}

/** The room inside of a box around its children, in pixels. */
interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const noSides: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

export function sides(vertical: number, horizontal: number): Sides {
  return { top: vertical, right: horizontal, bottom: vertical, left: horizontal };
}

export function moved(box: Box, x: number, y: number): Box {
  return { ...box, x, y };
}

/** A box of a size with a paint, at its parent's start. */
export function painted(width: number, height: number, paint: Paint, children: readonly Box[] = []): Box {
  return { x: 0, y: 0, width, height, paint, children };
}

/** Children that know their places, in a box of a size. */
export function group(width: number, height: number, children: readonly Box[]): Box {
  return { x: 0, y: 0, width, height, children };
}

type Maybe = Box | null;

function present(children: readonly Maybe[]): Box[] {
  return children.filter((child) => child !== null);
}

/** Children under each other, each at the left; as high as they are together. Null where there are none. */
export function stack(width: number, children: readonly Maybe[], gap = 0, padding: Sides = noSides): Maybe {
  const placed: Box[] = [];
  let y = padding.top;
  for (const child of present(children)) {
    if (placed.length > 0) y += gap;
    placed.push(moved(child, padding.left, y));
    y += child.height;
  }
  return placed.length === 0 ? null : group(width, y + padding.bottom, placed);
}

/** Children beside each other, each in the middle of the height; as wide as they are together. */
export function beside(children: readonly Maybe[], gap = 0): Box {
  const shown = present(children);
  const height = Math.max(0, ...shown.map((child) => child.height));
  const placed: Box[] = [];
  let x = 0;
  for (const child of shown) {
    if (placed.length > 0) x += gap;
    placed.push(moved(child, x, (height - child.height) / 2));
    x += child.width;
  }
  return group(x, height, placed);
}

/** Children in rows, a new row where the next would not fit. None may be wider than `width`. */
export function flow(width: number, children: readonly Box[], gap: number, rowGap: number = gap): Maybe {
  const rows: Box[][] = [];
  let used = 0;
  for (const child of children) {
    const row = rows.at(-1);
    if (row && used + gap + child.width <= width) {
      row.push(child);
      used += gap + child.width;
    } else {
      rows.push([child]);
      used = child.width;
    }
  }
  return stack(
    width,
    rows.map((row) => beside(row, gap)),
    rowGap,
  );
}

/** The box in the middle of a place of this size. */
export function centred(width: number, height: number, box: Box): Box {
  return moved(box, (width - box.width) / 2, (height - box.height) / 2);
}

/** The box with lines that are shown when the pointer rests there. */
export function hinted(box: Box, lines: readonly string[]): Box {
  const hint = lines.filter(Boolean).join('\n');
  return hint === '' ? box : { ...box, hint };
}

/** A panel that is as large as the box, with the box on it. */
export function onPanel(box: Box, fill: PaletteTone, radius: number, more: Pick<Panel, 'stroke' | 'isCard'> = {}): Box {
  const paint: Paint = { type: 'panel', fill, radius, ...more };
  return { ...moved(group(box.width, box.height, [moved(box, 0, 0)]), box.x, box.y), paint };
}

const CORNER = 16;

/** The panel of a bubble: parts under each other, cut off at round corners. It is there even where it is empty. */
export function bubblePanel(width: number, parts: readonly Maybe[]): Box {
  const whole = stack(width, parts) ?? group(width, 2 * CORNER, []);
  return { ...onPanel(whole, 'bubble', CORNER), clip: CORNER };
}

/** A thin line. */
export function hairline(width: number, tone: PaletteTone = 'line'): Box {
  return painted(width, 1, { type: 'panel', fill: tone, radius: 0 });
}
