import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { profileEndpoints } from '../../../src/kinds/sender-profile/endpoints.ts';
import type { Client } from '../../../src/wire/client.ts';
import { png } from '../../images.ts';
import { type LiveProject, mall, openLiveProject, outlet, shop } from '../live-project.ts';

/** What is managed of a profile, against the emulator, from manifests to the state. */

const address = 'SenderProfile/shop';
const kind = 'kind: SenderProfile\nid: shop\n';

const TAKEN = { allow: ['takes-over' as const] };

async function live({ service }: LiveProject): Promise<JsonObject> {
  const signal = new AbortController().signal;
  const { success } = await service.call(profileEndpoints.multi, { senderKey: [shop.key] }, signal);
  const [profile] = success;
  return {
    dormant: profile?.dormant ?? null,
    unsubscribe: [profile?.unsubscribePhoneNumber ?? null, profile?.unsubscribeAuthNumber ?? null],
    groups: (profile?.groups ?? []).map(({ name }) => name ?? null),
    brandMessage: profile?.brandMessage ?? null,
  };
}

it('sets the number for opting out, and takes the auth number away where none is written', async () => {
  const project = await openLiveProject();
  await project.declare(`${kind}unsubscribe: { phone: 080-123-4567, auth: "1234" }\n`);
  expect(await project.actions()).toEqual({ [address]: 'update: profile.unsubscribe' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await live(project)).toMatchObject({ unsubscribe: ['080-123-4567', '1234'] });
  expect(await project.actions()).toEqual({});
  await project.declare(`${kind}unsubscribe: { phone: "0801234567", auth: "12-34" }\n`);
  expect(await project.actions()).toEqual({});
  await project.declare(`${kind}unsubscribe: { phone: "0801234567" }\n`);
  const { plan } = await project.plan();
  expect(plan.changes[0]?.fields).toMatchObject([
    { path: 'unsubscribe.auth', before: '1234', after: null },
    { path: 'unsubscribe.phone', before: '080-123-4567', after: '0801234567' },
  ]);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await live(project)).toMatchObject({ unsubscribe: ['0801234567', null] });
  expect(await project.actions()).toEqual({});
});

it('is in exactly the groups that are written', async () => {
  const project = await openLiveProject([{ ...shop, groups: [outlet.key] }, mall, outlet]);
  await project.declare(`${kind}groups: [mall]\n`);
  expect(await project.actions()).toEqual({ [address]: 'adopt' });
  const { plan } = await project.plan(TAKEN);
  expect(plan.changes).toMatchObject([
    {
      action: 'update',
      risks: ['takes-over'],
      fields: [{ path: 'groups', before: ['outlet'], after: ['mall'] }],
      steps: [{ title: 'join a group (mall)' }, { title: 'leave a group (outlet)' }],
    },
  ]);
  expect(await project.apply(TAKEN)).toEqual({ [address]: 'done' });
  expect(await live(project)).toMatchObject({ groups: ['mall'] });
  expect(await project.actions()).toEqual({});
  await project.declare(`${kind}groups: [outlet, mall]\n`);
  expect(await project.actions()).toEqual({ [address]: 'update: group.add' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await project.actions()).toEqual({});
  await project.declare(kind);
  expect(await project.actions()).toEqual({});
  await project.declare(`${kind}groups: []\n`);
  expect(await project.actions()).toEqual({ [address]: 'update: group.remove, group.remove' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await live(project)).toMatchObject({ groups: [] });
  expect(await project.actions()).toEqual({});
});

it('tells a manifest that manages more from a change outside notiform', async () => {
  const project = await openLiveProject([{ ...shop, groups: [outlet.key] }, mall, outlet]);
  const reasons = async () => (await project.plan()).plan.changes.flatMap((change) => change.reasons);
  await project.declare(`${kind}unsubscribe: { phone: 080-123-4567 }\n`);
  await project.apply();
  await project.declare(`${kind}unsubscribe: { phone: 080-123-4567 }\ngroups: [mall]\n`);
  expect(await reasons()).toEqual(['content-differs', 'edited']);
  await project.apply();
  await project.control.register({ profiles: [{ ...shop, groups: [outlet.key] }] });
  expect(await reasons()).toEqual(['content-differs', 'drifted']);
});

it('does not leave a group that the environment does not name', async () => {
  const project = await openLiveProject([{ ...shop, groups: [mall.key] }, mall]);
  await project.control.register({ profiles: [outlet, { ...shop, groups: [mall.key, outlet.key] }] });
  await project.declare(`${kind}groups: []\n`);
  expect(await project.apply(TAKEN)).toEqual({ [address]: 'done' });
  expect(await live(project)).toMatchObject({ groups: ['outlet'] });
  expect(await project.actions()).toEqual({});
});

it('uploads a proof of consent and applies for brand messages once, waits, and is satisfied by the approval', async () => {
  const project = await openLiveProject();
  await project.write('manifests/proof.png', png(400, 300));
  await project.declare(`${kind}brandMessage: { consentProof: ./proof.png }\n`);
  expect(await project.actions()).toEqual({ [address]: 'update: profile.consent, profile.applyBrand' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  const { plan } = await project.plan();
  expect(plan.changes).toEqual([]);
  expect(plan.waiting).toMatchObject([{ address, state: 'applied', waitsFor: 'approval' }]);
  expect(plan.problems).toEqual([]);
  expect((await project.status()).rows).toMatchObject([{ address, verdict: 'waiting', waitsFor: 'approval' }]);
  expect(project.binding(address)).toEqual({
    alias: 'shop',
    path: 'manifests/proof.png',
    sha256: expect.any(String),
    applied: true,
  });
  await project.control.profile({ profile: 'shop', brandMessage: true });
  const settled = await project.plan();
  expect(settled.plan.changes).toEqual([]);
  expect(settled.plan.waiting).toEqual([]);
  expect(settled.plan.problems).toEqual([]);
  expect(await live(project)).toMatchObject({ brandMessage: true });
});

const proof = `${kind}brandMessage: { consentProof: ./proof.png }\n`;

/** A project whose shop applied for brand messages with a proof. */
async function applied(): Promise<LiveProject> {
  const project = await openLiveProject();
  await project.write('manifests/proof.png', png(400, 300));
  await project.declare(proof);
  await project.apply();
  await project.calls();
  return project;
}

it('applies again with another proof, and what is under way already is no failure', async () => {
  const project = await applied();
  await project.write('manifests/proof.png', png(400, 300, 'another'));
  const { plan } = await project.plan();
  expect(plan.changes).toMatchObject([{ fields: [{ path: 'brandMessage.consentProof', format: 'file' }] }]);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect((await project.plan()).plan.waiting).toHaveLength(1);
  await project.control.profile({ profile: 'shop', brandMessage: false });
  expect((await project.plan()).plan.waiting).toHaveLength(1);
  await project.write('manifests/proof.png', png(400, 300, 'a third'));
  expect(await project.actions()).toEqual({ [address]: 'update: profile.consent, profile.applyBrand' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
});

it('remembers the application while the manifest says nothing of it, and through other changes', async () => {
  const project = await applied();
  await project.declare(`${kind}unsubscribe: { phone: 080-123-4567 }\n`);
  const { plan } = await project.plan();
  expect(plan.changes.map(({ fields }) => fields.map(({ path }) => path))).toEqual([['unsubscribe.phone']]);
  expect(await project.apply()).toEqual({ [address]: 'done' });
  await project.declare(proof);
  expect((await project.plan()).plan).toMatchObject({ changes: [], waiting: [{ waitsFor: 'approval' }] });
});

it.each(['drop-before', 'drop-after'] as const)('settles calls whose answer is lost (%s)', async (fault) => {
  const project = await openLiveProject([{ ...shop, groups: [] }, mall]);
  await project.write('manifests/proof.png', png(400, 300));
  await project.declare(`${proof}groups: [mall]\nunsubscribe: { phone: 080-123-4567 }\n`);
  await project.control.faults(
    ['brandMessage/apply', 'marketingAgree/upload', 'group/profile/add', 'unsubscribeContent/update'].map((path) => ({
      path,
      kind: fault,
    })),
  );
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(await live(project)).toMatchObject({ groups: ['mall'], unsubscribe: ['080-123-4567', null] });
  expect((await project.plan()).plan).toMatchObject({ changes: [], waiting: [{ waitsFor: 'approval' }] });
});

it('is not applied for again after an unclear answer if the profile shows that brand messages are approved', async () => {
  const project = await openLiveProject();
  await project.write('manifests/proof.png', png(400, 300));
  await project.declare(proof);
  await project.control.faults([{ path: 'brandMessage/apply', kind: 'drop-after' }]);
  const { call } = project.service;
  const approvedAtOnce: Client['call'] = async (endpoint, ...rest) => {
    try {
      return await call(endpoint, ...rest);
    } finally {
      if (endpoint.name === 'profile.applyBrand')
        await project.control.profile({ profile: 'shop', brandMessage: true });
    }
  };
  Object.assign(project.service, { call: approvedAtOnce });
  await project.calls();
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect((await project.calls()).filter((path) => path.endsWith('brandMessage/apply'))).toHaveLength(1);
  expect((await project.plan()).plan).toMatchObject({ changes: [], waiting: [] });
});

it('waits for the approval with `wait`, which ends when it comes', async () => {
  const project = await applied();
  project.onSleep(() => project.control.profile({ profile: 'shop', brandMessage: true }));
  expect(await project.wait()).toMatchObject({ end: 'settled', outstanding: [], rejected: [] });
});

it('is recovered whenever it is dormant, before anything else of it is changed', async () => {
  const project = await openLiveProject([{ ...shop, dormant: true, groups: [] }, mall]);
  const template = (profile: string) =>
    `---\nkind: NotificationTemplate\nid: hello\nprofile: ${profile}\nname: 안내\ncategory: "001001"\nmessageType: BA\ncontent: 안내입니다.\nlifecycle: draft\n`;
  await project.declare(`${kind}recover: true\ngroups: [mall]\n${template('shop')}${template('mall')}`);
  const { plan } = await project.plan();
  expect(plan.changes).toMatchObject([
    { address: 'NotificationTemplate/mall/hello', dependsOn: [] },
    { address: 'NotificationTemplate/shop/hello', dependsOn: [address] },
    {
      address,
      action: 'update',
      live: { state: 'dormant' },
      steps: [{ operation: 'profile.recover', to: [{ state: 'activated' }] }, { operation: 'group.add' }],
    },
  ]);
  expect(await project.apply()).toEqual({
    'NotificationTemplate/mall/hello': 'done',
    'NotificationTemplate/shop/hello': 'done',
    [address]: 'done',
  });
  expect(await live(project)).toMatchObject({ dormant: false, groups: ['mall'] });
  expect(await project.actions()).toEqual({});
  await project.control.profile({ profile: 'shop', dormant: true });
  expect(await project.actions()).toEqual({ [address]: 'lifecycle: profile.recover' });
});

it.each([
  ['blocked', { block: true }],
  ['blocked', { profileStatus: 'B' as const }],
  ['deactivated', { profileStatus: 'C' as const }],
  ['deleting', { profileStatus: 'E' as const }],
])('cannot be changed while it is %s', async (word, facts) => {
  const project = await openLiveProject([{ ...shop, ...facts, dormant: true }]);
  await project.declare(`${kind}recover: true\n`);
  expect(await project.blocked()).toEqual({
    [address]: `the profile is ${word}, and only the service can change that`,
  });
});

it('is left dormant where nobody asks, and then nothing of it can be changed', async () => {
  const project = await openLiveProject([{ ...shop, dormant: true }]);
  await project.declare(kind);
  expect(await project.actions()).toEqual({ [address]: 'adopt' });
  await project.declare(`${kind}unsubscribe: { phone: 080-123-4567 }\n`);
  expect(await project.blocked()).toEqual({
    [address]: 'the profile is dormant, so it cannot be changed [`recover: true`]',
  });
});

it('is forgotten where its manifest goes, and nothing of it is touched', async () => {
  const project = await applied();
  await project.declare('# nothing\n');
  expect(await project.actions()).toEqual({ [address]: 'forget' });
  expect(await project.apply()).toEqual({ [address]: 'done' });
  expect(project.binding(address)).toBeUndefined();
});

it('that the service does not have ends the plan, naming the command that makes one', async () => {
  const project = await openLiveProject([shop], [{ ...outlet, type: 'S' }]);
  await project.declare('kind: SenderProfile\nid: outlet\n');
  await expect(project.plan()).rejects.toMatchObject({
    exit: 3,
    problems: [{ code: 'profile-unknown', hint: expect.stringContaining('`notiform profile create`') }],
  });
});

it.each([
  ['a group', 'kind: SenderProfile\nid: mall\n', 'profile-type', 'id'],
  ['an alias that the environment does not have', 'kind: SenderProfile\nid: nowhere\n', 'config-unknown-name', 'id'],
  ['a member of a profile', `${kind}groups: [shop]\n`, 'profile-type', 'groups[0]'],
  ['a member of an unknown group', `${kind}groups: [malll]\n`, 'config-unknown-name', 'groups[0]'],
])('cannot be %s', async (_, yaml, code, path) => {
  const project = await openLiveProject([shop, mall]);
  await project.declare(yaml);
  expect(await project.problems()).toMatchObject([{ code, path, severity: 'error' }]);
});
