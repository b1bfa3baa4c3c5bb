import { isAbsolute, join, relative, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  type Position,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node.js';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Files, type Ports, slept } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import { version } from '../core/version.ts';
import { formatBytes } from '../manifest/format/file.ts';
import { completionsOf } from './completions.ts';
import { cursorAt } from './cursor.ts';
import { definitionsOf } from './definitions.ts';
import { hoverText } from './hover.ts';
import { rangeOf } from './positions.ts';
import type { EditedProject, ReadEdited } from './project.ts';

/** How long the server waits for the next key before it checks, in milliseconds. */
const PAUSE_MS = 150;

interface Editing {
  /** The folder that the editor opened. */
  folder: string;
  documents: TextDocuments<TextDocument>;
  /** Starts a check after a pause. A check that has started ends first. */
  changed(): void;
  /** The project after the last check. */
  project(): Promise<EditedProject>;
}

/**
 * Serves one editor over two streams (Language Server Protocol 3.17) until it sends `exit` or closes its stream. Every request
 * is answered from the last check and the text in the editor.
 */
export async function serveEditor(
  streams: { input: Readable; output: Writable },
  read: ReadEdited,
  { clock, files }: Pick<Ports, 'clock' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  const connection = createConnection(new StreamMessageReader(streams.input), new StreamMessageWriter(streams.output));
  const documents = new TextDocuments(TextDocument);
  const ended = new AbortController();
  let folder = '';
  let checking: Promise<EditedProject> | undefined;
  let pause = new AbortController();
  let published = new Set<string>();

  const check = async (): Promise<EditedProject> => {
    const project = await read(folder, withBuffers(files, documents));
    published = publish(connection, project, documents, published);
    return project;
  };
  const changed = (): void => {
    pause.abort();
    pause = new AbortController();
    const before = checking;
    void slept(clock, PAUSE_MS, AbortSignal.any([pause.signal, ended.signal])).then(async (isDue) => {
      if (!isDue) return;
      await before?.catch(() => undefined);
      checking = check();
      checking.catch((error: unknown) => connection.window.showErrorMessage(String(error)));
    });
  };
  const project = (): Promise<EditedProject> => {
    checking ??= check();
    return checking;
  };

  connection.onInitialize(({ workspaceFolders, rootUri }) => {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri;
    folder = uri ? fileURLToPath(uri) : '';
    return {
      serverInfo: { name: 'notiform', version },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        definitionProvider: true,
        completionProvider: { triggerCharacters: ['{', ':', '"', ' '] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        documentFormattingProvider: true,
      },
    };
  });
  connection.onInitialized(changed);
  documents.onDidChangeContent(changed);
  documents.onDidClose(changed);
  connection.onDidChangeWatchedFiles(changed);
  answer(connection, {
    get folder() {
      return folder;
    },
    documents,
    changed,
    project,
  });
  documents.listen(connection);
  const stopped = new Promise<void>((resolve) => {
    connection.onExit(() => resolve());
    streams.input.once('close', () => resolve());
    streams.input.once('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  connection.listen();
  await stopped;
  ended.abort();
  connection.dispose();
}

/** Registers the answers to requests about a place in a document. */
function answer(connection: Connection, editing: Editing): void {
  const { documents, project } = editing;
  const asked = async (uri: string, position: Position) => {
    const document = documents.get(uri);
    const known = await project();
    const file = fileOf(uri, known.root);
    if (document === undefined || file === undefined) return undefined;
    const text = document.getText();
    const offset = document.offsetAt(position);
    const start = document.offsetAt({ line: position.line, character: 0 });
    const [rest = ''] = text.slice(offset).split(/\r\n|\r|\n/, 1);
    const line = { before: text.slice(start, offset), behind: rest };
    return { known, file, text, ...line, cursor: cursorAt(text, offset) };
  };
  connection.onHover(async ({ textDocument, position }) => {
    const at = await asked(textDocument.uri, position);
    const value = at?.cursor && hoverText(at.cursor, at.file, at.known);
    return value ? { contents: { kind: 'markdown', value } } : null;
  });
  connection.onDefinition(async ({ textDocument, position }) => {
    const at = await asked(textDocument.uri, position);
    if (at?.cursor === undefined) return null;
    const { root } = at.known;
    return definitionsOf({ ...at, cursor: at.cursor }, at.known).map((place) => ({
      uri: uriOf(join(root, place.file)),
      range: rangeOf(place, textOf(join(root, place.file), place.file, at.known, documents)),
    }));
  });
  connection.onCompletion(async ({ textDocument, position }) => {
    const at = await asked(textDocument.uri, position);
    if (at === undefined) return [];
    const kind = at.file === at.known.config ? undefined : String(at.cursor?.document['kind']);
    return completionsOf({ ...at, kind }, at.known);
  });
  connection.onCodeAction(({ textDocument, context }) => {
    const document = documents.get(textDocument.uri);
    return document ? context.diagnostics.flatMap((diagnostic) => fixOf(document, diagnostic)) : [];
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return [];
    const { before, after } = formatBytes('', Buffer.from(document.getText()));
    return before === after ? [] : [{ range: wholeOf(document), newText: after }];
  });
}

/** The file port of the project with the unsaved buffers of the editor. */
function withBuffers(files: Files, documents: TextDocuments<TextDocument>): Files {
  const buffers = new Map(documents.all().map((document) => [pathOf(document.uri), document.getText()]));
  const bufferOf = (path: string): Uint8Array | undefined => {
    const text = buffers.get(path);
    return text === undefined ? undefined : Buffer.from(text);
  };
  return {
    ...files,
    read: async (path, most) => bufferOf(path) ?? files.read(path, most),
    size: async (path) => bufferOf(path)?.byteLength ?? files.size(path),
  };
}

/** Sends the problems of each file, also if an open or a marked file has none. Returns the files that have problems. */
function publish(
  connection: Connection,
  project: EditedProject,
  documents: TextDocuments<TextDocument>,
  before: ReadonlySet<string>,
): Set<string> {
  const shown = [...before, ...documents.keys()];
  const byUri = new Map<string, Diagnostic[]>(shown.map((uri) => [uri, []]));
  const found = new Set<string>();
  for (const problem of project.problems) {
    // A problem of the whole project is shown in its configuration.
    const file = problem.place?.file ?? project.config;
    const path = join(project.root, file);
    const uri = documents.all().find((document) => pathOf(document.uri) === path)?.uri ?? uriOf(path);
    found.add(uri);
    const list = byUri.get(uri) ?? [];
    byUri.set(uri, [...list, diagnosticOf(problem, textOf(path, file, project, documents))]);
  }
  for (const [uri, diagnostics] of byUri) void connection.sendDiagnostics({ uri, diagnostics });
  return found;
}

function diagnosticOf(problem: Problem, text: string): Diagnostic {
  const { code, rule, severity, message, hint, place } = problem;
  return {
    range: rangeOf(place ?? { file: '', line: 1, column: 1 }, text),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: rule ?? code,
    source: 'notiform',
    message: hint === undefined ? message : `${message}\nhelp: ${hint}`,
  };
}

/** The fix of a mistyped word: the hint names the word that was probably meant. */
function fixOf(document: TextDocument, diagnostic: Diagnostic): CodeAction[] {
  const [, meant] = /Did you mean `([^`]+)`\?/.exec(diagnostic.message) ?? [];
  if (diagnostic.source !== 'notiform' || meant === undefined) return [];
  const written = document.getText(diagnostic.range);
  const [quote = ''] = /^["']/.exec(written) ?? [];
  const edit = { range: diagnostic.range, newText: `${quote}${meant}${quote}` };
  return [
    {
      title: `Replace with ${meant}`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: true,
      edit: { changes: { [document.uri]: [edit] } },
    },
  ];
}

function wholeOf(document: TextDocument): Range {
  return { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) };
}

function textOf(
  path: string,
  file: string,
  { sources }: EditedProject,
  documents: TextDocuments<TextDocument>,
): string {
  return (
    documents
      .all()
      .find(({ uri }) => pathOf(uri) === path)
      ?.getText() ??
    sources.get(file) ??
    ''
  );
}

function pathOf(uri: string): string {
  return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** The name of a document in the project; undefined if the document is outside of it. */
function fileOf(uri: string, root: string): string | undefined {
  const file = relative(root, pathOf(uri));
  return file.startsWith('..') || isAbsolute(file) ? undefined : file.split(sep).join('/');
}
