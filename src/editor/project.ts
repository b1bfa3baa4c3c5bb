import type { Files } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { CheckMemory } from '../manifest/load/check-file.ts';

/** A project as the language server knows it after a check. */
export interface EditedProject {
  /** Absolute. */
  root: string;
  /** The name of the configuration file, relative to the root. */
  config: string;
  /** What `validate` reports. */
  problems: readonly Problem[];
  /** The words of the project's language: those of a problem, and the label of its help. */
  words: { problem(problem: Problem): Problem; help: string };
  /** The texts of the files, by the file name that places have. */
  sources: { get(file: string): string | undefined };
  /** The valid resources of the first environment. */
  resources: readonly Resource[];
  /** The variables of the environments, each with its values: `local: shop.example.com`. */
  variables: ReadonlyMap<string, readonly string[]>;
  profiles: readonly string[];
  /** The names of the cached template categories, by code. Empty if no plan has read them yet. */
  categories: ReadonlyMap<string, string>;
}

/** Checks the project of a folder as `validate` does. `files` has the unsaved buffers, `memory` what earlier checks know. */
export type ReadEdited = (folder: string, files: Files, memory: CheckMemory) => Promise<EditedProject>;
