import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../../core/ports.ts';
import { renderLine } from '../../report/line.ts';
import { paint, type Style, type Tone } from '../../report/style.ts';
import { said } from '../../report/terminal-words.ts';
import { withTimes } from '../../report/time.ts';
import { PROGRESS_TEXTS } from '../texts.ts';
import { createBoard, type Progress } from './board.ts';
import type { ProgressEvent } from './words.ts';

/** The part of a listr2 task that is redrawn. */
interface DrawnTask {
  title: string;
  output: string;
}

/** Redraws the elapsed times even without events. */
const TICK_MS = 1000;

/** Events that only count are drawn no more often than this: thousands of them come in a second. */
const COUNT_MS = 100;
const COUNTING: ReadonlySet<ProgressEvent['type']> = new Set(['page-read', 'detail-read']);

/**
 * Shows progress in a terminal with one listr2 task, whose title and output follow the events. Listr2 is loaded at the first event. The
 * task is erased at the end, because the result replaces it.
 */
export function openLive(stream: NodeJS.WriteStream, style: Style, clock: Clock): Progress {
  const board = createBoard(style);
  let drawn: DrawnTask | undefined;
  let stop: (() => void) | undefined;
  const ended = new AbortController();
  let opened = false;

  let drawnAt = 0;

  const redraw = (): void => {
    if (!drawn) return;
    drawnAt = clock.now();
    drawn.title = renderLine(board.title(clock.now()), style);
    drawn.output = board
      .lines()
      .map((line) => withTimes(renderLine(line, style), style))
      .join('\n');
  };

  const open = async (): Promise<void> => {
    const draw = await listrOn(stream, style);
    const start = (): void => {
      if (ended.signal.aborted) return;
      stop = draw(
        (task) => {
          drawn = ended.signal.aborted ? undefined : task;
          redraw();
        },
        (write) => {
          stop?.();
          write();
          start();
        },
      );
    };
    start();
    while (!ended.signal.aborted) {
      await clock.sleep(TICK_MS, ended.signal);
      redraw();
    }
  };

  return {
    onEvent: (event) => {
      if (ended.signal.aborted) return;
      board.take(event, clock.now());
      if (!opened) {
        opened = true;
        open().catch((error: unknown) => {
          if (!ended.signal.aborted) throw error;
        });
      }
      if (!COUNTING.has(event.type) || clock.now() - drawnAt >= COUNT_MS) redraw();
    },
    end: () => {
      ended.abort();
      drawn = undefined;
      stop?.();
    },
  };
}

/**
 * Starts drawing and returns a function that stops it at once.
 * @param take receives the task that is drawn
 * @param interject is called if something else writes to the stream, with the function that writes it
 */
type Draw = (take: (task: DrawnTask) => void, interject: (write: () => void) => void) => () => void;

async function listrOn(stream: NodeJS.WriteStream, style: Style): Promise<Draw> {
  const { DefaultRenderer, Listr, ListrLogger, ProcessOutput } = await import('listr2');

  /** Listr2 keeps what others write to the stream until it ends. A person who pressed Ctrl-C waits for an answer. */
  class Output extends ProcessOutput {
    readonly #interject: (write: () => void) => void;

    constructor(interject: (write: () => void) => void) {
      super(stream, stream, { leaveEmptyLine: false });
      this.#interject = interject;
    }

    /** True while this output owns the stream. Lines that others write are passed to `interject`. */
    get isHijacked(): boolean {
      return this.active;
    }

    override hijack(): void {
      super.hijack();
      stream.write = (...given: unknown[]): boolean => {
        const write = (): boolean => this.stream.stdout.write(...(given as Parameters<typeof stream.write>));
        // The renderer itself hides and shows the cursor of stderr.
        if (stripVTControlCharacters(String(given[0])) === '') return write();
        this.#interject(write);
        return true;
      };
    }
  }

  /** Stops when it is called, not when the task list notices. Always draws on our stream, never on stdout. */
  class Renderer extends DefaultRenderer {
    static override nonTTY = true;
    readonly #output: unknown;
    #ended = false;

    constructor(...options: ConstructorParameters<typeof DefaultRenderer>) {
      super(...options);
      this.#output = options[1].logger?.process;
      renderers.add(this);
    }

    override async render(): Promise<void> {
      if (this.#ended) return;
      await super.render();
      if (this.#ended) this.end();
    }

    override update(): void {
      if (!this.#ended) super.update();
    }

    /** A line can come as soon as the stream is hijacked, before `render` returns. The next output must find the stream's own `write`. */
    override end(): void {
      this.#ended = true;
      if (this.#output instanceof Output && this.#output.isHijacked) super.end();
    }
  }
  const renderers = new Set<Renderer>();

  return (take, interject) => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const tasks = new Listr(
      [
        {
          title: said(style, PROGRESS_TEXTS.starting),
          task: (_context, task) => {
            take(task);
            return finished;
          },
          rendererOptions: { outputBar: true },
        },
      ],
      {
        renderer: Renderer,
        registerSignalListeners: false,
        collectErrors: 'minimal',
        rendererOptions: {
          logger: new ListrLogger({ processOutput: new Output(interject) }),
          clearOutput: true,
          formatOutput: 'truncate',
          icon: { OUTPUT: '' },
          color: { PENDING: inTone(style, 'cyan'), COMPLETED: inTone(style, 'green'), OUTPUT: inTone(style) },
        },
      },
    );
    void tasks.run();
    return () => {
      for (const renderer of renderers) renderer.end();
      finish();
    };
  };
}

function inTone(style: Style, ...tones: Tone[]): (text?: string) => string {
  return (text = '') => paint(style, text, ...tones);
}
