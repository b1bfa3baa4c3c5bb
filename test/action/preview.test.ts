import { describe, expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, tagsOf } from '../cli/project.ts';
import { type GitHubDouble, openGitHub } from './github-double.ts';
import { type Job, openJob, pullRequest } from './job.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
const PULL = { event: 'pull_request', payload: pullRequest(6, 'head-6'), sha: 'merge', run: 60 };

const WELCOME = `kind: NotificationTemplate
id: welcome
profile: shop
name: 회원 가입 안내
category: "001001"
messageType: BA
content: 가입해 주셔서 감사합니다.
`;

async function openShop(): Promise<{ job: Job; github: GitHubDouble }> {
  const emulator = await openEmulator(PROFILES);
  const github = await openGitHub();
  const job = await openJob(github, EMULATOR_KEY);
  await job.write('notiform.yaml', `version: 1\nmanifests: manifests\n${hereOf(emulator, PROFILES)}`);
  await job.write('manifests/welcome.yaml', WELCOME);
  return { job, github };
}

describe('previews', () => {
  it('of a plan are a page that the comment and the summary link', async () => {
    const { job, github } = await openShop();
    const planned = await job.run({ command: 'plan', environment: 'here' }, PULL);
    expect(planned.exit, planned.log).toBe(0);
    const page = github.artifacts.find(({ name }) => name === 'notiform-changes.here.html');
    const url = `https://github.com/shop/messages/actions/runs/60/artifacts/${page?.id}`;
    expect(planned.outputs['preview-url']).toBe(url);
    for (const text of [github.comments[0]?.body, planned.summary]) expect(text).toContain(`](${url})`);
    expect(String(page && Buffer.from(page.bytes))).toContain('가입해 주셔서 감사합니다.');
  });

  it('of changes that no phone shows are not uploaded', async () => {
    const { job, github } = await openShop();
    await job.write('manifests/welcome.yaml', tagsOf({ gold: '골드' }));
    const planned = await job.run({ command: 'plan', environment: 'here' }, PULL);
    expect([planned.exit, planned.outputs['preview-url']], planned.log).toEqual([0, undefined]);
    expect(github.artifacts.map(({ name }) => name)).toEqual(['notiform-plan.here.json']);
  });

  it('of each shard and of the command are pages of their own', async () => {
    const { job, github } = await openShop();
    for (const shard of ['1/1', undefined])
      await job.run({ command: 'plan', environment: 'here', ...(shard ? { shard } : {}) }, PULL);
    await job.run({ command: 'preview', environment: 'here' }, PULL);
    const pages = github.artifacts.filter(({ name }) => name.endsWith('.html')).map(({ name }) => name);
    expect(pages.sort()).toEqual([
      'notiform-changes.here..1-1.html',
      'notiform-changes.here.html',
      'notiform-preview.here.html',
    ]);
  });

  it('of a project need no environment and no credentials', async () => {
    const { job, github } = await openShop();
    const drawn = await job.run({ command: 'preview' }, { event: 'workflow_dispatch', run: 62, env: { KEY: '' } });
    expect(drawn.exit, drawn.log).toBe(0);
    expect(drawn.summary).toContain(`](${drawn.outputs['preview-url']})`);
    expect(github.artifacts.map(({ name }) => name)).toEqual(['notiform-preview.html']);
  });
});
