import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { type Bench, emulatorAccount, MALL, objectOf, openBench, postJson, SHOP, temporaryFolder } from './support.ts';
import { movie } from './video-files.ts';

const MINUTES = 60_000;
const OTHER = 'other-key';

const profiles = [
  { alias: 'shop', key: SHOP, type: 'S' },
  { alias: 'other', key: OTHER, type: 'S' },
  { alias: 'mall', key: MALL, type: 'G' },
] as const;

type Bytes = Uint8Array<ArrayBuffer>;

async function call({ url }: Bench, path: string, body: JsonObject): Promise<JsonObject> {
  const address = `${url}/v4/msgr/brand/video${path}`;
  return (await postJson(address, { ...emulatorAccount, senderKey: SHOP, ...body })).body;
}

interface Registered {
  vid: string;
  uploadUrl: string;
  token: string;
}

async function register(bench: Bench, fileSize: number, fileName = '봄 신상.mp4'): Promise<Registered> {
  const answer = await call(bench, '/upload/register', { fileName, fileSize });
  const { vid, uploadUrl, token } = objectOf(answer['data']);
  return { vid: String(vid), uploadUrl: String(uploadUrl), token: String(token) };
}

function formOf(bytes: Bytes, field = 'file'): FormData {
  const form = new FormData();
  form.set(field, new Blob([bytes]), '봄 신상.mp4');
  return form;
}

async function send(address: string, body: FormData, token?: string): Promise<[status: number, body: unknown]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(address, { method: 'POST', body, headers });
  return [response.status, await response.json()];
}

/** Registers and uploads. */
async function upload(bench: Bench, bytes: Bytes = movie(12_345)): Promise<Registered> {
  const registered = await register(bench, bytes.byteLength);
  expect(await send(registered.uploadUrl, formOf(bytes), registered.token)).toMatchObject([200, { message: '' }]);
  return registered;
}

function advance({ url }: Bench, ms: number): Promise<unknown> {
  return postJson(`${url}/_emulator/clock`, { advance: ms });
}

const refusedUpload = (message: string): [number, JsonObject] => [200, { vid: '', playUrl: '', duration: 0, message }];
const notFound = { code: '508', message: 'no such video' };

describe('video/upload/register', () => {
  it('gives a vid, an address of its own and a token', async () => {
    const bench = await openBench();
    expect(await call(bench, '/upload/register', { fileName: 'a.mp4', fileSize: 1 })).toEqual({
      code: '200',
      data: {
        vid: expect.stringMatching(/^[0-9a-f]{16}$/),
        uploadUrl: expect.stringMatching(`^${bench.url}/upload/video/[0-9a-f]{16}$`),
        token: expect.stringMatching(/^[0-9a-f]{48}$/),
      },
    });
  });
});

describe('the direct upload', () => {
  it('answers with a body of its own: where it plays, and how long', async () => {
    const bench = await openBench();
    const bytes = movie(12_345);
    const { vid, uploadUrl, token } = await register(bench, bytes.byteLength);
    expect(await call(bench, '/search', { vid })).toEqual(notFound);
    expect(await send(uploadUrl, formOf(bytes), token)).toEqual([
      200,
      { vid, playUrl: `${bench.url}/v/${vid}`, duration: 12.345, message: '' },
    ]);
  });

  it('takes the token as a Bearer, in the query or as a field', async () => {
    const bench = await openBench();
    const bytes = movie(1000);
    for (const way of ['bearer', 'query', 'field']) {
      const { uploadUrl, token } = await register(bench, bytes.byteLength);
      const form = formOf(bytes);
      if (way === 'field') form.set('token', token);
      const address = way === 'query' ? `${uploadUrl}?token=${token}` : uploadUrl;
      expect(await send(address, form, way === 'bearer' ? token : undefined)).toMatchObject([200, { message: '' }]);
    }
  });

  it('refuses what is not as it was registered, and stays open for what is', async () => {
    const bench = await openBench();
    const bytes = movie(1000);
    const size = bytes.byteLength;
    const { uploadUrl, token } = await register(bench, size);
    const grown = new Uint8Array(size + 1);
    grown.set(bytes);
    const text = new Uint8Array(size).fill(0x41);
    const two = formOf(bytes);
    two.append('file', new Blob([bytes]), 'b.mp4');
    const field = new FormData();
    field.set('file', 'text');
    const refusals: [FormData, string | undefined, string][] = [
      [formOf(bytes), undefined, 'token is required'],
      [formOf(bytes), 'wrong', 'invalid token'],
      [formOf(grown), token, `file must have ${size} bytes, as it was registered, not ${size + 1}`],
      [formOf(bytes.slice(0, -1)), token, `file must have ${size} bytes, as it was registered, not ${size - 1}`],
      [formOf(new Uint8Array(2 * 1024 * 1024)), token, `file must have ${size} bytes, as it was registered`],
      [formOf(text), token, 'file is not a readable video of the MP4 family'],
      [formOf(bytes, 'video'), token, 'file is required'],
      [field, token, 'file is required'],
      [two, token, 'one file at a time'],
    ];
    for (const [form, given, message] of refusals)
      expect(await send(uploadUrl, form, given)).toEqual(refusedUpload(message));
    const contradiction = formOf(bytes);
    contradiction.set('token', 'wrong');
    expect(await send(uploadUrl, contradiction, token)).toEqual(refusedUpload('invalid token'));
    expect(await send(uploadUrl, formOf(bytes), token)).toMatchObject([200, { message: '' }]);
    expect(await send(uploadUrl, formOf(bytes), token)).toEqual(refusedUpload('the upload address was used already'));
  });

  it('is open for 5 minutes to the millisecond', async () => {
    const bench = await openBench();
    const bytes = movie(1000);
    const [first, second] = [await register(bench, bytes.byteLength), await register(bench, bytes.byteLength)];
    await advance(bench, 5 * MINUTES);
    expect(await send(first.uploadUrl, formOf(bytes), first.token)).toMatchObject([200, { message: '' }]);
    await advance(bench, 1);
    expect(await send(second.uploadUrl, formOf(bytes), second.token)).toEqual(
      refusedUpload('the upload address and its token were valid for 5 minutes'),
    );
    expect(await call(bench, '/search', { vid: second.vid })).toEqual(notFound);
  });
});

describe('video/search', () => {
  it('tells of the status, which time moves on', async () => {
    const bench = await openBench();
    const { vid } = await upload(bench);
    const info = {
      vid,
      status: 'REGISTERED',
      title: '봄 신상',
      thumbnailUrl: `${bench.url}/thumbnails/${vid}.png`,
      videoUrl: `${bench.url}/v/${vid}`,
    };
    expect(await call(bench, '/search', { vid })).toEqual({ code: '200', data: info });
    for (const [ms, status] of [
      [499, 'REGISTERED'],
      [1, 'ENCODING'],
      [499, 'ENCODING'],
      [1, 'PUBLIC'],
    ] as const) {
      await advance(bench, ms);
      expect(await call(bench, '/search', { vid })).toEqual({ code: '200', data: { ...info, status } });
    }
  });

  it('knows the videos of the profile alone', async () => {
    const bench = await openBench({ profiles });
    const { vid } = await upload(bench);
    expect(await call(bench, '/search', { vid, senderKey: OTHER })).toEqual(notFound);
    expect(await call(bench, '/search', { vid: 'none' })).toEqual(notFound);
    expect(await call(bench, '/search', {})).toEqual({ code: '405', message: 'vid is required' });
    expect(await call(bench, '/search', { vid, senderKey: MALL, senderKeyType: 'G' })).toEqual({
      code: '507',
      message: 'this request takes the key of a profile, not of a group',
    });
  });

  it('shows each status that the control API gives', async () => {
    const bench = await openBench();
    const { vid } = await upload(bench);
    const change = (body: JsonObject): Promise<{ body: JsonObject }> => postJson(`${bench.url}/_emulator/video`, body);
    for (const status of ['REGISTERED', 'ENCODING', 'PUBLIC', 'PRIVATE', 'VIOLATED', 'ILLEGAL', 'DELETED', 'ERROR']) {
      expect((await change({ vid, status })).body).toMatchObject({ ok: true, video: { vid, status } });
      expect(await call(bench, '/search', { vid })).toMatchObject({ code: '200', data: { vid, status } });
    }
    expect((await change({ vid: 'none', status: 'PUBLIC' })).body).toEqual({ ok: false, message: 'no such video' });
    expect((await change({ vid, status: 'LIVE' })).body).toMatchObject({ ok: false });
  });

  it('lasts over a restart, and keeps no token', async () => {
    const data = `${await temporaryFolder()}/data.json`;
    const first = await openBench({ data });
    const { vid, token } = await upload(first);
    const snapshot = await (await fetch(`${first.url}/_emulator/snapshot`)).text();
    expect(snapshot).toContain(vid);
    expect(snapshot).not.toContain(token);
    await first.emulator.close();
    const second = await openBench({ data });
    expect(await call(second, '/search', { vid })).toMatchObject({ data: { videoUrl: `${second.url}/v/${vid}` } });
  });
});

describe('the addresses of a video', () => {
  it('lead to a picture', async () => {
    const bench = await openBench();
    const bytes = movie(1000);
    const { vid, uploadUrl, token } = await register(bench, bytes.byteLength, '<script>"&.mp4');
    await send(uploadUrl, formOf(bytes), token);
    const picture = Buffer.from(await (await fetch(`${bench.url}/thumbnails/${vid}.png`)).arrayBuffer());
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 720]);
    await postJson(`${bench.url}/_emulator/video`, { vid, status: 'DELETED' });
    for (const path of [`/thumbnails/${vid}.png`, `/thumbnails/${vid}`, '/thumbnails/none.png'])
      expect((await fetch(bench.url + path)).status).toBe(404);
  });
});
