import { describe, expect, it } from 'vitest';
import { killedAt } from './deaths.ts';
import { failure, faultAt, thing, World } from './support.ts';
import { versioned, versionedKind } from './versions.ts';

/** What a person did outside notiform between two applies is not undone silently. */

const wanted = [thing('a')];
const STOPPED = 'blocked: wake: undoes what a person did outside notiform (reverses)';
const WITHDRAWN = 'blocked: file: undoes what a person did outside notiform (reverses)';

/** A thing that was applied and approved. */
async function approved(): Promise<World> {
  const world = new World();
  await world.run(wanted);
  world.put('a', 'approved');
  return world;
}

describe('an act of a person', () => {
  it('that stopped a resource is not undone by an apply of something else', async () => {
    const world = await approved();
    world.put('a', 'halted');
    const { plan } = await world.plan([...wanted, thing('other', {}, { goal: 'draft' })]);
    expect(plan.changes.map(({ address }) => address)).toEqual(['Thing/shop/other']);
    expect(plan.blocked).toMatchObject([
      {
        address: 'Thing/shop/a',
        risk: 'reverses',
        riskySteps: [{ operation: 'thing.wake', risk: 'reverses' }],
        ways: [
          { todo: ['keep what is live: `notiform import Thing/shop/a --update`'] },
          { flags: ['--allow', 'reverses=Thing/shop/a'] },
        ],
        moved: ['drifted'],
      },
    ]);
    await world.run([...wanted, thing('other', {}, { goal: 'draft' })]);
    expect(world.live()).toMatchObject({ a: 'halted', other: 'draft' });
  });

  it('that released a stop of the manifest is kept by an import, before a flag stops it again', async () => {
    const world = await approved();
    const stopped = [thing('a', {}, { goal: 'stopped' })];
    const STOP = { flags: ['--allow', 'interrupts-sending=Thing/shop/a'] };
    const { plan: edited } = await world.plan(stopped);
    expect(edited.blocked).toMatchObject([{ ways: [STOP] }]);
    await world.run(stopped, { allow: ['interrupts-sending'] });
    world.put('a', 'approved');
    const { plan } = await world.plan(stopped);
    expect(plan.blocked).toMatchObject([
      { ways: [{ todo: ['keep what is live: `notiform import Thing/shop/a --update`'] }, STOP] },
    ]);
  });

  it('that only changed a text is drift, which is restored', async () => {
    const world = new World();
    await world.run(wanted);
    world.put('a', 'draft', { text: 'by hand' });
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'update: edit, file' });
  });

  it('is no obstacle to what the manifest changed since', async () => {
    const world = await approved();
    world.put('a', 'filed', { text: 'by hand' });
    expect(await world.actions([thing('a', { text: 'new' })])).toEqual({
      'Thing/shop/a': 'update: withdraw, edit, file',
    });
    world.put('a', 'approved');
    await world.run([thing('a', {}, { goal: 'stopped' })], { allow: ['interrupts-sending'] });
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'lifecycle: wake' });
  });

  it('is an obstacle whatever its id is', async () => {
    const world = await approved();
    world.put('a', 'halted');
    const renamed = thing('b', { text: 'a' }, { name: 'a' });
    expect(await world.actions([renamed])).toMatchObject({ 'Thing/shop/b': STOPPED });
    const moved = { ...renamed, renamedFrom: 'Thing/shop/a' };
    expect(await world.actions([moved])).toMatchObject({ 'Thing/shop/b': STOPPED });
  });
});

describe('an interrupted apply', () => {
  it('goes on without a flag, wherever it was killed while it restored a drift', async () => {
    for (let last = 0, died = true; died; last += 1) {
      const world = new World();
      await world.run(wanted);
      world.put('a', 'draft', { text: 'by hand' });
      died = await killedAt(world, last, () => world.run(wanted));
      expect(Object.values(await world.actions(wanted)).join(), `killed at ${last}`).not.toContain('blocked');
      await world.run(wanted);
      expect(world.live(), `killed at ${last}`).toEqual({ a: 'filed' });
      await world.run([...wanted, thing('more')]);
      expect(world.state()?.entries['Thing/shop/a']).not.toHaveProperty('intent');
      world.put('a', 'draft');
      expect(await world.actions(wanted)).toMatchObject({ 'Thing/shop/a': WITHDRAWN });
    }
  });

  it('goes on with a new text wherever it was killed, also from what a person had written before', async () => {
    for (let last = 0, died = true; died; last += 1) {
      const world = new World();
      await world.run(wanted);
      world.put('a', 'filed', { text: 'by hand' });
      const second = [thing('a', { text: 'second' })];
      died = await killedAt(world, last, () => world.run(second));
      expect(Object.values(await world.actions(second)).join(), `killed at ${last}`).not.toContain('blocked');
    }
  });

  it('goes on with another text that the manifest has meanwhile, and back with the text of before', async () => {
    for (const text of ['third', 'a']) {
      const world = new World();
      await world.run(wanted);
      world.service.fault = (call, when) => {
        if (call === 'edit a' && when === 'after') throw failure('refused', 'down');
        if (call === 'file a') throw failure('refused', 'down');
      };
      await world.run([thing('a', { text: 'second' })]);
      world.service.fault = undefined;
      expect(world.live()).toEqual({ a: 'draft' });
      expect(Object.values(await world.actions([thing('a', { text })])).join()).not.toContain('blocked');
    }
  });

  it('that was refused leaves no excuse for the same state by a person', async () => {
    const world = await approved();
    world.service.fault = (call) => {
      if (call === 'halt a') throw failure('refused', 'down');
    };
    await world.run([thing('a', {}, { goal: 'stopped' })], { allow: ['interrupts-sending'] });
    world.service.fault = undefined;
    world.put('a', 'halted');
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': STOPPED });
  });

  it('is no excuse for what a person did meanwhile', async () => {
    const world = new World();
    world.service.fault = (call) => {
      if (call === 'file a') throw failure('refused', 'down');
    };
    await world.run(wanted);
    world.service.fault = undefined;
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'lifecycle: file' });
    world.put('a', 'halted');
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': STOPPED });
    world.put('a', 'filed', { text: 'by hand' });
    expect(Object.values(await world.actions(wanted)).join()).toContain('reverses');
  });

  it('of another text is no excuse for what a person did meanwhile, until the manifest changes again', async () => {
    const world = await approved();
    world.put('a', 'filed');
    world.service.fault = (call, when) => {
      if (call === 'file a' && when === 'after') throw new TypeError('killed');
    };
    const second = [thing('a', { text: 'second' })];
    await world.run(second).catch(() => undefined);
    world.service.fault = undefined;
    expect(world.live()).toEqual({ a: 'filed' });
    for (const [state, text] of [
      ['filed', 'by hand'],
      ['halted', 'second'],
    ] as const) {
      world.put('a', state, { text });
      const { plan } = await world.plan(second);
      expect(plan.blocked, state).toMatchObject([{ risk: 'reverses', moved: ['drifted'] }]);
      expect(Object.values(await world.actions([thing('a', { text: 'third' })])).join()).not.toContain('reverses');
    }
  });

  it('that was to restore a text is not what a person stopped between plan and apply', async () => {
    const world = await approved();
    world.put('a', 'draft', { text: 'by hand' });
    const planned = await world.plan(wanted);
    world.put('a', 'halted');
    const { changes } = await world.apply(planned);
    expect(changes).toMatchObject([{ outcome: 'stale', steps: [] }]);
    expect(world.live()).toMatchObject({ a: 'halted' });
    expect(await world.actions(wanted)).toMatchObject({ 'Thing/shop/a': STOPPED });
  });
});

describe('a stop of the manifest', () => {
  const stopped = (text: string) => versioned(text, { goal: 'stopped' });
  const STOP = { allow: ['destroys' as const, 'interrupts-sending' as const] };

  /** Three versions: the first was stopped because it was old, the second by hand if wanted, the others are in use. */
  async function three(): Promise<World> {
    const world = new World();
    world.kinds = [versionedKind, ...world.kinds.slice(1)];
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      await world.run([versioned(text)]);
      world.put(index === 0 ? 'a' : `a_v${index + 1}`, 'approved', { text });
    }
    await world.run([versioned('three'), thing('more')]);
    return world;
  }

  it('releases what it stopped when it is over, and nothing that a person stopped', async () => {
    const world = await three();
    world.put('a', 'halted', { text: 'one' });
    await world.run([stopped('three'), thing('more')], STOP);
    expect(world.live()).toMatchObject({ a: 'halted', a_v2: 'halted', a_v3: 'halted' });
    // An apply while it is stopped forgets nothing of that.
    await world.run([stopped('three'), thing('more'), thing('other')], STOP);
    expect(await world.actions([versioned('three'), thing('more')])).toMatchObject({
      'Thing/shop/a@v2': 'lifecycle: wake',
      'Thing/shop/a@v3': 'lifecycle: wake',
    });
    await world.run([versioned('three'), thing('more'), thing('other')]);
    expect(world.live()).toMatchObject({ a: 'halted', a_v2: 'approved', a_v3: 'approved' });
    world.put('a_v2', 'halted', { text: 'two' });
    expect(await world.actions([versioned('three'), thing('more'), thing('other')])).toEqual({});
  });

  it('does not release a text that was replaced with its end, then or later', async () => {
    const world = await three();
    await world.run([stopped('three'), thing('more')], STOP);
    expect(await world.actions([versioned('four'), thing('more')])).toEqual({
      'Thing/shop/a@v4': 'version: add, file',
    });
    const { plan } = await world.plan([versioned('four'), thing('more')]);
    expect(plan.changes).toMatchObject([{ reasons: ['none-in-use'] }]);
    await world.run([versioned('two'), thing('more')]);
    expect(world.live()).toMatchObject({ a: 'halted', a_v2: 'approved', a_v3: 'halted' });
    await world.run([versioned('four'), thing('more')]);
    expect(world.live()).toMatchObject({ a: 'halted', a_v2: 'approved', a_v3: 'halted' });
  });

  it('goes on with a release that an apply began, whatever text is declared by then', async () => {
    for (const kind of ['refused', 'unclear'] as const) {
      const world = await three();
      await world.run([stopped('three'), thing('more')], STOP);
      world.service.fault = faultAt('wake a_v2', 'before', kind, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
      await world.run([versioned('three'), thing('more')]);
      world.service.fault = undefined;
      expect(world.live(), kind).toMatchObject({ a: 'approved', a_v2: 'halted', a_v3: 'approved' });
      expect(await world.actions([versioned('four'), thing('more')]), kind).toMatchObject({
        'Thing/shop/a@v2': 'lifecycle: wake',
      });
      await world.run([versioned('four'), thing('more')]);
      world.put('a_v2', 'halted', { text: 'two' });
      expect(await world.actions([versioned('four'), thing('more')]), kind).toEqual({});
    }
  });

  it('begins anew if it is stopped again before its release was done', async () => {
    const world = await three();
    await world.run([stopped('three'), thing('more')], STOP);
    world.service.fault = faultAt('wake a_v2', 'before', 'refused');
    await world.run([versioned('three'), thing('more')]);
    world.service.fault = undefined;
    await world.run([stopped('three'), thing('more')], STOP);
    await world.run([versioned('four'), thing('more')]);
    expect(world.live()).toMatchObject({ a: 'halted', a_v2: 'halted', a_v3: 'halted' });
  });

  it('does not release what a person released and stopped again', async () => {
    const world = await three();
    await world.run([stopped('three'), thing('more')], STOP);
    world.put('a_v2', 'approved', { text: 'two' });
    await world.run([stopped('three'), thing('more'), thing('other')]);
    world.put('a_v2', 'halted', { text: 'two' });
    await world.run([versioned('three'), thing('more'), thing('other')]);
    expect(world.live()).toMatchObject({ a: 'approved', a_v2: 'halted', a_v3: 'approved' });
  });

  it.each([true, false])('releases them wherever it was killed, applied again before: %s', async (isAgain) => {
    for (let last = 0, died = true; died; last += 3) {
      const world = await three();
      died = await killedAt(world, last, () => world.run([stopped('three'), thing('more')], STOP));
      if (isAgain) await world.run([stopped('three'), thing('more')], STOP);
      await world.run([versioned('three'), thing('more')]);
      expect(world.live(), `killed at ${last}`).toMatchObject({ a: 'approved', a_v2: 'approved', a_v3: 'approved' });
    }
  });
});
