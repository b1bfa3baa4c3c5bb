import { Readable } from 'node:stream';
import { typeOf } from './outgoing.ts';

export interface StreamedFile {
  name: string;
  bytes: number;
  /** Reads it from the start. An error of it ends the upload and is thrown. */
  read(): AsyncIterable<Uint8Array>;
}

/** Makes a form of one file under `file` (resource API 4.8) while it is sent. Only the piece that is being sent is in memory. */
export function streamedForm(
  file: StreamedFile,
  boundary: string,
): { headers: Record<string, string>; body: Readable } {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(file.name)}"\r\n` +
      `Content-Type: ${typeOf(file.name, 'video/mp4')}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.bytes + tail.length),
    },
    body: Readable.from(parts(head, file, tail), { objectMode: false }),
  };
}

async function* parts(head: Buffer, file: StreamedFile, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* file.read();
  yield tail;
}

/** A name inside quotes, as browsers write it. */
function escaped(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
