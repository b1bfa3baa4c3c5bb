// A server in front of the emulator that allows so many calls in a window of one second, and announces that in the headers
// that the service documents: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` in whole seconds.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'undici';

const WINDOW = 1000;

/** A window begins with the first call after the end of the last one, as in the emulator. */
export async function startLimiter(origin, limit) {
  const pool = new Pool(origin, { connections: 32, pipelining: 1 });
  let windows = [];
  let [refused, inARow, mostInARow] = [0, 0, 0];

  function take() {
    const now = performance.now();
    if (windows.length === 0 || now >= windows.at(-1).began + WINDOW) windows.push({ began: now, used: 0 });
    const current = windows.at(-1);
    const isAllowed = current.used < limit;
    if (isAllowed) current.used += 1;
    else refused += 1;
    inARow = isAllowed ? 0 : inARow + 1;
    mostInARow = Math.max(mostInARow, inARow);
    const headers = {
      'content-type': 'application/json',
      'ratelimit-limit': limit,
      'ratelimit-remaining': limit - current.used,
      'ratelimit-reset': Math.ceil((current.began + WINDOW - now) / 1000),
    };
    return { isAllowed, headers };
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const { isAllowed, headers } = take();
    if (!isAllowed) {
      outgoing.writeHead(429, headers).end('{"code":"429","message":"too many requests"}');
      return;
    }
    const { method, url: path } = incoming;
    const answer = await pool.request({ method, path, headers: { 'content-type': 'application/json' }, body });
    outgoing.writeHead(answer.statusCode, headers).end(await buffer(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    reset: () => {
      windows = [];
      [refused, inARow, mostInARow] = [0, 0, 0];
    },
    /** The share of the limit that was used until the last window began, and the refused calls. */
    tally: () => {
      const last = windows.at(-1);
      const calls = windows.slice(0, -1).reduce((sum, { used }) => sum + used, 0);
      const share = calls / ((limit * (last.began - windows[0].began)) / WINDOW);
      return { share, refused, mostInARow };
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await pool.close();
    },
  };
}
