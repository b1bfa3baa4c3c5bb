import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

interface Pushed {
  type: string | undefined;
  body: string;
}

interface Receiver {
  url: string;
  /** The next push that comes, or the first that came and was not asked for yet. */
  next(): Promise<Pushed>;
  count(): number;
}

/** A receiver that answers with each status in turn, then with 200. */
export async function receiver(...statuses: number[]): Promise<Receiver> {
  const got: Pushed[] = [];
  const waiting: ((pushed: Pushed) => void)[] = [];
  let count = 0;
  const url = await listening(async (incoming, outgoing) => {
    const pushed = { type: incoming.headers['content-type'], body: await textOf(incoming) };
    outgoing.writeHead(statuses[count] ?? 200, statuses[count] === 302 ? { location: '/elsewhere' } : {}).end('ok');
    count += 1;
    const waiter = waiting.shift();
    if (waiter) waiter(pushed);
    else got.push(pushed);
  });
  const next = (): Promise<Pushed> =>
    new Promise((resolve) => {
      const pushed = got.shift();
      if (pushed) resolve(pushed);
      else waiting.push(resolve);
    });
  return { url, next, count: () => count };
}

/** Listens until the test is over, and gives the address to push to. */
export async function listening(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/results`;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
