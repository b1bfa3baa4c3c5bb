/** The colours by what they are for, not by what they look like. */
export interface Palette {
  /** The wall behind the bubble, and the words on it. */
  room: string;
  roomInk: string;
  bubble: string;
  ink: string;
  soft: string;
  line: string;
  button: string;
  buttonInk: string;
  /** A channel's own action: the AC button, and the strip over a notification. */
  accent: string;
  accentInk: string;
  /** A message variable. */
  chip: string;
  chipInk: string;
  /** A character that hides. */
  mark: string;
  markInk: string;
  /** Where an image is not there. */
  place: string;
  placeInk: string;
  coupon: string;
  couponLine: string;
  couponInk: string;
  /** What is saved. */
  sale: string;
  /** Over pictures; the same by day and night. */
  scrim: string;
  scrimInk: string;
}

export type PaletteTone = keyof Palette;

export const light: Palette = {
  room: '#dfe6ed',
  roomInk: '#3d4854',
  bubble: '#ffffff',
  ink: '#191c21',
  soft: '#5a626d',
  line: '#e6e9ed',
  button: '#f1f3f6',
  buttonInk: '#23272e',
  accent: '#ffdf4f',
  accentInk: '#322800',
  chip: '#e4eefe',
  chipInk: '#1b4fc4',
  mark: '#fde6e4',
  markInk: '#a61b12',
  place: '#e9edf2',
  placeInk: '#56606c',
  coupon: '#fff8e1',
  couponLine: '#ecdba6',
  couponInk: '#6a5311',
  sale: '#cf2a20',
  scrim: '#16191d',
  scrimInk: '#ffffff',
};

export const dark: Palette = {
  room: '#14171b',
  roomInk: '#bcc4ce',
  bubble: '#23272d',
  ink: '#f2f4f6',
  soft: '#a7b0bb',
  line: '#373c44',
  button: '#31363e',
  buttonInk: '#eef0f3',
  accent: '#e9c846',
  accentInk: '#231c00',
  chip: '#1f3558',
  chipInk: '#a5c9ff',
  mark: '#4d2220',
  markInk: '#ffb8b0',
  place: '#2e333b',
  placeInk: '#a7b0bb',
  coupon: '#332d1b',
  couponLine: '#5a4e2a',
  couponInk: '#e3d19b',
  sale: '#ff8d83',
  scrim: '#16191d',
  scrimInk: '#ffffff',
};
