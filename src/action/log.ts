import { Writable } from 'node:stream';
import type { Random } from '../core/ports.ts';
import { commandText } from '../report/annotations.ts';

/**
 * The log of a step. Texts may contain anything: they are written while the runner ignores commands. Commands of notiform are
 * written between them.
 */
export class RunnerLog {
  readonly #write: (text: string) => void;
  readonly #random: Random;
  /** The word that ends the enclosure; undefined while the runner obeys commands. */
  #token: string | undefined;
  #isLineEnded = true;
  readonly #masked = new Set<string>();

  constructor(write: (text: string) => void, random: Random) {
    this.#write = write;
    this.#random = random;
  }

  /** Writes text that is never obeyed. */
  text(text: string): void {
    if (text === '') return;
    if (this.#token === undefined) {
      this.#token = this.#random.hex(16);
      this.#write(`::stop-commands::${this.#token}\n`);
    }
    this.#write(text);
    this.#isLineEnded = text.endsWith('\n');
  }

  /** Writes lines that the runner obeys. */
  commands(lines: readonly string[]): void {
    this.end();
    for (const line of lines) this.#write(`${line}\n`);
  }

  /** Hides a secret in everything that the runner shows from now on, each of its lines too. */
  mask(secret: string): void {
    const lines = [secret, ...secret.split(/[\r\n]+/)].map((line) => line.trim());
    const unknown = lines.filter((line) => line.length >= SHORTEST && !this.#masked.has(line));
    if (unknown.length === 0) return;
    for (const line of unknown) this.#masked.add(line);
    this.commands([...new Set(unknown)].map((line) => `::add-mask::${commandText(line)}`));
  }

  /** Ends the enclosure, so that the runner obeys commands again. */
  end(): void {
    if (this.#token === undefined) return;
    this.#write(`${this.#isLineEnded ? '' : '\n'}::${this.#token}::\n`);
    this.#token = undefined;
    this.#isLineEnded = true;
  }

  /** A stream of text, for the progress of a command. */
  stream(): Writable {
    return new Writable({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) => {
        this.text(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
        done();
      },
    });
  }
}

/** A line of a secret that is shorter (`}`) would hide ordinary text in the log. */
const SHORTEST = 4;
