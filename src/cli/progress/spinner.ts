import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../../core/ports.ts';
import { paint, type Style } from '../../report/style.ts';

/** How often the title is read again, in milliseconds. */
const TICK_MS = 100;

/**
 * Shows a title in a terminal with one listr2 task, which is loaded when it is first needed. Returns the function that erases it,
 * because the result replaces it.
 */
export function openSpinner(stream: NodeJS.WriteStream, style: Style, clock: Clock, title: () => string): () => void {
  const ended = new AbortController();
  let stop = (): void => undefined;
  const run = async (): Promise<void> => {
    const draw = await spinnerOn(stream, style);
    let redraw = (): void => undefined;
    const begin = (): void => {
      if (ended.signal.aborted) return;
      ({ redraw, stop } = draw(title, (write) => {
        stop();
        write();
        begin();
      }));
    };
    begin();
    while (!ended.signal.aborted) {
      await clock.sleep(TICK_MS, ended.signal);
      redraw();
    }
  };
  run().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return () => {
    ended.abort();
    stop();
  };
}

/**
 * Starts drawing.
 * @param interject is called if something else writes to the stream, with the function that writes it
 */
type Draw = (
  title: () => string,
  interject: (write: () => void) => void,
) => {
  redraw(): void;
  /** Erases the drawing at once. */
  stop(): void;
};

async function spinnerOn(stream: NodeJS.WriteStream, style: Style): Promise<Draw> {
  const { DefaultRenderer, Listr, ListrLogger, ProcessOutput } = await import('listr2');

  /** Listr2 keeps what others write to the stream until it ends. A person who pressed Ctrl-C waits for an answer. */
  class Output extends ProcessOutput {
    readonly #interject: (write: () => void) => void;

    constructor(interject: (write: () => void) => void) {
      super(stream, stream, { leaveEmptyLine: false });
      this.#interject = interject;
    }

    /** True while this output owns the stream. */
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

  /** Stops when it is called, also before its first drawing, and not when the task list notices. */
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

    /** A line can come as soon as the stream is hijacked, before `render` returns. */
    override end(): void {
      this.#ended = true;
      if (this.#output instanceof Output && this.#output.isHijacked) super.end();
    }
  }
  const renderers = new Set<Renderer>();

  return (title, interject) => {
    let drawn: { title: string } | undefined;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const task = (_context: unknown, own: { title: string }): Promise<void> => {
      drawn = own;
      return finished;
    };
    const tasks = new Listr([{ title: title(), task }], {
      renderer: Renderer,
      registerSignalListeners: false,
      collectErrors: 'minimal',
      rendererOptions: {
        logger: new ListrLogger({ processOutput: new Output(interject) }),
        clearOutput: true,
        formatOutput: 'truncate',
        color: {
          PENDING: (text = '') => paint(style, text, 'cyan'),
          COMPLETED: (text = '') => paint(style, text, 'green'),
        },
      },
    });
    void tasks.run();
    return {
      redraw: () => {
        if (drawn) drawn.title = title();
      },
      stop: () => {
        drawn = undefined;
        for (const renderer of renderers) renderer.end();
        renderers.clear();
        finish();
      },
    };
  };
}
