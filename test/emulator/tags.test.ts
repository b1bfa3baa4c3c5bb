import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { newer, ok, refused, steer, unusable, unusableStates } from './profile-support.ts';
import { MALL, objectOf, openBench, SHOP } from './support.ts';

type Tags = (path: string, body?: JsonObject) => Promise<JsonObject>;

const at =
  (url: string): Tags =>
  (path, body) =>
    newer(url, `/groupTag${path}`, body);

async function created(tags: Tags, groupTagName: string, of: JsonObject = {}): Promise<JsonObject> {
  return objectOf((await tags('/create', { groupTagName, ...of }))['data']);
}

const mall = { senderKey: MALL, senderKeyType: 'G' };
const noTag = refused('508', 'no such groupTagKey');

describe('group tags', () => {
  it('are made, looked at, listed, renamed and deleted', async () => {
    const tags = at((await openBench()).url);
    expect(await tags('/list')).toEqual({ code: '200', data: [] });
    const answer = await tags('/create', { groupTagName: '겨울 할인' });
    expect(answer).toEqual({
      code: '200',
      data: { groupTagKey: expect.stringMatching(/^[0-9a-f]{40}$/), groupTagName: '겨울 할인' },
    });
    const first = objectOf(answer['data']);
    const second = await created(tags, 'spring');
    const { groupTagKey = null } = first;
    expect(await tags('', { groupTagKey })).toEqual({ code: '200', data: first });
    expect(await tags('/list')).toEqual({ code: '200', data: [first, second] });

    const renamed = { groupTagKey, groupTagName: '여름 할인' };
    expect(await tags('/update', { groupTagKey, newGroupTagName: '여름 할인' })).toEqual({
      code: '200',
      data: renamed,
    });
    expect(await tags('/list')).toEqual({ code: '200', data: [renamed, second] });

    expect(await tags('/delete', { groupTagKey })).toEqual(ok);
    expect(await tags('/list')).toEqual({ code: '200', data: [second] });
    expect(await tags('', { groupTagKey })).toEqual(noTag);
    expect(await tags('/delete', { groupTagKey })).toEqual(noTag);
    expect(await tags('/update', { groupTagKey, newGroupTagName: 'x' })).toEqual(noTag);
  });

  it('belong to one profile or group', async () => {
    const tags = at((await openBench()).url);
    const ours = await created(tags, 'ours');
    const theirs = await created(tags, 'theirs', mall);
    expect(await tags('/list')).toEqual({ code: '200', data: [ours] });
    expect(await tags('/list', mall)).toEqual({ code: '200', data: [theirs] });
    const { groupTagKey = null } = theirs;
    for (const [path, more] of [
      ['', {}],
      ['/update', { newGroupTagName: 'x' }],
      ['/delete', {}],
    ] as const)
      expect(await tags(path, { groupTagKey, ...more })).toEqual(noTag);
    expect(await tags('', { groupTagKey, ...mall })).toEqual({ code: '200', data: theirs });
  });

  it.each(unusableStates)('are read and not changed under a profile that is %s', async (_, state) => {
    const { url } = await openBench();
    const tags = at(url);
    const tag = await created(tags, 'kept');
    const { groupTagKey = null } = tag;
    await steer(url, '/profile', { profile: 'shop', ...state });
    expect(await tags('/create', { groupTagName: 'new' })).toEqual(unusable);
    expect(await tags('/update', { groupTagKey, newGroupTagName: 'new' })).toEqual(unusable);
    expect(await tags('/delete', { groupTagKey })).toEqual(unusable);
    expect(await tags('/list')).toEqual({ code: '200', data: [tag] });
  });
});

describe('a planted tag', () => {
  it('is there under its own key or a free one', async () => {
    const { url } = await openBench();
    const seeds = [
      { profile: 'shop', groupTagKey: 'tag-1', groupTagName: '#1' },
      { profile: SHOP, groupTagName: 'two' },
    ];
    expect(await steer(url, '/seed', { groupTags: seeds })).toMatchObject({ ok: true });
    expect(await at(url)('/list')).toEqual({
      code: '200',
      data: [
        { groupTagKey: 'tag-1', groupTagName: '#1' },
        { groupTagKey: expect.stringMatching(/^[0-9a-f]{40}$/), groupTagName: 'two' },
      ],
    });
  });
});
