import { describe, expect, it } from 'vitest';
import type { StepOutcome } from '../../src/core/receipt.ts';
import { failure, faultAt, picture, thing, thingKind, World } from './support.ts';

/** Applies with a fault in place; the outcomes of the only change's steps. */
async function outcomes(world: World, ...args: Parameters<World['plan']>): Promise<StepOutcome[]> {
  const fault = world.service.fault;
  world.service.fault = undefined;
  const planned = await world.plan(...args);
  world.service.fault = fault;
  world.service.calls = [];
  const receipt = await world.apply(planned);
  return receipt.changes.flatMap((change) => change.steps.map((step) => step.outcome));
}

const draft = thing('a', {}, { goal: 'draft' });

describe('a call whose fate is unclear', () => {
  it('is found done at the first look, and not made again', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'after', 'unclear');
    expect(await outcomes(world, [draft])).toEqual(['done']);
    expect(world.service.writes).toEqual(['add a']);
    expect(world.clock.slept).toEqual([]);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
  });

  it('is looked for again when the time-out since the call is over: a slow service may still be at it', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear');
    world.clock.onSleep = () => world.put('a', 'draft', { text: 'a' });
    expect(await outcomes(world, [draft])).toEqual(['done']);
    expect(world.service.writes).toEqual(['add a']);
    expect(world.clock.slept).toEqual([40_000]);
    expect(world.events).toContainEqual({
      type: 'step-resolving',
      address: 'Thing/shop/a',
      operation: 'thing.add',
      title: 'add',
      until: Date.parse('2026-11-20T00:00:40Z'),
    });
  });

  it('is made once more only after a full list has proved that nothing happened', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear');
    expect(await outcomes(world, [draft])).toEqual(['done']);
    expect(world.service.calls).toEqual([
      'read a',
      'add a',
      'read a',
      'page shop 1',
      'read a',
      'page shop 1',
      'add a',
      'read a',
    ]);
  });

  it('sleeps no longer than is left of the time-out', async () => {
    const world = new World();
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'before' && world.clock.slept.length === 0) {
        world.clock.time += 30_000;
        throw failure('unclear');
      }
    };
    await outcomes(world, [draft]);
    expect(world.clock.slept).toEqual([10_000]);
  });

  it('is looked for again after as long again where the time-out was the failure', async () => {
    const world = new World();
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'before' && world.clock.time < Date.parse('2026-11-20T00:00:30Z')) {
        world.clock.time += 40_000;
        throw failure('unclear');
      }
    };
    expect(await outcomes(world, [draft])).toEqual(['done']);
    expect(world.clock.slept).toEqual([40_000]);
  });

  it('has failed where it did nothing twice', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear', [1, 2]);
    expect(await outcomes(world, [draft])).toEqual(['failed']);
    expect(world.service.writes).toEqual(['add a', 'add a']);
    expect(world.bindings()).toEqual({});
  });

  it('is done where the second call was, though nobody said so', async () => {
    const world = new World();
    let calls = 0;
    world.service.fault = (call, when) => {
      if (call !== 'add a') return;
      if (when === 'before') calls += 1;
      if ((calls === 1 && when === 'before') || when === 'after') throw failure('unclear');
    };
    expect(await outcomes(world, [draft])).toEqual(['done']);
    expect(calls).toBe(2);
  });

  it('is refused where the second call is', async () => {
    const world = new World();
    let calls = 0;
    world.service.fault = (call, when) => {
      if (call !== 'add a' || when !== 'before') return;
      calls += 1;
      throw failure(calls === 1 ? 'unclear' : 'refused');
    };
    expect(await outcomes(world, [draft])).toEqual(['refused']);
  });

  it('is stale where it is found somewhere else', async () => {
    const world = new World();
    await world.run([draft]);
    const serviceFault = failure('unclear');
    serviceFault.problem.service = { code: '500', message: 'busy' };
    world.service.fault = (call, when) => {
      if (call !== 'edit a' || when !== 'before') return;
      world.put('a', 'rejected', { text: 'from the console' });
      throw serviceFault;
    };
    expect(await outcomes(world, [thing('a', { text: 'new' }, { goal: 'draft' })])).toEqual(['stale']);
  });

  it('is unknown where nobody can look', async () => {
    const world = new World();
    let down = false;
    world.service.fault = (call, when) => {
      if (down) throw failure('unreachable');
      if (call === 'add a' && when === 'after') {
        down = true;
        throw failure('unclear');
      }
    };
    expect(await outcomes(world, [draft])).toEqual(['unknown']);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
    expect(world.clock.slept).toEqual([40_000]);
  });

  it('is unknown where the list does not settle', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear');
    const { discovery } = thingKind;
    if (discovery.by !== 'list') throw new Error('a list');
    const planned = await world.plan([draft]);
    const [work] = planned.work;
    if (!work) throw new Error('no work');
    const page = async () => ({ rows: [], unreadable: [], total: 7, pages: 1 });
    const receipt = await world.apply({
      ...planned,
      work: [{ ...work, kind: { ...thingKind, discovery: { ...discovery, page } } }],
    });
    expect(receipt.changes).toMatchObject([{ outcome: 'unknown' }]);
    expect(world.service.writes).toEqual(['add a']);
  });

  it('is found where the connection comes back before the second look', async () => {
    const world = new World();
    let down = false;
    world.clock.onSleep = () => {
      down = false;
    };
    world.service.fault = (call, when) => {
      if (down) throw failure('unreachable');
      if (call === 'add a' && when === 'after') {
        down = true;
        throw failure('unclear');
      }
    };
    expect(await outcomes(world, [draft])).toEqual(['done']);
  });

  it('is not made again after an interruption: it did nothing, and is left for the next run', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear');
    world.clock.onSleep = () => world.controller.abort();
    expect(await outcomes(world, [thing('a')])).toEqual(['not-run', 'not-run']);
    expect(world.bindings()).toEqual({});
  });

  it('is unknown where the second interruption ends the settling', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear');
    world.clock.onSleep = () => world.abort.abort();
    expect(await outcomes(world, [draft])).toEqual(['unknown']);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
  });

  it('tells a bug of a clock or a look: the outcome is unknown', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unclear');
    world.clock.onSleep = () => {
      throw new TypeError('a broken clock');
    };
    expect(await outcomes(world, [draft])).toEqual(['unknown']);
    const other = new World();
    let called = false;
    other.service.fault = (call, when) => {
      if (called) throw new TypeError('a broken look');
      if (call === 'add a' && when === 'after') called = true;
    };
    expect(await outcomes(other, [draft])).toEqual(['unknown']);
  });

  it('that deletes is proved by a full list', async () => {
    const world = new World();
    await world.run([draft, thing('b', {}, { goal: 'draft' })]);
    world.service.fault = faultAt('drop', 'after', 'unclear');
    expect(await outcomes(world, [thing('b', {}, { goal: 'draft' })])).toEqual(['done']);
    expect(world.service.calls).toEqual(['read a', 'drop a', 'read a', 'page shop 1']);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'b' });
  });

  it('that renames is looked for under both names', async () => {
    const world = new World();
    await world.run([draft]);
    world.service.fault = faultAt('edit', 'after', 'unclear');
    expect(await outcomes(world, [thing('a', {}, { name: 'a2', goal: 'draft' })])).toEqual(['done']);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a2' });
    world.service.fault = faultAt('edit', 'before', 'unclear');
    expect(await outcomes(world, [thing('a', {}, { name: 'a3', goal: 'draft' })])).toEqual(['done']);
    expect(world.service.writes).toEqual(['edit a2', 'edit a2']);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a3' });
  });

  it('whose answer does not fit is looked for as well', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'after', 'unfit');
    expect(await outcomes(world, [draft])).toEqual(['done']);
    expect(world.service.writes).toEqual(['add a']);
  });
});

describe('a call that failed clearly', () => {
  it('was not made where nobody could be reached', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'before', 'unreachable');
    expect(await outcomes(world, [thing('a')])).toEqual(['failed', 'skipped']);
    expect(world.bindings()).toEqual({});
  });

  it('is already so where it is refused and the resource stands where the step leads', async () => {
    const world = new World();
    world.service.fault = faultAt('add', 'after', 'refused');
    expect(await outcomes(world, [thing('a')])).toEqual(['already-so', 'done']);
  });

  it('is refused where the look after it fails too', async () => {
    const world = new World();
    let refused = false;
    world.service.fault = (call) => {
      if (refused) throw failure('unreachable');
      if (call === 'add a') {
        refused = true;
        throw failure('refused');
      }
    };
    expect(await outcomes(world, [draft])).toEqual(['refused']);
  });

  it('uploads nothing where the upload is refused', async () => {
    const world = new World();
    world.service.fault = faultAt('upload', 'before', 'refused');
    expect(await outcomes(world, [picture('p', world.file('p.png'))])).toEqual(['refused']);
    expect(world.state()).toBeUndefined();
  });

  it('keeps what was ours before where an edit is refused', async () => {
    const world = new World();
    await world.run([draft]);
    world.service.fault = faultAt('edit', 'before', 'refused');
    expect(await outcomes(world, [thing('a', { text: 'new' }, { goal: 'draft' })])).toEqual(['refused']);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
  });
});

describe('an answer that came, and a look that fails', () => {
  it('is unknown, and ours', async () => {
    const world = new World();
    let added = false;
    world.service.fault = (call, when) => {
      if (added && call === 'read a') throw failure('unfit');
      if (call === 'add a' && when === 'after') added = true;
    };
    const { changes } = await world.apply(await world.plan([thing('a')]));
    expect(changes[0]?.steps.map(({ outcome }) => outcome)).toEqual(['unknown', 'skipped']);
    // The look changed nothing, but the call before it did.
    expect(changes[0]?.problem?.hint).toMatch(/^The change may have been made/);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
    world.service.fault = undefined;
    expect(await world.actions([thing('a')])).toEqual({ 'Thing/shop/a': 'lifecycle: file' });
  });
});

describe('a call that may be repeated', () => {
  it('is repeated once', async () => {
    const world = new World();
    world.service.fault = faultAt('upload', 'after', 'unclear');
    expect(await outcomes(world, [picture('p', world.file('p.png'))])).toEqual(['done']);
    expect(world.service.writes).toEqual(['upload p.png', 'upload p.png']);
    expect(world.clock.slept).toEqual([]);
    expect(world.uploads()).toEqual({ 'https://img.example/2': 'p.png' });
  });

  it('is unknown after two', async () => {
    const world = new World();
    world.service.fault = faultAt('upload', 'before', 'unclear', [1, 2]);
    expect(await outcomes(world, [picture('p', world.file('p.png'))])).toEqual(['unknown']);
    expect(world.state()).toBeUndefined();
  });

  it('is not repeated after an interruption', async () => {
    const world = new World();
    world.service.fault = (call) => {
      if (!call.startsWith('upload')) return;
      world.controller.abort();
      throw failure('unclear');
    };
    expect(await outcomes(world, [picture('p', world.file('p.png'))])).toEqual(['unknown']);
    expect(world.service.writes).toEqual(['upload p.png']);
  });
});

describe('a call that may be made once', () => {
  it('is never made again by itself', async () => {
    const world = new World();
    await world.run([thing('a')]);
    world.put('a', 'sleeping');
    world.service.calls = [];
    const meets: typeof thingKind.meets = (at, want) =>
      at?.status.state === 'approved' ? { meets: 'yes' } : { ...thingKind.meets(undefined, want) };
    world.kinds = [{ ...thingKind, meets }];
    world.service.fault = faultAt('poke', 'before', 'unclear');
    expect(await outcomes(world, [thing('a')])).toEqual(['unknown']);
    expect(world.service.writes).toEqual(['poke a']);
  });
});
