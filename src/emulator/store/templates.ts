import { BySender } from './ordered.ts';
import { Shelf } from './shelf.ts';
import type { Template } from './template.ts';

/** Bounds what many different questions can fill. */
const MOST_FOUND = 100;

interface Indexed {
  senderKey: string;
  code: string;
}

/** The notification templates: by their serial, and without a scan by sender key and code. */
export class TemplateShelf extends Shelf<Template> {
  readonly #byCode = new Map<string, Map<string, Template>>();
  readonly #ordered = new BySender<Template>();
  /** By sender key, then by serial. */
  readonly #dozing = new Map<string, Map<string, Template>>();
  readonly #found = new Map<string, readonly Template[]>();
  #foundAt = 0;
  readonly #requested = new Map<string, Template>();
  /** How each stands in the indexes: its code may have changed in place. */
  readonly #indexed = new Map<string, Indexed>();

  constructor() {
    super(({ serial }) => String(serial));
  }

  of(senderKey: string, code: string): Template | undefined {
    return this.#byCode.get(senderKey)?.get(code);
  }

  /** Of one profile or group, the oldest first. */
  all(senderKey: string): readonly Template[] {
    return this.#ordered.of(senderKey);
  }

  /**
   * Of one profile or group, the oldest first, those that pass a test. What was found is kept under the name of the test
   * until something changes: who pages through a list, or waits for a state, asks for the same again and again.
   */
  passing(senderKey: string, name: string, test: (template: Template) => boolean): readonly Template[] {
    if (this.#foundAt !== this.changes || this.#found.size >= MOST_FOUND) this.#found.clear();
    this.#foundAt = this.changes;
    const key = `${senderKey} ${name}`;
    const found = this.#found.get(key) ?? this.all(senderKey).filter(test);
    this.#found.set(key, found);
    return found;
  }

  /** Of one profile or group: those that fall dormant at some moment. */
  dozing(senderKey: string): Iterable<Template> {
    return this.#dozing.get(senderKey)?.values() ?? [];
  }

  /** All that await a verdict. */
  requested(): Template[] {
    return [...this.#requested.values()];
  }

  override put(template: Template): void {
    const key = String(template.serial);
    this.#ordered.put(template, this.get(key));
    super.put(template);
    this.#doze(key, template, template.dormantAgainAt !== null);
    if (template.inspectionStatus === 'REQ') this.#requested.set(key, template);
    else this.#requested.delete(key);
    const { senderKey, templateCode: code } = template;
    const before = this.#indexed.get(key);
    const stands = this.#byCode.get(senderKey)?.get(code) === template;
    if (stands && before?.code === code) return;
    this.#unindex(key);
    this.#indexed.set(key, { senderKey, code });
    const codes = this.#byCode.get(senderKey) ?? new Map<string, Template>();
    this.#byCode.set(senderKey, codes.set(code, template));
  }

  override remove(key: string): void {
    const before = this.get(key);
    super.remove(key);
    if (before) {
      this.#ordered.remove(before);
      this.#doze(key, before, false);
    }
    this.#requested.delete(key);
    this.#unindex(key);
  }

  #doze(key: string, template: Template, dozes: boolean): void {
    const dozing = this.#dozing.get(template.senderKey) ?? new Map<string, Template>();
    this.#dozing.set(template.senderKey, dozing);
    if (dozes) dozing.set(key, template);
    else dozing.delete(key);
  }

  #unindex(key: string): void {
    const before = this.#indexed.get(key);
    if (before === undefined) return;
    this.#indexed.delete(key);
    this.#byCode.get(before.senderKey)?.delete(before.code);
  }
}
