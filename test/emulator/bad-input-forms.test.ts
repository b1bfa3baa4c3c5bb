import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { boundaryOf, MultipartParser } from '../../src/emulator/multipart.ts';
import type { PartHead } from '../../src/emulator/multipart-head.ts';
import { png } from '../images.ts';
import { account, attachment, type Bench, emulatorAccount, imageForm, objectOf, openBench, SHOP } from './support.ts';

const REQUEST = '/v3/msgr/template/request_with_file';
const IMAGE = '/v3/msgr/image/noticetalk';

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
    ['with a quotation mark as curl writes it', 'filename="a\\"b\\\\c.pdf"', 'c.pdf'],
    ['with a semicolon', 'filename="a;b=c.pdf"', 'a;b=c.pdf'],
    ['with a percent sign', 'filename="100%25.pdf"', '100%25.pdf'],
    ['in folders', 'filename="../../etc/passwd.pdf"', 'passwd.pdf'],
    ['in folders of Windows', 'filename="C:\\temp\\a.pdf"', 'a.pdf'],
    ['as RFC 8187 writes it', 'filename="a.pdf"; filename*=UTF-8\'\'%ED%99%95%EC%9D%B8.pdf', '확인.pdf'],
    ['as RFC 2047 writes it', 'filename="=?UTF-8?B?7ZmV7J24LnBkZg==?="', '확인.pdf'],
    ['as RFC 2047 writes it, in Q', 'filename="=?utf-8?Q?=ED=99=95_=EC=9D=B8.pdf?="', '확 인.pdf'],
    ['like a member of every object', 'filename="__proto__.pdf"', '__proto__.pdf'],
  ])('%s', async (_what, parameters, name) => {
    expect(await nameOf(parameters)).toEqual([{ name, size: 20 }]);
  });

  it.each<[what: string, parameters: string]>([
    ['with a line break', 'filename="a\r\nx-injected: b.pdf"'],
    ['with a line break as browsers write it', 'filename="a%0D%0Ax-injected: b.pdf"'],
    ['with NUL', 'filename="a\0.pdf"'],
    ['with NUL as RFC 8187 writes it', "filename*=UTF-8''a%00.pdf"],
    ['in another charset', "filename*=EUC-KR''%C8%AE.pdf"],
    ['that is no UTF-8 as RFC 8187 writes it', "filename*=UTF-8''%FF.pdf"],
    ['that is no UTF-8 as RFC 2047 writes it', 'filename="=?UTF-8?B?/w==?="'],
    ['that never ends', 'filename="a.pdf'],
    ['given twice', 'filename="a.pdf"; filename="b.pdf"'],
    ['behind nothing', 'filename="a.pdf";;'],
  ])('%s: is refused', async (_what, parameters) => {
    expect(await nameOf(parameters)).toEqual(noForm);
  });

  it('that is no UTF-8 is refused', async () => {
    const bench = await openBench();
    const body = bodyOf([...asked, file('filename="@.pdf"', pdf)]);
    body[body.indexOf('@')] = 0xff;
    expect(await post(bench, REQUEST, body)).toEqual(noForm);
  });
});

describe('the form', () => {
  const whole = bodyOf([...asked, file('filename="a.pdf"', pdf)]);

  it.each<[what: string, body: Uint8Array, contentType?: string]>([
    ['as it is', whole],
    ['with a preamble and an epilogue', Buffer.concat([Buffer.from('hello\r\n'), whole, Buffer.from('--x\r\nbye')])],
    [
      'with blanks behind boundaries',
      Buffer.from(whole.toString('latin1').replaceAll('--x\r\n', '--x \t\r\n'), 'latin1'),
    ],
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
        field('constructor', 'x'),
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
    ['of an empty boundary', whole, 'multipart/form-data; boundary=""'],
    ['of a boundary of 71', bodyOf(asked, 'b'.repeat(71)), `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['of a boundary with other characters', bodyOf(asked, 'a@b'), 'multipart/form-data; boundary=a@b'],
    ['of a boundary that goes on', bodyOf(asked, 'xy')],
    ['with 65 parts', bodyOf(Array.from({ length: 65 }, (_none, index) => field(`f${index}`, '')))],
    ['with a part without a name', odd('content-disposition: form-data')],
    ['with a part of an empty name', odd('content-disposition: form-data; name=""')],
    ['with a part of another disposition', odd('content-disposition: attachment; name="a"')],
    ['with a part without a head', odd('')],
    ['with a line that is no header', odd('content-disposition: form-data; name="a"\r\nhello')],
    [
      'with a header twice',
      odd('content-disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="b"'),
    ],
    ['with a head of 9 KB', odd(`content-disposition: form-data; name="a"\r\nx: ${'x'.repeat(9000)}`)],
    ['with NUL in a name', odd('content-disposition: form-data; name="a\0"')],
    [
      'with a field of another charset',
      odd('content-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=euc-kr'),
    ],
    [
      'with bytes that are written otherwise',
      odd('content-disposition: form-data; name="a"\r\ncontent-transfer-encoding: base64'),
    ],
    [
      'with a field that is no UTF-8',
      bodyOf([...asked, field('a', Uint8Array.of(0xff)), file('filename="a.pdf"', pdf)]),
    ],
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

  it('may have 1 MB of fields', async () => {
    const bench = await openBench();
    await bench.add();
    const fields = asked.map(([, value]) => value.length).reduce((sum, size) => sum + size, 0);
    const room = 1024 * 1024 - Buffer.byteLength('확인') + '확인'.length - fields;
    const full = (bytes: number): Buffer =>
      bodyOf([...asked, field('f', 'a'.repeat(bytes)), file('filename="a.pdf"', pdf)]);
    expect(await post(bench, REQUEST, full(room + 1))).toEqual([
      200,
      { code: '611', message: 'the attachments are too large' },
    ]);
    expect(await post(bench, REQUEST, full(room))).toEqual([200, { code: '200' }]);
  });

  it('has files where files are wanted, and fields where fields are', async () => {
    const bench = await openBench();
    await bench.add();
    const [, ...others] = asked;
    const asFile: Part = ['content-disposition: form-data; name="bizId"; filename="a.txt"', 'emulator'];
    expect(await post(bench, REQUEST, bodyOf([asFile, ...others]))).toEqual([
      200,
      { code: '405', message: 'bizId is required' },
    ]);
    const image = account();
    image.set('image', 'text');
    expect(await bench.upload('/image/noticetalk', image)).toEqual({ code: '405', message: 'image is required' });
  });

  it('may be compressed by nobody', async () => {
    const { url } = await openBench();
    const response = await fetch(url + IMAGE, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
      body: Uint8Array.from(whole),
    });
    expect([response.status, await response.json()]).toEqual([415, { code: '405', message: 'the body is compressed' }]);
  });

  it('leaves nothing of one request in another', async () => {
    const { upload } = await openBench();
    for (let count = 0; count < 3; count += 1) {
      expect(await upload('/image/noticetalk', imageForm(png(800, 400)))).toMatchObject({ code: '200' });
      // What looks behind the end of a broken image must find nothing there.
      expect(await upload('/image/noticetalk', imageForm(png(800, 400).slice(0, 18)))).toEqual({
        code: '600',
        message: 'the image is not a readable PNG or JPEG',
      });
    }
  });
});

describe('the reader of forms', () => {
  interface Found extends PartHead {
    content: string;
  }

  function parse(pieces: readonly Buffer[], boundary: string): { parts: Found[]; isComplete: boolean } {
    const parts: Found[] = [];
    let open: { head: PartHead; chunks: Buffer[] } | undefined;
    const parser = new MultipartParser(boundary, {
      begin: (head) => {
        open = { head, chunks: [] };
      },
      data: (chunk) => open?.chunks.push(Buffer.from(chunk)),
      end: () => {
        if (open) parts.push({ ...open.head, content: Buffer.concat(open.chunks).toString('latin1') });
      },
    });
    for (const piece of pieces) parser.push(piece);
    return { parts, isComplete: parser.isComplete };
  }

  const boundary = '-x';
  // Contents full of beginnings of boundaries.
  const content = fc
    .array(fc.constantFrom('\r', '\n', '-', '--', 'x', '\r\n-', '\r\n---', '\r\n--', 'a', '\0'), { maxLength: 12 })
    .map((pieces) => pieces.join(''));
  const parts = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), content, fc.boolean()), { maxLength: 4 });

  it('finds the same parts wherever the bytes are cut', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (given, sizes) => {
        fc.pre(given.every(([, text]) => !`\r\n${text}\r\n`.includes(`\r\n--${boundary}`)));
        const bytes = bodyOf(
          given.map(
            ([name, text, isFile]): Part => [
              `content-disposition: form-data; name="${name}"${isFile ? '; filename="f"' : ''}`,
              text,
            ],
          ),
          boundary,
        );
        const pieces: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        const expected = given.map(([name, text, isFile]) => ({
          name,
          filename: isFile ? 'f' : undefined,
          content: text,
        }));
        expect(parse(pieces, boundary)).toEqual({ parts: expected, isComplete: true });
        const last = bytes.lastIndexOf(`--${boundary}--`);
        for (const end of [0, last, last + boundary.length + 3])
          expect(parse([bytes.subarray(0, end)], boundary).isComplete).toBe(false);
      }),
    );
  });

  it('takes any bytes without a stumble', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        expect(
          parse(
            chunks.map((chunk) => Buffer.from(chunk)),
            boundary,
          ).isComplete,
        ).toBe(false);
      }),
    );
  });

  it.each<[header: string | undefined, boundary: string | undefined]>([
    ['multipart/form-data; boundary=a', 'a'],
    ['multipart/form-data; Boundary="a b"', 'a b'],
    ['multipart/form-data;boundary=a;charset=utf-8', 'a'],
    ['multipart/form-data; boundary="a "', undefined],
    ['multipart/form-data; boundary="a', undefined],
    ['multipart/form-data; boundary=', undefined],
    ['multipart/form-data', undefined],
    [undefined, undefined],
  ])('knows the boundary of %s', (header, expected) => {
    expect(boundaryOf(header)).toBe(expected);
  });
});
