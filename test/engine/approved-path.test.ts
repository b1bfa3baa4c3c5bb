import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../src/core/receipt.ts';
import { digestOf } from '../../src/engine/plan/work.ts';
import { failure, faultAt, thing, thingKind, World } from './support.ts';

function told(receipt: Receipt): string[][] {
  return receipt.changes.map(({ outcome, steps }) => [outcome, ...steps.map((step) => step.outcome)]);
}

/** The service refuses every detail with a code of its own, though its lists still show what there is. */
function refuseDetails(world: World): void {
  const { discovery } = thingKind;
  if (discovery.by !== 'list') throw new Error('a list');
  world.kinds = [{ ...thingKind, discovery: { ...discovery, read: async () => undefined } }];
}

describe('a refused detail', () => {
  it('proves no absence before a delete: what the list still shows stays ours', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    const planned = await world.plan([thing('b', {}, { goal: 'draft' })]);
    refuseDetails(world);
    for (const work of planned.work) work.kind = world.kinds[0] ?? work.kind;
    const receipt = await world.apply(planned);
    expect(told(receipt)).toEqual([['failed']]);
    expect(receipt.changes[0]?.problem?.code).toBe('listed-without-detail');
    expect(world.bindings()).toMatchObject({ 'Thing/shop/a': 'a' });
    expect(world.live()).toMatchObject({ a: 'draft' });
  });

  it('is believed where the list lacks it too: it was deleted already', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    const planned = await world.plan([thing('b', {}, { goal: 'draft' })]);
    world.service.of('shop').delete('a');
    expect(told(await world.apply(planned))).toEqual([['done', 'already-so']]);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'b' });
  });
});

describe('a change that somebody else brought further', () => {
  it('runs no step from where the plan does not stand: filed by hand between two steps', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'after') world.put('a', 'filed', { text: 'a' });
    };
    expect(told(await world.apply(planned))).toEqual([['done', 'done', 'already-so']]);
    expect(world.service.writes).toEqual(['add a']);
  });

  it('nor where the verdict is in already', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'after') world.put('a', 'approved', { text: 'a' });
    };
    expect(told(await world.apply(planned))).toEqual([['done', 'done', 'already-so']]);
    expect(world.service.writes).toEqual(['add a']);
  });

  it('nor deletes what was stopped meanwhile: it is forgotten, as a plan would', async () => {
    const world = new World();
    await world.run([thing('a'), thing('b', {}, { goal: 'draft' })]);
    const planned = await world.plan([thing('b', {}, { goal: 'draft' })]);
    expect(planned.work[0]?.change.steps.map(({ title }) => title)).toEqual(['withdraw', 'drop']);
    world.service.calls = [];
    world.service.fault = (call, when) => {
      if (call === 'withdraw a' && when === 'after') world.put('a', 'halted', { text: 'a' });
    };
    expect(told(await world.apply(planned))).toEqual([['done', 'done', 'already-so']]);
    expect(world.service.writes).toEqual(['withdraw a']);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'b' });
  });

  it('is done where what is to go is gone after the first of its steps', async () => {
    const world = new World();
    await world.run([thing('a'), thing('b', {}, { goal: 'draft' })]);
    const planned = await world.plan([thing('b', {}, { goal: 'draft' })]);
    world.service.fault = (call, when) => {
      if (call === 'withdraw a' && when === 'after') world.service.of('shop').delete('a');
    };
    expect(told(await world.apply(planned))).toEqual([['done', 'done', 'already-so']]);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'b' });
  });

  it('is done where the call was unclear and the verdict faster than the look', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.service.fault = (call, when) => {
      if (call !== 'file a' || when !== 'after') return;
      world.put('a', 'approved', { text: 'a' });
      throw failure('unclear');
    };
    expect(told(await world.apply(planned))).toEqual([['done', 'done', 'done']]);
  });

  it('is already so where the call is refused because all is as wanted', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.service.fault = (call, when) => {
      if (call === 'file a' && when === 'before') world.put('a', 'approved', { text: 'a' });
    };
    expect(told(await world.apply(planned))).toEqual([['done', 'done', 'already-so']]);
  });
});

describe('the sentence of what is stale', () => {
  it('blames the content only where the content differs', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' })]);
    const planned = await world.plan([thing('a', { text: 'x' }, { goal: 'draft' })]);
    const { discovery } = thingKind;
    if (discovery.by !== 'list') throw new Error('a list');
    const read: typeof discovery.read = async (...args) => {
      const live = await discovery.read(...args);
      return live && { ...live, status: { ...live.status, word: 'otherwise' } };
    };
    for (const work of planned.work) work.kind = { ...thingKind, discovery: { ...discovery, read } };
    expect((await world.apply(planned)).changes[0]?.problem?.message).toBe(
      'Thing/shop/a is not what the plan saw: it is still draft, and other facts that the plan saw changed',
    );
  });
});

describe('a file that cannot be read at all', () => {
  it('fails its own change, and is no bug', async () => {
    const world = new World();
    const attachment = world.file('a.pdf');
    const planned = await world.plan([thing('a', {}, { inputs: { attachment } }), thing('b')]);
    const size = world.files.size.bind(world.files);
    world.files.size = async (path) => {
      if (path.endsWith('a.pdf')) throw Object.assign(new Error('no'), { code: 'EACCES', syscall: 'open' });
      return size(path);
    };
    const receipt = await world.apply(planned);
    expect(told(receipt)).toEqual([
      ['failed', 'failed', 'skipped'],
      ['done', 'done', 'done'],
    ]);
    expect(receipt.changes[0]?.problem).toMatchObject({
      code: 'file-changed',
      message: 'a.pdf cannot be read (EACCES)',
    });
    world.files.size = async (path) => {
      if (path.endsWith('a.pdf')) throw new TypeError('a bug');
      return size(path);
    };
    const again = await world.plan([thing('a', {}, { inputs: { attachment } }), thing('b')]);
    expect((await world.apply(again)).changes[0]).toMatchObject({ outcome: 'unknown', problem: { code: 'bug' } });
  });
});

it('a second unclear call that lands late is not given away: it stays ours', async () => {
  const world = new World();
  const planned = await world.plan([thing('a', {}, { goal: 'draft' })]);
  world.service.fault = faultAt('add', 'after', 'unclear', [1]);
  await world.apply(planned);
  expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
});

it('an approval covers the names of the files that an inspector is sent, and not their folder', () => {
  const digestWith = (path: string): string => {
    const want = thing('a', {}, { inputs: { attachments: [{ path, sha256: '0'.repeat(64) }] } });
    return digestOf(want, { action: 'create', risks: [], steps: [] });
  };
  expect(digestWith('old/proof.pdf')).toBe(digestWith('new/proof.pdf'));
  expect(digestWith('old/other.pdf')).not.toBe(digestWith('old/proof.pdf'));
});
