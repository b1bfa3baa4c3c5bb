import type { BrandPast, BrandTemplate, BrandVersion } from './brand-template.ts';
import { Shelf } from './shelf.ts';

/** The brand templates: without a scan by sender key and code, and of one sender key in the order of a list. */
export class BrandTemplateShelf extends Shelf<BrandTemplate> {
  readonly #bySender = new Map<string, BrandTemplate[]>();

  constructor() {
    super(({ senderKey, templateCode }) => keyOf(senderKey, templateCode));
  }

  of(senderKey: string, code: string): BrandTemplate | undefined {
    return this.get(keyOf(senderKey, code));
  }

  /** Of one profile or group, the oldest first. */
  all(senderKey: string): readonly BrandTemplate[] {
    return this.#bySender.get(senderKey) ?? [];
  }

  /** When a template was registered never changes in place: its order is that of its first `put`. */
  override put(template: BrandTemplate): void {
    const before = this.of(template.senderKey, template.templateCode);
    super.put(template);
    if (before === template) return;
    if (before !== undefined) this.#unlist(before);
    const list = this.#bySender.get(template.senderKey) ?? [];
    this.#bySender.set(template.senderKey, list);
    list.splice(placeOf(list, template), 0, template);
  }

  removeTemplate({ senderKey, templateCode }: BrandTemplate): void {
    this.remove(keyOf(senderKey, templateCode));
  }

  override remove(key: string): void {
    const before = this.get(key);
    super.remove(key);
    if (before !== undefined) this.#unlist(before);
  }

  #unlist(template: BrandTemplate): void {
    const list = this.#bySender.get(template.senderKey) ?? [];
    list.splice(placeOf(list, template), 1);
  }
}

/** What updates of brand templates replaced. */
export class BrandPastShelf extends Shelf<BrandPast> {
  constructor() {
    super(({ senderKey, templateCode, version }) => pastKeyOf(senderKey, templateCode, version));
  }

  /** A version of a template, the one of now among them. */
  of(template: BrandTemplate, version: number): BrandVersion | undefined {
    if (version === template.version) return template;
    return this.get(pastKeyOf(template.senderKey, template.templateCode, version));
  }

  /** The version that a template had at a moment (milliseconds): the first where it had none yet. */
  at(template: BrandTemplate, moment: number): BrandVersion {
    let found: BrandVersion = template;
    for (let version = template.version - 1; version > 0 && found.insertedAt > moment; version -= 1)
      found = this.of(template, version) ?? found;
    return found;
  }

  removeAll({ senderKey, templateCode, version }: BrandTemplate): void {
    for (let past = 1; past < version; past += 1) this.remove(pastKeyOf(senderKey, templateCode, past));
  }
}

function pastKeyOf(senderKey: string, code: string, version: number): string {
  return `${version} ${keyOf(senderKey, code)}`;
}

function keyOf(senderKey: string, code: string): string {
  return `${code} ${senderKey}`;
}

/** Where a template stands among those of its sender key, or would. */
function placeOf(list: readonly BrandTemplate[], template: BrandTemplate): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const there = list[middle];
    if (there !== undefined && isBefore(there, template)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function isBefore(a: BrandTemplate, b: BrandTemplate): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.serial < b.serial);
}
