import { type Colour, encodePng } from '../../core/png.ts';

/** 2:1 and wide enough for the image of a notification template (resource API 4.2). */
const WIDTH = 800;
const HEIGHT = 400;

const PALETTE: readonly Colour[] = [
  [255, 232, 204],
  [255, 176, 92],
  [126, 170, 146],
  [84, 132, 118],
  [50, 92, 90],
];

const SKY = 0;
const SUN = 1;
const HILLS = [
  { colour: 2, top: 250, wave: 30, length: 90 },
  { colour: 3, top: 300, wave: 24, length: 70 },
  { colour: 4, top: 350, wave: 14, length: 50 },
];

/** Draws a sample picture: hills under a morning sun. The bytes are always the same. */
export function drawWelcome(): Uint8Array {
  const rows = Array.from({ length: HEIGHT }, (_row, y) => [
    0,
    ...Array.from({ length: WIDTH }, (_column, x) => colourAt(x, y)),
  ]);
  return encodePng({ width: WIDTH, height: HEIGHT, bits: 8, palette: PALETTE }, Uint8Array.from(rows.flat()));
}

function colourAt(x: number, y: number): number {
  const hill = HILLS.findLast(({ top, wave, length, colour }) => y > top + wave * Math.sin(x / length + colour));
  if (hill) return hill.colour;
  return (x - 560) ** 2 + (y - 150) ** 2 < 70 ** 2 ? SUN : SKY;
}
