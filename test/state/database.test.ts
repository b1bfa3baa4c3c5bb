import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemPorts } from '../../src/core/ports.ts';
import { createPostgresStore } from '../../src/state/postgres-store.ts';
import { problem } from './contract.ts';

/** What needs no PostgreSQL server: there is none, or it is no address. The rest is in test/postgres. */

function storeAt(url: string, clock = systemPorts.clock) {
  const store = createPostgresStore({ url, environment: 'test', ports: { ...systemPorts, clock } });
  onTestFinished(() => store.close());
  return store;
}

it.each([
  'postgres://owner:se/cret-word@h/database',
  'postgres://owner:secret-word?1@h:port/database',
  'host=127.0.0.1 password=secret-word',
  'mysql://owner:secret-word@h/database',
  'postgres://owner:secret-word@h:99999/database',
  'secret-word',
])('an address that is none is told, and not shown: %s', async (url) => {
  for (const found of [await problem(storeAt(url).read('shop')), await problem(storeAt(url).lockOf('shop'))]) {
    expect(found).toEqual({
      code: 'state-address',
      severity: 'error',
      exit: 3,
      message: '`state.url` is no address of a PostgreSQL database',
      hint: 'Write postgres://user:password@host/database; in a password write %2F for a slash, %3F for ?, %23 for # and %25 for %.',
    });
  }
});

it('a certificate that is not there is told at once', async () => {
  const sleeps: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void sleeps.push(ms) };
  const url = 'postgres://owner:secret-word@127.0.0.1:9/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
  expect(await problem(storeAt(url, clock).read('shop'))).toMatchObject({
    code: 'state-tls',
    message: expect.stringContaining('/nowhere/ca.pem'),
  });
  expect(sleeps).toEqual([]);
});

it('a database that hangs up is tried six times, or for ten seconds', async () => {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const url = `postgres://owner:secret-word@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x`;
  let time = 0;
  const clockOf = (step: number) => ({
    now: () => {
      time += step;
      return time;
    },
    sleep: async () => undefined,
  });
  for (const [step, tries] of [
    [0, 6],
    [6_000, 2],
  ] as const) {
    calls = 0;
    expect(await problem(storeAt(url, clockOf(step)).read('shop'))).toMatchObject({ code: 'state-unreachable' });
    expect(calls).toBe(tries);
  }
});
