import type { Message } from './message/message.ts';
import { BrandPastShelf, BrandTemplateShelf } from './resource/brand-template/shelf.ts';
import type { GroupTag } from './resource/group-tag/tag.ts';
import type { UploadedImage } from './resource/image/image.ts';
import { type PluginCallback, pluginKey } from './resource/plugin/plugin.ts';
import type { Profile } from './resource/profile/profile.ts';
import type { Channel, VerificationToken } from './resource/profile/verification-token.ts';
import { TemplateShelf } from './resource/template/shelf.ts';
import type { PublicTemplate } from './resource/template/template.ts';
import type { Video } from './resource/video/video.ts';
import { Shelf, type ShelfChange } from './shelf.ts';

export interface Checkpoint {
  serial: number;
  changes: readonly ShelfChange[];
}

/** Everything that the emulator remembers: one shelf for each kind of entity. */
export class Store {
  readonly profiles = new Shelf<Profile>(({ key }) => key);
  readonly channels = new Shelf<Channel>(({ id }) => id);
  readonly verificationTokens = new Shelf<VerificationToken>(({ channel }) => channel);
  readonly groupTags = new Shelf<GroupTag>(({ groupTagKey }) => groupTagKey);
  readonly pluginCallbacks = new Shelf<PluginCallback>(({ channel, pluginId }) => pluginKey(channel, pluginId));
  readonly senders = new Shelf<string>((number) => number);
  readonly recipients = new Shelf<string>((number) => number);
  readonly templates = new TemplateShelf();
  readonly brandTemplates = new BrandTemplateShelf();
  readonly brandPasts = new BrandPastShelf();
  readonly publicTemplates = new Shelf<PublicTemplate>(({ templateCode }) => templateCode);
  readonly images = new Shelf<UploadedImage>(({ id }) => id);
  readonly videos = new Shelf<Video>(({ vid }) => vid);
  readonly messages = new Shelf<Message>(({ messagekey }) => messagekey);

  /**
   * By the name that they have in the data file and in a snapshot. Whatever a shelf holds was put there as its own type,
   * by us or by an earlier process of this version.
   */
  readonly #byName = new Map(
    Object.entries({
      profiles: this.profiles,
      channels: this.channels,
      verificationTokens: this.verificationTokens,
      groupTags: this.groupTags,
      pluginCallbacks: this.pluginCallbacks,
      senders: this.senders,
      recipients: this.recipients,
      templates: this.templates,
      brandTemplates: this.brandTemplates,
      brandPasts: this.brandPasts,
      publicTemplates: this.publicTemplates,
      images: this.images,
      videos: this.videos,
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
  drain(): ShelfChange[] {
    return this.#named().flatMap(([name, shelf]) =>
      shelf.drain().map(([key, value]): ShelfChange => (value === undefined ? [name, key] : [name, key, value])),
    );
  }

  /** Every entity, as if each had just changed. */
  all(): ShelfChange[] {
    return this.#named().flatMap(([name, shelf]) =>
      shelf.entries().map(([key, value]): ShelfChange => [name, key, value]),
    );
  }

  /** What it holds at this moment. The entities are the living ones: `structuredClone` makes it last. */
  checkpoint(): Checkpoint {
    return { serial: this.#serial, changes: this.all() };
  }

  /** Back to a checkpoint. */
  restore({ serial, changes }: Checkpoint): void {
    const before = new Set(changes.map(([name, key]) => `${name} ${key}`));
    for (const [name, key] of this.all()) if (!before.has(`${name} ${key}`)) this.#byName.get(name)?.remove(key);
    for (const [name, key, value] of changes) {
      const shelf = this.#byName.get(name);
      if (shelf !== undefined && shelf.get(key) !== value) shelf.put(value);
    }
    this.#serial = serial;
  }

  /** Takes up a change that `drain` or `all` gave, in this process or another. False where it names no shelf. */
  replay([name, key, value]: ShelfChange, serial: number): boolean {
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
