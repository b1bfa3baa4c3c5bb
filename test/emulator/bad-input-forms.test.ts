import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { attachment, type Bench, emulatorAccount, objectOf, openBench, SHOP } from './support.ts';

const REQUEST = '/v3/msgr/template/request_with_file';

type Part = [head: string, content: string | Uint8Array];

const field = (name: string, value: string | Uint8Array): Part => [
  `content-disposition: form-data; name="${name}"`,
  value,
];
const file = (parameters: string, content: string | Uint8Array): Part => [
  `Content-Disposition: form-data; name="attachment"; ${parameters}\r\nContent-Type: application/pdf`,
  content,
];

function bodyOf(parts: readonly Part[], boundary = 'x'): Buffer {
  const pieces = parts.map(([head, content]) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]),
  );
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

async function post(
  { url }: Bench,
  path: string,
  body: Uint8Array,
  contentType = 'multipart/form-data; boundary=x',
): Promise<[status: number, body: JsonObject]> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: Uint8Array.from(body),
  });
  return [response.status, objectOf(await response.json())];
}

const pdf = attachment('pdf', 20);
const asked: Part[] = [
  ...Object.entries({ ...emulatorAccount, senderKey: SHOP, templateCode: 'order_paid', comment: '확인' }).map(
    ([name, value]) => field(name, value),
  ),
];
const noForm: [number, JsonObject] = [200, { code: '610', message: 'the request is not a complete multipart form' }];
const twice: [number, JsonObject] = [200, { code: '405', message: 'a field is given twice' }];

/** What the attachment of an accepted request is called. */
async function nameOf(parameters: string): Promise<unknown> {
  const bench = await openBench();
  await bench.add();
  const answer = await post(bench, REQUEST, bodyOf([...asked, file(parameters, pdf)]));
  if (answer[1]['code'] !== '200') return answer;
  const { requests } = await bench.control.requests().then(objectOf);
  const [request] = requests as JsonObject[];
  return request?.['attachments'];
}

describe('the name of a file', () => {
  it.each<[what: string, parameters: string, name: string]>([
    ['in UTF-8', 'filename="확인 서류.pdf"', '확인 서류.pdf'],
    ['without quotation marks', 'filename=a.pdf', 'a.pdf'],
    ['with a quotation mark as browsers write it', 'filename="a%22b.pdf"', 'a"b.pdf'],
    ['with a semicolon', 'filename="a;b=c.pdf"', 'a;b=c.pdf'],
    ['with a percent sign', 'filename="100%25.pdf"', '100%25.pdf'],
    ['in folders', 'filename="../../etc/passwd.pdf"', 'passwd.pdf'],
    ['in folders of Windows', 'filename="C:\\temp\\a.pdf"', 'a.pdf'],
    ['as RFC 8187 writes it', 'filename="a.pdf"; filename*=UTF-8\'\'%ED%99%95%EC%9D%B8.pdf', '확인.pdf'],
    ['like a member of every object', 'filename="__proto__.pdf"', '__proto__.pdf'],
  ])('%s', async (_what, parameters, name) => {
    expect(await nameOf(parameters)).toEqual([{ name, size: 20 }]);
  });

  it.each<[what: string, parameters: string]>([
    ['with a line break', 'filename="a%0D%0Ax-injected: b.pdf"'],
    ['with NUL', "filename*=UTF-8''a%00.pdf"],
    ['that never ends', 'filename="a.pdf'],
  ])('%s: is refused', async (_what, parameters) => {
    expect(await nameOf(parameters)).toEqual(noForm);
  });
});

describe('the form', () => {
  const whole = bodyOf([...asked, file('filename="a.pdf"', pdf)]);

  it.each<[what: string, body: Uint8Array, contentType?: string]>([
    ['as it is', whole],
    ['with a preamble and an epilogue', Buffer.concat([Buffer.from('hello\r\n'), whole, Buffer.from('--x\r\nbye')])],
    ['of a quoted boundary', whole, 'multipart/form-data; charset=utf-8; boundary="x"'],
    [
      'of a boundary of 70',
      bodyOf([...asked, file('filename="a.pdf"', pdf)], 'b'.repeat(70)),
      `multipart/form-data; boundary=${'b'.repeat(70)}`,
    ],
    [
      'with a member of every object',
      bodyOf([
        ...asked,
        field('__proto__', '{"polluted":1}'),
        field('constructor', 'y'),
        file('filename="a.pdf"', pdf),
      ]),
    ],
    ['with a file that nobody chose', bodyOf([...asked, file('filename="a.pdf"', pdf), file('filename=""', '')])],
    [
      'with 64 parts',
      bodyOf([
        ...asked,
        file('filename="a.pdf"', pdf),
        ...Array.from({ length: 57 }, (_none, index) => field(`f${index}`, '')),
      ]),
    ],
    [
      'that says how bytes are written',
      bodyOf([...asked, file('filename="a.pdf"\r\ncontent-transfer-encoding: binary', pdf)]),
    ],
  ])('%s: is read', async (_what, body, contentType) => {
    const bench = await openBench();
    await bench.add();
    expect(await post(bench, REQUEST, body, contentType)).toEqual([200, { code: '200' }]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(await bench.detail('order_paid')).toMatchObject({
      comments: [{ content: '확인', attachment: [{ originalFileName: 'a.pdf', fileSize: 20 }] }],
    });
  });

  const cut = (bytes: number): Uint8Array => whole.subarray(0, whole.byteLength - bytes);
  const odd = (head: string): Buffer => bodyOf([...asked, [head, 'x'], file('filename="a.pdf"', pdf)]);

  it.each<[what: string, body: Uint8Array, contentType?: string]>([
    ['that is empty', new Uint8Array()],
    ['without its end', cut('--x--\r\n'.length)],
    ['without the dashes of its end', cut(4)],
    ['with another boundary', whole, 'multipart/form-data; boundary=y'],
    ['without a boundary', whole, 'multipart/form-data'],
    ['of a boundary that goes on', bodyOf(asked, 'xy')],
    ['with 65 parts', bodyOf(Array.from({ length: 65 }, (_none, index) => field(`f${index}`, '')))],
    ['with a part without a name', odd('content-disposition: form-data')],
    ['with a part of an empty name', odd('content-disposition: form-data; name=""')],
    ['with a part without a head', odd('')],
    ['with NUL in a name', odd('content-disposition: form-data; name="a\0"')],
  ])('%s: is none', async (_what, body, contentType) => {
    const bench = await openBench();
    await bench.add();
    expect(await post(bench, REQUEST, body, contentType)).toEqual(noForm);
    expect(await bench.detail('order_paid')).toMatchObject({ inspectionStatus: 'REG' });
  });

  it('names a field once', async () => {
    const bench = await openBench();
    for (const name of ['bizId', 'comment', '__proto__'])
      expect(await post(bench, REQUEST, bodyOf([...asked, field(name, 'a'), field(name, 'b')]))).toEqual(twice);
  });
});
