import type { CodeList } from '../core/declaration.ts';
import type { Files } from '../core/ports.ts';

/** The names of a set or a map. */
export interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** What of an environment a manifest may name. */
export interface ManifestEnvironment {
  name: string;
  /** Values of `${var:NAME}`. */
  variables: ReadonlyMap<string, string>;
  profiles: ReadonlyMap<string, { type: 'S' | 'G' }>;
  senders: Names;
  recipients: Names;
  /** The template categories that the service last listed. The manifests' codes are not checked if left out. */
  categories?: CodeList;
}

export interface LoadOptions {
  /** The project's root, absolute. */
  root: string;
  /** Folder, file or glob, relative to the root. */
  manifests: string;
  /** Files and folders that were asked for, absolute or relative to the root: what is said is about them alone. */
  paths?: readonly string[];
  environment: ManifestEnvironment;
  defaults: { profile?: string; sender?: string };
  files: Files;
  /** Ends the reading: what is thrown then is the signal's reason. */
  signal?: AbortSignal | undefined;
}
