import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/core/kind.ts';
import { profilesOfShard } from '../../../src/engine/snapshot/shard.ts';
import { observeStatus } from '../../../src/engine/status/status.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

/** Things whose content says which groups their profile comes into. */
const joining: Kind<FakeService> = {
  ...thingKind,
  memberOf: ({ content }) => (typeof content['group'] === 'string' ? [content['group']] : []),
};

const aliases = fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,8}$/), { maxLength: 60 });

function shards(of: number, profiles: readonly string[], resources = [] as ReturnType<typeof thing>[]): Set<string>[] {
  return Array.from({ length: of }, (_, at) => profilesOfShard({ index: at + 1, of }, profiles, resources, [joining]));
}

function shardOf(alias: string, all: readonly Set<string>[]): number {
  return all.findIndex((one) => one.has(alias)) + 1;
}

describe('shards', () => {
  it('hold every profile once, and one that is added moves no other', () => {
    fc.assert(
      fc.property(aliases, fc.integer({ min: 1, max: 9 }), (profiles, of) => {
        const all = shards(of, profiles);
        expect(all.flatMap((one) => [...one]).sort()).toEqual([...profiles].sort());
        const more = shards(of, [...profiles, 'one-more']);
        for (const alias of profiles) expect(shardOf(alias, more)).toBe(shardOf(alias, all));
      }),
      { numRuns: 50 },
    );
  });

  it('are of about one size', () => {
    const sizes = shards(
      8,
      Array.from({ length: 10_000 }, (_, index) => `shop-${index}`),
    ).map(({ size }) => size);
    expect(Math.min(...sizes)).toBeGreaterThan(1150);
    expect(Math.max(...sizes)).toBeLessThan(1350);
  });

  it('keep together what resources tie together, directly or through others', () => {
    const profiles = ['a', 'b', 'c', 'd', 'e', 'f'];
    const resources = [
      thing('x', { group: 'f' }, { profile: 'b' }),
      thing('y', { group: 'f' }, { profile: 'd' }),
      thing('z', {}, { profile: 'e', dependsOn: ['Thing/d/y', 'Thing/e/z2', 'nothing'] }),
      thing('v', { group: 'b' }, { profile: 'f' }),
      { ...thing('w', {}, { profile: 'c' }), kind: 'Elsewhere' },
    ];
    for (const of of [2, 3, 5, 40]) {
      const together = ['b', 'd', 'e', 'f'].map((alias) => shardOf(alias, shards(of, profiles, resources)));
      expect(together).toEqual(together.map(() => shardOf('b', shards(of, profiles))));
      const alone = ['a', 'c'].map((alias) => shardOf(alias, shards(of, profiles, resources)));
      expect(alone).toEqual(['a', 'c'].map((alias) => shardOf(alias, shards(of, profiles))));
    }
  });
});

describe('an errand of a shard', () => {
  let world: World;

  beforeEach(async () => {
    world = new World();
    world.profiles.set('mall', { alias: 'mall', key: 'm', type: 'G' });
    await world.run([thing('a'), thing('b', {}, { profile: 'mall' })]);
    world.service.calls = [];
  });

  function environment() {
    return { ...world.input.environment, shard: new Set(['shop']) };
  }

  it('reads, locks and lists nothing of other profiles', async () => {
    const touched: string[] = [];
    const { store } = world.input;
    const watched = {
      ...store,
      readAll: (profiles: readonly string[]) => {
        touched.push(...profiles);
        return store.readAll(profiles);
      },
    };
    const { plan } = await world.plan(
      [thing('a', { text: 'new' })],
      {},
      { environment: environment(), store: watched },
    );
    expect(plan.changes.map(({ address }) => address)).toEqual(['Thing/shop/a']);
    expect(plan.policy).not.toHaveProperty('shard');
    const report = await observeStatus({
      ...world.input,
      environment: environment(),
      store: watched,
      resources: [thing('a')],
      addresses: [],
    });
    expect(report.rows.map(({ address }) => address)).toEqual(['Thing/shop/a']);
    expect(touched).toEqual(['shop', 'shop']);
    expect(world.service.calls.filter((call) => call.includes('mall') || call === 'read b')).toEqual([]);
  });

  it('is recorded in its plan', async () => {
    const shard = { index: 1, of: 2 };
    expect((await world.plan([thing('a')], {}, { environment: environment(), shard })).plan.policy).toMatchObject({
      shard,
    });
  });

  it('counts for its guards what is in it alone', async () => {
    const { guards } = await world.plan([], {}, { environment: environment() });
    expect(guards.map(({ message }) => message)).toEqual([
      'There are no manifests, and 1 of the state would be removed',
    ]);
  });
});
