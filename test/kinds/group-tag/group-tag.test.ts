import { expect, it } from 'vitest';
import { groupTag } from '../../../src/kinds/group-tag/kind.ts';
import { api } from '../../api.ts';
import { type LiveProject, mall, openLiveProject, shop } from '../live-project.ts';

/** Group tags against the emulator, from manifests to the state. */

const spring = 'kind: GroupTag\nid: spring\nname: 봄 행사 2026\n';

async function names({ service }: LiveProject, profile = shop): Promise<string[]> {
  const { rows } = await api(service).tag.list(profile, new AbortController().signal);
  return rows.map(({ title }) => title);
}

it('is created, renamed and deleted under one key, and every second plan is empty', async () => {
  const project = await openLiveProject();
  await project.declare(spring);
  expect(await project.actions()).toEqual({ 'GroupTag/shop/spring': 'create: tag.create' });
  expect(await project.apply()).toEqual({ 'GroupTag/shop/spring': 'done' });
  expect(await names(project)).toEqual(['봄 행사 2026']);
  const bound = project.binding('GroupTag/shop/spring');
  expect(bound).toEqual({ key: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(await project.actions()).toEqual({});

  await project.declare(spring.replace('봄 행사', '여름 행사'));
  expect(await project.actions()).toEqual({ 'GroupTag/shop/spring': 'update: tag.update' });
  expect(await project.apply()).toEqual({ 'GroupTag/shop/spring': 'done' });
  expect(await names(project)).toEqual(['여름 행사 2026']);
  expect(project.binding('GroupTag/shop/spring')).toEqual(bound);
  expect(await project.actions()).toEqual({});

  await project.declare('# nothing\n');
  const { plan } = await project.plan();
  expect(plan.changes).toMatchObject([{ action: 'delete', risks: ['destroys'], reasons: ['removed-from-manifests'] }]);
  expect(await project.apply()).toEqual({ 'GroupTag/shop/spring': 'done' });
  expect(await names(project)).toEqual([]);
  expect(await project.actions()).toEqual({});
});

it('keeps its key where its id changes, and two swap their names', async () => {
  const project = await openLiveProject();
  await project.declare(`${spring}---\nkind: GroupTag\nid: summer\nname: 여름 행사\n`);
  await project.apply();
  const [one, two] = [project.binding('GroupTag/shop/spring'), project.binding('GroupTag/shop/summer')];
  await project.declare(
    'kind: GroupTag\nid: primavera\nrenamedFrom: spring\nname: 여름 행사\n---\nkind: GroupTag\nid: summer\nname: 가을 행사\n',
  );
  expect(await project.apply()).toEqual({ 'GroupTag/shop/primavera': 'done', 'GroupTag/shop/summer': 'done' });
  expect(project.binding('GroupTag/shop/primavera')).toEqual(one);
  expect(project.binding('GroupTag/shop/summer')).toEqual(two);
  expect((await names(project)).sort()).toEqual(['가을 행사', '여름 행사']);
  expect(await project.actions()).toEqual({});
});

it('belongs to a group as to a profile, and others are reported and let be', async () => {
  const project = await openLiveProject([shop, mall]);
  await project.control.seed({ groupTags: [{ profile: 'mall', groupTagName: '남의 것', groupTagKey: 'k9' }] });
  await project.declare(spring.replace('id: spring', 'id: spring\nprofiles: [shop, mall]'));
  expect(await project.apply()).toEqual({ 'GroupTag/mall/spring': 'done', 'GroupTag/shop/spring': 'done' });
  expect(await names(project, mall)).toEqual(['남의 것', '봄 행사 2026']);
  const { plan } = await project.plan();
  expect(plan.changes).toEqual([]);
  expect(plan.unmanaged).toEqual([
    { kind: 'GroupTag', profile: 'mall', name: 'k9', title: '남의 것', state: 'present' },
  ]);
});

it('tells apart what it bears for a person and for the service', () => {
  expect(groupTag.nameOf({ key: 'k1' })).toBe('k1');
  expect(groupTag.nameOf({})).toBeUndefined();
});
