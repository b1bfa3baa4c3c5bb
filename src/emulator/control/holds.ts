/**
 * Who uses the emulator of another process says so with a request that stays open: `GET /_emulator/hold`. A process that
 * only ran it for its own length can then wait until nobody else needs it.
 */
export class Holds {
  #open = 0;
  #waiting: (() => void)[] = [];

  /** An answer that ends when the one who asked goes away. */
  take(): Response {
    this.#open += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('\n')),
      cancel: () => this.#release(),
    });
    return new Response(body, { headers: { 'content-type': 'text/plain', 'x-emulator': 'notiform' } });
  }

  /** Resolves when nobody holds it; rejects with the signal's reason when that is aborted first. */
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
