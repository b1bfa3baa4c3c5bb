import { connect } from 'node:net';

/** What came back over a connection until it was closed. */
export interface Received {
  text: string;
  ms: number;
}

/**
 * Writes bytes to the emulator, piece by piece, and gives all that comes back until it hangs up.
 * `end`: closes our side behind the last piece.
 */
export function exchange(
  url: string,
  pieces: string | Buffer | readonly (string | Buffer)[],
  end = false,
): Promise<Received> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    const began = process.hrtime.bigint();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ text, ms: Number((process.hrtime.bigint() - began) / 1_000_000n) }));
    for (const piece of Array.isArray(pieces) ? pieces : [pieces]) socket.write(piece);
    if (end) socket.end();
  });
}

/** The lines of a request's head. */
export function head(url: string, line: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: new URL(url).host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${line}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export interface Answer {
  status: number;
  body: unknown;
}
