import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { badge, badgeKind } from '../badges.ts';
import { thing, World } from '../support.ts';
import { titled } from '../titled.ts';

let world: World;

beforeEach(() => {
  world = new World();
  world.kinds = [titled];
});

function draft(id: string, title: string, content: JsonObject = {}, more: Partial<Resource> = {}): Resource {
  return thing(id, { title, ...content }, { goal: 'draft', ...more });
}

/** What a hint says of a manifest that may only have got another id. */
function renamed(from: string, to: string): string {
  return `If only the id changed, write \`renamedFrom: ${from}\` in manifests/${to}.yaml. Nothing is deleted then.`;
}

async function orders(resources: readonly Resource[]): Promise<Record<string, string[]>> {
  const { plan } = await world.plan(resources, { allowEmpty: true });
  return Object.fromEntries(plan.changes.map(({ address, dependsOn }) => [address, dependsOn]));
}

async function blockedOf(resources: readonly Resource[]) {
  const { plan } = await world.plan(resources, { allowEmpty: true });
  return plan.blocked.map(({ address, reason, opens }) => [address, reason, opens]);
}

const OR = 'Choose another one, or have the other one give it up first.';

describe('a title that no two may bear', () => {
  it('is freed by a delete before something new takes it', async () => {
    await world.run([draft('a', 'A')]);
    expect(await orders([draft('0new', 'A')])).toEqual({ 'Thing/shop/0new': ['Thing/shop/a'], 'Thing/shop/a': [] });
    expect(await world.run([draft('0new', 'A')])).toEqual({ 'Thing/shop/0new': 'done', 'Thing/shop/a': 'done' });
    expect(world.live()).toEqual({ '0new': 'draft' });
  });

  it('is freed by a rename before another takes it, and so along a chain', async () => {
    await world.run([draft('b', 'B'), draft('a', 'A')]);
    const wanted = [draft('b', 'C'), draft('a', 'B'), draft('0x', 'A')];
    expect(await orders(wanted)).toEqual({
      'Thing/shop/0x': ['Thing/shop/a'],
      'Thing/shop/a': ['Thing/shop/b'],
      'Thing/shop/b': [],
    });
    await world.run(wanted);
    expect(await orders(wanted)).toEqual({});
  });

  it('is exchanged only by way of a third one, which the hint leads to', async () => {
    await world.run([draft('a', 'A'), draft('b', 'B')]);
    const swapped = [draft('a', 'B'), draft('b', 'A')];
    const { plan } = await world.plan(swapped);
    expect(plan.changes).toEqual([]);
    expect(plan.problems).toMatchObject([
      {
        code: 'names-exchanged',
        message: 'They exchange names, and each waits for the other: Thing/shop/a → Thing/shop/b → Thing/shop/a',
        hint: 'Declare a third name for one of them and apply; after that declare its own name and apply again.',
      },
    ]);
    expect(plan.blocked.map(({ reason, opens }) => [reason, opens])).toEqual([
      [
        'it needs Thing/shop/b, which waits for it in turn',
        'Declare a third name for one of them and apply; after that declare its own name and apply again.',
      ],
      ['it needs Thing/shop/a, which waits for it in turn', null],
    ]);
    await world.run([draft('a', 'Z'), draft('b', 'A')]);
    await world.run(swapped);
    expect(await orders(swapped)).toEqual({});
  });

  it('that is exchanged is a problem of the first selected member', async () => {
    await world.run([draft('a', 'A'), draft('b', 'B')]);
    const swapped = [draft('a', 'B'), draft('b', 'A')];
    const { plan } = await world.plan(swapped, {}, { excludes: ['a'] });
    const opens = 'Declare a third name for one of them and apply; after that declare its own name and apply again.';
    expect(plan.problems.map(({ code, address }) => `${code} ${address}`)).toEqual(['names-exchanged Thing/shop/b']);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/b', opens }]);
    expect((await world.plan(swapped, {}, { excludes: ['*'] })).plan.problems).toEqual([]);
  });

  it('stays with one of ours that keeps it, and the hint names what opens its way', async () => {
    await world.run([draft('a', 'A', {}, { protect: true }), draft('b', 'B')]);
    expect(await blockedOf([draft('b', 'B'), draft('c', 'A'), draft('d', 'B')])).toEqual([
      ['Thing/shop/a', expect.stringContaining('it is protected'), '--unprotect Thing/shop/a'],
      ['Thing/shop/c', 'the name "A" belongs to Thing/shop/a, which keeps it', renamed('a', 'c')],
      ['Thing/shop/d', 'the name "B" belongs to Thing/shop/b, which keeps it', OR],
    ]);
    const freed = await world.plan([draft('b', 'B'), draft('c', 'A')], { unprotect: ['Thing/shop/a'] });
    expect(freed.plan.changes.map(({ action }) => action)).toEqual(['delete', 'create']);
  });

  it('is given up by one without a manifest: whoever comes under it may be that one under another id', async () => {
    await world.run([draft('a', 'A'), draft('b', 'B')]);
    const { plan } = await world.plan([draft('c', 'A'), draft('d', 'D')], { maxDeletes: null });
    expect(plan.changes.map(({ address, action }) => `${action} ${address}`)).toEqual([
      'delete Thing/shop/a',
      'delete Thing/shop/b',
      'create Thing/shop/c',
      'create Thing/shop/d',
    ]);
    expect(plan.problems).toMatchObject([
      {
        code: 'rename-unsaid',
        severity: 'warning',
        message: 'Thing/shop/c would get the name of Thing/shop/a, which is no longer declared',
        hint: renamed('a', 'c'),
        place: draft('c', 'A').source,
        address: 'Thing/shop/c',
      },
    ]);
    const { plan: said } = await world.plan([draft('c', 'A', {}, { renamedFrom: 'Thing/shop/a' }), draft('b', 'B')]);
    expect(said.problems).toEqual([]);
  });

  it('stays with what is not managed', async () => {
    world.put('foreign', 'draft', { title: 'A' });
    await world.run([draft('b', 'B')]);
    const reason = 'the name "A" is taken by foreign, which no manifest declares';
    const opens = 'Choose another one, or declare the other one under an id of its own.';
    expect(await blockedOf([draft('b', 'A'), draft('c', 'B')])).toEqual([
      ['Thing/shop/b', reason, opens],
      // What is blocked keeps its own name in its turn.
      ['Thing/shop/c', 'the name "B" belongs to Thing/shop/b, which keeps it', OR],
    ]);
  });

  it('goes to the first of two that take it', async () => {
    const wanted = [draft('a', 'A'), draft('b', 'A')];
    expect(await world.actions(wanted)).toEqual({
      'Thing/shop/a': 'create: add',
      'Thing/shop/b': 'blocked: the name "A" is also taken by Thing/shop/a in the same plan',
    });
  });
});

describe('a name of ours that is gone at the service', () => {
  it('is free where its manifest is gone too', async () => {
    await world.run([draft('a', 'A'), draft('b', 'B')]);
    world.service.of('shop').delete('a');
    expect(await world.actions([draft('b', 'B', {}, { name: 'a' })])).toEqual({
      'Thing/shop/a': 'forget',
      'Thing/shop/b': 'update: edit',
    });
  });
});

describe('a title that the service lets two bear', () => {
  beforeEach(() => {
    world.kinds = [badgeKind()];
  });

  it('is not made twice of ours: what keeps it blocks the other', async () => {
    await world.run([badge('x', { title: 'X' }, { protect: true })]);
    expect(await blockedOf([badge('w', { title: 'X' })])).toEqual([
      ['Badge/shop/w', 'the name "X" belongs to Badge/shop/x, which keeps it', renamed('x', 'w')],
      ['Badge/shop/x', expect.stringContaining('it is protected'), '--unprotect Badge/shop/x'],
    ]);
  });

  it('is not that of another that could be taken for it; one that could not is in nobody’s way', async () => {
    world.put('badge:7', 'present', { title: 'Y', shape: 'round' });
    await world.run([badge('x', { title: 'X' })]);
    expect(await world.actions([badge('x', { title: 'Y' })])).toEqual({ 'Badge/shop/x': 'update: edit' });
    world.put('badge:8', 'present', { title: 'Y' });
    expect(await blockedOf([badge('x', { title: 'Y' })])).toEqual([
      ['Badge/shop/x', 'the name "Y" is taken by badge:8, which no manifest declares', expect.any(String)],
    ]);
  });
});
