import { describe, expect, test } from 'vitest';
import type { VideoStatus } from '../../../src/emulator/resource/entities.ts';
import { png } from '../../images.ts';
import { mp4 } from '../../videos.ts';
import { type LiveProject, mall, openLiveProject, shop } from '../live-project.ts';

/** Videos against the emulator, from manifests to the state. */

const SPRING = 'Video/shop/spring';
const FILM = 'BrandTemplate/shop/film';
const spring = 'kind: Video\nid: spring\nfile: ./spring.mp4\n';
const film = (video: string): string =>
  `kind: BrandTemplate\nid: film\nname: 봄 영상\nbubble: PREMIUM_VIDEO\ncontent: 봄이 왔습니다\nvideo: ${video}\n`;

const uploads = ['/v4/msgr/brand/video/upload/register', expect.stringMatching(/^\/upload\/video\/\w+$/)];

async function open(): Promise<LiveProject> {
  const project = await openLiveProject();
  // The emulator's clock goes with the real one: half a second, the default, can be over before a test looks.
  await project.control.settings({ encodeMs: 60_000 });
  await project.write('manifests/spring.mp4', mp4(15));
  await project.write('manifests/spring.png', png(800, 400));
  return project;
}

/** What was uploaded since the last time. */
async function uploaded(project: LiveProject): Promise<string[]> {
  return (await project.calls()).filter((path) => path.includes('upload'));
}

/** Time goes by until the service has encoded everything. */
const encode = async (project: LiveProject): Promise<unknown> => project.control.clock({ advance: 120_000 });

async function decide(project: LiveProject, status: VideoStatus): Promise<void> {
  const [handle = ''] = Object.keys(project.uploads());
  const set = await project.control.video(handle, status);
  expect(set.ok).toBe(true);
}

describe('a video', () => {
  test('is registered, uploaded, waited for, and nothing is left to do then', async () => {
    const project = await open();
    await project.declare(spring);
    expect(await project.actions()).toEqual({ [SPRING]: 'create: video.upload' });
    expect(await project.apply()).toEqual({ [SPRING]: 'done' });
    expect(await uploaded(project)).toEqual(uploads);
    expect(Object.entries(project.uploads())).toEqual([
      [
        expect.stringMatching(/^\w+$/),
        { use: 'video', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), path: 'manifests/spring.mp4' },
      ],
    ]);

    const { plan } = await project.plan();
    expect(plan.changes).toEqual([]);
    expect(plan.waiting).toMatchObject([{ address: SPRING, state: 'REGISTERED', waitsFor: 'encoding', since: null }]);
    project.onSleep(() => encode(project));
    expect(await project.wait()).toMatchObject({ end: 'settled', outstanding: [], rejected: [] });
    expect((await project.plan()).plan).toMatchObject({ changes: [], waiting: [], blocked: [] });
    expect((await project.status()).rows).toMatchObject([{ address: SPRING, state: 'PUBLIC', verdict: 'done' }]);
    expect(await uploaded(project)).toEqual([]);
  });

  test('that the service does not know any more is uploaded again', async () => {
    const project = await open();
    await project.declare(spring);
    await project.apply();
    await project.control.reset();
    expect(await project.actions()).toEqual({ [SPRING]: 'create: video.upload' });
    expect(await project.apply()).toEqual({ [SPRING]: 'done' });
  });

  test.each(['VIOLATED', 'ILLEGAL', 'DELETED', 'ERROR'] as const)(
    'that is %s blocks with the word, and both ways out open',
    async (status) => {
      const project = await open();
      await project.declare(spring);
      await project.apply();
      await decide(project, status);
      expect(await project.blocked()).toEqual({
        [SPRING]: `the service has this video as ${status}, and no template can show it [another file, or --reupload ${SPRING}]`,
      });
      expect(await project.actions({ reupload: [SPRING] })).toEqual({ [SPRING]: 'create: video.upload' });
      expect(await project.apply({ reupload: ['spring'] })).toEqual({ [SPRING]: 'done' });
      expect(await project.blocked()).toEqual({});

      await decide(project, status);
      await project.write('manifests/spring.mp4', mp4(20));
      expect(await project.apply()).toEqual({ [SPRING]: 'done' });
      expect(await project.blocked()).toEqual({});
    },
  );

  test('that is turned down while it is waited for ends the waiting', async () => {
    const project = await open();
    await project.declare(spring);
    await project.apply();
    project.onSleep(() => decide(project, 'ILLEGAL'));
    expect(await project.wait()).toMatchObject({
      end: 'rejected',
      rejected: [SPRING],
      status: { rows: [{ state: 'ILLEGAL', verdict: 'differs' }] },
    });
  });

  test('of a group is a problem, by itself and in a template', async () => {
    const project = await openLiveProject([shop, mall]);
    await project.write('manifests/spring.mp4', mp4(15));
    await project.write('manifests/spring.png', png(800, 400));
    await project.declare(
      `${spring}profile: mall\n---\n${film('{file: ./spring.mp4, thumbnail: ./spring.png}')}profile: mall\n`,
    );
    expect((await project.problems()).map(({ code, path, message }) => [code, path, message])).toEqual([
      ['profile-type', 'profile', '`mall` is a profile group (type G), but a Video requires a sender profile (type S)'],
      ['group-video', 'video', 'The template is declared for a group, and groups have no videos'],
    ]);
  });
});

describe('what shows a video', () => {
  test.each([
    ['declares it by its file', '{file: ./spring.mp4, thumbnail: ./spring.png}', ''],
    ['refers to it', '{ref: spring, thumbnail: ./spring.png}', `${spring}---\n`],
  ])('%s, and waits for the next run until it is encoded', async (_, shown, before) => {
    const project = await open();
    await project.declare(before + film(shown));
    const planned = await project.plan();
    const [address] = planned.plan.changes.map((change) => change.address).filter((one) => one.startsWith('Video/'));
    const held = { address: FILM, state: 'absent', waitsFor: 'encoding', held: { by: address } };
    expect(planned.plan).toMatchObject({ waiting: [held], blocked: [] });
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    const { waiting, blocked } = (await project.plan()).plan;
    expect(waiting.find((one) => one.address === FILM)).toMatchObject(held);
    expect(blocked).toEqual([]);

    await encode(project);
    expect(await project.apply()).toEqual({ [FILM]: 'done' });
    expect((await project.plan()).plan).toMatchObject({ changes: [], waiting: [], blocked: [] });
  });

  test('is changed where the video is another, and the old one leaves the state after it', async () => {
    const project = await open();
    await project.declare(film('{file: ./spring.mp4, thumbnail: ./spring.png}'));
    await project.apply();
    await encode(project);
    await project.apply();
    await project.write('manifests/spring.mp4', mp4(15, 'cut'));
    const actions = await project.actions();
    expect(Object.values(actions)).toEqual(['create: video.upload']);
    await project.apply();
    await encode(project);
    expect(Object.values(await project.actions()).sort()).toEqual(['update: brandTemplate.update']);
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(Object.values(project.uploads()).filter((one) => JSON.stringify(one).includes('.mp4'))).toHaveLength(1);
    expect((await project.plan()).plan).toMatchObject({ changes: [], waiting: [], blocked: [] });
  });
});
