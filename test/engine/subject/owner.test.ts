import { beforeEach, describe, expect, it } from 'vitest';
import { NotiformError } from '../../../src/core/problem.ts';
import { planApproved } from '../../../src/engine/approval/approval.ts';
import { confirmAll } from '../../../src/engine/plan/confirmed.ts';
import { observeStatus } from '../../../src/engine/status/status.ts';
import type { Planned } from '../../../src/engine/types.ts';
import { profileDigest } from '../../../src/state/account.ts';
import { type FakeService, thing, World } from '../support.ts';

/** An alias stands for another sender key than before: what is remembered was made on another channel. */

const [OLD, NEW] = ['k'.repeat(40), 'n'.repeat(40)];
const DOCUMENT = '/project/state/test/shop.json';

let world: World;

beforeEach(() => {
  world = new World();
});

function pointTo(key: string, alias = 'shop'): void {
  world.profiles.set(alias, { alias, key, type: 'S' });
}

/** What `apply` does with a plan that has nothing to do. */
async function confirm(planned: Planned<FakeService>): Promise<void> {
  await world.apply(planned);
  await confirmAll(planned, {
    ...world.input,
    root: '/project',
    holder: { pid: world.pid, host: 'here', command: 'apply' },
  });
}

async function refusal(work: Promise<unknown>): Promise<string[]> {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof NotiformError ? error.problems.map(({ code }) => code) : [];
}

describe('the state of a profile', () => {
  const held = thing('held', {}, { protect: true, goal: 'draft' });
  const other = thing('other', {}, { goal: 'draft' });

  it('says whose it is by a digest, never by the key', async () => {
    await world.run([other]);
    expect(world.state()?.keyDigest).toBe(profileDigest(OLD));
    expect(world.files.text(DOCUMENT)).not.toContain(OLD);
  });

  it('is not applied to another key: nothing is forgotten, no protection is lost', async () => {
    await world.run([held, other]);
    const before = world.files.text(DOCUMENT);
    pointTo(NEW);
    world.service.of('shop').clear();
    for (const flags of [{}, { allowEmpty: true, maxDeletes: null, maxUpdates: null, unprotect: [held.address] }]) {
      const planned = await world.plan([other], flags);
      expect(planned.plan.applyable).toBe(false);
      expect(planned.plan.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
        'profile-changed',
      ]);
      expect(await refusal(world.apply(planned))).toEqual(['profile-changed']);
    }
    expect(world.files.text(DOCUMENT)).toBe(before);
    pointTo(OLD);
    world.put('held', 'draft');
    world.put('other', 'draft');
    expect((await world.plan([held, other])).plan).toMatchObject({ changes: [], blocked: [], problems: [] });
  });

  it('of another key is not taken for this one by a status, which says why so little is known', async () => {
    await world.run([other]);
    pointTo(NEW);
    const { rows, unmanaged, problems } = await observeStatus({ ...world.input, resources: [other], addresses: [] });
    expect(rows).toMatchObject([{ address: other.address, verdict: 'done' }]);
    expect(unmanaged).toEqual([]);
    expect(problems).toMatchObject([{ code: 'profile-changed', severity: 'warning' }]);
    const environment = { ...world.input.environment, account: 'account-2' };
    const again = await observeStatus({ ...world.input, environment, resources: [other], addresses: [] });
    expect(again.problems.map(({ code }) => code)).toEqual(['account-changed', 'profile-changed']);
  });

  it('becomes that of another key where that is meant: nothing that it remembers is believed there, or kept', async () => {
    await world.run([held, other]);
    pointTo(NEW);
    world.service.of('shop').clear();
    // Somebody else's, under the names that were ours on the other channel.
    world.put('held', 'draft', { text: 'theirs' });
    const accepted = { acceptAccount: true };
    const { plan } = await world.plan([other], accepted);
    expect(plan).toMatchObject({
      changes: [{ address: other.address, action: 'create' }],
      unmanaged: [{ name: 'held' }],
      problems: [{ code: 'profile-changed', severity: 'warning' }],
      profiles: { shop: profileDigest(NEW) },
    });
    await world.run([other], accepted);
    expect(world.live()).toEqual({ held: 'draft', other: 'draft' });
    expect(world.state()).toMatchObject({ keyDigest: profileDigest(NEW) });
    expect(Object.keys(world.state()?.entries ?? {})).toEqual([other.address]);
    expect(await world.actions([other])).toEqual({});
  });

  it('is taken over by an apply that has nothing else to do, of either sort', async () => {
    const applies = [
      (planned: Planned<FakeService>) => world.apply(planned),
      (planned: Planned<FakeService>) => confirm(planned),
    ];
    const changes = [
      () => pointTo(NEW),
      () => {
        world.account = 'account-2';
      },
    ];
    for (const apply of applies) {
      for (const [index, change] of changes.entries()) {
        world = new World();
        await world.run([other]);
        await world.run([other]);
        change();
        const wanted = index === 0 ? [] : [other];
        const code = index === 0 ? 'profile-changed' : 'account-changed';
        expect((await world.plan(wanted)).plan).toMatchObject({ changes: [], problems: [{ code, severity: 'error' }] });
        await apply(await world.plan(wanted, { acceptAccount: true }));
        expect(world.state()).toMatchObject({
          account: index === 0 ? 'account-1' : 'account-2',
          keyDigest: profileDigest(index === 0 ? NEW : OLD),
        });
        expect(Object.keys(world.state()?.entries ?? {})).toEqual(index === 0 ? [] : [other.address]);
        expect((await world.plan(wanted, { allowEmpty: true })).plan.problems).toEqual([]);
      }
    }
  });

  it('that could not be taken over is told, where that was asked for', async () => {
    await world.run([other]);
    world.account = 'account-2';
    const planned = await world.plan([other], { acceptAccount: true });
    const lease = await world.input.store.lock('shop', { pid: 100, host: 'here', command: 'apply' });
    expect(await refusal(confirm(planned))).toEqual(['lock-held']);
    await lease.release();
    world.account = 'account-1';
    await world.run([held, other]);
    world.account = 'account-2';
    expect(await refusal(confirm(planned))).toEqual(['state-moved']);
  });

  it('is taken over only as far as the plan goes', async () => {
    pointTo('m'.repeat(40), 'mall');
    const mall = thing('other', {}, { goal: 'draft', profile: 'mall' });
    await world.run([other, mall]);
    world.account = 'account-2';
    const { accepted } = await world.plan([other, mall], { acceptAccount: true }, { targets: [mall.address] });
    expect(accepted).toEqual(['mall']);
  });

  it('is not taken over by a plan file that never spoke of it', async () => {
    pointTo('m'.repeat(40), 'mall');
    const both = [other, thing('other', {}, { goal: 'draft', profile: 'mall' })];
    await world.run(both);
    pointTo(NEW);
    world.service.of('shop').clear();
    const { plan: approved } = await world.plan(both, { acceptAccount: true });
    pointTo('x'.repeat(40), 'mall');
    const { policy: _policy, targets: _targets, excludes: _excludes, ...input } = world.planInput(both);
    const planned = await planApproved({ ...input, approved });
    expect(planned.guards.map(({ message }) => message)).toEqual([
      'The state of mall belongs to another sender key or group key than `profiles` of the environment',
    ]);
    expect(planned.accepted).toEqual(['shop']);
  });

  it('is left alone by a plan file of a selection that is not about it, as by the same plan without a file', async () => {
    pointTo('m'.repeat(40), 'mall');
    const mall = thing('other', {}, { goal: 'draft', profile: 'mall' });
    const both = [other, mall];
    await world.run(both);
    const before = world.state('mall');
    pointTo('m'.repeat(40));
    pointTo(OLD, 'mall');
    world.service.of('shop').clear();
    const chosen = { targets: [other.address] };
    const { plan: approved } = await world.plan(both, { acceptAccount: true }, chosen);
    const { policy: _policy, targets: _targets, excludes: _excludes, ...input } = world.planInput(both);
    const planned = await planApproved({ ...input, approved });
    expect([planned.guards, planned.accepted]).toEqual([[], ['shop']]);
    expect((await world.apply(planned)).counts.done).toBe(1);
    expect(world.state()?.keyDigest).toBe(profileDigest('m'.repeat(40)));
    expect(world.state('mall')).toEqual(before);
  });

  it('keeps what it says of another account where it is not taken over, though there is something to confirm', async () => {
    for (const fromFile of [false, true]) {
      world = new World();
      pointTo('m'.repeat(40), 'mall');
      const both = [other, thing('other', {}, { goal: 'draft', profile: 'mall' })];
      await world.run(both);
      // What the list says of it now a run of the same account would write down.
      const live = world.service.of('mall').get('other');
      if (live) live.modifiedAt = '2026-11-20 10:00:00';
      const before = world.state('mall');
      world.account = 'account-2';
      const planned = await world.plan(both, { acceptAccount: true }, { targets: [other.address] });
      const { policy: _policy, targets: _targets, excludes: _excludes, ...input } = world.planInput(both);
      await confirm(fromFile ? await planApproved({ ...input, approved: planned.plan }) : planned);
      expect(world.state('mall')).toEqual(before);
      expect(world.state()?.account).toBe('account-2');
    }
  });

  it('of two aliases that were exchanged is refused for both', async () => {
    pointTo('m'.repeat(40), 'mall');
    const both = [other, thing('other', {}, { goal: 'draft', profile: 'mall' })];
    await world.run(both);
    pointTo('m'.repeat(40));
    pointTo(OLD, 'mall');
    const { plan } = await world.plan(both);
    expect(plan.problems.map(({ message }) => message)).toEqual([
      'The state of mall, shop belongs to another sender key or group key than `profiles` of the environment',
    ]);
  });

  it('that was written before there were digests of keys takes the one of now with the next write', async () => {
    await world.run([other]);
    const { keyDigest: _none, ...older } = world.state() ?? {};
    world.files.all.set(DOCUMENT, Buffer.from(JSON.stringify(older)));
    pointTo(NEW);
    expect(await world.actions([other])).toEqual({});
    expect(world.state()?.keyDigest).toBeUndefined();
    await world.run([other, thing('more')]);
    expect(world.state()?.keyDigest).toBe(profileDigest(NEW));
  });
});

it('a plan says whose keys it is made for', async () => {
  pointTo('mall', 'mall');
  const { plan } = await world.plan([thing('a')]);
  expect(plan.profiles).toEqual({ shop: profileDigest(OLD), mall: profileDigest('mall') });
});
