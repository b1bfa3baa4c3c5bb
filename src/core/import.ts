import type { Address } from './address.ts';

export interface Imported {
  address: Address;
  kind: string;
  profile: string;
  /** The service's name of it: a code, a key. */
  name: string;
  /** For a person. */
  title: string;
  state: string;
}

export interface ImportReport {
  environment: string;
  /** True if nothing was written or bound: `written` and `updated` are what would be. */
  dryRun?: boolean;
  written: (Imported & { file: string })[];
  /** The fetched images, which were written beside the manifests. Relative to the project's root. */
  images: string[];
  /**
   * The selected manifests with their rewritten fields. A manifest without a difference has no fields, and neither has one that
   * only its author changed since the last apply or import (`edited`): it is not rewritten.
   */
  updated: { address: Address; file: string; fields: string[]; edited?: true }[];
  /** Live resources that already have a manifest: bound to it, or bound by the next apply. */
  skipped: (Omit<Imported, 'state'> & { because: 'managed' | 'declared' })[];
  /** Live resources without a manifest, and why none was written. They stay unmanaged. */
  left: (Imported & { reason: string })[];
}
