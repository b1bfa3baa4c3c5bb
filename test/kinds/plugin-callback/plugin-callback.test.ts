import { expect, it } from 'vitest';
import { pluginCallback } from '../../../src/kinds/plugin-callback/kind.ts';
import { api } from '../../api.ts';
import { type LiveProject, mall, openLiveProject, shop } from '../live-project.ts';

/** Callback URLs of plugins against the emulator, from manifests to the state. */

const address = 'PluginCallback/shop/secure-image';
const secure = 'kind: PluginCallback\nid: secure-image\ntype: SECURE_IMAGE\nurl: https://plugin.example.com/image\n';

/** A template with a P1 button, for a plugin that is written as YAML. */
const template = (plugin: string, more = ''): string =>
  `kind: NotificationTemplate
id: card
name: 카드 안내
category: "001001"
messageType: BA
content: 카드 사진을 보내 주세요.
lifecycle: draft
buttons: [{ type: P1, name: 사진 보내기, plugin: ${plugin} }]
${more}`;

async function callbacks({ service }: LiveProject): Promise<Record<string, string>> {
  const { rows } = await api(service).plugin.list(shop, new AbortController().signal);
  return Object.fromEntries(rows.map(({ name, live }) => [name, `${live?.content['type']} ${live?.content['url']}`]));
}

function seeded(more: object = {}) {
  return {
    pluginCallbacks: [
      {
        profile: 'shop',
        pluginId: 'secure-image',
        pluginType: 'SECURE_IMAGE' as const,
        callbackUrl: 'https://plugin.example.com/image',
        ...more,
      },
    ],
  };
}

it('is registered, updated and deleted, and every second plan is empty', async () => {
  const project = await openLiveProject();
  await project.declare(secure);
  expect(await project.actions()).toEqual({ [address]: 'create: plugin.create' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await callbacks(project)).toEqual({ 'secure-image': 'SECURE_IMAGE https://plugin.example.com/image' });
  expect(project.binding(address)).toEqual({ pluginId: 'secure-image' });
  expect(await project.actions()).toEqual({});

  await project.declare(secure.replace('/image', '/v2'));
  const { plan } = await project.plan();
  expect(plan.changes).toMatchObject([
    {
      action: 'update',
      risks: [],
      fields: [{ path: 'url', before: 'https://plugin.example.com/image', after: 'https://plugin.example.com/v2' }],
    },
  ]);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await callbacks(project)).toEqual({ 'secure-image': 'SECURE_IMAGE https://plugin.example.com/v2' });
  expect(await project.actions()).toEqual({});

  await project.declare('# nothing\n');
  expect(await project.actions()).toEqual({ [address]: 'delete: plugin.delete' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await callbacks(project)).toEqual({});
  expect(await project.actions()).toEqual({});
});

it('changes its type by a delete and a new registration', async () => {
  const project = await openLiveProject();
  await project.declare(secure);
  await project.apply();
  await project.declare(secure.replace('SECURE_IMAGE', 'ONE_TIME_PROFILE'));
  const { plan } = await project.plan();
  expect(plan.changes).toMatchObject([
    {
      action: 'update',
      risks: ['destroys'],
      steps: [{ title: 'delete (its id and type cannot be changed)' }, { title: 'register' }],
    },
  ]);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await callbacks(project)).toEqual({ 'secure-image': 'ONE_TIME_PROFILE https://plugin.example.com/image' });
  expect(await project.actions()).toEqual({});
});

it('of another partner is neither changed nor deleted, and the plan says why', async () => {
  const project = await openLiveProject();
  await project.control.seed(seeded({ modifiable: false, deletable: false }));
  await project.declare(secure);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  await project.declare(secure.replace('/image', '/v2'));
  expect(await project.blocked()).toEqual({
    [address]:
      'another partner of the service registered it, and only that partner can change it (modifiable is false)',
  });
  const cannotDelete =
    'another partner of the service registered it, and only that partner can delete it (deletable is false)';
  await project.declare(secure.replace('SECURE_IMAGE', 'ONE_TIME_PROFILE'));
  expect(await project.blocked()).toEqual({ [address]: cannotDelete });
  await project.declare('# nothing\n');
  expect(await project.blocked()).toEqual({ [address]: `${cannotDelete} [notiform state forget ${address}]` });
});

it('is made before the template that refers to it, and goes after it', async () => {
  const project = await openLiveProject();
  await project.declare(`${template('{ ref: secure-image }')}---\n${secure}`);
  const { plan } = await project.plan();
  expect(plan.changes.map(({ address: one, dependsOn }) => [one, dependsOn])).toEqual([
    ['NotificationTemplate/shop/card', [address]],
    [address, []],
  ]);
  expect(plan.changes[0]?.after).toMatchObject({ buttons: [{ type: 'P1', plugin: 'secure-image' }] });
  expect(await project.apply()).toEqual({ 'NotificationTemplate/shop/card': 'done', [address]: 'done' });
  expect(await project.actions()).toEqual({});

  await project.declare('# nothing\n');
  const removal = await project.plan();
  expect(removal.plan.changes.map(({ address: one, dependsOn }) => [one, dependsOn])).toEqual([
    ['NotificationTemplate/shop/card', []],
    [address, ['NotificationTemplate/shop/card']],
  ]);
  expect(await project.apply()).toEqual({ 'NotificationTemplate/shop/card': 'done', [address]: 'done' });
  expect(await callbacks(project)).toEqual({});
});

it('stays while a template names it: the service refuses its deletion', async () => {
  const project = await openLiveProject();
  await project.declare(`${template('secure-image')}---\n${secure}`);
  await project.apply();
  await project.declare(template('secure-image'));
  expect(await project.apply()).toEqual({ [address]: expect.stringContaining('code 509') });
  expect(await callbacks(project)).toMatchObject({ 'secure-image': expect.anything() });
});

it('is nothing that a group could have', async () => {
  const project = await openLiveProject([shop, mall]);
  await project.declare(secure);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  await project.declare(`${secure}profile: mall\n`);
  expect(await project.problems()).toMatchObject([{ code: 'profile-type', path: 'profile' }]);
});

it('is bound by its id', () => {
  expect(pluginCallback.nameOf({ pluginId: 'p' })).toBe('p');
  expect(pluginCallback.nameOf({})).toBeUndefined();
});
