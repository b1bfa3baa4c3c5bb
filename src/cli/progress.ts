import { WriteStream } from 'node:tty';
import type { Clock } from '../core/ports.ts';
import type { EngineEvent } from '../engine/types.ts';
import { type Line, renderLine } from '../report/line.ts';
import type { Style } from '../report/style.ts';
import type { Invocation } from './invocation.ts';
import { createBoard } from './progress-board.ts';
import { openLive } from './progress-live.ts';
import { eventLine } from './progress-words.ts';

/** Where a run shows how far it is. On stderr, never on stdout. */
export interface Progress {
  onEvent(event: EngineEvent): void;
  /** Takes away what is drawn; call it before anything is printed or asked. Once is enough, twice is no harm. */
  end(): void;
}

/** Silence for longer than this gets a line that says what is still under way. */
export const HEARTBEAT_MS = 30_000;

/**
 * A terminal is redrawn, any other stream gets a line for each change of state, `--quiet` nothing. `--verbose` writes
 * lines of its own to stderr, so that nothing is redrawn between them.
 */
export function openProgress({ terminal, ports, flags }: Pick<Invocation, 'terminal' | 'ports' | 'flags'>): Progress {
  if (flags.quiet) return { onEvent: () => undefined, end: () => undefined };
  const style = terminal.style('stderr');
  if (terminal.live && !flags.verbose && terminal.stderr instanceof WriteStream) {
    return openLive(terminal.stderr, style, ports.clock);
  }
  return openPlain((text) => terminal.say(text), style, ports.clock);
}

/** One line for each change of state, and a heartbeat. */
export function openPlain(say: (text: string) => void, style: Style, clock: Clock): Progress {
  const board = createBoard();
  const stop = new AbortController();
  let lastSaid = clock.now();
  let began: number | undefined;

  const print = (line: Line): void => {
    lastSaid = clock.now();
    say(`${renderLine(line, style)}\n`);
  };

  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const due = lastSaid + HEARTBEAT_MS - clock.now();
      if (due > 0) await clock.sleep(due, stop.signal);
      else for (const line of [board.title(), ...board.lines().slice(0, 1)]) print(line);
    }
  };

  return {
    onEvent: (event) => {
      if (began === undefined) {
        began = clock.now();
        lastSaid = began;
        beat().catch((error: unknown) => {
          if (!stop.signal.aborted) throw error;
        });
      }
      board.take(event, clock.now());
      const line = eventLine(event, clock.now());
      if (line) print(line);
    },
    end: () => stop.abort(),
  };
}
