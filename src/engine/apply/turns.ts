/** Turns at the service: a limited number of changes have one at the same time. */
export interface Turns {
  /** Does a piece of work as soon as a turn is free. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Waits, in a turn, for something other than the service. Another change has the turn meanwhile. A change that comes back goes
   * before new work.
   */
  lend<T>(waiting: Promise<T>): Promise<T>;
}

/** @param most how many at once */
export function openTurns(most: number): Turns {
  let free = most;
  const back: (() => void)[] = [];
  const fresh: (() => void)[] = [];
  const enter = async (queue: (() => void)[]): Promise<void> => {
    if (free === 0) return new Promise((resolve) => queue.push(resolve));
    free -= 1;
  };
  const leave = (): void => {
    const next = back.shift() ?? fresh.shift();
    if (next) next();
    else free += 1;
  };
  return {
    take: async (work) => {
      await enter(fresh);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    lend: async (waiting) => {
      leave();
      try {
        return await waiting;
      } finally {
        await enter(back);
      }
    },
  };
}
