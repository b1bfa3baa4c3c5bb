import { Collection } from '../../collection.ts';
import type { KeyType } from '../template/shape.ts';
import { SenderCollection } from '../template/store.ts';
import type { BrandContent } from './shape.ts';

/** `A` registered, `S` blocked. */
type BrandStatus = 'A' | 'S';

export interface BrandVersion {
  /** 1 at registration; each update adds 1. */
  version: number;
  content: BrandContent;
  /** Milliseconds since the epoch. */
  insertedAt: number;
}

export interface BrandTemplate extends BrandVersion {
  senderKey: string;
  senderKeyType: KeyType;
  /** Assigned by the service. */
  templateCode: string;
  status: BrandStatus;
  createdAt: number;
  modifiedAt: number;
  /** Registration number. */
  serial: number;
}

/** A version that an update replaced. It never changes, so it is saved separately. */
interface BrandPast extends BrandVersion {
  senderKey: string;
  templateCode: string;
}

export class BrandTemplateCollection extends SenderCollection<BrandTemplate> {
  constructor() {
    super(({ senderKey, templateCode }) => keyOf(senderKey, templateCode));
  }

  of(senderKey: string, code: string): BrandTemplate | undefined {
    return this.get(keyOf(senderKey, code));
  }

  removeTemplate({ senderKey, templateCode }: BrandTemplate): void {
    this.remove(keyOf(senderKey, templateCode));
  }
}

export class BrandPastCollection extends Collection<BrandPast> {
  constructor() {
    super(({ senderKey, templateCode, version }) => pastKeyOf(senderKey, templateCode, version));
  }

  /** A version of a template, also the current one. */
  of(template: BrandTemplate, version: number): BrandVersion | undefined {
    if (version === template.version) return template;
    return this.get(pastKeyOf(template.senderKey, template.templateCode, version));
  }

  /** The version of a template at a moment (milliseconds); the first version before registration. */
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
