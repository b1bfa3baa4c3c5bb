import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Files } from '../core/ports.ts';

/** An open document at one moment. */
export interface Buffer {
  uri: string;
  version: number;
  text: string;
}

/** The open documents at one moment, by path. */
export type Buffers = ReadonlyMap<string, Buffer>;

export function buffersOf(documents: readonly TextDocument[]): Buffers {
  return new Map(
    documents.flatMap((document) => {
      const path = pathOf(document.uri);
      const { uri, version } = document;
      return path === undefined ? [] : [[path, { uri, version, text: document.getText() }]];
    }),
  );
}

/** The file port of the project with the unsaved texts of the editor. */
export function withBuffers(files: Files, buffers: Buffers): Files {
  const bytesOf = (path: string): Uint8Array | undefined => {
    const buffer = buffers.get(path);
    return buffer && new TextEncoder().encode(buffer.text);
  };
  return {
    ...files,
    read: async (path, most) => bytesOf(path) ?? files.read(path, most),
    size: async (path) => bytesOf(path)?.byteLength ?? files.size(path),
  };
}

/** The path of a document. Undefined for a document that is no file. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // A file of another machine, or an escaped slash.
    return undefined;
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
