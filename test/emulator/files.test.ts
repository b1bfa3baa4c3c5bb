import { describe, expect, it } from 'vitest';
import { jpeg } from '../images.ts';
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

  it('refuses more than 300 KB', async () => {
    expect(await uploadFile(await openBench(), { bytes: jpeg(640, 480, 307_201) })).toEqual({
      status: 400,
      body: { code: 2000, description: 'invalid message: file may have 307200 bytes' },
    });
  });
});
