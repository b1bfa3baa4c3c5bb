import type { Address } from './address.ts';
import type { Moved } from './plan.ts';

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
  written: (Imported & { file: string })[];
  /** The fetched images, which were written beside the manifests. Relative to the project's root. */
  images: string[];
  /**
   * The selected manifests with their rewritten fields. A manifest without a difference has no fields, and neither has one that
   * only its author changed since the last apply or import (`edited`): it is not rewritten.
   */
  updated: { address: Address; file: string; fields: string[]; edited?: true }[];
  /**
   * Live resources that already have a manifest: bound to it, another version of it, or bound by the next apply. `drifted` are
   * the fields that differ from the live resource. `--update` would rewrite them, unless the manifest changed since the last apply or import:
   * `moved` then shows which sides changed. `alike` describes the difference of fields that look the same.
   */
  skipped: (Imported & {
    because: 'managed' | 'version' | 'declared';
    drifted: string[];
    moved?: readonly Moved[];
    alike?: Readonly<Record<string, string>>;
  })[];
  /** Live resources without a manifest, and why none was written. They stay unmanaged. */
  left: (Imported & { reason: string })[];
}
