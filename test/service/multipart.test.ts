import { expect, test } from 'vitest';
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
  const request = await sent(({ resource }) =>
    resource.image.upload('notification/template', { name: 'order.PNG', bytes }, never),
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
  const request = await sent(({ resource }) =>
    resource.template.requestWithFile(shop, 'order_paid', '확인\n부탁드립니다', files, never),
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
  await service.resource.image.upload('notification/send', { name: 'a.jpg', bytes: new Uint8Array([1, 2, 3]) }, never);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[0]).toContain('\u0001\u0002\u0003');
});

test('an upload’s answer without a URL is unfit', async () => {
  const server = await talking((socket) => socket.write(http({ code: '200', image: '' })));
  const { service } = make({ resourceUrl: server.url });
  const call = service.resource.image.upload('notification/send', { name: 'a.jpg', bytes: new Uint8Array(1) }, never);
  expect((await failureOf(call)).problem.message).toBe(
    'The answer to image.send does not have the documented shape: image: Too small: expected string to have >=1 characters',
  );
});
