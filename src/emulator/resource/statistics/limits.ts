import type { Context } from '../../context.ts';

/** At most so many requests in any window of so many milliseconds. Requests with one name count together. */
export type RequestLimit = readonly [name: string, count: number, windowMs: number, of: 'address' | 'everybody'];

/** Counts the requests that were allowed. A refused request counts for nothing (assumption 372). */
export class RequestCounts {
  readonly #times = new Map<string, number[]>();

  /** Counts a request if every limit allows it; else returns false. */
  take({ clock }: Pick<Context, 'clock'>, limits: readonly RequestLimit[], address: string): boolean {
    const now = clock.now();
    const counted = limits.map(([name, count, windowMs, of]) => {
      const key = of === 'address' ? `${name} ${address}` : name;
      // The clock may have been set back.
      const recent = (this.#times.get(key) ?? []).filter((time) => time <= now && time > now - windowMs);
      this.#times.set(key, recent);
      return { recent, isOpen: recent.length < count };
    });
    if (counted.some(({ isOpen }) => !isOpen)) return false;
    for (const { recent } of counted) recent.push(now);
    return true;
  }

  clear(): void {
    this.#times.clear();
  }
}
