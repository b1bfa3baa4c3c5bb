import { dirname } from 'node:path';
import type { PublishDiagnosticsParams, TextDocuments } from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findConfig } from '../config/load.ts';
import { type Clock, type Files, slept } from '../core/ports.ts';
import { CheckMemory } from '../manifest/load/check-file.ts';
import { type Buffers, buffersOf, pathOf, withBuffers } from './buffers.ts';
import type { EditedProject, ReadEdited } from './diagnostics.ts';
import { Diagnostics } from './diagnostics.ts';

/** How long the server waits for the next key before it checks, in milliseconds. */
const PAUSE_MS = 150;

/** What the projects of an editor share. */
interface WorkspaceContext {
  documents: TextDocuments<TextDocument>;
  read: ReadEdited;
  clock: Clock;
  files: Files;
  send(params: PublishDiagnosticsParams): void;
  /** Shows a failure that is no problem of the project. */
  fail(error: unknown): void;
  /** Ends the checks. */
  signal: AbortSignal;
}

/** A project that is checked again and again: the folder of a notiform.yaml. */
class OpenProject {
  readonly diagnostics: Diagnostics;
  readonly #check: () => Promise<EditedProject | undefined>;
  readonly #around: WorkspaceContext;
  #pause = new AbortController();
  #turn: Promise<void> | undefined;
  #isWaiting = false;
  #last: EditedProject | undefined;

  constructor(around: WorkspaceContext, check: () => Promise<EditedProject | undefined>) {
    this.#around = around;
    this.#check = check;
    this.diagnostics = new Diagnostics(around.send);
  }

  /** Starts a check after a pause. A check that has started ends first. */
  changed(): void {
    const { clock, signal } = this.#around;
    this.stop();
    this.#pause = new AbortController();
    void slept(clock, PAUSE_MS, AbortSignal.any([this.#pause.signal, signal])).then((isDue) => {
      if (isDue) void this.#run();
    });
  }

  stop(): void {
    this.#pause.abort();
  }

  /** The project after its last check. Waits for the first one. Undefined if that failed. */
  async known(): Promise<EditedProject | undefined> {
    if (this.#last === undefined) await (this.#turn ?? this.#run());
    return this.#last;
  }

  #run(): Promise<void> {
    if (this.#isWaiting && this.#turn) return this.#turn;
    this.#isWaiting = true;
    this.#turn = (this.#turn ?? Promise.resolve()).then(async () => {
      this.#isWaiting = false;
      try {
        this.#last = (await this.#check()) ?? this.#last;
      } catch (error) {
        this.#around.fail(error);
      }
    });
    return this.#turn;
  }
}

/** The projects of an editor: those of its folders, and those of its open documents. */
export class Workspace {
  readonly #around: WorkspaceContext;
  readonly #folders = new Set<string>();
  readonly #projects = new Map<string, OpenProject>();

  constructor(around: WorkspaceContext) {
    this.#around = around;
  }

  async open(added: readonly string[], removed: readonly string[] = []): Promise<void> {
    for (const uri of removed) this.#folders.delete(pathOf(uri) ?? uri);
    for (const uri of added) this.#folders.add(pathOf(uri) ?? uri);
    await this.changed();
  }

  /** Checks the project of a document after a pause; all projects if left out. */
  async changed(uri?: string): Promise<void> {
    const buffers = buffersOf(this.#around.documents.all());
    const roots = await Promise.all(
      [...this.#folders, ...Array.from(buffers.keys(), dirname)].map((folder) => this.#rootOf(folder, buffers)),
    );
    for (const [root, project] of this.#projects) if (!roots.includes(root)) this.#close(root, project);
    for (const root of new Set(roots)) if (root !== undefined) this.#add(root);
    if (uri === undefined) for (const project of this.#projects.values()) project.changed();
    else (await this.#projectOf(uri, buffers))?.changed();
  }

  /** The project of a document after its last check. Undefined if no notiform.yaml is in a folder above. */
  async projectOf(uri: string): Promise<EditedProject | undefined> {
    const project = await this.#projectOf(uri, buffersOf(this.#around.documents.all()));
    return project?.known();
  }

  async #projectOf(uri: string, buffers: Buffers): Promise<OpenProject | undefined> {
    const path = pathOf(uri);
    const root = path === undefined ? undefined : await this.#rootOf(dirname(path), buffers);
    return root === undefined ? undefined : this.#add(root);
  }

  async #rootOf(folder: string, buffers: Buffers): Promise<string | undefined> {
    const config = await findConfig(folder, withBuffers(this.#around.files, buffers)).catch(() => undefined);
    return config === undefined ? undefined : dirname(config);
  }

  #add(root: string): OpenProject {
    const known = this.#projects.get(root);
    if (known) return known;
    const memory = new CheckMemory();
    const project = new OpenProject(this.#around, () => this.#check(root, memory));
    this.#projects.set(root, project);
    project.changed();
    return project;
  }

  #close(root: string, project: OpenProject): void {
    this.#projects.delete(root);
    project.stop();
    project.diagnostics.clear();
  }

  async #check(root: string, memory: CheckMemory): Promise<EditedProject | undefined> {
    const { documents, read, files, signal } = this.#around;
    const buffers = buffersOf(documents.all());
    const owners = await Promise.all(
      Array.from(buffers, async ([path, buffer]) => ({
        path,
        buffer,
        root: await this.#rootOf(dirname(path), buffers),
      })),
    );
    const open = new Map(owners.filter((one) => one.root === root).map(({ path, buffer }) => [path, buffer]));
    memory.begin();
    const project = await read(root, withBuffers(files, buffers), memory);
    const isOpen = this.#projects.has(root) && !signal.aborted;
    if (isOpen) this.#projects.get(root)?.diagnostics.publish(project, open);
    return project;
  }
}
