/** The colours by their purpose, each for light and dark. */
const tones = {
  /** The background behind the bubble, and the words on it. */
  room: ['#dfe6ed', '#14171b'],
  roomInk: ['#3d4854', '#bcc4ce'],
  bubble: ['#ffffff', '#23272d'],
  ink: ['#191c21', '#f2f4f6'],
  soft: ['#5a626d', '#a7b0bb'],
  line: ['#e6e9ed', '#373c44'],
  button: ['#f1f3f6', '#31363e'],
  buttonInk: ['#23272e', '#eef0f3'],
  /** A channel's own action: the AC button, and the strip over a notification. */
  accent: ['#ffdf4f', '#e9c846'],
  accentInk: ['#322800', '#231c00'],
  chip: ['#e4eefe', '#1f3558'],
  chipInk: ['#1b4fc4', '#a5c9ff'],
  mark: ['#fde6e4', '#4d2220'],
  markInk: ['#a61b12', '#ffb8b0'],
  /** The place of an image that is missing. */
  place: ['#e9edf2', '#2e333b'],
  placeInk: ['#56606c', '#a7b0bb'],
  coupon: ['#fff8e1', '#332d1b'],
  couponLine: ['#ecdba6', '#5a4e2a'],
  couponInk: ['#6a5311', '#e3d19b'],
  /** The amount that is saved. */
  sale: ['#cf2a20', '#ff8d83'],
  /** Over pictures. */
  scrim: ['#16191d', '#16191d'],
  scrimInk: ['#ffffff', '#ffffff'],
} as const;

export type PaletteTone = keyof typeof tones;
export type Palette = Readonly<Record<PaletteTone, string>>;

export const light = paletteOf(0);
export const dark = paletteOf(1);

function paletteOf(theme: 0 | 1): Palette {
  const colours = Object.entries(tones).map(([tone, both]) => [tone, both[theme]]);
  return Object.fromEntries(colours) as Palette; // every tone of the table has one
}
