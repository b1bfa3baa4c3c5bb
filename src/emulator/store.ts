import type { JsonObject } from '../core/json.ts';
import { Collection } from './collection.ts';
import type { Message } from './message/message.ts';
import { BrandTemplateCollection } from './resource/brand-template/template.ts';
import {
  type Channel,
  type GroupTag,
  type PluginCallback,
  type Profile,
  pluginKey,
  type VerificationToken,
  type Video,
} from './resource/entities.ts';
import type { UploadedImage } from './resource/image/rules.ts';
import { type Tally, tallyKey } from './resource/statistics/tallies.ts';
import { type PublicTemplate, TemplateCollection } from './resource/template/template.ts';

/** A change to save, with the entity; without one if it was removed. */
export type StoreChange = [collection: string, key: string, value?: unknown];

export interface Checkpoint {
  serial: number;
  entities: Readonly<Record<string, readonly unknown[]>>;
}

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
  readonly publicTemplates = new Collection<PublicTemplate>(({ templateCode }) => templateCode);
  readonly images = new Collection<UploadedImage>(({ id }) => id);
  readonly videos = new Collection<Video>(({ vid }) => vid);
  readonly messages = new Collection<Message>(({ messagekey }) => messagekey);
  readonly tallies = new Collection<Tally>(tallyKey);

  /** The collections by name. The data file and the snapshot use these names. */
  readonly #byName: ReadonlyMap<string, Collection<unknown>> = new Map(Object.entries(this));

  /** True after a restore or a reset until the data file is written again: appended changes do not change the order of entities. */
  isReordered = false;

  #serial = 0;
  #offset = 0;
  #changes = 0;
  /** Names of collections and keys of their entities that changed since the last `drain`. */
  #changed = new Map<string, [collection: string, key: string]>();

  constructor() {
    for (const [name, collection] of this.#byName)
      collection.onChange((_entity, key) => {
        this.#changes += 1;
        this.#changed.set(`${name} ${key}`, [name, key]);
      });
  }

  nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  get serial(): number {
    return this.#serial;
  }

  /** The offset of the clock, in milliseconds: the clock of a data file goes on where it was. */
  get offset(): number {
    return this.#offset;
  }

  set offset(ms: number) {
    if (ms === this.#offset) return;
    this.#offset = ms;
    this.#changes += 1;
  }

  get changes(): number {
    return this.#changes;
  }

  clear(): void {
    this.#serial = 0;
    this.isReordered = true;
    for (const collection of this.#byName.values()) collection.clear();
  }

  /** Returns and forgets the changes since the last call. */
  drain(): StoreChange[] {
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    return changed.map(([name, key]): StoreChange => {
      const value = this.#byName.get(name)?.get(key);
      return value === undefined ? [name, key] : [name, key, value];
    });
  }

  /** Every entity, as a change. */
  all(): StoreChange[] {
    return [...this.#byName].flatMap(([name, collection]) =>
      collection.entries().map(([key, value]): StoreChange => [name, key, value]),
    );
  }

  /** The current state. The entities are not copies: clone the checkpoint to keep it. */
  checkpoint(): Checkpoint {
    return { serial: this.#serial, entities: this.document() };
  }

  restore({ serial, entities }: Checkpoint): void {
    for (const [name, collection] of this.#byName) collection.restore(entities[name] ?? []);
    this.#serial = serial;
    this.isReordered = true;
  }

  /**
   * Replaces all entities by those of a snapshot, except tokens, which it hides. Returns the path of a member that is not of this
   * version.
   */
  load(snapshot: JsonObject): string | undefined {
    const { serial, verificationTokens: _hidden, ...entities } = structuredClone(snapshot);
    if (typeof serial !== 'number') return '.serial';
    for (const [name, list] of Object.entries(entities)) {
      const collection = this.#byName.get(name);
      if (collection === undefined || !Array.isArray(list)) return `.${name}`;
      const odd = list.findIndex((entity) => !collection.isEntity(entity));
      if (odd >= 0) return `.${name}[${odd}]`;
    }
    this.restore({ serial, entities: entities as Checkpoint['entities'] }); // lists, as was checked
    return undefined;
  }

  /** Applies a change that `drain` or `all` returned. Returns false for an unknown collection or a damaged entity. */
  replay([name, key, value]: StoreChange, serial: number): boolean {
    const collection = this.#byName.get(name);
    if (collection === undefined) return false;
    if (value === undefined) collection.remove(key);
    else if (collection.isEntity(value, key)) collection.put(value);
    else return false;
    this.#serial = Math.max(this.#serial, serial);
    return true;
  }

  document(): Record<string, unknown[]> {
    return Object.fromEntries([...this.#byName].map(([name, collection]) => [name, [...collection.values()]]));
  }
}
