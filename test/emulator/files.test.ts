import { describe, expect, it } from 'vitest';
import { jpeg, png } from '../images.ts';
import { uploadFile } from './file-support.ts';
import { arrived, sendOf } from './message-support.ts';
import { openBench, temporaryFolder } from './support.ts';

describe('POST /v2/file', () => {
  it('keeps an image and gives its key', async () => {
    const bench = await openBench();
    const { status, body } = await uploadFile(bench, { bytes: jpeg(640, 480) });
    expect([status, body]).toEqual([
      200,
      { code: 1000, description: 'success', filekey: expect.stringMatching(/^[0-9a-f]{24}\.jpg$/) },
    ]);
    const served = await fetch(`${bench.url}/images/${String(body['filekey'])}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(jpeg(640, 480));
  });

  it('keeps it over a restart', async () => {
    const data = `${await temporaryFolder()}/data.json`;
    const first = await openBench({ data });
    const { filekey } = (await uploadFile(first, { bytes: jpeg(640, 480) })).body;
    await first.emulator.close();
    const second = await openBench({ data });
    const file = [{ type: 'IMG', key: String(filekey) }];
    expect(await arrived(second, sendOf('mms', { file }))).toMatchObject({ result: '6600' });
  });

  it.each([
    ['300 KB', { bytes: jpeg(640, 480, 307_200) }],
    ['a name in capitals', { bytes: jpeg(1, 1), name: 'A.JPEG' }],
  ])('takes %s', async (_what, upload) => {
    expect(await uploadFile(await openBench(), upload)).toMatchObject({ status: 200, body: { code: 1000 } });
  });

  it.each<[what: string, upload: Parameters<typeof uploadFile>[1], code: number, description: string]>([
    ['more than 300 KB', { bytes: jpeg(640, 480, 307_201) }, 2000, 'invalid message: file may have 307200 bytes'],
    ['51 MB', { bytes: jpeg(640, 480, 51 * 1024 * 1024) }, 2000, 'invalid message: file may have 307200 bytes'],
    ['nothing', { bytes: new Uint8Array(0) }, 2000, 'invalid message: file is not a readable JPEG'],
    ['a PNG', { bytes: png(640, 480), name: 'a.png' }, 2000, 'invalid message: file is not a readable JPEG'],
    ['a PNG by another name', { bytes: png(640, 480) }, 2000, 'invalid message: file is not a readable JPEG'],
    ['half a head', { bytes: Uint8Array.of(0xff, 0xd8, 0xff) }, 2000, 'invalid message: file is not a readable JPEG'],
    [
      'another name',
      { bytes: jpeg(9, 9), name: 'a.png' },
      2000,
      'invalid message: the name of file must end in jpg or jpeg',
    ],
    ['no account', { bytes: jpeg(9, 9), account: null }, 2000, 'invalid message: account is required'],
    [
      'an account of 21',
      { bytes: jpeg(9, 9), account: 'a'.repeat(21) },
      2000,
      'invalid message: account may have 20 characters',
    ],
    ['another account', { bytes: jpeg(9, 9), account: 'other' }, 3006, 'no such account'],
    ['another field', { bytes: jpeg(9, 9), field: 'image' }, 2000, 'invalid message: file is required'],
  ])('refuses %s', async (_what, upload, code, description) => {
    expect(await uploadFile(await openBench(), upload)).toEqual({ status: 400, body: { code, description } });
  });
});
