import { maskNumbers } from '../numbers.ts';

export interface UnknownField {
  /** `/v3/msgr/template/add` */
  path: string;
  /** `buttons[].colour`, without indexes. */
  field: string;
  requests: number;
}

/** Limits the memory that a client can fill with new names. */
const MOST = 1000;

export class UnknownFields {
  readonly #fields = new Map<string, UnknownField>();

  note(path: string, members: readonly string[]): void {
    for (const field of new Set(members.map(shownName))) {
      const key = `${path} ${field}`;
      const known = this.#fields.get(key);
      if (known) known.requests += 1;
      else if (this.#fields.size < MOST) this.#fields.set(key, { path, field, requests: 1 });
    }
  }

  entries(): UnknownField[] {
    return [...this.#fields.values()];
  }

  clear(): void {
    this.#fields.clear();
  }
}

/** Removes indexes, and masks a name that is a phone number. */
function shownName(member: string): string {
  return maskNumbers(member.replaceAll(/\[\d+\]/g, '[]'));
}
