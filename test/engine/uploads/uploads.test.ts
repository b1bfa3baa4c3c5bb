import { beforeEach, describe, expect, it } from 'vitest';
import { isFileNode, sameContent } from '../../../src/core/content.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Kind } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { confirmAll } from '../../../src/engine/plan/confirmed.ts';
import { type FakeService, failure, type fileNode, picture, pictureKind, thing, thingKind, World } from '../support.ts';

type File = ReturnType<typeof fileNode>;

/** Films: one upload serves all, and the service can be asked for each by its handle. */
const filmKind: Kind<FakeService> = {
  ...pictureKind,
  name: 'Film',
  upload: { of: ({ file }) => (isFileNode(file) ? { use: 'film', file, shared: true } : undefined) },
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
  meets: (at, want) => ({ meets: at && sameContent(at.content, want.content) ? 'yes' : 'no' }),
};

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

const url = 'https://img.example/live';

let world: World;
let red: File;
let blue: File;

beforeEach(() => {
  world = new World();
  world.kinds = [thingKind, pictureKind, filmKind];
  red = world.file('red.png', 'red');
  blue = world.file('blue.png', 'blue');
});

function urlOf({ content }: { content: JsonObject }): string {
  return String((content['picture'] as JsonObject)['url']);
}

/** What each live thing shows, by the bytes behind its address. */
function shown(): Record<string, string | undefined> {
  const all = Array.from(world.service.of('shop'), ([name, one]) => [
    name,
    world.service.pictures.get(urlOf(one))?.toString(),
  ]);
  return Object.fromEntries(all.sort());
}

/** The addresses that live things show. */
function shownUrls(): string[] {
  return [...new Set(Array.from(world.service.of('shop').values(), urlOf))].sort();
}

function uploads(): string[] {
  return world.service.calls.filter((call) => call.startsWith('upload '));
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
    expect(Object.keys(world.uploads()).sort()).toEqual(shownUrls());
  });
});

describe('an upload under another address', () => {
  const file = () => [inline('red-a', red, 'a'), showing('a', 'red-a', red)];
  const manifest = () => [picture('p', red), showing('a', 'p', red)];
  const another = () => [picture('r', red), showing('a', 'r', red)];

  it.each([
    ['a file inside a manifest becomes a picture of its own', file, manifest],
    ['and the way back', manifest, file],
    ['a picture gets another id', manifest, another],
  ])('is no change: %s', async (_, first, next) => {
    await world.run(first());
    expect(await world.actions(next())).toEqual({});
    await world.run(next());
    expect(uploads()).toHaveLength(1);
  });

  it('is not taken from another resource that still shows it: the service may delete what is replaced', async () => {
    await world.run(file());
    const wanted = [
      inline('red-b', red, 'b'),
      showing('b', 'red-b', red),
      showing('a', 'red-b', red, { dependsOn: [] }),
    ];
    expect(await world.actions(wanted)).toMatchObject({ 'Picture/shop/red-b': 'create: upload' });
  });

  it('serves one address if it is not shared', async () => {
    await world.run([picture('p', red)]);
    const both = [picture('q', red), picture('r', red)];
    expect(await world.actions(both)).toEqual({ 'Picture/shop/r': 'create: upload' });
    await world.run(both);
    expect(await world.actions(both)).toEqual({});
  });

  it('serves every address if it is shared', async () => {
    await world.run([film('f', red)]);
    expect(await world.actions([film('g', red), film('h', red)])).toEqual({});
  });
});

it('an upload that the service lost is made again, and the table has only the new one', async () => {
  await world.run([film('f', red)]);
  world.service.pictures.clear();
  world.service.pictures.set(url, Buffer.from('other'));
  await world.run([film('f', red)]);
  expect(world.uploads()).toEqual({ 'https://img.example/2': 'red.png' });
  expect(await world.actions([film('f', red)])).toEqual({});
});

describe('a picture that the state does not know', () => {
  const wanted = () => [picture('p', red), showing('a', 'p', red)];

  /** A bound thing whose live picture the state does not know. */
  async function exchanged(bytes?: string): Promise<void> {
    await world.run([thing('a', {}, { goal: 'draft' })]);
    if (bytes !== undefined) world.service.pictures.set(url, Buffer.from(bytes));
    world.put('a', 'draft', { text: 'a', picture: { url } });
  }

  it('is recognized by its bytes: nothing is uploaded or edited, and the next plan knows it', async () => {
    world.service.pictures.set(url, Buffer.from('red'));
    world.put('a', 'draft', { text: 'a', picture: { url } });
    const { plan } = await world.plan(wanted());
    expect(plan.changes.map(({ address, action, fields }) => [address, action, fields])).toEqual([
      ['Thing/shop/a', 'adopt', []],
    ]);
    expect(plan.problems.map(({ code }) => code)).toEqual(['state-missing']);
    await world.run(wanted());
    expect(world.uploads()).toEqual({ [url]: 'red.png' });
    expect(world.service.writes).toEqual([]);
    world.service.calls = [];
    expect(await world.actions(wanted())).toEqual({});
    expect(world.service.calls.filter((call) => call.startsWith('fetch'))).toEqual([]);
  });

  it('is stored by an apply without changes', async () => {
    await world.run(wanted());
    world.service.pictures.set(url, Buffer.from('red'));
    world.put('a', 'draft', { text: 'a', picture: { url } });
    const state = JSON.stringify({ ...world.state(), uploads: {} });
    world.files.all.set('/project/state/test/shop.json', Buffer.from(state));
    const planned = await world.plan(wanted());
    expect(planned.plan.changes).toEqual([]);
    await confirmAll(planned, { ...world.input, root: '/project', holder: { pid: 1, host: 'here', command: 'apply' } });
    expect(world.uploads()).toEqual({ [url]: 'red.png' });
  });

  it('counts as another one if its bytes differ', async () => {
    await exchanged('the service made it smaller');
    const { plan } = await world.plan(wanted());
    expect([plan.counts, plan.problems]).toMatchObject([{ create: 1, update: 1 }, []]);
  });

  it('counts as another one, with a warning, if it cannot be fetched', async () => {
    await exchanged();
    const { plan } = await world.plan(wanted());
    expect(plan.counts).toMatchObject({ create: 1, update: 1 });
    expect(plan.problems).toMatchObject([{ code: 'image-unfetched', severity: 'warning', address: 'Picture/shop/p' }]);
  });

  it('ends the plan if the fetch is interrupted', async () => {
    world.put('a', 'draft', { text: 'a', picture: { url } });
    world.service.fault = (call) => {
      if (call.startsWith('fetch')) throw failure('interrupted');
    };
    await expect(world.plan(wanted())).rejects.toMatchObject({ exit: 130 });
  });
});

describe('--reupload', () => {
  it.each(['Picture/shop/p', 'Thing/shop/a'])('repeats the upload that %s names, if nothing shows it', async (glob) => {
    const refused = showing('a', 'p', red);
    world.service.fault = (call) => {
      if (call === 'add a') throw failure('refused');
    };
    await world.run([picture('p', red), refused, picture('q', red)]);
    world.service.fault = undefined;
    const before = Object.keys(world.uploads());
    const wanted = [picture('p', red), refused, picture('q', red), showing('b', 'q', red)];
    const expected = {
      'Picture/shop/p': 'create: upload',
      'Thing/shop/a': 'create: add',
      'Thing/shop/b': 'create: add',
    };
    expect(await world.actions(wanted, { reupload: [glob] })).toEqual(expected);
    await world.run(wanted, { reupload: [glob] });
    expect(Object.keys(world.uploads()).sort()).toEqual(shownUrls());
    expect(shownUrls().filter((shown) => before.includes(shown))).toHaveLength(1);
    expect(await world.actions(wanted, { reupload: ['**'] })).toEqual({});
  });
});

describe('the table of uploads', () => {
  const version = (index: number) => {
    const file = world.file(`${index}.png`);
    return [inline(`i${index}`, file, 'a'), showing('a', `i${index}`, file)];
  };

  function refuse(refused: string): void {
    world.service.fault = (call) => {
      if (call === refused) throw failure('refused');
    };
  }

  it('has what live resources show after six changes of an image, and nothing else', async () => {
    for (const index of [1, 2, 3, 4, 5, 6]) await world.run(version(index));
    expect(uploads()).toHaveLength(6);
    expect(world.uploads()).toEqual({ 'https://img.example/6': '6.png' });
  });

  it('loses what only a deleted resource showed', async () => {
    await world.run(version(1));
    await world.run([], { allowEmpty: true });
    expect(world.uploads()).toEqual({});
  });

  it('has an upload before the call that uses it', async () => {
    let known: unknown;
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'before') known = world.uploads();
    };
    await world.run(version(1));
    expect(known).toEqual({ 'https://img.example/1': '1.png' });
  });

  it('keeps an upload that was not used: the next run does not repeat it', async () => {
    refuse('add a');
    await world.run(version(1));
    world.service.fault = undefined;
    expect(await world.actions(version(1))).toEqual({ 'Thing/shop/a': 'create: add' });
    await world.run(version(1));
    expect(uploads()).toHaveLength(1);
  });

  it('keeps what a resource shows whose change failed', async () => {
    await world.run(version(1));
    refuse('edit a');
    await world.run([...version(2), thing('b')]);
    expect(Object.values(world.uploads())).toEqual(['1.png', '2.png']);
  });

  it('keeps everything while a resource of the state cannot be read', async () => {
    const wanted = [picture('r', red), showing('b', 'r', red)];
    await world.run([...version(1), ...wanted]);
    world.service.fault = (call) => {
      if (call === 'read b') throw failure('unfit');
    };
    await world.run([...version(2), picture('r', blue), showing('b', 'r', blue)]);
    expect(Object.keys(world.uploads())).toHaveLength(4);
  });

  it('keeps what a blocked resource shows, and shows the change', async () => {
    await world.run([picture('p', red), showing('a', 'p', red)]);
    for (const one of world.service.of('shop').values()) one.state = 'approved';
    const wanted = [picture('p', blue), showing('a', 'p', blue, { goal: 'approved' }), thing('b')];
    await world.run(wanted);
    expect(Object.values(world.uploads())).toEqual(['red.png', 'blue.png']);
    expect((await world.plan(wanted)).plan.blocked).toMatchObject([{ before: { picture: { sha256: red.sha256 } } }]);
  });

  it('does not hide an image that a person exchanged', async () => {
    await world.run(version(1));
    world.service.pictures.set(url, Buffer.from('by hand'));
    world.put('a', 'draft', { text: 'a', picture: { url } });
    expect((await world.plan(version(1))).plan.changes).toMatchObject([
      { address: 'Thing/shop/a', reasons: ['content-differs', 'drifted'], before: { picture: { url } } },
    ]);
  });
});
