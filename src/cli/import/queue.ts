/** Things that arrive one by one, for one reader. It takes all that are there at once: a stream takes much longer for each. */
export interface Queue<T> {
  push(one: T): void;
  /** Nothing arrives after this. */
  end(): void;
  /** Ends the queue with an error. What nobody has taken yet is dropped. */
  fail(error: unknown): void;
  /** Waits until something has arrived, and takes it. Returns an empty list at the end. Rejects with the error of `fail`. */
  take(): Promise<readonly T[]>;
}

export function openQueue<T>(): Queue<T> {
  let arrived: T[] = [];
  let end: 'reached' | { error: unknown } | undefined;
  let wake: () => void = () => undefined;
  return {
    push: (one) => {
      arrived.push(one);
      wake();
    },
    end: () => {
      end ??= 'reached';
      wake();
    },
    fail: (error) => {
      if (typeof end !== 'object') end = { error };
      wake();
    },
    take: async () => {
      while (arrived.length === 0 && end === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (typeof end === 'object') throw end.error;
      const taken = arrived;
      arrived = [];
      return taken;
    },
  };
}
