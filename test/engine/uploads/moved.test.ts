import { beforeEach, describe, expect, it } from 'vitest';
import { isFileNode, sameContent } from '../../../src/core/content.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Kind } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { type FakeService, type fileNode, picture, pictureKind, thing, thingKind, World } from '../support.ts';

type File = ReturnType<typeof fileNode>;

/** Films: uploaded, and the service can be asked for each by the name that it gave. Binding `{handle, use, sha256, path}`. */
const filmKind: Kind<FakeService> = {
  ...pictureKind,
  name: 'Film',
  upload: { of: ({ file }) => (isFileNode(file) ? { use: 'film', file } : undefined) },
  discovery: {
    by: 'name',
    read: (service, _profile, name, bound) =>
      service.call(`read ${name}`, () => {
        const file = bound.fileOf(name);
        return service.pictures.has(name)
          ? { name, content: file ? { file: { ...file } } : {}, status: { state: 'present' } }
          : undefined;
      }),
  },
  operations: [
    {
      ...pictureUpload(),
      name: 'film.upload',
      predicts: (_, { content }) => [{ name: '', content, status: { state: 'present' } }],
      run: async (context) => {
        const { url, sha256, path } = (await pictureUpload().run(context)) ?? {};
        return { handle: url ?? null, use: 'film', sha256: sha256 ?? null, path: path ?? null };
      },
    },
  ],
  nameOf: ({ handle }) => (typeof handle === 'string' ? handle : undefined),
  bindingOf: ({ name, content }) => {
    const file = content['file'];
    return { handle: name, use: 'film', ...(isFileNode(file) ? { sha256: file.sha256, path: file.path } : {}) };
  },
  meets: (at, want) => {
    if (want.goal === 'removed') return { meets: 'yes' };
    return { meets: at && sameContent(at.content, want.content) ? 'yes' : 'no' };
  },
};

function pictureUpload() {
  const [upload] = pictureKind.operations;
  if (!upload) throw new Error('no upload');
  return upload;
}

function film(id: string, file: File): Resource {
  return { ...picture(id, file), address: `Film/shop/${id}`, kind: 'Film', content: { file } };
}

/** A thing that shows the picture of an address. */
function showing(id: string, of: string, file: File, more: Partial<Resource> = {}): Resource {
  return thing(id, { picture: file }, { dependsOn: [`Picture/shop/${of}`], goal: 'draft', ...more });
}

/** A picture that a file inside a manifest declares: its manifest is that of the thing. */
function inline(id: string, file: File, of: string): Resource {
  return picture(id, file, { implied: true, source: { file: `manifests/${of}.yaml`, line: 3, column: 5 } });
}

let world: World;
let red: File;
let blue: File;

beforeEach(() => {
  world = new World();
  world.kinds = [thingKind, pictureKind, filmKind];
  red = world.file('1.png', 'red');
  blue = world.file('2.png', 'blue');
});

/** What each live thing shows, by the bytes behind its address. */
function shown(): Record<string, string | undefined> {
  return Object.fromEntries(
    Array.from(world.service.of('shop'), ([name, { content }]) => {
      const { url } = content['picture'] as JsonObject;
      return [name, world.service.pictures.get(String(url))?.toString()];
    }).sort(),
  );
}

const swaps: Record<string, [() => Resource[], () => Resource[]]> = {
  'two things that swap the files they show': [
    () => [
      inline('red-a', red, 'a'),
      inline('blue-b', blue, 'b'),
      showing('a', 'red-a', red),
      showing('b', 'blue-b', blue),
    ],
    () => [
      inline('blue-a', blue, 'a'),
      inline('red-b', red, 'b'),
      showing('a', 'blue-a', blue),
      showing('b', 'red-b', red),
    ],
  ],
  'two pictures that swap their files': [
    () => [picture('p', red), picture('q', blue), showing('a', 'p', red), showing('b', 'q', blue)],
    () => [picture('p', blue), picture('q', red), showing('a', 'p', blue), showing('b', 'q', red)],
  ],
  'a picture and a file inside a manifest': [
    () => [picture('p', red), inline('blue-b', blue, 'b'), showing('a', 'p', red), showing('b', 'blue-b', blue)],
    () => [picture('p', blue), inline('red-b', red, 'b'), showing('a', 'p', blue), showing('b', 'red-b', red)],
  ],
};

describe('uploads that exchange places', () => {
  it.each(Object.entries(swaps))('apply at once: %s', async (_, [first, next]) => {
    await world.run(first());
    expect(shown()).toEqual({ a: 'red', b: 'blue' });
    const { plan } = await world.plan(next());
    expect([plan.blocked, plan.problems]).toEqual([[], []]);
    await world.run(next());
    expect(shown()).toEqual({ a: 'blue', b: 'red' });
    expect(await world.actions(next())).toEqual({});
  });
});

describe('an upload under another address', () => {
  const file = () => [inline('red-a', red, 'a'), showing('a', 'red-a', red)];
  const manifest = () => [picture('p', red), showing('a', 'p', red)];

  const another = () => [picture('r', red), showing('a', 'r', red)];
  const renamed = () => [picture('r', red, { renamedFrom: 'Picture/shop/p' }), showing('a', 'r', red)];

  it.each([
    ['a file inside a manifest becomes a picture of its own', file, manifest, 'Picture/shop/p', 'same-file'],
    ['and the way back', manifest, file, 'Picture/shop/red-a', 'same-file'],
    ['a picture gets another id', manifest, another, 'Picture/shop/r', 'same-file'],
    ['a picture gets another id, as its manifest says', manifest, renamed, 'Picture/shop/r', 'renamed'],
  ])('is not uploaded again: %s', async (_, first, next, address, reason) => {
    await world.run(first());
    const url = 'https://img.example/1';
    expect(await world.actions(next())).toEqual({ [address]: 'move' });
    const { plan } = await world.plan(next());
    const [movedFrom] = Object.keys(world.bindings());
    expect(plan.changes).toMatchObject([{ reasons: [reason], movedFrom }]);
    await world.run(next());
    expect(world.bindings()).toEqual({ [address]: url, 'Thing/shop/a': 'a' });
    expect(await world.actions(next())).toEqual({});
    expect([...world.service.pictures.keys()]).toEqual([url]);
  });

  it('is not taken from what somebody else still shows: the service may delete what is replaced', async () => {
    await world.run(file());
    const wanted = [
      inline('red-b', red, 'b'),
      showing('b', 'red-b', red),
      showing('a', 'red-b', red, { dependsOn: [] }),
    ];
    expect(await world.actions(wanted)).toMatchObject({ 'Picture/shop/red-b': 'create: upload' });
  });

  it('is taken over by one address alone', async () => {
    await world.run([picture('p', red)]);
    const elsewhere = picture('s', red, { content: { use: 'thing', url: 'https://img.example/other' } });
    expect(await world.actions([picture('q', red), picture('r', red), elsewhere])).toEqual({
      'Picture/shop/q': 'move',
      'Picture/shop/r': 'create: upload',
    });
  });

  it('is uploaded where that is asked for', async () => {
    await world.run(file());
    expect(await world.actions(manifest(), { reupload: ['Picture/shop/p'] })).toMatchObject({
      'Picture/shop/p': 'create: upload',
    });
  });

  it('keeps the name that the service gave it', async () => {
    await world.run([film('f', red)]);
    expect(await world.actions([film('g', red)])).toEqual({ 'Film/shop/g': 'move' });
    await world.run([film('g', red)]);
    expect(world.state()?.entries).toMatchObject({ 'Film/shop/g': { binding: { handle: 'https://img.example/1' } } });
    expect(await world.actions([film('g', red)])).toEqual({});
    expect(await world.actions([film('g', red)], { reupload: ['Film/shop/g'] })).toEqual({
      'Film/shop/g': 'create: upload',
    });
  });
});

describe('an upload that nobody needs any more', () => {
  const wanted = () => [inline('red-a', red, 'a'), showing('a', 'red-a', red)];

  it('is forgotten with the resource that leaves our memory and goes on showing it', async () => {
    await world.run(wanted());
    world.service.of('shop').set('a', { ...world.service.of('shop').get('a'), state: 'halted' } as never);
    await world.run([], { allowEmpty: true });
    expect([world.state()?.entries, await world.actions([], { allowEmpty: true })]).toEqual([{}, {}]);
  });
});

describe('a file inside a manifest', () => {
  const changed = () => [inline('blue-a', blue, 'a'), showing('a', 'blue-a', blue, { goal: 'approved' })];

  async function approved(): Promise<void> {
    await world.run([inline('red-a', red, 'a'), showing('a', 'red-a', red)]);
    world.service.of('shop').set('a', { ...world.service.of('shop').get('a'), state: 'approved' } as never);
    await world.run([inline('red-a', red, 'a'), showing('a', 'red-a', red, { goal: 'approved' })]);
  }

  it('is not uploaded for a change that is blocked', async () => {
    await approved();
    expect(await world.actions(changed())).toEqual({
      'Picture/shop/blue-a': 'blocked: only Thing/shop/a would show it, and that is blocked',
      'Thing/shop/a': expect.stringContaining('blocked: unapprove'),
    });
    const { blocked } = (await world.plan(changed())).plan;
    // The change of the manifest is that of the resource which shows the file.
    expect(blocked.map(({ unapplied }) => unapplied)).toEqual([undefined, true]);
    expect(blocked).toMatchObject([
      { address: 'Picture/shop/blue-a', opens: 'see Thing/shop/a' },
      { address: 'Thing/shop/a', opens: '--allow loses-approval=Thing/shop/a' },
    ]);
    expect(await world.actions(changed(), { allow: ['loses-approval'] })).toMatchObject({
      'Picture/shop/blue-a': 'create: upload',
    });
  });

  it('has no way of its own if the change that shows it has none', async () => {
    const needy = showing('a', 'red-a', red, { dependsOn: ['Picture/shop/red-a', 'Thing/shop/nowhere'] });
    expect((await world.plan([inline('red-a', red, 'a'), needy])).plan.blocked).toMatchObject([
      { address: 'Picture/shop/red-a', opens: null },
      { address: 'Thing/shop/a', opens: null },
    ]);
  });

  it('is uploaded if it is asked for alone, without the change that is blocked', async () => {
    await approved();
    const { plan } = await world.plan(changed(), {}, { targets: ['Picture/shop/blue-a'] });
    expect(plan.changes.map(({ address }) => address)).toEqual(['Picture/shop/blue-a']);
    expect(plan.blocked).toEqual([]);
  });

  it('is uploaded where another resource shows it, too', async () => {
    await approved();
    const wider = [...changed(), showing('b', 'blue-a', blue)];
    expect(await world.actions(wider)).toMatchObject({ 'Picture/shop/blue-a': 'create: upload' });
  });

  it('that a manifest of its own declares is uploaded all the same', async () => {
    await approved();
    const wider = [picture('p', blue), showing('a', 'p', blue, { goal: 'approved' })];
    expect(await world.actions(wider)).toMatchObject({ 'Picture/shop/p': 'create: upload' });
  });
});
