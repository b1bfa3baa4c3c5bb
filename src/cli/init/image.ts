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

/** The palette begins with the sky. */
const SUN = { colour: 1, x: 560, y: 150, radius: 70 };
const HILLS = [
  { colour: 2, top: 250, wave: 30, length: 90 },
  { colour: 3, top: 300, wave: 24, length: 70 },
  { colour: 4, top: 350, wave: 14, length: 50 },
];

/** Draws a sample picture: hills under a morning sun. The bytes are always the same. */
export function drawWelcome(): Uint8Array {
  // Each row begins with its filter, 0.
  const rows = new Uint8Array((WIDTH + 1) * HEIGHT);
  for (let x = 0; x < WIDTH; x += 1) {
    const paint = (colour: number, from: number, to: number): void => {
      for (let y = from; y < to; y += 1) rows[y * (WIDTH + 1) + x + 1] = colour;
    };
    const half = Math.sqrt(Math.max(0, SUN.radius ** 2 - (x - SUN.x) ** 2));
    paint(SUN.colour, Math.floor(SUN.y - half) + 1, Math.ceil(SUN.y + half));
    for (const { colour, top, wave, length } of HILLS)
      paint(colour, Math.floor(top + wave * Math.sin(x / length + colour)) + 1, HEIGHT);
  }
  return encodePng({ width: WIDTH, height: HEIGHT, bits: 8, palette: PALETTE }, rows);
}
