import type { Address } from './address.ts';

/** A live resource as an import shows it. */
export interface Imported {
  address: Address;
  kind: string;
  profile: string;
  /** What the service calls it: a code, a key. */
  name: string;
  /** For a person. */
  title: string;
  /** The live state's word. */
  state: string;
}

/** What an import came to. Plain data. */
export interface ImportReport {
  environment: string;
  /** Manifests that were written, and bound. */
  written: (Imported & { file: string })[];
  /** Images that were fetched and stand beside them now, relative to the project's root. */
  images: string[];
  /** Manifests of which fields were rewritten; none where they were as live already. */
  updated: { address: Address; file: string; fields: string[] }[];
  /**
   * Live resources that have a manifest already: bound to it, a version of it that it does not stand for now, or taken over by
   * the next apply. `drifted` are the fields of the manifest that say something else than what is live: those that `--update`
   * would rewrite. `alike` says what differs in those of them that look the same.
   */
  skipped: (Imported & {
    because: 'managed' | 'version' | 'declared';
    drifted: string[];
    alike?: Readonly<Record<string, string>>;
  })[];
  /** Live resources without one, and why none was written. They stay unmanaged. */
  left: (Imported & { reason: string })[];
}
