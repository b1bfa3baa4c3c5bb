import { Agent, type Dispatcher } from 'undici';

/**
 * A line to the service on which one request dies while it is still on its way: the client sees the connection break at
 * once, and the service gets the request when `arrive` is called.
 */
export class SlowLine {
  readonly #agent = new Agent({ keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 });
  readonly dispatcher: Dispatcher;
  /** Which request it is, by its path; the first one, once. */
  strikes: ((path: string) => boolean) | undefined;
  #late: (() => Promise<void>) | undefined;

  constructor() {
    this.dispatcher = this.#agent.compose((dispatch) => (options, handler) => {
      if (!this.strikes?.(String(options.path))) return dispatch(options, handler);
      this.strikes = undefined;
      this.#late = () =>
        new Promise((resolve, reject) => {
          dispatch(options, {
            onRequestStart() {},
            onResponseStart() {},
            onResponseData() {},
            onResponseEnd: () => resolve(),
            onResponseError: (_, error) => reject(error),
          });
        });
      handler.onRequestStart?.(GONE, {});
      handler.onResponseError?.(GONE, Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
      return true;
    });
  }

  /** The service gets what is on its way, and has done it when this resolves. */
  async arrive(): Promise<void> {
    const late = this.#late;
    this.#late = undefined;
    await late?.();
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Of a connection that is not there any more. */
const GONE: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};
