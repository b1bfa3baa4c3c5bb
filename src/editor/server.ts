import { isAbsolute, join, relative, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
// The usual function of this name ends the process by itself, and keeps it alive while the editor runs.
import { createConnection } from 'vscode-languageserver/lib/common/api.js';
import {
  type CancellationToken,
  CodeActionKind,
  type Connection,
  createProtocolConnection,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  LSPErrorCodes,
  NullLogger,
  type Position,
  PositionEncodingKind,
  type Range,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node.js';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Ports } from '../core/ports.ts';
import { version } from '../core/version.ts';
import { formatBytes } from '../manifest/format/file.ts';
import { definitionsOf, hoverText } from './at-cursor.ts';
import { buffersOf, pathOf, uriOf } from './buffers.ts';
import { completionsOf } from './completions.ts';
import { cursorAt, rangeOf } from './cursor.ts';
import type { ReadEdited } from './diagnostics.ts';
import { linesOf } from './diagnostics.ts';
import { fixesOf } from './fixes.ts';
import { Workspace } from './workspace.ts';

/** Folders whose changes are no changes of a project. notiform writes into `.notiform` itself. */
const IGNORED_FOLDERS = new Set(['node_modules', '.git', '.notiform']);

/** What the server needs of the program. */
interface EditorHost extends Pick<Ports, 'clock' | 'files'> {
  read: ReadEdited;
  /** Ends the server. */
  signal: AbortSignal;
}

/**
 * Serves one editor over two streams (Language Server Protocol 3.17) until it sends `exit` or closes its stream.
 * Every request is answered from the last check and the text in the editor. Positions are in units of UTF-16, which every editor
 * supports. Returns false if the editor sent `exit` without `shutdown`.
 */
export async function serveEditor(
  { input, output }: { input: Readable; output: Writable },
  { read, clock, files, signal }: EditorHost,
): Promise<boolean> {
  let end: (inOrder: boolean) => void = () => undefined;
  const stopped = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  const connection = createConnection(
    () => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output), NullLogger),
    {
      shutdownReceived: false,
      initialize: () => undefined,
      exit: (code) => end(code === 0),
    },
  );
  const documents = new TextDocuments(TextDocument);
  const ended = new AbortController();
  const workspace = new Workspace({
    documents,
    read,
    clock,
    files,
    // An editor that is gone needs no problems.
    send: (params) => void connection.sendDiagnostics(params).catch(() => undefined),
    fail: (error) => connection.window.showErrorMessage(String(error)),
    signal: ended.signal,
  });
  let opened: string[] = [];
  let reportsChanges = false;

  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }) => {
    opened = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    reportsChanges = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'notiform', version },
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        definitionProvider: true,
        completionProvider: { triggerCharacters: ['{', ':', '"', ' '] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        documentFormattingProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });
  connection.onInitialized(() => {
    if (reportsChanges) void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED });
    void workspace.open(opened);
  });
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) =>
    workspace.open(
      added.map(({ uri }) => uri),
      removed.map(({ uri }) => uri),
    ),
  );
  documents.onDidChangeContent(({ document }) => void workspace.changed(document.uri));
  documents.onDidSave(() => void workspace.changed());
  documents.onDidClose(() => void workspace.changed());
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri }) => !uri.split('/').some((part) => IGNORED_FOLDERS.has(part)))) void workspace.changed();
  });
  answer(connection, documents, workspace);
  documents.listen(connection);
  input.once('close', () => end(true));
  input.once('end', () => end(true));
  output.once('error', () => end(true));
  signal.addEventListener('abort', () => end(true), { once: true });
  if (signal.aborted) end(true);
  connection.listen();
  const inOrder = await stopped;
  ended.abort();
  // A stream that is read keeps the process alive.
  input.destroy();
  connection.dispose();
  return inOrder;
}

/** Every file: an editor reports a removed folder without the files in it. */
const WATCHED = [{ globPattern: '**/*' }];

/** Registers the answers to requests about a place in a document. */
function answer(connection: Connection, documents: TextDocuments<TextDocument>, workspace: Workspace): void {
  const asked = async (uri: string, position: Position, token: CancellationToken) => {
    const known = await workspace.projectOf(uri);
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled');
    const document = documents.get(uri);
    const file = known && fileOf(uri, known.root);
    if (document === undefined || known === undefined || file === undefined) return undefined;
    const text = document.getText();
    const offset = document.offsetAt(position);
    const start = document.offsetAt({ line: position.line, character: 0 });
    const [rest = ''] = text.slice(offset).split(/\r\n|\r|\n/, 1);
    const line = { before: text.slice(start, offset), behind: rest };
    return { known, file, text, ...line, cursor: cursorAt(text, offset) };
  };
  connection.onHover(async ({ textDocument, position }, token) => {
    const at = await asked(textDocument.uri, position, token);
    const value = at?.cursor && hoverText(at.cursor, at.file, at.known);
    return value ? { contents: { kind: 'markdown', value } } : null;
  });
  connection.onDefinition(async ({ textDocument, position }, token) => {
    const at = await asked(textDocument.uri, position, token);
    if (at?.cursor === undefined) return null;
    const { root, sources } = at.known;
    const buffers = buffersOf(documents.all());
    return definitionsOf({ ...at, cursor: at.cursor }, at.known).map((place) => {
      const path = join(root, place.file);
      const text = buffers.get(path)?.text ?? sources.get(place.file) ?? '';
      return { uri: uriOf(path), range: rangeOf(place, linesOf(text)) };
    });
  });
  connection.onCompletion(async ({ textDocument, position }, token) => {
    const at = await asked(textDocument.uri, position, token);
    return at ? completionsOf({ ...at, position }, at.known) : [];
  });
  connection.onCodeAction(({ textDocument, context }) => {
    const document = documents.get(textDocument.uri);
    return document ? context.diagnostics.flatMap((diagnostic) => fixesOf(document, diagnostic)) : [];
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return [];
    const { before, after } = formatBytes('', Buffer.from(document.getText()));
    return before === after ? [] : [{ range: wholeOf(document), newText: after }];
  });
}

function wholeOf(document: TextDocument): Range {
  return { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) };
}

/** The name of a document in the project; undefined if the document is outside of it. */
function fileOf(uri: string, root: string): string | undefined {
  const path = pathOf(uri);
  if (path === undefined) return undefined;
  const file = relative(root, path);
  return file.startsWith('..') || isAbsolute(file) ? undefined : file.split(sep).join('/');
}
