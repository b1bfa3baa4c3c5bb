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

test('the client goes on from the time that the last answer told, and knows none before one did', async () => {
  const list = { code: '200', totalCount: 0, totalPage: 0, currentPage: 1, data: null };
  const told = ['soon', 'Fri, 20 Nov 2026 00:00:01 GMT', 'soon'];
  const server = await answering(() => ({ body: list, headers: { date: String(told.shift()) } }));
  const clock = new TestClock();
  const ports = { clock, random: seededRandom(1), files: systemFiles };
  const { service } = make({ resourceUrl: server.url, ports });
  const times = [service.now()];
  for (let call = 1; call <= 3; call += 1) {
    await api(service).template.list(shop, never);
    times.push(service.now());
    clock.time += 500;
  }
  const second = Date.UTC(2026, 10, 20, 0, 0, 2);
  expect(times).toEqual([undefined, undefined, second, second + 500]);
});
