import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** As much of PostgreSQL's protocol as a test needs that wants to be the server. */

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, body: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(type), int32(bytes.length + 4), bytes]);
}

/** Lets the client in. */
export const welcome = Buffer.concat([message('R', int32(0)), message('Z', 'I')]);
/** Asks for a password, by SCRAM. */
export const passwordWanted = message('R', Buffer.concat([int32(10), Buffer.from('SCRAM-SHA-256\0\0')]));
/** What any statement may be answered with: no row. */
export const noRows = Buffer.concat(
  [['1'], ['2'], ['n'], ['C', 'SELECT 0\0'], ['Z', 'I']].map(([type = '', body]) => message(type, body)),
);

/** The answer of one row, in texts. */
export function rowOf(columns: Readonly<Record<string, { type: 'bool' | 'text'; value: string }>>): Buffer {
  const all = Object.entries(columns);
  const count = Buffer.from([0, all.length]);
  // A column without a table, of a type by its number.
  const heads = all.map(([name, { type }]) =>
    Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(6), int32(type === 'bool' ? 16 : 25), Buffer.alloc(8)]),
  );
  const cells = all.map(([, { value }]) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]));
  return Buffer.concat([
    message('1'),
    message('2'),
    message('T', Buffer.concat([count, ...heads])),
    message('D', Buffer.concat([count, ...cells])),
    message('C', 'SELECT 1\0'),
    message('Z', 'I'),
  ]);
}

export function refusal(code: string, words: string): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${code}\0M${words}\0\0`);
}

interface WireServer {
  port: number;
  sockets: Socket[];
}

/** A certificate of test/fixtures/tls. */
export function certificate(name: string): string {
  return new URL(`../fixtures/tls/${name}.pem`, import.meta.url).pathname;
}

/**
 * Listens until the test ends.
 * @param talk what happens with each message of a client; the first one is its request to be let in
 * @param encrypted the certificate, if the server encrypts
 */
export async function serve(
  talk: (socket: Socket, bytes: Buffer, count: number) => void,
  encrypted?: string,
): Promise<WireServer> {
  const sockets: Socket[] = [];
  const listen = (socket: Socket): void => {
    let count = 0;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      count += 1;
      talk(socket, bytes, count);
    });
  };
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (encrypted === undefined) return listen(socket);
    socket.once('data', () => {
      const [key, cert] = ['key', encrypted].map((name) => readFileSync(certificate(name)));
      socket.write('S', () => listen(new TLSSocket(socket, { isServer: true, key, cert })));
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, sockets };
}
