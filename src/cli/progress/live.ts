import type { Clock } from '../../core/ports.ts';
import { cutLine, indented, render, span } from '../../report/line.ts';
import type { Style } from '../../report/style.ts';
import { withTimes } from '../../report/time.ts';
import { createBoard, type Progress } from './board.ts';

/** Thousands of events come in a second. They are drawn together. */
const REDRAW_MS = 100;

const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

/** Removes the row above the cursor. */
const ERASE = '\u001B[1A\u001B[2K';

/**
 * Shows progress at the end of a terminal. What others write to the stream comes above it. The drawing is erased at the end, because
 * the result replaces it.
 */
export function openLive(stream: NodeJS.WriteStream, style: Style, clock: Clock): Progress {
  const board = createBoard(style);
  const { write } = stream;
  const ended = new AbortController();
  let opened = false;
  let frame = 0;
  let rows = 0;

  /** Writes in place of what is drawn. */
  const replace = (text: string): void => {
    if (rows > 0 || text !== '') write.call(stream, `${ERASE.repeat(rows)}${text}`);
    rows = 0;
  };

  const draw = (): void => {
    const mark = span(`${SPINNER[frame % SPINNER.length]} `, 'cyan');
    const all = [[mark, ...board.title(clock.now())], ...indented(board.lines(), 2)];
    const lines = all
      .slice(0, stream.rows - 1)
      .map((line) => line.map((one) => ({ ...one, text: withTimes(one.text, style) })))
      // A full row would move the cursor to the next one.
      .map((line) => cutLine(line, stream.columns - 1));
    replace(render(lines, style));
    rows = lines.length;
  };

  const writeAbove = (...given: unknown[]): boolean => {
    const isDrawn = rows > 0;
    replace('');
    const isTaken = write.apply(stream, given as Parameters<typeof write>);
    if (isDrawn) draw();
    return isTaken;
  };

  const open = async (): Promise<void> => {
    stream.write = writeAbove;
    for (; ; frame += 1) {
      await clock.sleep(REDRAW_MS, ended.signal);
      draw();
    }
  };

  return {
    onEvent: (event) => {
      if (ended.signal.aborted) return;
      board.take(event, clock.now());
      if (opened) return;
      opened = true;
      open().catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
    },
    end: () => {
      ended.abort();
      replace('');
      if (stream.write === writeAbove) stream.write = write;
    },
  };
}
