import { expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { sender } from '../../src/kinds/endpoint.ts';
import { templateEndpoints } from '../../src/kinds/notification-template/endpoints.ts';
import { api } from '../api.ts';
import { Fate, openProject, type Project, shop, template, writesOf } from './support.ts';

/** A person works in the console between two applies. An apply of anything else undoes nothing of it. */

const { signal } = new AbortController();
const notice = template('notice', { code: 'notice' });
const other = template('other', { code: 'other' });

function stop({ service }: Project, code: string): Promise<unknown> {
  return api(service).template.stop(shop, code, signal);
}

function withdraw({ service }: Project, templateCode: string): Promise<unknown> {
  return service.call(templateEndpoints.cancelRequest, { ...sender(shop), templateCode }, signal);
}

function write({ service }: Project, templateCode: string, templateContent: string): Promise<unknown> {
  const fields = { templateName: '안내 notice', categoryCode: '001001', templateMessageType: 'BA', templateContent };
  return api(service).template.update(shop, { ...fields, templateEmphasizeType: 'NONE', templateCode }, signal);
}

/** Applies, and returns the writes and the blocked addresses with their risks. */
async function applied(project: Project, resources: readonly Resource[], flags = {}) {
  await project.journal();
  const planned = await project.plan(resources, flags);
  await project.apply(planned);
  return {
    writes: writesOf(await project.journal()),
    blocked: planned.plan.blocked.map(({ address, riskySteps = [] }) => [address, riskySteps.map(({ risk }) => risk)]),
  };
}

async function approved(): Promise<Project> {
  const project = await openProject();
  await project.run([notice]);
  await project.verdict('notice', 'approve');
  return project;
}

it('a stop stays a stop until it is allowed to be released', async () => {
  const project = await approved();
  await stop(project, 'notice');
  expect(await applied(project, [notice, other])).toEqual({
    writes: ['add other', 'request other'],
    blocked: [[notice.address, ['reverses']]],
  });
  expect(await applied(project, [notice, other], { allow: ['reverses'] })).toEqual({
    writes: ['reuse notice'],
    blocked: [],
  });
  // One that is stopped again is stopped by a person again.
  await stop(project, 'notice');
  expect(await applied(project, [notice, other])).toMatchObject({ writes: [] });
});

it('a stop that the manifest takes over is released by the manifest', async () => {
  const project = await approved();
  await stop(project, 'notice');
  const stopped = template('notice', { code: 'notice', lifecycle: 'stopped' });
  await applied(project, [stopped, other]);
  expect(await applied(project, [notice, other])).toEqual({ writes: ['reuse notice'], blocked: [] });
});

it('a request that was withdrawn is not made again', async () => {
  const project = await openProject();
  await project.run([notice]);
  await withdraw(project, 'notice');
  expect(await applied(project, [notice, other])).toEqual({
    writes: ['add other', 'request other'],
    blocked: [[notice.address, ['reverses']]],
  });
  // The text of a request that was withdrawn may be edited in git.
  const edited = template('notice', { code: 'notice', content: '새 안내입니다.' });
  expect(await applied(project, [edited, other])).toEqual({ writes: ['update notice', 'request notice'], blocked: [] });
});

it('a rejected text that a person corrected and requested again is not replaced by the rejected one', async () => {
  const project = await openProject();
  await project.run([notice]);
  await project.verdict('notice', 'reject');
  await write(project, 'notice', '고친 안내입니다.');
  expect(await applied(project, [notice, other])).toMatchObject({ blocked: [[notice.address, ['resubmits']]] });
  await api(project.service).template.request(shop, 'notice', undefined, signal);
  const both = [[notice.address, ['reverses', 'resubmits']]];
  expect(await applied(project, [notice, other])).toEqual({ writes: [], blocked: both });
  expect(await applied(project, [notice, other], { allow: ['reverses'] })).toEqual({
    writes: [],
    blocked: [[notice.address, ['resubmits']]],
  });
  expect(await project.live()).toMatchObject({ notice: 'REQ' });
  await project.verdict('notice', 'approve');
  expect((await applied(project, [notice, other])).writes).toEqual([]);
});

it('the version in use stays stopped, and no new one is made', async () => {
  const project = await openProject();
  const text = (content: string) => template('notice', { code: 'notice', versions: true, content });
  await project.run([text('하나')]);
  await project.verdict('notice', 'approve');
  await project.run([text('둘')]);
  await project.verdict('notice_v2', 'approve');
  await stop(project, 'notice_v2');
  expect(await applied(project, [text('둘'), other])).toEqual({
    writes: ['add other', 'request other'],
    blocked: [['NotificationTemplate/shop/notice@v2', ['reverses']]],
  });
  expect(await project.live()).toMatchObject({ notice: 'RDY', notice_v2: 'STP' });
});

it('an apply that was killed between the update and the request goes on without a flag', async () => {
  for (let event = 1, died = true; died; event += 1) {
    const project = await openProject();
    await project.run([notice]);
    await withdraw(project, 'notice');
    await write(project, 'notice', '콘솔에서 고친 안내입니다.');
    const fate = new Fate(event);
    project.restart(fate);
    await project.run([notice]).catch(() => undefined);
    died = fate.events >= event;
    project.restart();
    const { blocked } = await applied(project, [notice]);
    expect(blocked, `killed at ${event}`).toEqual([]);
    expect(await project.live()).toEqual({ notice: 'REQ' });
    const { entries = {} } = project.state() ?? {};
    expect(entries[notice.address]?.applied, `killed at ${event}`).not.toBeNull();
  }
});
