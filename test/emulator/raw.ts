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

/** The answers in what came back, each with a body of JSON and its length. */
export function answersIn(text: string): Answer[] {
  const answers: Answer[] = [];
  let rest = text;
  while (rest !== '') {
    const at = rest.indexOf('\r\n\r\n');
    if (at < 0) throw new Error(`no whole answer: ${JSON.stringify(rest)}`);
    const lines = rest.slice(0, at);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines)?.[1]);
    const size = Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1] ?? 0);
    const bytes = Buffer.from(rest.slice(at + 4));
    const body = bytes.subarray(0, size).toString('utf8');
    answers.push({ status, body: size === 0 ? null : JSON.parse(body) });
    rest = bytes.subarray(size).toString('utf8');
  }
  return answers;
}
