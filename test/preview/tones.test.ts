import { describe, expect, it } from 'vitest';
import { drawBubble } from '../../src/preview/draw.ts';
import { layout } from '../../src/preview/layout.ts';
import { drawingStyle } from '../../src/preview/style.ts';
import { dark, light, type Palette, type PaletteTone } from '../../src/preview/tones.ts';
import { brands, notification } from './samples.ts';
import { placed } from './support.ts';

/** What is written on what. */
const WRITTEN: [PaletteTone, PaletteTone][] = [
  ['roomInk', 'room'],
  ['roomInk', 'bubble'],
  ['ink', 'bubble'],
  ['soft', 'bubble'],
  ['sale', 'bubble'],
  ['buttonInk', 'button'],
  ['buttonInk', 'bubble'],
  ['accentInk', 'accent'],
  ['chipInk', 'chip'],
  ['markInk', 'mark'],
  ['placeInk', 'place'],
  ['ink', 'coupon'],
  ['couponInk', 'coupon'],
  ['scrimInk', 'scrim'],
];

type Colour = [number, number, number];

function colourOf(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = (hex.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('by %s', (_name, palette: Palette) => {
  it.each(WRITTEN)('%s on %s is read easily (AA: 4.5)', (ink, ground) => {
    expect(contrast(colourOf(palette[ink]), colourOf(palette[ground]))).toBeGreaterThanOrEqual(4.5);
  });

  it('a title over a white picture is read easily', () => {
    const panels = placed(layout(brands.WIDE_ITEM_LIST)).map(({ box: { paint } }) => paint);
    const scrim = panels.find((paint) => paint?.type === 'panel' && paint.fill === 'scrim');
    const share = scrim?.type === 'panel' ? (scrim.opacity ?? 1) : 1;
    expect(share).toBeLessThan(1);
    const blended = colourOf(palette.scrim).map((value) => value * share + 255 * (1 - share));
    const ground: Colour = [blended[0] ?? 0, blended[1] ?? 0, blended[2] ?? 0];
    expect(contrast(colourOf(palette.scrimInk), ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the theme', () => {
  it('is what the system says, on a page once', () => {
    expect(drawingStyle).toContain(`.nf-auto{--nf-room:${light.room};`);
    expect(drawingStyle).toContain(`@media (prefers-color-scheme:dark){.nf-auto{--nf-room:${dark.room};`);
    expect(drawBubble(notification)).toContain(drawingStyle);
    expect(drawBubble(notification, 'one')).not.toContain('<style>');
  });

  it('can be overridden by the page, and is understood by what knows no custom properties', () => {
    expect(drawingStyle).toContain(`.nf-fill-ink{fill:${light.ink};fill:var(--nf-ink)}`);
    expect(drawingStyle).toContain(`.nf-line-ink{stroke:${light.ink};stroke:var(--nf-ink)}`);
  });
});
