import { WriteStream } from 'node:tty';
import { type DrawnLine, renderLine, span } from '../../report/line.ts';
import { withTimes } from '../../report/time.ts';
import type { Invocation } from '../invocation.ts';
import { openSpinner } from './spinner.ts';
import { createTitle } from './title.ts';
import { eventLine, inspectorLine, type ProgressEvent } from './words.ts';

/** The output of a run's progress: stderr, never stdout. */
export interface Progress {
  /** The first event begins it, and so does the first one after an end. */
  onEvent(event: ProgressEvent): void;
  /** Removes the drawing. Call it before anything is printed or asked; calling it twice is safe. */
  end(): void;
}

export interface CommandProgress extends Progress {
  /** The last end. Reads that a failure left unfinished still send events, which start no new progress. */
  close(): void;
}

type Shown = Pick<Invocation, 'terminal' | 'ports' | 'flags' | 'redaction'>;

/**
 * Shows a line for each list with rows, for each finished change and for other news. Progress begins again with the first event after
 * an end: a command plans, asks, and applies. `--quiet` shows nothing.
 */
export function openProgress(shown: Shown): CommandProgress {
  const { flags, redaction } = shown;
  if (flags.quiet) return { onEvent: () => undefined, end: () => undefined, close: () => undefined };
  let current: Progress | undefined;
  let closed = false;
  const end = (): void => {
    current?.end();
    current = undefined;
  };
  return {
    onEvent: (event) => {
      if (closed) return;
      current ??= begin(shown);
      current.onEvent(redaction.within(event));
    },
    end,
    close: () => {
      closed = true;
      end();
    },
  };
}

/** After this time without output, a line shows the work in progress. */
export const HEARTBEAT_MS = 30_000;

/**
 * The current work is below the lines in a terminal, and elsewhere a line of its own after a time without others. `--verbose` writes
 * lines of its own to stderr, so nothing is redrawn between them.
 */
function begin({ terminal, ports: { clock }, flags }: Shown): Progress {
  const style = terminal.style('stderr');
  const { stderr, live } = terminal;
  const title = createTitle();
  const stop = new AbortController();
  const printedRows = new Map<string, number>();
  let lastSaid = clock.now();
  let outstanding = 0;

  const print = (line: DrawnLine): void => {
    lastSaid = clock.now();
    terminal.say(`${withTimes(renderLine(line, style), style)}\n`);
  };
  const titleLine = (): DrawnLine => [span(title.words(clock.now()))];
  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const due = lastSaid + HEARTBEAT_MS - clock.now();
      if (due > 0) await clock.sleep(due, stop.signal);
      else print(titleLine());
    }
  };
  const start = (): (() => void) => {
    if (live && !flags.verbose && stderr instanceof WriteStream)
      return openSpinner(stderr, style, clock, () => renderLine(titleLine(), style));
    beat().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    return () => stop.abort();
  };
  let end: (() => void) | undefined;

  const linesOf = (event: ProgressEvent): DrawnLine[] => {
    if (event.type === 'waiting') {
      // When waiting begins and each time that fewer are outstanding, not at every poll.
      if (event.outstanding.length === outstanding) return [];
      outstanding = event.outstanding.length;
      return [titleLine(), inspectorLine(event, style) ?? []].filter((line) => line.length > 0);
    }
    if (event.type === 'listed') {
      // A list that is as long as it was is no news, however often waiting looks at it.
      const where = `${event.kind}/${event.profile}`;
      if (printedRows.get(where) === event.rows) return [];
      printedRows.set(where, event.rows);
    }
    const line = eventLine(event, clock.now(), style);
    return line ? [line] : [];
  };

  return {
    onEvent: (event) => {
      end ??= start();
      title.take(event, clock.now());
      for (const line of linesOf(event)) print(line);
    },
    end: () => end?.(),
  };
}
