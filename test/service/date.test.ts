import { expect, test } from 'vitest';
import { answering, make, never, shop } from './support.ts';

test('a list tells when it was, by the clock of the server, and nothing where that tells no time', async () => {
  const list = { code: '200', totalCount: 0, totalPage: 0, currentPage: 1, data: null };
  const dated = async (date: string) => {
    const server = await answering(() => ({ body: list, headers: { date } }));
    return (await make({ resourceUrl: server.url }).service.resource.template.list(shop, {}, never)).date;
  };
  expect(await dated('Fri, 20 Nov 2026 00:00:01 GMT')).toBe(Date.UTC(2026, 10, 20, 0, 0, 1));
  expect(await dated('soon')).toBe(undefined);
});
