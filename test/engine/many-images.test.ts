import { expect, it } from 'vitest';
import { makePlan } from '../../src/engine/plan/plan.ts';
import { picture, thing, World } from './support.ts';

it('two addresses of the same bytes are no quarrel: the second run is empty', async () => {
  const world = new World();
  const file = world.file('x.png');
  const wanted = [picture('p', file), picture('q', file)];
  await world.run(wanted);
  expect(await world.actions(wanted)).toEqual({});
});

it('the live images of many are fetched side by side', async () => {
  const world = new World();
  const wanted = Array.from({ length: 8 }, (_, index) => {
    const file = world.file(`f${index}.png`);
    const url = `https://img.example/${index}`;
    world.service.pictures.set(url, Buffer.from(`f${index}.png`));
    world.put(`t${index}`, 'approved', { text: `t${index}`, picture: { url } });
    return [
      picture(`p${index}`, file),
      thing(`t${index}`, { picture: file }, { dependsOn: [`Picture/shop/p${index}`] }),
    ];
  }).flat();
  const input = world.planInput(wanted);
  const { fetchImage } = input.remote;
  let underWay = 0;
  let most = 0;
  input.remote.fetchImage = async (url, signal) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const bytes = await fetchImage(url, signal);
    underWay -= 1;
    return bytes;
  };
  const { plan } = await makePlan(input);
  expect(plan.counts).toMatchObject({ adopt: 16, create: 0, blocked: 0 });
  expect(most).toBe(world.inFlight);
});
