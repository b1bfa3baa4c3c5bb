import { join } from 'node:path';
import { type Diagnostic, DiagnosticSeverity, type PublishDiagnosticsParams } from 'vscode-languageserver/node.js';
import type { Files } from '../core/ports.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { CheckMemory } from '../manifest/load/check-file.ts';
import { type Buffers, uriOf } from './buffers.ts';
import { rangeOf } from './cursor.ts';

/** The problems of one project in the editor. */
export class Diagnostics {
  /** What the editor shows, as JSON by URI. */
  readonly #shown = new Map<string, string>();
  readonly #send: (params: PublishDiagnosticsParams) => void;

  constructor(send: (params: PublishDiagnosticsParams) => void) {
    this.#send = send;
  }

  /**
   * Sends the problems of every open document, and of each other file whose problems changed.
   * @param open the open documents of this project
   */
  publish(project: EditedProject, open: Buffers): void {
    const versions = new Map(Array.from(open.values(), ({ uri, version }) => [uri, version]));
    const found = diagnosticsOf(project, open);
    for (const uri of [...versions.keys(), ...this.#shown.keys()]) if (!found.has(uri)) found.set(uri, []);
    for (const [uri, diagnostics] of found) {
      const version = versions.get(uri);
      const text = JSON.stringify(diagnostics);
      if (version !== undefined) this.#send({ uri, version, diagnostics });
      else if (this.#shown.get(uri) !== text) this.#send({ uri, diagnostics });
      if (diagnostics.length > 0) this.#shown.set(uri, text);
      else this.#shown.delete(uri);
    }
  }

  clear(): void {
    for (const uri of this.#shown.keys()) this.#send({ uri, diagnostics: [] });
    this.#shown.clear();
  }
}

function diagnosticsOf(
  { root, config, problems, words, sources }: EditedProject,
  open: Buffers,
): Map<string, Diagnostic[]> {
  const files = new Map<string, { uri: string; lines: string[] }>();
  const fileOf = (name: string): { uri: string; lines: string[] } => {
    const path = join(root, name);
    const buffer = open.get(path);
    const file = files.get(name) ?? {
      uri: buffer?.uri ?? uriOf(path),
      lines: linesOf(buffer?.text ?? sources.get(name) ?? ''),
    };
    files.set(name, file);
    return file;
  };
  const locationOf = (place: Place): { uri: string; range: Diagnostic['range'] } => {
    const { uri, lines } = fileOf(place.file);
    return { uri, range: rangeOf(place, lines) };
  };
  const found = new Map<string, Diagnostic[]>();
  for (const problem of problems) {
    // A problem of the whole project is shown in its configuration.
    const { uri, range } = locationOf(problem.place ?? { file: config, line: 1, column: 1 });
    const shown = words.problem(problem);
    const related = shown.related?.map(({ message, place }) => ({ message, location: locationOf(place) }));
    const diagnostic = {
      range,
      ...partsOf(problem),
      message: textOf(shown, words.help),
      // The fixes of a problem are found in its English text.
      ...(shown === problem ? {} : { data: textOf(problem) }),
      ...(related ? { relatedInformation: related } : {}),
    };
    const list = found.get(uri);
    if (list) list.push(diagnostic);
    else found.set(uri, [diagnostic]);
  }
  return found;
}

/** The lines of a text, as the protocol divides it. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

function partsOf({ code, rule, severity }: Problem): Pick<Diagnostic, 'severity' | 'code' | 'source'> {
  return {
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: rule ?? code,
    source: 'notiform',
  };
}

function textOf({ message, hint }: Problem, help = 'help'): string {
  return hint === undefined ? message : `${message}\n${help}: ${hint}`;
}

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
