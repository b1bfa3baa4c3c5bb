const PREFIX = 'notiform-desk ';

/** Texts that this tab keeps when it is loaded again: comments, searches and filters. */
export const kept = {
  get(name: string): string {
    return sessionStorage.getItem(PREFIX + name) ?? '';
  },
  set(name: string, text: string): void {
    if (text === '') sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  },
};
