/** A promise that a test settles. */
export interface Pending<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function pending<T>(): Pending<T> {
  let settle: Omit<Pending<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('a promise begins at once');
  return { promise, ...settle };
}
