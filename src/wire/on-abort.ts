/** What runs when a signal aborts, by signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `act` when a signal aborts, unless the returned function is called first. All of them share one listener, because a
 * signal with thousands of listeners takes long to add or remove one.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const acts = waiting.get(signal) ?? listenTo(signal);
  acts.add(act);
  return () => acts.delete(act);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const acts = new Set<() => void>();
  waiting.set(signal, acts);
  const run = (): void => {
    for (const act of acts) act();
  };
  signal.addEventListener('abort', run, { once: true });
  return acts;
}
