import { beforeEach, describe, expect, it } from 'vitest';
import { World } from '../support.ts';
import { versioned, versionedKind } from '../versions.ts';

let world: World;

beforeEach(async () => {
  world = new World();
  world.kinds = [versionedKind, ...world.kinds.slice(1)];
  await world.run([versioned('one')]);
  world.put('a', 'approved', { text: 'one' });
});

async function told(text: string, targets: string[] = []) {
  const { plan } = await world.plan([versioned(text)], {}, { targets });
  return { changes: plan.changes.map(({ address }) => address), problems: plan.problems };
}

describe('a manifest that goes back to the text of an older version', () => {
  it('says nothing as long as there is no newer one', async () => {
    expect(await told('one')).toEqual({ changes: [], problems: [] });
    await world.run([versioned('two')]);
    expect(await told('two')).toEqual({ changes: [], problems: [] });
  });

  it('has nothing done, and tells that the code which is used moves to the older one', async () => {
    await world.run([versioned('two')]);
    world.put('a_v2', 'approved', { text: 'two' });
    await world.run([versioned('three')]);
    world.put('a_v3', 'approved', { text: 'three' });
    expect(await told('three')).toEqual({ changes: [], problems: [] });
    expect(await told('two')).toMatchObject({
      changes: [],
      problems: [
        {
          code: 'version-older',
          severity: 'warning',
          message:
            'The manifest of Thing/shop/a@v2 has the text of a_v2, which is approved: that version is the current one again, and the newer a_v3 stays beside it',
          hint: 'Nothing changes at the service. To use the newer text, put it back into the manifest. If the newer version is wrong, stop it in the console of the service, and the warning ends',
          place: versioned('two').source,
          address: 'Thing/shop/a@v2',
        },
      ],
    });
    expect((await told('one')).problems).toMatchObject([
      { address: 'Thing/shop/a', message: expect.stringContaining('the newer a_v3') as string },
    ]);
  });

  it('asks for `versions` if the manifest lost it together with the newer text', async () => {
    await world.run([versioned('two')]);
    world.put('a_v2', 'approved', { text: 'two' });
    const { plan } = await world.plan([versioned('one', { options: {} })]);
    const hint = expect.stringContaining('Write `versions: true` in the manifest again') as string;
    expect(plan.problems).toMatchObject([{ code: 'version-older', hint }]);
  });

  it('says nothing any more once the newer version was stopped at the service', async () => {
    await world.run([versioned('two')]);
    world.put('a_v2', 'approved', { text: 'two' });
    expect((await told('one')).problems).toMatchObject([{ code: 'version-older' }]);
    world.put('a_v2', 'halted', { text: 'two' });
    expect(await told('one')).toEqual({ changes: [], problems: [] });
  });
});
