import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { jpeg, png } from '../images.ts';
import { account, attachment, imageForm, openBench, SHOP } from './support.ts';

const TEMPLATE = '/image/noticetalk/template';
const SEND = '/image/noticetalk';
const HIGHLIGHT = '/image/noticetalk/itemHighlight';
const KB = 1024;

function refusal(message: string): JsonObject {
  return { code: '600', message };
}

const unreadable = 'the image is not a readable PNG or JPEG';

/** Adds a segment with another JPEG to the head of a JPEG, as cameras do. */
function withSmallPicture(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const small = jpeg(16, 8);
  return Uint8Array.of(0xff, 0xd8, 0xff, 0xe2, 0, small.length + 2, ...small, ...bytes.slice(2));
}

describe('the image uploads of 4.2', () => {
  it.each<[what: string, path: string, bytes: Uint8Array<ArrayBuffer>, words?: string]>([
    ['template 500x250', TEMPLATE, png(500, 250)],
    ['template 499x250', TEMPLATE, png(499, 250), 'the image must be 500 pixels wide or more, not 499'],
    ['template 501x250', TEMPLATE, png(501, 250), 'the ratio of 501:250 is not allowed for this use'],
    ['template 500x251', TEMPLATE, png(500, 251), 'the ratio of 500:251 is not allowed for this use'],
    ['template JPEG 800x400', TEMPLATE, jpeg(800, 400)],
    ['send 2:1', SEND, png(1000, 500)],
    ['send flatter than 2:1', SEND, png(1001, 500), 'the ratio of 1001:500 is not allowed for this use'],
    ['send 3:4', SEND, png(600, 800)],
    ['send taller than 3:4', SEND, png(600, 801), 'the ratio of 600:801 is not allowed for this use'],
    ['send 499 wide', SEND, png(499, 499), 'the image must be 500 pixels wide or more, not 499'],
    ['highlight 108x108', HIGHLIGHT, png(108, 108)],
    ['highlight 107x107', HIGHLIGHT, png(107, 107), 'the image must be 108 pixels wide or more, not 107'],
    ['highlight 108x109', HIGHLIGHT, png(108, 109), 'the ratio of 108:109 is not allowed for this use'],
    ['500 KB', TEMPLATE, png(800, 400, 500 * KB)],
    ['500 KB and a byte', TEMPLATE, png(800, 400, 500 * KB + 1), 'the image may have 512000 bytes, not 512001'],
    ['2 MB', TEMPLATE, png(800, 400, 2 * KB * KB), 'the image may have 512000 bytes'],
    ['no bytes', TEMPLATE, new Uint8Array(0), unreadable],
    ['text', TEMPLATE, Uint8Array.from(Buffer.from('hello')), unreadable],
    ['a GIF', TEMPLATE, Uint8Array.from(Buffer.from('GIF89a\x20\x03\x90\x01', 'latin1')), unreadable],
    ['a PNG that breaks off', TEMPLATE, png(800, 400).slice(0, 14), unreadable],
    ['a JPEG that breaks off', TEMPLATE, jpeg(800, 400).slice(0, 24), unreadable],
    ['a JPEG with a small picture', TEMPLATE, withSmallPicture(jpeg(800, 400))],
    ['a PNG and what an editor adds', TEMPLATE, Uint8Array.of(...png(800, 400), 0)],
    ['a JPEG and what a camera adds', TEMPLATE, Uint8Array.of(...jpeg(800, 400), 0, 0, 1, 2, 0x53, 0x45, 0x46)],
  ])('%s', async (_what, path, bytes, words) => {
    const { upload, url } = await openBench();
    const answer = await upload(path, imageForm(bytes));
    if (words !== undefined) expect(answer).toEqual(refusal(words));
    else
      expect(answer).toEqual({ code: '200', image: expect.stringMatching(`^${url}/images/[0-9a-f]{24}\\.(png|jpg)$`) });
  });

  it.each<[name: string, bytes: Uint8Array<ArrayBuffer>, fits: boolean]>([
    ['a.png', png(800, 400), true],
    ['a.PNG', png(800, 400), true],
    ['a.jpg', jpeg(800, 400), true],
    ['a.jpeg', jpeg(800, 400), true],
    ['a.png', jpeg(800, 400), false],
    ['a.jpg', png(800, 400), false],
    ['a.txt', png(800, 400), false],
    ['png', png(800, 400), false],
  ])('goes by the name and by the bytes: %s', async (name, bytes, fits) => {
    const { upload } = await openBench();
    const answer = await upload(TEMPLATE, imageForm(bytes, name));
    if (fits) expect(answer).toMatchObject({ code: '200' });
    else expect(answer).toEqual(refusal('the name of the image does not end as its type: png, jpg or jpeg'));
  });

  it('wants one image and an account', async () => {
    const { upload } = await openBench();
    expect(await upload(TEMPLATE, account())).toEqual({ code: '405', message: 'image is required' });
    const two = imageForm(png(800, 400));
    two.append('image', new Blob([png(800, 400)]), 'b.png');
    expect(await upload(TEMPLATE, two)).toEqual({ code: '405', message: 'one image at a time' });
    const asText = account();
    asText.set('image', 'text');
    expect(await upload(TEMPLATE, asText)).toEqual({ code: '405', message: 'image is required' });
    const foreign = imageForm(png(800, 400));
    foreign.set('apiKey', 'other');
    expect(await upload(TEMPLATE, foreign)).toEqual({ code: '102', message: 'invalid apiKey' });
  });
});

describe('template/request_with_file', () => {
  const REQUEST = '/template/request_with_file';

  function requestForm(
    files: [name: string, bytes: Uint8Array<ArrayBuffer>][],
    fields: Record<string, string> = {},
  ): FormData {
    const form = account({ senderKey: SHOP, templateCode: 'order_paid', comment: '확인 부탁드립니다', ...fields });
    for (const [name, bytes] of files) form.append('attachment', new Blob([bytes]), name);
    return form;
  }

  const small = attachment('pdf', 8);

  it('requests with the attachments, which the detail names', async () => {
    const { add, upload, detail, control } = await openBench();
    await add();
    const form = requestForm([
      ['증빙.PDF', small],
      ['b.docx', attachment('docx', 5)],
    ]);
    expect(await upload(REQUEST, form)).toEqual({ code: '200' });
    expect(await detail('order_paid')).toMatchObject({
      inspectionStatus: 'REQ',
      comments: [
        {
          content: '확인 부탁드립니다',
          createdAt: '2026-11-20 12:00:00',
          status: 'REQ',
          userName: 'emulator',
          attachment: [
            { originalFileName: '증빙.PDF', fileSize: 8 },
            { originalFileName: 'b.docx', fileSize: 5 },
          ],
        },
      ],
    });
    expect(await control.requests()).toMatchObject({
      requests: [
        {
          templateCode: 'order_paid',
          comment: '확인 부탁드립니다',
          attachments: [
            { name: '증빙.PDF', size: 8 },
            { name: 'b.docx', size: 5 },
          ],
        },
      ],
    });
  });
});
