/** Requests of the message API that are under way (message API 7, code 3008; assumption 95). */
export class Concurrency {
  #open = 0;

  /** Does `work` where fewer than `most` are under way, else gives what `crowded` gives. */
  async within<T>(most: number, work: () => Promise<T>, crowded: () => Promise<T>): Promise<T> {
    if (this.#open >= most) return crowded();
    this.#open += 1;
    try {
      return await work();
    } finally {
      this.#open -= 1;
    }
  }
}
