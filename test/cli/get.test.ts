import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulatorControl, type EmulatorServer, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { EMULATOR_KEY, hereOf, openProject, type Project } from './project.ts';

/** `get` against an emulator that is seeded once: it only reads. */

const SHOP = 'a'.repeat(40);
const MALL = 'b'.repeat(40);
const PROFILES = [
  { alias: 'shop', key: SHOP, type: 'S' as const, groups: [MALL] },
  { alias: 'mall', key: MALL, type: 'G' as const },
];

let emulator: EmulatorServer;

beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'manual',
    profiles: [...PROFILES, { alias: 'outlet', key: 'c'.repeat(40), type: 'S' }],
    senders: [],
    recipients: [],
    ports: systemPorts,
  });
  const days = (day: number): number => Date.UTC(2026, 10, day, 3);
  const seeded = await createEmulatorControl(emulator.url).seed({
    templates: [
      ...Array.from({ length: 205 }, (_, index) => ({
        profile: 'shop',
        templateCode: `bulk_${index}`,
        templateName: `대량 ${index}`,
        createdAt: days(1),
      })),
      {
        profile: 'shop',
        templateCode: 'order_paid',
        templateName: '결제 완료',
        inspectionStatus: 'APR',
        status: 'A',
        createdAt: days(10),
        modifiedAt: days(11),
        categoryCode: '002001',
      },
      {
        profile: 'shop',
        templateCode: 'refund',
        templateName: '환불, "취소"',
        inspectionStatus: 'REJ',
        status: 'R',
        createdAt: days(12),
        modifiedAt: days(12),
        categoryCode: '002004',
      },
      {
        profile: 'mall',
        templateCode: 'mall_notice',
        templateName: '공지',
        inspectionStatus: 'REQ',
        status: 'R',
        createdAt: days(13),
        modifiedAt: days(13),
        categoryCode: '004001',
      },
    ],
    brandTemplates: [
      {
        profile: 'shop',
        templateCode: 'BT1',
        templateName: '세일',
        chatBubbleType: 'TEXT',
        content: '세일',
        createdAt: days(10),
        modifiedAt: days(10),
      },
      {
        profile: 'shop',
        templateCode: 'BT2',
        templateName: '쿠폰',
        chatBubbleType: 'TEXT',
        content: '쿠폰',
        status: 'S',
        createdAt: days(11),
        modifiedAt: days(11),
      },
    ],
    groupTags: [{ profile: 'shop', groupTagName: '11월', groupTagKey: 'TAG1' }],
    pluginCallbacks: [
      { profile: 'shop', pluginId: 'plug', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://a.example/cb' },
    ],
    videos: [{ profile: 'shop', vid: 'VID1', title: '영상', status: 'PUBLIC' }],
  });
  expect(seeded).toMatchObject({ ok: true });
});

afterAll(() => emulator.close());

function open(): Promise<Project> {
  return openProject(hereOf(emulator, PROFILES), EMULATOR_KEY);
}

async function jsonOf(words: string[]): Promise<{ rows: Record<string, unknown>[] }> {
  const { run } = await open();
  return JSON.parse((await run(['get', ...words, '--json'])).out);
}

async function rowsOf(...words: string[]): Promise<Record<string, unknown>[]> {
  const { rows } = await jsonOf(words);
  return rows;
}

const codes = (rows: Record<string, unknown>[]): unknown[] => rows.map(({ templateCode }) => templateCode);

describe('get templates', () => {
  it('reads every page of every profile and group', async () => {
    const rows = await rowsOf('templates');
    expect(rows).toHaveLength(208);
    expect(new Set(codes(rows)).size).toBe(208);
    expect(await rowsOf('templates', '--profile', 'mall')).toEqual([
      expect.objectContaining({ profile: 'mall', templateCode: 'mall_notice', serviceStatus: 'REQ' }),
    ]);
  });

  it('filters by state, category, keyword and dates', async () => {
    const [day] = ['2026-11-12'];
    expect(codes(await rowsOf('templates', '--state', 'REJ'))).toEqual(['refund']);
    expect(codes(await rowsOf('templates', '--category', '002001', '--category', '004001'))).toEqual([
      'order_paid',
      'mall_notice',
    ]);
    expect(codes(await rowsOf('templates', '--keyword', '결제'))).toEqual(['order_paid']);
    expect(codes(await rowsOf('templates', '--from', day, '--to', day))).toEqual(['refund']);
    expect(codes(await rowsOf('templates', '--from', day))).toEqual(['refund', 'mall_notice']);
    expect(codes(await rowsOf('templates', '--from', '2026-11-12T12:00:01+09:00', '--to', '2026-11-13'))).toEqual([
      'mall_notice',
    ]);
  });

  it('reads details by code, in every profile that has it, and reports a code that none has', async () => {
    const document = await jsonOf(['templates', 'order_paid', 'nothing']);
    expect(document).toMatchObject({
      command: 'get',
      ok: false,
      environment: 'here',
      thing: 'templates',
      rows: [
        {
          profile: 'shop',
          templateCode: 'order_paid',
          serviceStatus: 'ACT',
          inspectionStatus: 'APR',
          senderKey: 'aaaa****',
        },
      ],
      problems: [
        {
          code: 'not-found',
          message: 'There is no template `nothing` in shop, mall',
          hint: expect.stringContaining('`--keyword TEXT`'),
          service: { code: '508' },
        },
      ],
    });
    const { run } = await open();
    expect(await run(['get', 'templates', 'nothing'])).toMatchObject({ exit: 1, out: '' });
  });
});

describe('get', () => {
  it('reads brand templates by state, bubble and keyword, and their history', async () => {
    expect(codes(await rowsOf('brand-templates'))).toEqual(['BT2', 'BT1']);
    expect(codes(await rowsOf('brand-templates', '--state', 'S'))).toEqual(['BT2']);
    expect(codes(await rowsOf('brand-templates', '--bubble', 'TEXT', '--keyword', '세일'))).toEqual(['BT1']);
    expect(codes(await rowsOf('brand-templates', '--bubble', 'IMAGE'))).toEqual([]);
    expect(await rowsOf('brand-templates', 'BT1')).toMatchObject([
      { templateCode: 'BT1', serviceStatus: 'A', chatBubbleType: 'TEXT' },
    ]);
    expect(await rowsOf('history', 'BT1')).toMatchObject([{ profile: 'shop', templateCode: 'BT1', version: 1 }]);
  });

  it('reads tags, plugins, groups, categories and a video', async () => {
    expect(await rowsOf('tags')).toEqual([{ profile: 'shop', groupTagKey: 'TAG1', groupTagName: '11월' }]);
    expect(await rowsOf('tags', 'TAG1')).toHaveLength(1);
    expect(await rowsOf('plugins')).toMatchObject([
      { profile: 'shop', pluginId: 'plug', callbackUrl: 'https://a.example/cb' },
    ]);
    expect(await jsonOf(['plugins', 'plug', 'other'])).toMatchObject({
      rows: [{ pluginId: 'plug' }],
      problems: [{ code: 'not-found' }],
    });
    expect(await rowsOf('groups')).toMatchObject([{ profile: 'mall', groupKey: 'bbbb****' }]);
    expect(await rowsOf('groups', 'mall')).toHaveLength(1);
    expect(await rowsOf('categories', '002001')).toMatchObject([
      { code: '002001', name: '구매완료', groupName: '구매' },
    ]);
    expect(await rowsOf('profile-categories')).toHaveLength(6);
    expect(await rowsOf('profile-categories', '00300010001')).toHaveLength(1);
    expect(await rowsOf('video', 'VID1')).toMatchObject([{ profile: 'shop', vid: 'VID1', status: 'PUBLIC' }]);
    expect(await jsonOf(['video', 'VID9'])).toMatchObject({ ok: false, problems: [{ code: 'not-found' }] });
  });

  it('reads public templates since a time, by default of one day', async () => {
    expect(codes(await rowsOf('public-templates'))).toEqual(['public_order_paid', 'public_delivery_started']);
    expect(codes(await rowsOf('public-templates', '--since', '1440h'))).toHaveLength(3);
    expect(await jsonOf(['public-templates', 'public_reservation'])).toMatchObject({
      problems: [{ code: 'not-found', hint: expect.stringContaining('Pass an earlier --since') }],
    });
    expect(codes(await rowsOf('public-templates', 'public_reservation', '--since', '1440h'))).toHaveLength(1);
  });

  it('keeps the categories that it read for lint, completion and the editor', async () => {
    const project = await open();
    expect((await project.run(['get', 'categories'])).out).toMatch(
      /^CODE +GROUP +NAME +INCLUDES +EXCLUDES\n001001 {2}회원/,
    );
    const kept = JSON.parse(await readFile(join(project.path, '.notiform/categories/here.json'), 'utf8'));
    expect(kept).toMatchObject({ '002001': '구매 > 구매완료' });
  });
});

describe('get profiles', () => {
  it('reads those of the environment, one, many with a failure for each key, and those in use', async () => {
    expect(await rowsOf('profiles')).toMatchObject([
      { profile: 'shop', state: 'activated', senderKey: 'aaaa****', groups: [{ groupKey: 'bbbb****' }] },
    ]);
    expect(await rowsOf('profiles', 'shop')).toMatchObject([{ profile: 'shop' }]);
    expect(await jsonOf(['profiles', 'shop', 'shoop', 'd'.repeat(40)])).toMatchObject({
      ok: false,
      rows: [{ profile: 'shop' }],
      problems: [
        {
          code: 'profile-unknown',
          message: 'The service has no sender profile `shoop`',
          service: { code: expect.any(String) },
        },
        { code: 'profile-unknown', message: 'The service has no sender profile `dddd****`' },
      ],
    });
    expect(await jsonOf(['profiles', 'nobody'])).toMatchObject({
      ok: false,
      rows: [],
      problems: [{ code: 'profile-unknown' }],
    });
    const inUse = await rowsOf('profiles', '--in-use');
    expect(inUse.map(({ profile, senderKey }) => [profile, senderKey])).toEqual([
      ['shop', 'aaaa****'],
      [null, 'cccc****'],
    ]);
  });

  it('needs the keys of the profiles that it names, and no others', async () => {
    const project = await openProject(
      hereOf(emulator, PROFILES).replace('profiles: {', 'profiles: { later: { key: "${env:LATER}" },'),
      EMULATOR_KEY,
    );
    expect((await project.run(['get', 'profiles', '--in-use'])).exit).toBe(0);
    expect((await project.run(['get', 'tags', '--profile', 'shop'])).exit).toBe(0);
    expect(await project.run(['get', 'tags'])).toMatchObject({ exit: 3, err: expect.stringContaining('LATER') });
  });
});

it('refuses what no call could answer, before it makes one', async () => {
  const { run } = await openProject(hereOf({ ...emulator, resourceUrl: 'http://127.0.0.1:9' }, PROFILES), EMULATOR_KEY);
  const mistakes: [words: string, says: string][] = [
    ['templatez', 'There is nothing called `templatez` to get'],
    ['template', 'Did you mean `templates`?'],
    ['주문', 'To find a template by its name'],
    ['constructor', 'There is nothing called `constructor` to get'],
    ['templates --keyword 결', '--keyword has 1 character'],
    [`templates --keyword ${'결'.repeat(51)}`, '--keyword has 51 characters'],
    ['templates --state APR', '(approved and in'],
    ['brand-templates --state REQ', '--state cannot be `REQ`'],
    ['brand-templates --bubble text', '--bubble cannot be `text`'],
    ['templates --bubble TEXT', '`get templates` does not take --bubble'],
    ['tags --state A', '`get tags` does not take --state'],
    ['templates --from 2026-11-02 --to 2026-11-01', '--from is after --to'],
    ['templates --from 2026-02-31', 'Expected a time'],
    ['templates --from 0001-01-01', '--from is outside the years 1970 to 9999'],
    ['templates a --state REQ', 'A NAME and a filter cannot be combined'],
    [`templates ${'x'.repeat(31)}`, 'is not the name of a template'],
    ['video', '`get video` needs the name of a video'],
    ['history', '`get history` needs the name of a brand template'],
    ['tags --in-use', '`get tags` does not take --in-use'],
    ['templates --in-use', 'It takes --state, --category, --keyword, --from, --to'],
    ['profiles shop --in-use', '--in-use lists every profile in use'],
    ['tags --profile shoop', 'The environment `here` has no sender profile `shoop`'],
    ['plugins --profile mall', '`mall` is a profile group (type G), but a sender profile (type S) is required'],
    ['video VID1 --profile mall', '`mall` is a profile group (type G)'],
    ['profiles --profile mall', '`mall` is a profile group (type G)'],
    ['profiles mall', '`mall` is a profile group (type G)'],
    ['templates --profile shoop', 'It has `shop`, `mall`'],
    ['categories --profile shop', '`get categories` does not take --profile'],
    ['public-templates --profile shop', '`get public-templates` does not take --profile'],
    ['groups --profile mall', '`get groups` does not take --profile'],
    ['profiles --in-use --profile shop', '--profile and --in-use cannot be combined'],
    ['profiles shop --profile shop', '--profile and a NAME cannot be combined'],
    ['tags --format csv --json', '--format and --json cannot be combined'],
  ];
  for (const [words, says] of mistakes) {
    const { exit, out, err } = await run(['get', ...words.split(' ')]);
    expect([words, exit, (out + err).includes(says)]).toEqual([words, 64, true]);
  }
});
