import { beforeEach, describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { bindUnderLock, editOf, importedEntry } from '../../src/engine/binding/binding.ts';
import { bindOne } from '../../src/engine/binding/state-bind.ts';
import { confirmAll } from '../../src/engine/plan/confirmed.ts';
import { observeStatus } from '../../src/engine/status/status.ts';
import type { StateEntry } from '../../src/state/document.ts';
import { failure, thing, thingKind, World } from './support.ts';

let world: World;

beforeEach(() => {
  world = new World();
});

const holder = { pid: 1, host: 'there', command: 'import' };

async function documents() {
  return new Map([['shop', await world.input.store.read('shop')]]);
}

/** What `import` writes into the state in a working copy whose manifests are not merged. */
async function importElsewhere(want: Resource, known?: StateEntry): Promise<void> {
  world.put(want.id, 'approved', want.content);
  const live = { name: want.id, content: want.content, status: { state: 'approved' } };
  const entry = importedEntry({ kind: thingKind, live }, want, known);
  const input = { ...world.input, holder, documents: await documents(), profiles: ['shop'], acceptAccount: false };
  await bindUnderLock(input, async () => new Map([['shop', editOf(new Map([[want.address, entry]]))]]));
}

const OPEN = { allow: ['loses-approval' as const, 'interrupts-sending' as const, 'destroys' as const] };

describe('an entry that a command in another working copy wrote', () => {
  it('is left alone by a checkout without its manifest', async () => {
    await importElsewhere(thing('a', {}, { protect: true }));
    const { plan, guards } = await world.plan([], OPEN);
    expect([plan.changes, plan.blocked, plan.problems, guards]).toEqual([[], [], [], []]);
    expect(plan.unmanaged).toMatchObject([{ name: 'a' }]);
    const status = await observeStatus({ ...world.input, resources: [], addresses: [] });
    expect([status.rows, status.unmanaged.length]).toEqual([[], 1]);
    await world.run([thing('b')], OPEN);
    expect(world.live()).toMatchObject({ a: 'approved' });
    expect(Object.keys(world.state()?.entries ?? {})).toEqual(['Thing/shop/a', 'Thing/shop/b']);
  });

  it('claims no name, and a missing profile is no error because of it', async () => {
    await importElsewhere(thing('a'));
    expect(await world.actions([thing('z', { text: 'a' }, { name: 'a' })])).toEqual({ 'Thing/shop/z': 'adopt' });
    const problem = { code: 'config-unknown-name' as const, severity: 'error' as const, message: 'no such profile' };
    world.missing.set('shop', problem);
    const { plan } = await world.plan([]);
    expect(plan.problems).toMatchObject([{ code: 'config-unknown-name', severity: 'warning' }]);
  });

  it('is managed with its manifest: an edit after the import is an ordinary update', async () => {
    await importElsewhere(thing('a'));
    expect(await world.actions([thing('a')])).toEqual({});
    const { plan } = await world.plan([thing('a', { text: 'new' })], OPEN);
    expect(plan.changes).toMatchObject([{ action: 'update', reasons: ['content-differs', 'edited'] }]);
  });

  it('keeps what a person did since an edit of it was refused on its way', async () => {
    await importElsewhere(thing('a'));
    world.put('a', 'draft');
    world.service.fault = (call) => {
      if (call === 'file a') throw failure('refused', 'down');
    };
    const edited = [thing('a', { text: 'new' })];
    await world.run(edited);
    world.service.fault = undefined;
    expect(await world.actions(edited)).toEqual({ 'Thing/shop/a': 'lifecycle: file' });
    world.put('a', 'filed', { text: 'by hand' });
    expect(Object.values(await world.actions(edited)).join()).toContain('reverses');
  });

  it('is managed also if the edit changes its goal', async () => {
    await importElsewhere(thing('a', {}, { goal: 'draft' }));
    world.put('a', 'rejected', { text: 'a' });
    expect(await world.actions([thing('a', { text: 'corrected' })])).toEqual({ 'Thing/shop/a': 'update: edit, file' });
  });

  it('is first adopted as it is if a person changed it after the import', async () => {
    await importElsewhere(thing('a'));
    world.put('a', 'approved', { text: 'console' });
    for (const wanted of [thing('a'), thing('a', { text: 'new' })]) {
      const { plan } = await world.plan([wanted], OPEN);
      expect(plan.changes).toMatchObject([{ action: 'adopt', steps: [] }]);
      expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', risk: 'takes-over' }]);
    }
  });

  it.each<[string, Partial<Resource>]>([
    ['has another name', { name: 'other' }],
    ['is another file', { source: { file: 'manifests/by-hand.yaml', line: 1, column: 1 } }],
  ])('is first adopted as it is if the manifest of its address %s', async (_how, more) => {
    await importElsewhere(thing('a'));
    const { plan } = await world.plan([thing('a', { text: 'new' }, more)], OPEN);
    expect(plan.changes).toMatchObject([{ action: 'adopt', steps: [] }]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', before: { text: 'a' }, after: { text: 'new' } }]);
  });

  it('lets nothing be undone that a person did after `import --update`', async () => {
    await world.run([thing('a')]);
    await importElsewhere(thing('a', { text: 'taken over' }), world.state()?.entries['Thing/shop/a']);
    world.put('a', 'filed', { text: 'corrected' });
    const { plan } = await world.plan([thing('a', { text: 'taken over' })], OPEN);
    expect(plan.changes).toEqual([]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', risk: 'reverses', moved: ['drifted'] }]);
  });

  it('lets nothing be undone by a checkout that has only the import before: the next one is not merged', async () => {
    await world.run([thing('a')]);
    await importElsewhere(thing('a', { text: 'first' }), world.state()?.entries['Thing/shop/a']);
    await importElsewhere(thing('a', { text: 'second' }), world.state()?.entries['Thing/shop/a']);
    world.put('a', 'filed', { text: 'second' });
    const { plan } = await world.plan([thing('a', { text: 'first' })], OPEN);
    expect(plan.changes).toEqual([]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', risk: 'reverses', moved: ['drifted'] }]);
    world.put('a', 'filed', { text: 'first' });
    await world.run([thing('a', { text: 'first' })]);
    await confirmAll(await world.plan([thing('a', { text: 'first' })]), { ...world.input, root: '/project', holder });
    expect(world.state()?.entries['Thing/shop/a']).toMatchObject({ imported: expect.any(String) });
    expect(world.state()?.entries['Thing/shop/a']).not.toHaveProperty('importedBefore');
  });

  it('is first adopted as it is by a checkout that has only the import before', async () => {
    await importElsewhere(thing('a', { text: 'first' }));
    await importElsewhere(thing('a', { text: 'second' }), world.state()?.entries['Thing/shop/a']);
    const { plan } = await world.plan([thing('a', { text: 'first' })], OPEN);
    expect(plan.changes).toMatchObject([{ action: 'adopt', steps: [] }]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', risk: 'takes-over' }]);
  });

  it('is deleted without its manifest after an apply has seen both', async () => {
    await importElsewhere(thing('a'));
    await world.run([thing('a'), thing('b')]);
    expect(world.state()?.entries['Thing/shop/a']).toMatchObject({ applied: expect.any(String) });
    expect(world.state()?.entries['Thing/shop/a']).not.toHaveProperty('imported');
    expect(await world.run([thing('b')], OPEN)).toMatchObject({ 'Thing/shop/a': 'done' });
    expect(Object.keys(world.live())).toEqual(['b']);
  });

  it('may be bound by `state bind`; the plan of another checkout is empty', async () => {
    world.put('x', 'approved', { text: 'a' });
    const agree = async (): Promise<void> => {};
    const input = { ...world.input, holder, address: 'Thing/shop/a', name: 'x', acceptAccount: false, agree };
    await bindOne({ ...input, resources: [thing('a', {}, { name: 'later' })] });
    expect((await world.plan([], OPEN)).plan.changes).toEqual([]);
    // Another address that is declared here may have it.
    await bindOne({ ...input, address: 'Thing/shop/b', resources: [thing('b', {}, { name: 'later' })] });
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'x', 'Thing/shop/b': 'x' });
  });
});
