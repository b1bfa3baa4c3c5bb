import { type Align, type Box, painted } from './box.ts';
import { type LetteringName, letterings } from './lettering.ts';
import { firstLines, type WrappedLine, wrap } from './wrap.ts';

/** A text in a column of a width; null where there is none. */
export function words(text: string | undefined, name: LetteringName, width: number, align: Align = 'left'): Box | null {
  if (!text) return null;
  const lettering = letterings[name];
  return textBox(wrap(text, lettering, width), name, width, align);
}

/** As `words`, and as narrow as its longest line. */
export function label(text: string, name: LetteringName, width: number, align: Align = 'left'): Box {
  const lettering = letterings[name];
  const lines = wrap(text, lettering, width);
  const widest = lines.reduce((most, line) => Math.max(most, line.width), 0);
  return textBox(lines, name, widest, align);
}

/** The first lines of a text that fit into a height; null where none does. */
export function wordsWithin(
  text: string,
  name: LetteringName,
  width: number,
  height: number,
  align: Align,
): Box | null {
  const lettering = letterings[name];
  const count = Math.floor(height / lettering.line);
  if (text === '' || count < 1) return null;
  return textBox(firstLines(wrap(text, lettering, width), count, lettering, width), name, width, align);
}

function textBox(lines: readonly WrappedLine[], lettering: LetteringName, width: number, align: Align): Box {
  return painted(width, lines.length * letterings[lettering].line, { type: 'text', lettering, lines, align });
}
