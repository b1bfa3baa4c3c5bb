import type { Random } from '../src/core/ports.ts';

/** A deterministic `Random` from a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = (bytes: number): string =>
    Array.from({ length: bytes }, () =>
      Math.floor(next() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join('');
  return { next, hex };
}

/** The seeds of a test: the first few, or those of `SEEDS=1-400` where somebody wants a longer run. */
export function seeds(count: number): number[] {
  const [first = 1, last = count] = process.env['SEEDS']?.split('-').map(Number) ?? [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
