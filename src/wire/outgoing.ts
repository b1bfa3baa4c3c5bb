import { Blob } from 'node:buffer';
import { FormData } from 'undici';
import { own } from '../core/json.ts';

/** Bytes to upload, with the name that the service sees. */
export interface Upload {
  name: string;
  bytes: Uint8Array;
}

/** A request's body with its headers: JSON or a form. It is read again for a second try. */
export interface Outgoing {
  headers: Record<string, string>;
  json?: object;
  form?: FormData;
  /** Of what is uploaded, for the time that it may take; 0 for JSON. */
  bytes: number;
  /** Called before each try. If it returns false, the call ends as `interrupted`, and nothing is sent. */
  mayBegin?: (() => boolean) | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  hwp: 'application/x-hwp',
  doc: 'application/msword',
  mov: 'video/quicktime',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** A JSON body (resource API 2.1, message API 2.1). Members that are undefined are left out. */
export function jsonBody(fields: object, headers: Record<string, string> = {}): Outgoing {
  return {
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    json: fields,
    bytes: 0,
  };
}

/** No body at all (message API 4.1). */
export function noBody(headers: Record<string, string>): Outgoing {
  return { headers, bytes: 0 };
}

/** A multipart body: the fields in order, then the files, each under the name of its field (resource API 4.1, 4.2, message API 4.4). */
export function multipartBody(
  fields: Record<string, string | undefined>,
  field: string,
  files: readonly Upload[],
  headers: Record<string, string> = {},
): Outgoing {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  for (const file of files)
    form.append(field, new Blob([file.bytes], { type: typeOf(file.name, 'application/octet-stream') }), file.name);
  return { headers, form, bytes: files.reduce((sum, file) => sum + file.bytes.byteLength, 0) };
}

/** The media type of a file by its name, or another one if the ending is unknown. */
export function typeOf(name: string, other: string): string {
  return own(TYPES, name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? other;
}

/** The time that a call with an upload may take, in milliseconds: enough for a line of one megabit a second. */
export function uploadMs(timeoutMs: number, bytes: number): number {
  return timeoutMs + Math.ceil(bytes / (128 * 1024)) * 1000;
}
