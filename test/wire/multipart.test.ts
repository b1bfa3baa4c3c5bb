import { expect, test } from 'vitest';
import { api } from '../api.ts';
import { credentials, failureOf, http, make, never, shop, talking } from './support.ts';

/** The request's bytes, as text, with the boundary written as BOUNDARY. */
function plain(request: string): string {
  const boundary = /boundary=(\S+)/.exec(request)?.[1] ?? 'none';
  return Buffer.from(request.replaceAll(boundary, 'BOUNDARY'), 'latin1').toString();
}

async function sent(call: (service: ReturnType<typeof make>['service']) => Promise<unknown>): Promise<string> {
  let request = '';
  const server = await talking((socket, whole) => {
    request = whole;
    socket.write(http({ code: '200', image: 'https://img.example.com/1.png' }));
  });
  await call(make({ resourceUrl: server.url }).service);
  return plain(request)
    .replace(/127\.0\.0\.1:\d+/, 'HOST')
    .replace(/content-length: \d+/, 'content-length: N');
}

const lines = (...text: string[]): string => `${text.join('\r\n')}\r\n`;

test('an image is bizId, apiKey and the bytes under image (4.2)', async () => {
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
  const request = await sent((service) =>
    api(service).image.upload('notification/template', { name: 'order.PNG', bytes }, never),
  );
  const body = Buffer.from(bytes).toString();
  expect(request).toBe(
    lines(
      'POST /v3/msgr/image/noticetalk/template HTTP/1.1',
      'host: HOST',
      'connection: keep-alive',
      'accept: application/json',
      'user-agent: notiform',
      'content-type: multipart/form-data; boundary=BOUNDARY',
      'content-length: N',
      '',
      '--BOUNDARY',
      'Content-Disposition: form-data; name="bizId"',
      '',
      credentials.bizId,
      '--BOUNDARY',
      'Content-Disposition: form-data; name="apiKey"',
      '',
      credentials.apiKey,
      '--BOUNDARY',
      'Content-Disposition: form-data; name="image"; filename="order.PNG"',
      'Content-Type: image/png',
      '',
      body,
      '--BOUNDARY--',
    ),
  );
});

test('an inspection with files has its fields, then each file under attachment (4.1)', async () => {
  const file = (name: string) => ({ name, bytes: Buffer.from(name) });
  const files = ['증빙.pdf', 'b.hwp', 'c.docx', 'd.jpeg', 'e "quoted"\n.unknown'].map(file);
  const request = await sent((service) =>
    api(service).template.requestWithFile(shop, 'order_paid', '확인\n부탁드립니다', files, never),
  );
  const field = (name: string, value: string): string[] => [
    '--BOUNDARY',
    `Content-Disposition: form-data; name="${name}"`,
    '',
    value,
  ];
  const part = (name: string, type: string, body: string): string[] => [
    '--BOUNDARY',
    `Content-Disposition: form-data; name="attachment"; filename="${name}"`,
    `Content-Type: ${type}`,
    '',
    body,
  ];
  expect(request.slice(request.indexOf('\r\n\r\n') + 4)).toBe(
    lines(
      ...field('bizId', credentials.bizId),
      ...field('apiKey', credentials.apiKey),
      ...field('senderKey', shop.key),
      ...field('senderKeyType', 'S'),
      ...field('templateCode', 'order_paid'),
      ...field('comment', '확인\r\n부탁드립니다'),
      ...part('증빙.pdf', 'application/pdf', '증빙.pdf'),
      ...part('b.hwp', 'application/x-hwp', 'b.hwp'),
      ...part('c.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'c.docx'),
      ...part('d.jpeg', 'image/jpeg', 'd.jpeg'),
      ...part('e %22quoted%22%0A.unknown', 'application/octet-stream', 'e "quoted"\n.unknown'),
      '--BOUNDARY--',
    ),
  );
});

test('a form that is turned away (429) is sent again whole', async () => {
  const bodies: string[] = [];
  const server = await talking((socket, whole, count) => {
    bodies.push(plain(whole).replace(/^[\s\S]*?\r\n\r\n/, ''));
    socket.write(http(count === 1 ? { code: '429' } : { code: '200', image: 'https://img.example.com/1.png' }));
  });
  const { service } = make({ resourceUrl: server.url });
  await api(service).image.upload('notification/send', { name: 'a.jpg', bytes: new Uint8Array([1, 2, 3]) }, never);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[0]).toContain('\u0001\u0002\u0003');
});

test('an upload’s answer without a URL is unfit', async () => {
  const server = await talking((socket) => socket.write(http({ code: '200', image: '' })));
  const { service } = make({ resourceUrl: server.url });
  const call = api(service).image.upload('notification/send', { name: 'a.jpg', bytes: new Uint8Array(1) }, never);
  expect((await failureOf(call)).problem.message).toBe(
    'The answer to image.send does not have the documented shape: image: Too small: expected string to have >=1 characters',
  );
});

test('a brand image that goes alone is bizId, apiKey and the bytes under image (4.7a)', async () => {
  const request = await sent((service) =>
    api(service).image.upload('brand/wide', { name: 'wide.jpg', bytes: Buffer.from('JPEG') }, never),
  );
  expect(request).toContain('POST /v4/msgr/brand/image/wide HTTP/1.1');
  expect(request).toContain('Content-Disposition: form-data; name="image"; filename="wide.jpg"\r\n');
});

const listUses = [
  ['brand/wide-items', 'image.brandWideItems', '/v4/msgr/brand/image/wideItemList'],
  ['brand/carousel-feed', 'image.brandCarouselFeed', '/v4/msgr/brand/image/carouselFeed'],
  ['brand/carousel-commerce', 'image.brandCarouselCommerce', '/v4/msgr/brand/image/carouselCommerce'],
] as const;

function uploading(data: unknown, use: (typeof listUses)[number][0] = 'brand/wide-items') {
  const asked: string[] = [];
  const upload = async (): Promise<string> => {
    const server = await talking((socket, whole) => {
      asked.push(plain(whole));
      socket.write(http({ code: '200', data }));
    });
    const { service } = make({ resourceUrl: server.url });
    return api(service).image.upload(use, { name: 'a.png', bytes: Buffer.from('PNG') }, never);
  };
  return { asked, upload };
}

test.each(listUses)('%s goes as a list of one, and its success is read (4.7a)', async (use, _, path) => {
  const { asked, upload } = uploading({ success: [{ formField: 'imageList[0]', url: 'https://img/1' }] }, use);
  expect(await upload()).toBe('https://img/1');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(`POST ${path} HTTP/1.1`);
  expect(asked[0]?.match(/name="image[^"]*"; filename="[^"]*"/g)).toEqual(['name="imageList"; filename="a.png"']);
});

test.each(listUses)('a failure of %s is a refusal in the service’s words', async (use, name) => {
  const failure = [{ formField: 'imageList[0]', error: { code: 600, message: 'the ratio is not allowed' } }];
  const { upload } = uploading({ success: [], failure }, use);
  const failed = await failureOf(upload());
  expect([failed.kind, failed.problem]).toEqual([
    'refused',
    {
      code: 'service-refused',
      severity: 'error',
      message: `The service refused ${name}: the ratio is not allowed (code 600)`,
      hint: 'Check the resource with `notiform status`',
      service: { code: '600', message: 'the ratio is not allowed' },
    },
  ]);
});

test('a failure beside a success counts, words or none', async () => {
  const data = { success: [{ url: 'https://img/1' }], failure: [{ error: { code: '600', message: null } }] };
  expect((await failureOf(uploading(data).upload())).problem.message).toBe(
    'The service refused image.brandWideItems: code 600',
  );
});

test.each([
  [{ success: [], failure: [] }, 'data: has neither a success nor a failure'],
  [{}, 'data: has neither a success nor a failure'],
  [undefined, 'data: expected object, received undefined'],
  [{ success: [{}] }, 'data.success[0].url: expected string, received undefined'],
  [{ failure: [{ error: {} }] }, 'data.failure[0].error.code: expected string, received undefined'],
])('an answer of %j is unfit', async (data, misfit) => {
  const failed = await failureOf(uploading(data).upload());
  expect(failed.kind).toBe('unfit');
  expect(failed.problem.message).toBe(
    `The answer to image.brandWideItems does not have the documented shape: ${misfit}`,
  );
});
