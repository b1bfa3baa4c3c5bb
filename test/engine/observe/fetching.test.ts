import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '../../../src/core/problem.ts';
import { fetchImages } from '../../../src/engine/observe/calls.ts';
import { failure, World } from '../support.ts';

let world: World;
let taken: string[];

beforeEach(() => {
  world = new World();
  taken = [];
});

const url = (index: number, host = 'img.example'): string => `https://${host}/${index}`;

function fetchAll(urls: readonly string[]): Promise<Map<string, Problem>> {
  return fetchImages(world.input, urls, async (from, bytes) => {
    taken.push(`${from} ${bytes.length}`);
  });
}

it('images are handed over as they come, so many at once; of what cannot be had it is told why', async () => {
  const urls = Array.from({ length: 12 }, (_, index) => url(index));
  for (const one of urls.slice(1)) world.service.pictures.set(one, Buffer.from('abc'));
  const failures = await fetchAll(urls);
  expect([...failures]).toEqual([[url(0), failure('refused', 'no such picture').problem]]);
  expect(taken.sort()).toEqual(
    urls
      .slice(1)
      .map((one) => `${one} 3`)
      .sort(),
  );
  expect(world.service.mostInFlight).toBe(4);
});

it('a server that does not answer is not asked on and on; one that answers in between is', async () => {
  world.inFlight = 1;
  world.service.fault = (call, when) => {
    if (when === 'before' && /silent|no address/.test(call)) throw failure('unreachable');
    if (when === 'before' && /\/[02]$/.test(call)) throw failure('unreachable');
  };
  for (const index of [1, 3, 4]) world.service.pictures.set(url(index), Buffer.from('a'));
  const silent = [0, 1, 2, 3, 4].map((index) => url(index, 'silent.example'));
  const failures = await fetchAll([...silent, ...[0, 1, 2, 3, 4].map((index) => url(index)), 'no address']);
  expect([...failures.keys()]).toEqual([...silent, url(0), url(2), 'no address']);
  expect(world.service.calls.filter((call) => call.includes('silent'))).toHaveLength(3);
  expect(taken).toEqual([1, 3, 4].map((index) => `${url(index)} 1`));
});

it('a run that is stopped ends it', async () => {
  world.service.fault = () => {
    throw failure('interrupted');
  };
  await expect(fetchAll([url(1)])).rejects.toMatchObject({ exit: 130 });
});

it('what its taker throws ends it too: no other image is fetched or taken after that', async () => {
  const urls = Array.from({ length: 20 }, (_, index) => url(index));
  for (const one of urls) world.service.pictures.set(one, Buffer.from('a'));
  const work = fetchImages(world.input, urls, async (from) => {
    if (from === url(1)) throw new Error('disk full');
    await nextTurn();
    taken.push(from);
  });
  await expect(work).rejects.toThrow('disk full');
  const [images, calls] = [taken.length, world.service.calls.length];
  expect(calls).toBeLessThan(10);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect([taken.length, world.service.calls.length]).toEqual([images, calls]);
});
