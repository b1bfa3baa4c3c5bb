import type { Context } from '../../context.ts';

/** At most so many requests in any window of so many milliseconds. */
export interface RequestLimit {
  /** Requests with one name count together. */
  name: string;
  /** True to count each client's address for itself. */
  perAddress: boolean;
  count: number;
  windowMs: number;
}

/** The limit of the daily and monthly statistics, which they share (resource API 8). */
export const basicLimits: readonly RequestLimit[] = [
  { name: 'statistics', perAddress: true, count: 1, windowMs: 1000 },
  { name: 'all statistics', perAddress: false, count: 300, windowMs: 1000 },
];

/** The limits of one endpoint of the direct look-ups (resource API 8). */
export function directLimits(name: string): readonly RequestLimit[] {
  return [
    { name: `${name} a second`, perAddress: true, count: 20, windowMs: 1000 },
    { name: `${name} a minute`, perAddress: true, count: 1000, windowMs: 60_000 },
  ];
}

/** Counts the requests that were allowed. A refused request counts for nothing (assumption 372). */
export class RequestCounts {
  readonly #times = new Map<string, number[]>();

  /** Counts a request if every limit allows it; else returns false. */
  take({ clock }: Pick<Context, 'clock'>, limits: readonly RequestLimit[], address: string): boolean {
    const now = clock.now();
    const counted = limits.map((limit) => {
      const key = JSON.stringify([limit.name, limit.perAddress ? address : '']);
      // The clock may have been set back.
      const recent = (this.#times.get(key) ?? []).filter((time) => time <= now && time > now - limit.windowMs);
      this.#times.set(key, recent);
      return { recent, isOpen: recent.length < limit.count };
    });
    if (counted.some(({ isOpen }) => !isOpen)) return false;
    for (const { recent } of counted) recent.push(now);
    return true;
  }

  clear(): void {
    this.#times.clear();
  }
}
