/** Counts the requests that other processes keep open while they use this emulator (`GET /_emulator/hold`). */
export class Holds {
  #open = 0;
  #waiting: (() => void)[] = [];

  /** An answer that stays open until the client disconnects. */
  take(): Response {
    this.#open += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('\n')),
      cancel: () => this.#release(),
    });
    return new Response(body, { headers: { 'content-type': 'text/plain', 'x-emulator': 'notiform' } });
  }

  /** Resolves when no client is left; rejects with the signal's reason if that is aborted first. */
  released(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#open === 0) return resolve();
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
    });
  }

  #release(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
