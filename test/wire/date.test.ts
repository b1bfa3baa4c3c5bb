import { expect, test } from 'vitest';
import { systemFiles } from '../../src/files/system.ts';
import { api } from '../api.ts';
import { TestClock } from '../engine/support.ts';
import { seededRandom } from '../random.ts';
import { answering, make, never, shop } from './support.ts';

test('a list tells when it was, by the clock of the server, and nothing where that tells no time', async () => {
  const list = { code: '200', totalCount: 0, totalPage: 0, currentPage: 1, data: null };
  const dated = async (date: string) => {
    const server = await answering(() => ({ body: list, headers: { date } }));
    return (await api(make({ resourceUrl: server.url }).service).template.list(shop, never)).date;
  };
  expect(await dated('Fri, 20 Nov 2026 00:00:01 GMT')).toBe(Date.UTC(2026, 10, 20, 0, 0, 1));
  expect(await dated('soon')).toBe(undefined);
});

test('the client knows between which times the clock of the server is: each answer narrows that, unless a clock was set', async () => {
  const list = { code: '200', totalCount: 0, totalPage: 0, currentPage: 1, data: null };
  const seconds = ['soon', '01', '01', '02', '09'].values();
  const server = await answering(() => ({
    body: list,
    headers: { date: `Fri, 20 Nov 2026 00:00:${seconds.next().value} GMT` },
  }));
  const clock = new TestClock();
  const ports = { clock, random: seededRandom(1), files: systemFiles };
  const { service } = make({ resourceUrl: server.url, ports });
  for (const times of ['NaN-NaN', '1000-2000', '1300-2000', '2000-2300', '9000-10000']) {
    await api(service).template.list(shop, never);
    const [least, most] = [service.leastNow(), service.now()].map((time) => Number(time) - Date.UTC(2026, 10, 20));
    expect(`${least}-${most}`).toBe(times);
    clock.time += 300;
  }
});
