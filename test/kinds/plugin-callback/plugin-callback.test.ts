import { describe, expect, it } from 'vitest';
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

const plain = template('x').replace(/buttons.*\n/, 'buttons: [{ type: DS, name: 배송 조회 }]\n');

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

describe('a template whose button names a plugin that is not there', () => {
  const card = 'NotificationTemplate/shop/card';
  const help =
    'Declare the plugin of the button as a PluginCallback, and refer to it: `plugin: { ref: ID }`. `notiform explain PluginCallback` shows its fields';
  const missing = (name: string, alias = 'shop') =>
    `\`${name}\` is neither declared as a PluginCallback nor registered in ${alias}`;

  /** The warnings of the plan, by address. */
  async function warnings(project: LiveProject): Promise<Record<string, string>> {
    const all = (await project.plan()).plan.problems.map((one) => [
      String(one.address),
      `${one.message} [${one.hint}]`,
    ]);
    return Object.fromEntries(all);
  }

  it('is a warning of the plan, with the field: nothing is blocked', async () => {
    const project = await openLiveProject();
    await project.control.seed(seeded());
    await project.declare(template('secret-image'));
    const { plan } = await project.plan();
    expect(plan).toMatchObject({ applyable: true, blocked: [], changes: [{ address: card }] });
    expect(plan.problems).toMatchObject([
      {
        code: 'dangling-reference',
        severity: 'warning',
        address: card,
        message: missing('secret-image'),
        hint: `${help}`,
        at: ['buttons', 0, 'plugin'],
      },
    ]);
    const { rows } = await project.status();
    expect(rows.map(({ reason }) => reason)).toEqual([undefined]);
    await project.declare(template('secure-image'));
    expect(await project.apply()).toEqual({ [card]: 'done' });
    await project.declare(template('person'));
    expect(await warnings(project)).toEqual({ [card]: `${missing('person')} [${help}]` });
  });

  it('is applied if the service takes it, as a P3 button whose plugin has no type', async () => {
    const project = await openLiveProject();
    await project.declare(template('pay').replace('type: P1', 'type: P3'));
    expect(await warnings(project)).toEqual({ [card]: `${missing('pay')} [${help}]` });
    expect(await project.apply()).toEqual({ [card]: 'done' });
    expect(await warnings(project)).toEqual({});
  });

  it('is no warning for a plugin that another profile declares, because profiles may share a channel', async () => {
    const project = await openLiveProject([shop, { ...shop, alias: 'branch', key: 'd'.repeat(40) }]);
    await project.declare(`${template('secure-image')}---\n${secure}profile: branch\n`);
    expect(await warnings(project)).toEqual({});
  });

  it('of a group is a warning if a member does not have the plugin', async () => {
    const project = await openLiveProject([{ ...shop, groups: [mall.key] }, mall]);
    const ofMall = `${template('person', 'profile: mall\n')}---\nkind: SenderProfile\nid: shop\ngroups: [mall]\n`;
    await project.declare(ofMall);
    expect(await warnings(project)).toEqual({
      'NotificationTemplate/mall/card': `${missing('person', 'mall')} [${help}]`,
    });
    await project.declare(`${ofMall.replace('person', 'secure-image')}---\n${secure}`);
    expect(await warnings(project)).toEqual({});
  });
});

it('stays while a template names it, ours or not, and the plan says which', async () => {
  const project = await openLiveProject();
  await project.declare(`${template('secure-image')}---\n${secure}`);
  await project.apply();
  await project.declare(template('secure-image'));
  expect(await project.blocked()).toEqual({
    [address]:
      'it is used by NotificationTemplate/shop/card, and the service deletes nothing that is in use [remove the reference there, in the same plan or before]',
  });
  await project.declare(`${template('secure-image')}---\n${secure.replace('SECURE_IMAGE', 'ONE_TIME_PROFILE')}`);
  expect(Object.keys(await project.blocked())).toEqual([address]);
  // The state forgot the template, as where it was written by hand.
  await project.control.seed({ templates: [{ ...other, profile: 'shop', templateCode: 'other' }] });
  await project.declare(plain);
  expect(await project.blocked()).toEqual({
    [address]:
      'it is used by NotificationTemplate other (unmanaged), and the service deletes nothing that is in use [remove the reference there, in the same plan or before]',
  });
});

const other = {
  templateName: '다른 안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '사진을 보내 주세요.',
  categoryCode: '001001',
  buttons: [{ name: '사진', linkType: 'P1', pluginId: 'secure-image' }],
};

it('is bound by its id', () => {
  expect(pluginCallback.nameOf({ pluginId: 'p' })).toBe('p');
  expect(pluginCallback.nameOf({})).toBeUndefined();
});
