import { BrandTemplateShelf } from './brand-templates.ts';
import type { UploadedImage } from './image.ts';
import type { Message } from './message.ts';
import type { Profile } from './profile.ts';
import { type Change, Shelf } from './shelf.ts';
import type { PublicTemplate } from './template.ts';
import { TemplateShelf } from './templates.ts';

/** Everything that the emulator remembers: one shelf for each kind of entity. */
export class Store {
  readonly profiles = new Shelf<Profile>(({ key }) => key);
  readonly senders = new Shelf<string>((number) => number);
  readonly recipients = new Shelf<string>((number) => number);
  readonly templates = new TemplateShelf();
  readonly brandTemplates = new BrandTemplateShelf();
  readonly publicTemplates = new Shelf<PublicTemplate>(({ templateCode }) => templateCode);
  readonly images = new Shelf<UploadedImage>(({ id }) => id);
  readonly messages = new Shelf<Message>(({ messagekey }) => messagekey);

  /**
   * By the name that they have in the data file and in a snapshot. Whatever a shelf holds was put there as its own type,
   * by us or by an earlier process of this version.
   */
  readonly #byName = new Map(
    Object.entries({
      profiles: this.profiles,
      senders: this.senders,
      recipients: this.recipients,
      templates: this.templates,
      brandTemplates: this.brandTemplates,
      publicTemplates: this.publicTemplates,
      images: this.images,
      messages: this.messages,
    }) as unknown as [string, Shelf<unknown>][],
  );

  #serial = 0;

  /** Gives each entity its place in the order in which all came. */
  nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  get serial(): number {
    return this.#serial;
  }

  /** How often something changed. */
  get changes(): number {
    return this.#named().reduce((sum, [, shelf]) => sum + shelf.changes, 0);
  }

  clear(): void {
    this.#serial = 0;
    for (const [, shelf] of this.#named()) shelf.clear();
  }

  /** What changed since the last call. */
  drain(): Change[] {
    return this.#named().flatMap(([name, shelf]) =>
      shelf.drain().map(([key, value]): Change => (value === undefined ? [name, key] : [name, key, value])),
    );
  }

  /** Every entity, as if each had just changed. */
  all(): Change[] {
    return this.#named().flatMap(([name, shelf]) => shelf.entries().map(([key, value]): Change => [name, key, value]));
  }

  /** Takes up a change that `drain` or `all` gave, in this process or another. False where it names no shelf. */
  replay([name, key, value]: Change, serial: number): boolean {
    const shelf = this.#byName.get(name);
    if (shelf === undefined) return false;
    if (value === undefined) shelf.remove(key);
    else shelf.put(value);
    this.#serial = Math.max(this.#serial, serial);
    return true;
  }

  /** For a snapshot: the entities of each shelf. */
  document(): Record<string, unknown[]> {
    return Object.fromEntries(this.#named().map(([name, shelf]) => [name, [...shelf.values()]]));
  }

  #named(): [name: string, shelf: Shelf<unknown>][] {
    return [...this.#byName];
  }
}
