import type { BrandPast, BrandTemplate, BrandVersion } from './brand-template.ts';
import { BySender } from './ordered.ts';
import { Shelf } from './shelf.ts';

/** The brand templates: without a scan by sender key and code, and of one sender key in the order of a list. */
export class BrandTemplateShelf extends Shelf<BrandTemplate> {
  readonly #ordered = new BySender<BrandTemplate>();

  constructor() {
    super(({ senderKey, templateCode }) => keyOf(senderKey, templateCode));
  }

  of(senderKey: string, code: string): BrandTemplate | undefined {
    return this.get(keyOf(senderKey, code));
  }

  /** Of one profile or group, the oldest first. */
  all(senderKey: string): readonly BrandTemplate[] {
    return this.#ordered.of(senderKey);
  }

  override put(template: BrandTemplate): void {
    this.#ordered.put(template, this.of(template.senderKey, template.templateCode));
    super.put(template);
  }

  removeTemplate({ senderKey, templateCode }: BrandTemplate): void {
    this.remove(keyOf(senderKey, templateCode));
  }

  override remove(key: string): void {
    const before = this.get(key);
    super.remove(key);
    if (before) this.#ordered.remove(before);
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
