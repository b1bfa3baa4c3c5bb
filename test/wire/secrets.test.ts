import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceFailure } from '../../src/core/failure.ts';
import { messageApi } from '../../src/send/endpoints.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { api } from '../api.ts';
import { answering, detail, make, never, shop, talking, template } from './support.ts';

/** Characters that other forms of a text write differently, so that a leak in another spelling is found too. */
const secret = fc.string({ unit: fc.constantFrom(...'abcXYZ019&<>"\'\\/%+=: 가é'), minLength: 6, maxLength: 24 });
const headerSafe = secret.filter((text) => /^[\x21-\x7e]+$/.test(text));
const digits = fc.stringMatching(/^010\d{8}$/);

/** Every spelling in which a reader would know the secret. */
function spellings(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    Buffer.from(text).toString('base64'),
    text.replace(/\s+/g, ' '),
  ];
}

const places = fc.constantFrom<(leak: string) => { status: number; type: string; body: string }>(
  (leak) => ({
    status: 200,
    type: 'application/json',
    body: JSON.stringify({ code: 2000, message: leak, description: leak }),
  }),
  (leak) => ({
    status: 400,
    type: 'application/json',
    body: JSON.stringify({ code: leak, message: leak, description: leak }),
  }),
  (leak) => ({
    status: 500,
    type: 'application/json',
    body: JSON.stringify({ code: 9000, message: leak, description: leak }),
  }),
  (leak) => ({
    status: 429,
    type: 'application/json',
    body: JSON.stringify({ code: 5002, message: leak, description: leak }),
  }),
  (leak) => ({ status: 403, type: 'text/html', body: `<html><title>no ${leak}</title>` }),
  (leak) => ({
    status: 403,
    type: 'text/html',
    body: `<html><p>no ${leak.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`,
  }),
  (leak) => ({ status: 200, type: 'text/plain', body: `no ${leak}` }),
  (leak) => ({
    status: 200,
    type: 'application/json',
    body: JSON.stringify({ code: 1000, data: leak, messagekey: leak.length }),
  }),
);

test('whatever the service answers, no secret and no number is in a trace or a problem', async () => {
  let reply = { status: 200, type: '', body: '' };
  let token = '';
  const server = await answering(({ path }) =>
    path === '/v1/token'
      ? { body: { accesstoken: token, type: 'Bearer', expired: '20270101000000' } }
      : { status: reply.status, headers: { 'content-type': reply.type }, body: reply.body },
  );
  await fc.assert(
    fc.asyncProperty(secret, secret, headerSafe, digits, places, async (apiKey, password, issued, to, place) => {
      token = issued;
      const all = `${apiKey} ${password} ${issued} ${to} ${to.slice(0, 3)}-${to.slice(3, 7)}-${to.slice(7)}`;
      reply = place(all);
      const { service, trace } = make({
        resourceUrl: server.url,
        messageUrl: server.url,
        credentials: { bizId: 'biz', apiKey, account: 'account', password },
      });
      const said = [
        await words(messageApi(service).send({ type: 'at', from: '15880000', to, refkey: 'r', content: {} }, never)),
        await words(api(service).template.add(shop, template, never)),
        await words(api(service).template.detail(shop, 'x', never)),
        ...trace,
      ].join('\n');
      await service.close();
      // what is hidden may stand in our own sentences by chance
      for (const hidden of [apiKey, password, issued].filter((one) => one.trim().length >= 6)) {
        for (const spelling of spellings(hidden)) expect(said).not.toContain(spelling);
      }
      expect(said).not.toContain(to);
      expect(said).not.toContain(to.slice(3, 7) + to.slice(7));
      expect(said).not.toContain(`${to.slice(3, 7)}-${to.slice(7)}`);
    }),
    { numRuns: 50 },
  );
});

/** Everything of a failure that may be shown. */
async function words(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return '';
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { code, message, hint, service } = error.problem;
    return [error.message, error.stack, code, message, hint, service?.code, service?.message].join('\n');
  }
}

test('a path or a header that is sent is in no failure of the connection', async () => {
  const server = await talking((socket) => socket.resetAndDestroy());
  const { service, trace } = make({ resourceUrl: server.url });
  const said = await words(api(service).template.add(shop, template, never));
  expect(`${said}${trace.join()}`).not.toMatch(/key-of-the-api|pass:word|aaaaaaa|content-type/);
});

test('a hundred calls at once on one signal raise no warning', async () => {
  const warnings: string[] = [];
  const note = (warning: Error): number => warnings.push(warning.message);
  process.on('warning', note);
  const server = await answering(({ path }) =>
    path === '/v1/token'
      ? { body: { accesstoken: 't', type: 'Bearer', expired: '20270101000000' } }
      : { body: { code: path.startsWith('/v3/msgr') ? '200' : 1000 } },
  );
  const { service } = make({ resourceUrl: server.url, messageUrl: server.url });
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: 100 }, () => [
      api(service).template.stop(shop, 'x', signal),
      messageApi(service).report('k', signal),
    ]).flat(),
  );
  await new Promise<void>((resolve) => process.nextTick(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('what a person wrote into a comment is masked where it comes in', async () => {
  const said = (content: string | null, userName: string | null) => ({
    content,
    userName,
    status: 'REJ',
    createdAt: '2026',
  });
  const leak = 'key-of-ours, PW: password-1, token-9876, 010-1234-5678 (01012345678), abc';
  const server = await answering(() => ({
    body: { code: '200', message: 'ok', data: { ...detail, comments: [said(leak, '01012345678'), said(null, null)] } },
  }));
  const { service } = make({
    resourceUrl: server.url,
    credentials: { bizId: 'biz', apiKey: 'key-of-ours', account: 'account', password: '' },
    redaction: redactionOf('password-1', 'token-9876', 'abc'),
  });
  expect((await api(service).template.detail(shop, 'x', never)).comments).toEqual([
    said('****, PW: ****, ****, 010****5678 (010****5678), abc', '010****5678'),
    said(null, null),
  ]);
});

function redactionOf(...secrets: string[]): Redaction {
  const redaction = new Redaction();
  for (const secret of secrets) redaction.hide(secret);
  return redaction;
}
