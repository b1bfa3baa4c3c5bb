import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type EmulatorServer, emulatorCredentials } from '../../src/emulator/emulator.ts';
import { basic } from '../emulator/support.ts';

/** A service that echoes. */
export interface Echo {
  url: string;
  /** Ends of paths whose calls are refused, with the echo for a reason. */
  refused: Set<string>;
}

/**
 * The emulator behind a server that takes any credentials and writes `echo` where the emulator says ECHO: an API that shows what
 * it was sent.
 */
export async function openEcho({ url }: EmulatorServer, echo: string): Promise<Echo> {
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const sent = await read(request);
      if ([...refused].some((end) => path.endsWith(end))) {
        const words = { code: '2000', message: `no, ${echo}`, description: `no, ${echo}` };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(words));
        return;
      }
      const authorization = request.headers.authorization;
      const answer = await fetch(`${url}${path}`, {
        method: request.method ?? 'POST',
        headers: {
          'content-type': String(request.headers['content-type'] ?? 'application/json'),
          ...(authorization === undefined
            ? {}
            : { authorization: authorization.startsWith('Basic') ? basic() : authorization }),
        },
        body: withOurKey(sent),
      });
      const text = (await answer.text()).replaceAll('ECHO', JSON.stringify(echo).slice(1, -1));
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refused };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The body with the emulator's own credentials. */
function withOurKey(text: string): string {
  if (text === '') return text;
  const { apiKey, account } = emulatorCredentials;
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({
    ...body,
    ...('apiKey' in body ? { apiKey } : {}),
    ...('account' in body ? { account } : {}),
  });
}
