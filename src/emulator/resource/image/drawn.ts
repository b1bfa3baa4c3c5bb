import { type Colour, encodePng } from '../../../core/png.ts';

const GREY_BLUE: Colour = [0xb8, 0xc4, 0xd4];

/** A PNG of one colour, for images of which nobody gave the bytes. */
export function drawBlank(width: number, height: number): Uint8Array<ArrayBuffer> {
  // A row: its filter (none), then the pixels, eight in a byte.
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return encodePng({ width, height, bits: 1, palette: [GREY_BLUE] }, rows);
}
