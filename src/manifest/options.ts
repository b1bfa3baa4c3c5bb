import type { CodeList } from '../core/declaration.ts';
import type { Files } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import type { Documents } from './manifest.ts';

/** The names of a set or a map. */
export interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** The part of an environment that a manifest may name. */
export interface ManifestEnvironment {
  name: string;
  /** The names of all environments of notiform.yaml. Left out if there is no such file. */
  environments?: readonly string[];
  /** Values of `${var:NAME}`. */
  variables: ReadonlyMap<string, string>;
  profiles: ReadonlyMap<string, { type: 'S' | 'G' }>;
  senders: Names;
  recipients: Names;
  /** `defaults.versions` */
  versions?: boolean | undefined;
  /** The template categories that the service last listed. The manifests' codes are not checked if left out. */
  categories?: CodeList;
}

/** The input of an additional check of the project (`judge`). */
export interface Judged {
  resources: readonly Resource[];
  /** The test sends of the selected files. */
  sends: readonly TestSend[];
  documents: Documents;
}

export interface LoadOptions {
  /** The project's root, absolute. */
  root: string;
  /** Folder, file or glob, relative to the root. */
  manifests: string;
  /** The selected files and folders, absolute or relative to the root. Only their problems are reported. */
  paths?: readonly string[];
  environment: ManifestEnvironment;
  defaults: { profile?: string | undefined; sender?: string | undefined };
  /** True if the lint rules are left to `withHints`. */
  withoutLint?: boolean | undefined;
  files: Files;
  /** Finds more problems. They are reported with those of the manifests. */
  judge?: ((read: Judged) => Problem[] | Promise<Problem[]>) | undefined;
  /** Ends the reading by throwing the signal's reason. */
  signal?: AbortSignal | undefined;
}
