import { describe, expect, test } from 'vitest';
import { ServiceFailure } from '../../../src/core/failure.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Bound, RunContext } from '../../../src/core/kind.ts';
import type { Resource, ResourceState } from '../../../src/core/resource.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { video, videoDiscovery } from '../../../src/kinds/video/kind.ts';
import type { Client } from '../../../src/wire/client.ts';
import { saying } from '../../said.ts';
import { nothingBound } from '../bound.ts';
import { declaredAs, ofShop, recordedService, refused, shop, signal, unclear } from '../recorded.ts';

const file = { path: 'manifests/films/spring.mp4', sha256: 'aa' };
const binding = { handle: 'v1' };
const MINUTE = 60_000;

function want(goal = 'present', content: JsonObject = { file }): Resource {
  return declaredAs('Video', 'spring', { goal, content });
}

function at(state: string, sha256 = 'aa'): ResourceState {
  return { name: 'v1', content: { file: { ...file, sha256 } }, status: { state } };
}

const route = (from: ResourceState, wanted: Resource = want()) => findRoute(video, from, wanted, () => false);

describe('a video', () => {
  test('is uploaded where there is none, and waits for its encoding then', () => {
    expect(route(undefined)).toMatchObject({
      found: 'waiting',
      waitsFor: 'encoding',
      steps: [{ operation: 'video.upload', title: 'upload', from: { state: 'absent' }, to: [{ state: 'REGISTERED' }] }],
      risks: [],
    });
  });

  test.each(['REGISTERED', 'ENCODING'])('waits for its encoding while it is %s', (state) => {
    expect(route(at(state))).toEqual({ found: 'waiting', waitsFor: 'encoding', steps: [], risks: [] });
  });

  test.each(['PUBLIC', 'PRIVATE'])('is done when it is %s', (state) => {
    expect(route(at(state))).toEqual({ found: 'satisfied', steps: [], risks: [] });
  });

  test.each(['VIOLATED', 'ILLEGAL', 'DELETED', 'ERROR', 'SOMETHING_NEW'])('is blocked with the word %s', (state) => {
    expect(route(at(state))).toEqual({
      found: 'blocked',
      reason: saying(`the service has this video as ${state}, and no template can show it`),
      opens: saying('another file'),
      flags: ['--reupload', 'Video/shop/spring'],
    });
  });

  test.each(['PUBLIC', 'VIOLATED', 'ENCODING'])(
    'is uploaded anew where the file is another, even after %s',
    (state) => {
      expect(route(at(state, 'bb'))).toMatchObject({ found: 'waiting', steps: [{ operation: 'video.upload' }] });
    },
  );

  test('stands where it was predicted, whatever the service calls it and however far it is', () => {
    const planned = route(undefined);
    const after = route(at('ENCODING'), want('present', { file: { ...file, sha256: 'bb' } }));
    const [predicted, read] = [planned, after].map((one) => (one.found === 'blocked' ? undefined : one.steps[0]));
    expect(read?.from.basis).toBe(predicted?.to[0]?.basis);
  });

  test('without a file is blocked', () => {
    expect(route(undefined, want('present', {}))).toEqual({
      found: 'blocked',
      reason: saying('only a file of the project can be uploaded'),
      opens: null,
    });
  });
});

/** A clock that the upload turns on, and what the service was asked meanwhile. */
async function upload(answers: Record<string, unknown>, { minutes = 0, desired = want() } = {}) {
  let now = 0;
  const { service, calls } = recordedService({
    'video.register': { vid: 'v1', uploadUrl: 'https://up.example.com/1', token: 't1' },
    ...answers,
  });
  const sendFile: Client['sendFile'] = async (endpoint, ...rest) => {
    now += minutes * MINUTE;
    // An answer about another video than was announced does not fit.
    const vids = ['v0', 'v1', 'v2'].filter((vid) => endpoint.answer.safeParse({ vid }).success);
    expect([rest[0]]).toMatchObject(vids.map((vid) => ({ vid })));
    return service.sendFile(endpoint, ...rest);
  };
  const context: RunContext<Client> = {
    service: { ...service, sendFile },
    profile: shop,
    desired,
    live: undefined,
    bound: nothingBound,
    readFile: () => Promise.reject(new Error('a video is never held whole')),
    openFile: async (path, sha256) => ({ bytes: 80_000_000, read: () => pieces(`${path} ${sha256}`) }),
    clock: { now: () => now, sleep: () => Promise.resolve() },
    signal,
    answered: () => {},
  };
  const run = video.operations[0]?.run(context);
  return { run, calls, asked: () => calls.map(([call]) => call) };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe('an upload', () => {
  test('announces the file by name and size, sends it within five minutes, and binds the vid', async () => {
    const { run, calls } = await upload({});
    expect(await run).toEqual(binding);
    expect(calls).toEqual([
      ['video.register', { senderKey: shop.key, fileName: 'spring.mp4', fileSize: 80_000_000 }],
      [
        'video.upload',
        { vid: 'v1', uploadUrl: 'https://up.example.com/1', token: 't1' },
        { name: 'spring.mp4', bytes: 80_000_000, read: expect.any(Function) },
        5 * MINUTE,
      ],
    ]);
  });

  test('that is refused in time is not tried again', async () => {
    const no = refused('', 'file is not a readable video of the MP4 family');
    const { run, asked } = await upload({ 'video.upload': no }, { minutes: 4 });
    await expect(run).rejects.toBe(no);
    expect(asked()).toEqual(['video.register', 'video.upload']);
  });

  test('whose answer is lost has arrived where the service tells of the video', async () => {
    const { run, calls, asked } = await upload({
      'video.upload': unclear(),
      'video.search': { vid: 'v1', status: 'REGISTERED' },
    });
    expect(await run).toEqual(binding);
    expect(asked()).toEqual(['video.register', 'video.upload', 'video.search']);
    expect(calls[2]).toEqual(['video.search', { ...ofShop, vid: 'v1' }]);
  });

  test('whose answer is lost and that did not arrive is unclear, and may be called again', async () => {
    const failure = unclear();
    const { run } = await upload({ 'video.upload': failure, 'video.search': refused('508') });
    await expect(run).rejects.toBe(failure);
    expect(video.operations.map(({ name, idempotence }) => [name, idempotence])).toEqual([
      ['video.upload', 'repeatable'],
    ]);
  });

  test('whose fate cannot even be asked for fails with that', async () => {
    const failure = unclear();
    const { run } = await upload({ 'video.upload': unclear(), 'video.search': failure });
    await expect(run).rejects.toBe(failure);
  });

  test('that was interrupted asks nothing more', async () => {
    const stopped = new ServiceFailure('interrupted', { code: 'interrupted', severity: 'error', message: 'stopped' });
    const { run, asked } = await upload({ 'video.upload': stopped });
    await expect(run).rejects.toBe(stopped);
    expect(asked()).toEqual(['video.register', 'video.upload']);
  });
});

describe('a live video', () => {
  const bound: Bound = { ...nothingBound, fileOf: (vid) => (vid === 'v1' ? file : undefined) };
  const read = (answer: unknown, known = bound) => {
    const { service, calls } = recordedService({ 'video.search': answer });
    const found = videoDiscovery.read(service, shop, 'v1', known, signal);
    expect(calls).toEqual([['video.search', { ...ofShop, vid: 'v1' }]]);
    return found;
  };

  test('is the file that it was made of, in the state that the service tells', async () => {
    expect(await read({ vid: 'v1', status: 'PUBLIC' })).toEqual({
      name: 'v1',
      content: { file },
      status: { state: 'PUBLIC' },
    });
    expect(await read({ vid: 'v1', status: 'PUBLIC' }, nothingBound)).toMatchObject({ content: {} });
  });

  test('is not there where the service refuses to tell of it, and only then', async () => {
    expect(await read(refused('508'))).toBeUndefined();
    const notAllowed = refused('403');
    await expect(read(notAllowed)).rejects.toBe(notAllowed);
    const failure = unclear();
    await expect(read(failure)).rejects.toBe(failure);
  });

  test('is bound by its vid', () => {
    const live = { name: 'v1', content: { file }, status: { state: 'PUBLIC' } };
    expect(video.bindingOf(live)).toEqual(binding);
    expect(video.nameOf(binding)).toBe('v1');
    expect(video.nameOf({})).toBeUndefined();
  });
});
