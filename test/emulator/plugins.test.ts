import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { ok, refused, steer } from './profile-support.ts';
import { type Bench, MALL, openBench, plainTemplate, SHOP } from './support.ts';

const BRANCH = 'branch-key';

const photo = {
  pluginId: 'photo',
  pluginType: 'SECURE_IMAGE',
  callbackUrl: 'https://example.com/photo',
};
const shownPhoto = {
  pluginId: 'photo',
  pluginType: 'SECURE_IMAGE',
  pluginTypeName: '이미지 보안 전송',
  callbackUrl: 'https://example.com/photo',
  modifiable: true,
  deletable: true,
};
const person = { pluginId: 'person', pluginType: 'ONE_TIME_PROFILE', callbackUrl: 'http://example.com/person' };
const shownPerson = { ...shownPhoto, ...person, pluginTypeName: '개인정보 이용' };

const noPlugin = refused('508', 'no such pluginId');
const foreign = refused('403', 'another hub partner registered this callback URL');

type Plugins = (path: string, body?: JsonObject) => Promise<JsonObject>;

const of =
  ({ call }: Bench): Plugins =>
  (path, body) =>
    call(`/plugin/callbackUrl${path}`, body);

/** The shop and a branch on one channel or on two, in the group of the mall. */
function openChannels(channelOfBranch: string): Promise<Bench> {
  return openBench({
    profiles: [
      { alias: 'shop', key: SHOP, type: 'S', uuid: '@shop' },
      { alias: 'branch', key: BRANCH, type: 'S', uuid: channelOfBranch },
      { alias: 'mall', key: MALL, type: 'G' },
    ],
  });
}

describe('plugin callbacks', () => {
  it('are made, listed, changed and deleted', async () => {
    const plugins = of(await openBench());
    expect(await plugins('/list')).toEqual({ code: '200', data: [] });
    expect(await plugins('/create', photo)).toEqual(ok);
    expect(await plugins('/create', person)).toEqual(ok);
    expect(await plugins('/list')).toEqual({ code: '200', data: [shownPhoto, shownPerson] });
    const callbackUrl = 'https://example.com/other';
    expect(await plugins('/update', { pluginId: 'photo', callbackUrl })).toEqual(ok);
    expect(await plugins('/list')).toEqual({ code: '200', data: [{ ...shownPhoto, callbackUrl }, shownPerson] });
    expect(await plugins('/delete', { pluginId: 'photo' })).toEqual(ok);
    expect(await plugins('/list')).toEqual({ code: '200', data: [shownPerson] });
    expect(await plugins('/update', { pluginId: 'photo', callbackUrl })).toEqual(noPlugin);
    expect(await plugins('/delete', { pluginId: 'photo' })).toEqual(noPlugin);
  });

  it('are shared by the profiles of a channel', async () => {
    const plugins = of(await openChannels('@shop'));
    await plugins('/create', photo);
    expect(await plugins('/list', { senderKey: BRANCH })).toEqual({ code: '200', data: [shownPhoto] });
    expect(await plugins('/create', { ...photo, senderKey: BRANCH })).toMatchObject({ code: '504' });
    expect(await plugins('/delete', { pluginId: 'photo', senderKey: BRANCH })).toEqual(ok);
    expect(await plugins('/list')).toEqual({ code: '200', data: [] });
  });

  it('of another hub partner are seen and left alone', async () => {
    const bench = await openBench();
    const plugins = of(bench);
    const seed = { ...photo, profile: 'shop', modifiable: false, deletable: false };
    expect(await steer(bench.url, '/seed', { pluginCallbacks: [seed] })).toMatchObject({ ok: true });
    const shown = { ...shownPhoto, modifiable: false, deletable: false };
    expect(await plugins('/list')).toEqual({ code: '200', data: [shown] });
    expect(await plugins('/update', { pluginId: 'photo', callbackUrl: 'https://example.com/other' })).toEqual(foreign);
    expect(await plugins('/delete', { pluginId: 'photo' })).toEqual(foreign);
    expect(await plugins('/list')).toEqual({ code: '200', data: [shown] });
  });
});

describe('a button that names a plugin', () => {
  const button = (linkType: string, pluginId: string): JsonObject => ({
    buttons: [{ linkType, name: '보기', pluginId }],
  });
  const unknown = (linkType: string): JsonObject =>
    refused('530', `buttons[0].pluginId is not a plugin that is registered for ${linkType}`);

  it.each([
    ['P1', 'photo', '200'],
    ['P1', 'person', '530'],
    ['P2', 'person', '200'],
    ['P2', 'photo', '530'],
    ['P3', 'photo', '200'],
    ['P3', 'person', '200'],
    ['P1', 'other', '530'],
    ['P2', 'other', '530'],
    ['P3', 'other', '200'],
  ])('%s names %s: %s', async (linkType, pluginId, code) => {
    const bench = await openBench();
    await of(bench)('/create', photo);
    await of(bench)('/create', person);
    const answer = await bench.add(button(linkType, pluginId));
    if (code === '200') expect(answer).toMatchObject(ok);
    else expect(answer).toEqual(unknown(linkType));
  });

  it('is held against the plugins of its own channel, at each update', async () => {
    const bench = await openChannels('@branch');
    await of(bench)('/create', { ...photo, senderKey: BRANCH });
    expect(await bench.add(button('P1', 'photo'))).toEqual(unknown('P1'));
    expect(await bench.add({ ...button('P1', 'photo'), senderKey: BRANCH })).toMatchObject(ok);
    await bench.add();
    expect(await bench.call('/template/update', { ...plainTemplate, ...button('P1', 'photo') })).toEqual(unknown('P1'));
  });

  it('of a group has a plugin of every member', async () => {
    const bench = await openChannels('@branch');
    const group = { senderKey: MALL, senderKeyType: 'G' };
    await of(bench)('/create', photo);
    expect(await bench.add({ ...button('P1', 'photo'), ...group })).toEqual(unknown('P1'));
    await of(bench)('/create', { ...photo, senderKey: BRANCH });
    expect(await bench.add({ ...button('P1', 'photo'), ...group })).toMatchObject(ok);
  });

  it('keeps its callback from being deleted, until nobody can send it any more', async () => {
    const bench = await openChannels('@shop');
    const remove = (): Promise<JsonObject> => of(bench)('/delete', { pluginId: 'photo' });
    const named = refused('509', "a template's button names this plugin");
    await of(bench)('/create', photo);
    await bench.add({ ...button('P1', 'photo'), senderKey: BRANCH });
    expect(await remove()).toEqual(named);
    await bench.call('/template/delete', { senderKey: BRANCH, templateCode: 'order_paid' });
    await bench.add({ ...button('P1', 'photo'), senderKey: MALL, senderKeyType: 'G' });
    expect(await remove()).toEqual(named);
    await bench.control.template({ profile: 'mall', templateCode: 'order_paid', status: 'S', inspectionStatus: 'APR' });
    expect(await remove()).toEqual(ok);
  });
});
