import { Collection, type StoreChange } from './collection.ts';
import type { Message } from './message/message.ts';
import { BrandPastCollection, BrandTemplateCollection } from './resource/brand-template/store.ts';
import type { GroupTag } from './resource/group-tag/tag.ts';
import type { UploadedImage } from './resource/image/image.ts';
import { type PluginCallback, pluginKey } from './resource/plugin/plugin.ts';
import type { Profile } from './resource/profile/profile.ts';
import type { Channel, VerificationToken } from './resource/profile/verification-token.ts';
import { TemplateCollection } from './resource/template/store.ts';
import type { PublicTemplate } from './resource/template/template.ts';
import type { Video } from './resource/video/video.ts';

export interface Checkpoint {
  serial: number;
  changes: readonly StoreChange[];
}

/** Everything that the emulator remembers: one collection for each kind of entity. */
export class Store {
  readonly profiles = new Collection<Profile>(({ key }) => key);
  readonly channels = new Collection<Channel>(({ id }) => id);
  readonly verificationTokens = new Collection<VerificationToken>(({ channel }) => channel);
  readonly groupTags = new Collection<GroupTag>(({ groupTagKey }) => groupTagKey);
  readonly pluginCallbacks = new Collection<PluginCallback>(({ channel, pluginId }) => pluginKey(channel, pluginId));
  readonly senders = new Collection<string>((number) => number);
  readonly recipients = new Collection<string>((number) => number);
  readonly templates = new TemplateCollection();
  readonly brandTemplates = new BrandTemplateCollection();
  readonly brandPasts = new BrandPastCollection();
  readonly publicTemplates = new Collection<PublicTemplate>(({ templateCode }) => templateCode);
  readonly images = new Collection<UploadedImage>(({ id }) => id);
  readonly videos = new Collection<Video>(({ vid }) => vid);
  readonly messages = new Collection<Message>(({ messagekey }) => messagekey);

  /**
   * By the name that they have in the data file and in a snapshot. Whatever a collection holds was put there as its own type,
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
    }) as unknown as [string, Collection<unknown>][],
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
    return this.#named().reduce((sum, [, collection]) => sum + collection.changes, 0);
  }

  clear(): void {
    this.#serial = 0;
    for (const [, collection] of this.#named()) collection.clear();
  }

  /** What changed since the last call. */
  drain(): StoreChange[] {
    return this.#named().flatMap(([name, collection]) =>
      collection.drain().map(([key, value]): StoreChange => (value === undefined ? [name, key] : [name, key, value])),
    );
  }

  /** Every entity, as if each had just changed. */
  all(): StoreChange[] {
    return this.#named().flatMap(([name, collection]) =>
      collection.entries().map(([key, value]): StoreChange => [name, key, value]),
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
      const collection = this.#byName.get(name);
      if (collection !== undefined && collection.get(key) !== value) collection.put(value);
    }
    this.#serial = serial;
  }

  /** Takes up a change that `drain` or `all` gave, in this process or another. False where it names no collection. */
  replay([name, key, value]: StoreChange, serial: number): boolean {
    const collection = this.#byName.get(name);
    if (collection === undefined) return false;
    if (value === undefined) collection.remove(key);
    else collection.put(value);
    this.#serial = Math.max(this.#serial, serial);
    return true;
  }

  /** For a snapshot: the entities of each collection. */
  document(): Record<string, unknown[]> {
    return Object.fromEntries(this.#named().map(([name, collection]) => [name, [...collection.values()]]));
  }

  #named(): [name: string, collection: Collection<unknown>][] {
    return [...this.#byName];
  }
}
