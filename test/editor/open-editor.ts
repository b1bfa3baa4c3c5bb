import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node.js';
import { runProgram } from '../../src/cli/program.ts';
import type { Ports } from '../../src/core/ports.ts';
import { systemPorts } from '../../src/files/system.ts';
import { viewOf } from '../cli/streams.ts';

export interface At {
  file: string;
  line: number;
  character: number;
}

/** An editor that speaks to `notiform lsp`, as Visual Studio Code does. Files are named by their paths in the folder. */
export interface Editor {
  initialized: InitializeResult;
  connection: ProtocolConnection;
  uriOf(file: string): string;
  /** Opens a file, or changes the text of an open one. Resolves with what is then marked in it. */
  type(file: string, text: string): Promise<Diagnostic[]>;
  /** What is marked in a file as soon as something is. */
  marked(file: string): Promise<Diagnostic[]>;
  /** Resolves as soon as nothing is marked in a file. */
  cleared(file: string): Promise<Diagnostic[]>;
  ask<T>(method: string, at: At, more?: object): Promise<T>;
}

/** What a test waits for. */
interface Waiting {
  uri: string;
  is(found: readonly Diagnostic[], version: number | undefined): boolean;
  resolve(found: Diagnostic[]): void;
}

/** The server checks at once, without waiting for the next key. */
export const IMPATIENT: Ports = {
  ...systemPorts,
  clock: { now: systemPorts.clock.now, sleep: async (_ms, signal) => signal?.throwIfAborted() },
};

/** @param given the view of the program, the words behind `lsp`, and the members of `initialize` */
export async function openEditor(
  path: string,
  given: { view?: Parameters<typeof viewOf>[0]; words?: string[]; initialize?: object } = {},
): Promise<Editor> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const view = { ...viewOf({ cwd: '/', ports: IMPATIENT, ...given.view }), stdin: input, stdout: output };
  const running = runProgram(['lsp', ...(given.words ?? [])], view);
  const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const waiting: Waiting[] = [];
  const wait = (uri: string, is: Waiting['is']): Promise<Diagnostic[]> =>
    new Promise((resolve) => {
      waiting.push({ uri, is, resolve });
    });
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, version, diagnostics }: PublishDiagnosticsParams) => {
      const index = waiting.findIndex((one) => one.uri === uri && one.is(diagnostics, version));
      if (index >= 0) waiting.splice(index, 1)[0]?.resolve(diagnostics);
    },
  );
  connection.listen();
  const rootUri = pathToFileURL(path).href;
  const initialize = { processId: null, rootUri, capabilities: {}, ...given.initialize };
  const initialized = await connection.sendRequest<InitializeResult>('initialize', initialize);
  await connection.sendNotification('initialized', {});
  onTestFinished(async () => {
    // `exit` would end the process of the test.
    await connection.sendRequest('shutdown');
    connection.dispose();
    input.end();
    expect(await running).toBe(0);
  });
  const uriOf = (file: string): string => `${rootUri}/${file}`;
  const versions = new Map<string, number>();
  return {
    initialized,
    connection,
    uriOf,
    marked: (file) => wait(uriOf(file), ({ length }) => length > 0),
    cleared: (file) => wait(uriOf(file), ({ length }) => length === 0),
    type: async (file, text) => {
      const version = (versions.get(file) ?? 0) + 1;
      versions.set(file, version);
      const textDocument = { uri: uriOf(file), version };
      const found = wait(textDocument.uri, (_found, of) => of === version);
      if (version > 1)
        await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
      else
        await connection.sendNotification('textDocument/didOpen', {
          textDocument: { ...textDocument, languageId: 'yaml', text },
        });
      return found;
    },
    ask: (method, { file, line, character }, more = {}) =>
      connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri: uriOf(file) },
        position: { line, character },
        ...more,
      }),
  };
}

/** The place behind the first occurrence of a text. */
export function behind(file: string, text: string, part: string): At {
  const before = text.slice(0, text.indexOf(part) + part.length).split(/\r?\n/);
  return { file, line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

export const CONFIG = `defaults: { environment: local, profile: shop }
environments:
  local:
    emulator: true
    variables: { host: shop.example.com }
    profiles: { shop: { key: ${'s'.repeat(40)} } }
  staging:
    emulator: true
    variables: { host: staging.example.com }
    profiles: { shop: { key: ${'t'.repeat(40)} } }
`;

export const TEMPLATE = `kind: NotificationTemplate
id: order-paid
name: 결제 안내
category: "002001"
messageType: BA
content: |
  #{이름}님, 결제가 완료되었습니다. 🎉
buttons:
  - { type: WL, name: 주문 보기, link: { mobile: "https://\${var:host}/orders" } }
samples:
  - name: 기본
    values: { 이름: 홍길동 }
`;

export const BROKEN = TEMPLATE.replace('category:', 'categry:');

/** The codes of problems, and their lines. */
export function shown(found: readonly Diagnostic[]): [code: unknown, line: number][] {
  return found.map(({ code, range }) => [code, range.start.line + 1]);
}
