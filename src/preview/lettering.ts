import type { PaletteTone } from './tones.ts';
import type { Font } from './wrap.ts';

/** How a text is set. Sizes are pixels. */
interface Lettering extends Font {
  /** From baseline to baseline. */
  readonly line: number;
  readonly tone: PaletteTone;
  readonly struck?: boolean;
}

const plain = (size: number, line: number, tone: PaletteTone): Lettering => ({ size, line, tone, bold: false });
const bold = (size: number, line: number, tone: PaletteTone): Lettering => ({ size, line, tone, bold: true });

export const letterings = {
  sender: bold(13, 18, 'roomInk'),
  time: plain(11, 15, 'roomInk'),
  tag: bold(11, 15, 'roomInk'),
  initial: bold(15, 20, 'roomInk'),
  alarm: plain(13, 19, 'ink'),
  alarmSender: bold(13, 19, 'ink'),
  strip: bold(12.5, 16, 'accentInk'),
  title: bold(20, 27, 'ink'),
  subtitle: plain(13, 18, 'soft'),
  header: bold(15, 21, 'ink'),
  highlight: bold(18, 25, 'ink'),
  highlightStruck: { ...bold(18, 25, 'soft'), struck: true },
  body: plain(14.5, 22, 'ink'),
  cardBody: plain(13.5, 20, 'ink'),
  note: plain(12.5, 18, 'soft'),
  rowTitle: plain(13.5, 20, 'soft'),
  row: plain(13.5, 20, 'ink'),
  summary: bold(14.5, 21, 'ink'),
  item: plain(14, 20, 'ink'),
  button: bold(13.5, 18, 'buttonInk'),
  accentButton: bold(13.5, 18, 'accentInk'),
  reply: bold(13, 18, 'ink'),
  price: bold(18, 24, 'ink'),
  rate: bold(18, 24, 'sale'),
  regular: { ...plain(13, 24, 'soft'), struck: true },
  coupon: bold(14, 20, 'ink'),
  couponNote: plain(12, 17, 'couponInk'),
  place: plain(12, 16, 'placeInk'),
  overImage: bold(15, 21, 'scrimInk'),
  badge: bold(11, 15, 'scrimInk'),
  footnote: plain(11.5, 17, 'soft'),
  roomNote: plain(11.5, 17, 'roomInk'),
} satisfies Record<string, Lettering>;

export type LetteringName = keyof typeof letterings;
