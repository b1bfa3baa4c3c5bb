import { describe, expect, it } from 'vitest';
import { failure, fileNode, picture, thing, thingKind, World } from '../support.ts';

/** A thing that shows a picture, and the picture. */
function shows(file: ReturnType<World['file']>, id = 'a') {
  return [
    thing(id, { picture: file }, { dependsOn: [`Picture/shop/${id}-p`], goal: 'draft' }),
    picture(`${id}-p`, file),
  ];
}

const url = 'https://img.example/live';

const TAKEN = { allow: ['takes-over' as const] };

describe('a picture that the state does not know', () => {
  it('is bound where the live one has the same bytes: nothing is uploaded, nothing edited', async () => {
    const world = new World();
    world.service.pictures.set(url, Buffer.from('bytes'));
    world.put('a', 'draft', { text: 'a', picture: { url } });
    const wanted = shows(world.file('a.png', 'bytes'));
    const { plan } = await world.plan(wanted);
    expect(plan.changes.map(({ address, action, steps, fields }) => [address, action, steps, fields])).toEqual([
      ['Picture/shop/a-p', 'adopt', [], []],
      ['Thing/shop/a', 'adopt', [], []],
    ]);
    expect(plan.problems).toEqual([]);
    await world.run(wanted);
    expect(world.bindings()).toEqual({ 'Picture/shop/a-p': url, 'Thing/shop/a': 'a' });
    expect(world.service.writes).toEqual([]);
    expect(await world.actions(wanted)).toEqual({});
  });

  it('is taken for the file with a warning where it cannot be proved', async () => {
    const world = new World();
    world.service.pictures.set(url, Buffer.from('the service made it smaller'));
    world.put('a', 'draft', { text: 'a', picture: { url } });
    const wanted = shows(world.file('a.png', 'bytes'));
    const { plan } = await world.plan(wanted);
    expect(plan.changes.map(({ action }) => action)).toEqual(['adopt', 'adopt']);
    expect(plan.problems).toMatchObject([
      {
        code: 'image-assumed',
        severity: 'warning',
        message: 'The live image of Thing/shop/a differs in its bytes from a.png and is assumed to be the same image',
        address: 'Picture/shop/a-p',
      },
    ]);
    await world.run(wanted);
    const again = await world.plan(wanted);
    expect(again.plan).toMatchObject({ changes: [], problems: [] });
  });

  it('is taken for the file where its bytes cannot be had, and nobody claims that they differ', async () => {
    const world = new World();
    world.put('a', 'draft', { text: 'a', picture: { url } });
    const { plan } = await world.plan(shows(world.file('a.png')));
    expect(plan.problems).toEqual([
      {
        code: 'image-unfetched',
        severity: 'warning',
        message: `${failure('refused', 'no such picture').problem.message}. The live image of Thing/shop/a was not compared with a.png and is assumed to be the same`,
        hint: 'Make the address reachable from this machine and plan again. Or check the live image: if it is another picture, upload the file with `--reupload Picture/shop/a-p`.',
        place: expect.anything(),
        address: 'Picture/shop/a-p',
      },
    ]);
  });

  it.each([
    ['first', 'image-unfetched'],
    ['other', 'image-assumed'],
  ])('tells of two what it knows of the one that is taken, where the %s cannot be had', async (silent, code) => {
    const world = new World();
    const file = world.file('a.png', 'bytes');
    for (const [id, name] of [['a', 'first'] as const, ['b', 'other'] as const]) {
      const address = `https://img.example/${name}`;
      if (name !== silent) world.service.pictures.set(address, Buffer.from('something else'));
      world.put(id, 'draft', { text: id, picture: { url: address } });
    }
    const more = { dependsOn: ['Picture/shop/p'], goal: 'draft' };
    const { plan } = await world.plan([
      thing('a', { picture: file }, more),
      thing('b', { picture: file }, more),
      picture('p', file),
    ]);
    expect(plan.problems).toMatchObject([{ code }]);
  });

  it('ends the plan where the fetch is interrupted', async () => {
    const world = new World();
    world.put('a', 'draft', { text: 'a', picture: { url } });
    world.service.fault = (call) => {
      if (call.startsWith('fetch')) throw failure('interrupted');
    };
    await expect(world.plan(shows(world.file('a.png')))).rejects.toMatchObject({ exit: 130 });
  });

  it('is uploaded where nothing live shows one', async () => {
    const world = new World();
    world.put('b', 'draft', { text: 'b', picture: { url } });
    const wanted = [...shows(world.file('a.png')), thing('b', {}, { goal: 'draft' })];
    expect(await world.actions(wanted, TAKEN)).toEqual({
      'Picture/shop/a-p': 'create: upload',
      'Thing/shop/a': 'create: add',
      'Thing/shop/b': 'update: edit',
    });
  });

  it('is looked for in all that show it, and the bytes decide', async () => {
    const world = new World();
    const file = world.file('a.png', 'bytes');
    const other = 'https://img.example/other';
    world.service.pictures.set(url, Buffer.from('something else'));
    world.service.pictures.set(other, Buffer.from('bytes'));
    world.put('a', 'draft', { text: 'a', picture: { url } });
    world.put('b', 'draft', { text: 'b', picture: { url: other } });
    const dependsOn = ['Picture/shop/p'];
    const wanted = [
      thing('a', { picture: file }, { dependsOn, goal: 'draft' }),
      thing('b', { picture: file }, { dependsOn, goal: 'draft' }),
      picture('p', file),
    ];
    expect(await world.actions(wanted, TAKEN)).toEqual({
      'Picture/shop/p': 'adopt',
      'Thing/shop/a': 'update: edit',
      'Thing/shop/b': 'adopt',
    });
    await world.run(wanted, TAKEN);
    expect(world.service.of('shop').get('a')?.content).toEqual({ text: 'a', picture: { url: other } });
  });

  it('is not taken for a second file', async () => {
    const world = new World();
    world.put('a', 'draft', { text: 'a', picture: { url } });
    world.put('b', 'draft', { text: 'b', picture: { url } });
    const wanted = [...shows(world.file('a.png')), ...shows(world.file('b.png'), 'b')];
    expect(await world.actions(wanted, TAKEN)).toEqual({
      'Picture/shop/a-p': 'adopt',
      'Picture/shop/b-p': 'create: upload',
      'Thing/shop/a': 'adopt',
      'Thing/shop/b': 'update: edit',
    });
    await world.run(wanted, TAKEN);
    expect(await world.actions(wanted)).toEqual({});
  });

  it('is read again only in what shows it', async () => {
    const world = new World();
    const { images: _images, ...blind } = thingKind;
    world.kinds = [...world.kinds, { ...blind, name: 'Box' }];
    for (const name of ['a', 'x']) world.put(name, 'draft', { text: name, picture: { url } });
    const box = thing('x', { picture: { url } }, { address: 'Box/shop/x', kind: 'Box', goal: 'draft' });
    expect(await world.actions([...shows(world.file('a.png')), thing('absent'), box])).toEqual({
      'Box/shop/x': 'adopt',
      'Picture/shop/a-p': 'adopt',
      'Thing/shop/a': 'adopt',
      'Thing/shop/absent': 'create: add, file',
    });
    const reads = world.service.calls.filter((call) => call.startsWith('read '));
    expect(reads.sort()).toEqual(['read a', 'read a', 'read absent', 'read x']);
  });

  it('is not looked for in what has no pictures', async () => {
    const world = new World();
    world.put('a', 'draft', { text: 'a', picture: { url } });
    const { images: _images, ...blind } = thingKind;
    const [, pictures] = world.kinds;
    world.kinds = pictures ? [blind, pictures] : [];
    expect(await world.actions(shows(world.file('a.png')))).toMatchObject({ 'Picture/shop/a-p': 'create: upload' });
  });
});

describe('--reupload', () => {
  it.each(['Picture/shop/a-p', 'Thing/shop/a'])(
    'uploads anew what %s shows, and puts the new one in its place',
    async (glob) => {
      const world = new World();
      world.put('a', 'draft', { text: 'a', picture: { url } });
      const wanted = shows(world.file('a.png', 'bytes'));
      await world.run(wanted);
      expect(world.bindings()).toMatchObject({ 'Picture/shop/a-p': url });
      expect(await world.actions(wanted, { reupload: [glob] })).toEqual({
        'Picture/shop/a-p': 'create: upload',
        'Thing/shop/a': 'update: edit',
      });
      expect(await world.run(wanted, { reupload: [glob] })).toEqual({
        'Picture/shop/a-p': 'done',
        'Thing/shop/a': 'done',
      });
      expect(world.service.of('shop').get('a')?.content).toEqual({
        text: 'a',
        picture: { url: 'https://img.example/1' },
      });
      expect(await world.actions(wanted)).toEqual({});
    },
  );

  it('leaves the others', async () => {
    const world = new World();
    const other = thing('other');
    await world.run([...shows(world.file('a.png')), other]);
    expect(await world.actions([...shows(fileNode('a.png')), other], { reupload: ['other'] })).toEqual({});
  });
});

describe('a picture that no manifest declares any more', () => {
  it('is forgotten after all that showed it are edited, in the same plan', async () => {
    const world = new World();
    await world.run(shows(world.file('a.png')));
    const [edited] = shows(world.file('b.png'));
    if (!edited) throw new Error('no thing');
    const wanted = [{ ...edited, dependsOn: ['Picture/shop/b-p'] }, picture('b-p', fileNode('b.png'))];
    const { plan } = await world.plan(wanted);
    expect(plan.changes.map(({ address, action, dependsOn }) => [address, action, dependsOn])).toEqual([
      ['Picture/shop/a-p', 'forget', ['Thing/shop/a']],
      ['Picture/shop/b-p', 'create', []],
      ['Thing/shop/a', 'update', ['Picture/shop/b-p']],
    ]);
    await world.run(wanted);
    expect(world.bindings()).toEqual({ 'Picture/shop/b-p': 'https://img.example/2', 'Thing/shop/a': 'a' });
    expect(await world.actions(wanted)).toEqual({});
  });

  it('is kept while something live still shows it', async () => {
    const world = new World();
    const [thingA, pictureA] = shows(world.file('a.png'));
    if (!thingA || !pictureA) throw new Error('nothing');
    await world.run([{ ...thingA, goal: 'approved' }, pictureA]);
    for (const one of world.service.of('shop').values()) one.state = 'approved';
    const changed = thing('a', {}, { goal: 'approved' });
    expect(await world.actions([changed])).toEqual({ 'Thing/shop/a': expect.stringContaining('blocked') });
    expect(await world.actions([changed], { allow: ['loses-approval'] })).toEqual({
      'Picture/shop/a-p': 'forget',
      'Thing/shop/a': 'update: unapprove, edit, file',
    });
    // The edit cannot be made for another reason: the picture stays known.
    const needy = { ...changed, dependsOn: ['Thing/shop/nobody'] };
    expect(await world.actions([needy], { allow: ['loses-approval'] })).toEqual({
      'Thing/shop/a': expect.stringContaining('blocked'),
    });
  });

  it('is forgotten with what showed it', async () => {
    const world = new World();
    await world.run(shows(world.file('a.png')));
    const { plan } = await world.plan([], { allowEmpty: true });
    expect(plan.changes.map(({ address, action, dependsOn }) => [address, action, dependsOn])).toEqual([
      ['Picture/shop/a-p', 'forget', ['Thing/shop/a']],
      ['Thing/shop/a', 'delete', []],
    ]);
    await world.run([], { allowEmpty: true });
    expect(world.bindings()).toEqual({});
  });

  it('moves with its id like everything else', async () => {
    const world = new World();
    const file = world.file('a.png');
    await world.run([picture('p', file)]);
    const wanted = [picture('q', file, { renamedFrom: 'Picture/shop/p', address: 'Picture/shop/q' })];
    expect(await world.actions(wanted)).toEqual({ 'Picture/shop/q': 'move' });
    await world.run(wanted);
    expect(world.bindings()).toEqual({ 'Picture/shop/q': 'https://img.example/1' });
  });

  it('and one that is given by its URL needs nothing at all', async () => {
    const world = new World();
    const given = { ...picture('p', fileNode('a.png')), content: { use: 'thing', url } };
    expect(await world.actions([given])).toEqual({});
    expect((await world.plan([given])).plan.counts.unchanged).toBe(1);
  });
});
