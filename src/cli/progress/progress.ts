import { WriteStream } from 'node:tty';
import type { Clock } from '../../core/ports.ts';
import { type DrawnLine, renderLine } from '../../report/line.ts';
import type { Style } from '../../report/style.ts';
import { withTimes } from '../../report/time.ts';
import type { Redaction } from '../../text/redaction.ts';
import type { Invocation } from '../invocation.ts';
import { createBoard, type Progress } from './board.ts';
import { openLive } from './live.ts';
import { eventLine, inspectorLine, type ProgressEvent } from './words.ts';

export type { Progress } from './board.ts';

export interface CommandProgress extends Progress {
  /** The last end. Reads that a failure left unfinished still send events, which start no new progress. */
  close(): void;
}

/** After this time without output, a line shows the work in progress. */
export const HEARTBEAT_MS = 30_000;

/**
 * A terminal is redrawn, any other stream gets a line for each change, `--quiet` nothing. `--verbose` writes
 * lines of its own to stderr, so that nothing is redrawn between them.
 */
export function openProgress({
  terminal,
  ports,
  flags,
  redaction,
}: Pick<Invocation, 'terminal' | 'ports' | 'flags' | 'redaction'>): CommandProgress {
  if (flags.quiet) return { onEvent: () => undefined, end: () => undefined, close: () => undefined };
  const style = terminal.style('stderr');
  const { stderr, live } = terminal;
  if (live && !flags.verbose && stderr instanceof WriteStream) {
    return resumable(redaction, () => openLive(stderr, style, ports.clock));
  }
  return resumable(redaction, () => openPlain((text) => terminal.say(text), style, ports.clock));
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

/** Prints a line for each list with rows, for each finished change, and after a time without output for the work in progress. */
export function openPlain(say: (text: string) => void, style: Style, clock: Clock): Progress {
  const board = createBoard(style);
  const stop = new AbortController();
  let lastSaid = clock.now();
  let outstanding = 0;
  const printedRows = new Map<string, number>();
  let beating = false;

  const print = (line: DrawnLine): void => {
    lastSaid = clock.now();
    say(`${withTimes(renderLine(line, style), style)}\n`);
  };

  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const due = lastSaid + HEARTBEAT_MS - clock.now();
      if (due > 0) await clock.sleep(due, stop.signal);
      else [board.title(clock.now()), ...board.lines()].slice(0, 2).forEach(print);
    }
  };

  /** Prints a line when waiting begins and each time that fewer are outstanding, not at every poll. */
  const waitingLines = (event: ProgressEvent): DrawnLine[] => {
    if (event.type !== 'waiting' || event.outstanding.length === outstanding) return [];
    outstanding = event.outstanding.length;
    return [board.title(clock.now()), inspectorLine(event, style) ?? []].filter((line) => line.length > 0);
  };

  /** A list that is as long as it was is no news, however often waiting looks at it. */
  const isKnown = (event: ProgressEvent): boolean => {
    if (event.type !== 'listed') return false;
    const where = `${event.kind}/${event.profile}`;
    const known = printedRows.get(where) === event.rows;
    printedRows.set(where, event.rows);
    return known;
  };

  return {
    onEvent: (event) => {
      if (!beating) {
        beating = true;
        beat().catch((error: unknown) => {
          if (!stop.signal.aborted) throw error;
        });
      }
      board.take(event, clock.now());
      const line = isKnown(event) ? undefined : eventLine(event, clock.now(), style);
      for (const one of line ? [line] : waitingLines(event)) print(one);
    },
    end: () => stop.abort(),
  };
}
