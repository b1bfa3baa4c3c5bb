import { get } from 'node:http';
import { get as getSecure } from 'node:https';
import { connect } from 'node:net';
import { request } from 'undici';
import { expect, it } from 'vitest';

const failure = (emitter: NodeJS.EventEmitter): Promise<unknown> =>
  new Promise((resolve) => void emitter.once('error', resolve));

it.each<[string, () => Promise<unknown>]>([
  ['fetch', () => fetch('http://example.com/').catch((error: Error) => error.cause ?? error)],
  ['undici', () => request('https://example.com/').catch((error: unknown) => error)],
  ['node:http', () => failure(get('http://example.com/'))],
  ['node:https', () => failure(getSecure('https://example.com/'))],
  ['node:net', () => failure(connect({ host: '192.0.2.1', port: 80 }))],
])('%s reaches no other machine', async (_, connects) => {
  // node:http writes before it hears that the guard closed the socket.
  expect(await connects()).toMatchObject({ code: expect.stringMatching(/^(?:ENETUNREACH|ERR_SOCKET_CLOSED)$/) });
});
