import { WriteStream } from 'node:tty';
import type { Clock } from '../../core/ports.ts';
import { cutLine, type DrawnLine, renderLine, span } from '../../report/line.ts';
import type { Style } from '../../report/style.ts';
import { withTimes } from '../../report/time.ts';
import type { Redaction } from '../../text/redaction.ts';
import type { Invocation } from '../invocation.ts';
import { createStatus } from './status.ts';
import { eventLine, inspectorLine, type ProgressEvent } from './words.ts';

/** The output of a run's progress: stderr, never stdout. */
export interface Progress {
  /** The first event begins it, and so does the first one after an end. */
  onEvent(event: ProgressEvent): void;
  /** Removes the status line. Call it before anything is printed or asked; calling it twice is safe. */
  end(): void;
}

export interface CommandProgress extends Progress {
  /** The last end. Reads that a failure left unfinished still send events, which start no new progress. */
  close(): void;
}

/** After this time without output, a line shows the work in progress. */
export const HEARTBEAT_MS = 30_000;
/** A terminal shows the work in progress in a last line, which is redrawn as often as this. */
const REDRAW_MS = 500;

/** Events that a terminal shows in its last line only. */
const COUNTED: ReadonlySet<ProgressEvent['type']> = new Set(['listed', 'fetching']);

/** Prints a line for each change that ends. In a terminal, a last line shows the work in progress. `--quiet` prints nothing. */
export function openProgress({
  terminal,
  ports,
  flags,
  redaction,
}: Pick<Invocation, 'terminal' | 'ports' | 'flags' | 'redaction'>): CommandProgress {
  if (flags.quiet) return { onEvent: () => undefined, end: () => undefined, close: () => undefined };
  const style = terminal.style('stderr');
  const { stderr, live } = terminal;
  const isLive = live && !flags.verbose && stderr instanceof WriteStream;
  const write = isLive ? (text: string) => void stderr.write(text) : undefined;
  return resumable(redaction, () => openLines((text) => terminal.say(text), style, ports.clock, write));
}

/** Progress that begins again with the first event after an end: a command plans, asks, and applies. */
function resumable(redaction: Redaction, begin: () => Progress): CommandProgress {
  let current: Progress | undefined;
  let closed = false;
  const end = (): void => {
    current?.end();
    current = undefined;
  };
  return {
    onEvent: (event) => {
      if (closed) return;
      current ??= begin();
      current.onEvent(redaction.within(event));
    },
    end,
    close: () => {
      closed = true;
      end();
    },
  };
}

/**
 * Prints a line for each event that is worth one.
 * @param write to a terminal, which shows the work in progress in a last line. Other streams get it after a time without output
 */
export function openLines(
  say: (text: string) => void,
  style: Style,
  clock: Clock,
  write?: (text: string) => void,
): Progress {
  const status = createStatus(style);
  const stop = new AbortController();
  const printedRows = new Map<string, number>();
  let lastSaid = clock.now();
  let outstanding = 0;
  let isRunning = false;

  // The cursor stays at the beginning of the status line, so that whatever is printed next replaces it.
  const draw = (): void => {
    const line = cutLine([span(status.words(clock.now()), 'dim')], style.width - 1);
    write?.(`\x1b[2K${renderLine(line, style)}\r`);
  };
  const clear = (): void => write?.('\x1b[2K');

  const print = (line: DrawnLine): void => {
    lastSaid = clock.now();
    clear();
    say(`${withTimes(renderLine(line, style), style)}\n`);
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const due = write ? REDRAW_MS : lastSaid + HEARTBEAT_MS - clock.now();
      if (due > 0) await clock.sleep(due, stop.signal);
      if (write) draw();
      else if (clock.now() - lastSaid >= HEARTBEAT_MS) print([span(status.words(clock.now()))]);
    }
  };

  /** Prints a line when waiting begins and each time that fewer are outstanding, not at every poll. */
  const waitingLines = (event: ProgressEvent): DrawnLine[] => {
    if (event.type !== 'waiting' || event.outstanding.length === outstanding) return [];
    outstanding = event.outstanding.length;
    const lines = [write ? [] : [span(status.words(clock.now()))], inspectorLine(event, style) ?? []];
    return lines.filter((line) => line.length > 0);
  };

  /** A list that is as long as it was is no news, however often waiting looks at it. */
  const isNews = (event: ProgressEvent): boolean => {
    if (write && COUNTED.has(event.type)) return false;
    if (event.type !== 'listed') return true;
    const where = `${event.kind}/${event.profile}`;
    const known = printedRows.get(where) === event.rows;
    printedRows.set(where, event.rows);
    return !known;
  };

  return {
    onEvent: (event) => {
      if (stop.signal.aborted) return;
      status.take(event, clock.now());
      const line = isNews(event) ? eventLine(event, clock.now(), style) : undefined;
      const lines = line ? [line] : waitingLines(event);
      lines.forEach(print);
      if (isRunning) {
        if (lines.length > 0) draw();
        return;
      }
      isRunning = true;
      draw();
      run().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
    },
    end: () => {
      if (!stop.signal.aborted) clear();
      stop.abort();
    },
  };
}
