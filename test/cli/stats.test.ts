import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulatorControl, type EmulatorServer, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { EMULATOR_KEY, hereOf, openProject, type Project } from './project.ts';

/** `stats` against an emulator that is seeded once: it only reads. The limits are tested with a clock in test/account. */

const PROFILES = [
  { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const },
  { alias: 'outlet', key: 'b'.repeat(40), type: 'S' as const },
  { alias: 'mall', key: 'c'.repeat(40), type: 'G' as const },
];

let emulator: EmulatorServer;

beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'manual',
    profiles: PROFILES,
    senders: [],
    recipients: [],
    ports: systemPorts,
  });
  const control = createEmulatorControl(emulator.url);
  await control.settings({ statisticsLimits: false });
  await control.clock({ set: '2026-11-20 12:00:00' });
  const of = { profile: 'shop', product: 'notification' as const };
  const clicks = [{ part: 'button' as const, order: 2, type: 'WL', count: 3 }];
  await control.seed({
    statistics: [
      {
        ...of,
        date: '20261110',
        templateCode: 'order_paid',
        chargedSuccessCount: 1200,
        validFailCount: 30,
        reads: [600, 60, 6],
        clicks,
      },
      { ...of, date: '20261110', templateCode: '-1+1', messageType: 'AI', chargedSuccessCount: 10, reads: [9, 0, 0] },
      { ...of, date: '20261112', templateCode: 'order_paid', chargedSuccessCount: 300, unknownRequestCount: 2 },
      { ...of, date: '20261119', templateCode: 'order_paid', chargedSuccessCount: 50, reads: [25, 0, 0] },
      { ...of, profile: 'outlet', date: '20261110', templateCode: 'hi', chargedSuccessCount: 20 },
      {
        profile: 'shop',
        product: 'brand',
        date: '20261110',
        groupTagKey: 'tag',
        messageSpec: 'FREESTYLE',
        chargedSuccessCount: 40,
      },
    ],
  });
});

afterAll(() => emulator.close());

const project = (): Promise<Project> => openProject(hereOf(emulator, PROFILES), EMULATOR_KEY);
const stats = (words: string): string[] => ['-e', 'here', 'stats', ...words.split(' ')];
const NOTIFICATION = '--product notification --profile shop';

it('the example of docs/stats.md prints what the page shows', async () => {
  const page = await readFile(new URL('../../docs/stats.md', import.meta.url), 'utf8');
  const [, command = '', printed] = /```sh\nnotiform (.*)\n```\n\n```text\n([\s\S]*?)```/.exec(page) ?? [];
  const { run } = await openProject(
    `defaults: { environment: here }\n${hereOf(emulator, PROFILES.slice(0, 1))}`,
    EMULATOR_KEY,
  );
  expect((await run(command.split(' '))).out).toBe(printed);
});

describe('stats as a table', () => {
  it('shows the rows, a total and what is not provided', async () => {
    const { run } = await project();
    const { exit, out, err } = await run(stats(`send ${NOTIFICATION} --from 2026-11-10 --to 2026-11-12`));
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "Sends of notifications, by day, 2026-11-10 – 2026-11-12

      DAY         TYPE  DELIVERED  FAILED  UNKNOWN          READ   RATE
      2026-11-10  AI           10       0        0  not provided
      2026-11-10  AT        1,200      30        0           666  55.5%
      2026-11-12  AT          300       0        2             0   0.0%

      Total: 1,510 delivered, 30 failed, 2 unknown, 666 of 1,500 read (44.4%)

      not provided: 1 row has no read and click counts. The service provides them for rows with more than
        10 successes, and for sends from 2024-04-01 on.
      "
    `);
  });
});

describe('stats for programs', () => {
  it('is one JSON document, with null for what is not provided', async () => {
    const { run } = await project();
    const { out, exit } = await run([
      ...stats(`template ${NOTIFICATION} --from 2026-11-10 --to 2026-11-10 --message-type AI`),
      '--json',
    ]);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      command: 'stats template',
      ok: true,
      statistics: {
        of: 'template',
        product: 'notification',
        by: 'day',
        from: '20261110',
        to: '20261110',
        filters: { messageType: 'AI' },
        notYet: null,
        partialMonth: null,
        rows: [{ profile: 'shop', date: '20261110', templateCode: '-1+1', successCount: 10, readCount: null }],
      },
    });
    expect(out).not.toContain('aaaa');
  });

  it('names its filters, so that its numbers are not taken for all messages', async () => {
    const { run } = await project();
    const day = '--from 2026-11-10 --to 2026-11-10';
    const words = `template ${NOTIFICATION} ${day} --message-type AT --template order_paid`;
    const scope = '2026-11-10, message type AT, template order_paid';
    expect((await run(stats(words))).out).toContain(`by day, ${scope}\n`);
    const filters = { messageType: 'AT', templateCode: 'order_paid' };
    expect(JSON.parse((await run([...stats(words), '--json'])).out)).toMatchObject({ statistics: { filters } });
  });

  it('is CSV with the same columns each day, and no formula', async () => {
    const { run } = await project();
    const words = `template ${NOTIFICATION} --from 2026-11-10 --to 2026-11-10 --format csv`;
    const { out, err } = await run(stats(words));
    expect(out).toMatchInlineSnapshot(`
      "profile,date,templateCode,messageType,receiveUserType,successCount,chargedSuccessCount,freeContractSuccessCount,freeTemplateSuccessCount,unknownRequestCount,validFailCount,readCount,qrClickCount,buttonClickCount,etcClickCount
      shop,20261110,'-1+1,AI,PhoneNumber,10,10,0,0,0,0,,,,
      shop,20261110,order_paid,AT,PhoneNumber,1200,1200,0,0,0,30,666,0,3,0
      "
    `);
    expect(err).toContain('not provided: 1 row has no read and click counts');
    const empty = await run(stats(words.replaceAll('2026-11-10', '2025-01-01')));
    expect(out.startsWith(empty.out)).toBe(true);
  });
});

describe('stats refuses what the service refuses, before it calls', () => {
  it.each([
    ['send --product notification --message-spec BASIC', '--message-spec is for brand messages only'],
    ['send --product brand --message-type AT', '--message-type is for notifications only'],
    ['template --product notification --tag t', '--tag is for brand messages only'],
    ['template --product notification --template ', '--template is empty'],
    ['template --product brand --tag ', '--tag is empty'],
    ['send --product notification --from 2026-11-02 --to 2026-11-01', '--from is after --to'],
    ['send --product notification --from 2026-02-30', '--from is `2026-02-30`, which is not a day'],
    ['send --product notification --from 2026-11', 'or pass `--by month`'],
    ['send --product notification --by month --from 2026-11-01', '--from is `2026-11-01`, which is not a month'],
    ['send --product notification --from 2006-01-01 --to 2026-01-01', 'The period has 7306 days'],
    ['send --product notification --profile mall', '`mall` is a profile group (type G)'],
    ['send --product notification --profile other', 'has no sender profile `other`'],
    ['send --product notification --format csv --json', '--format and --json cannot be combined'],
    ['send', "required option '--product <product>' not specified"],
  ])('%s', async (words, message) => {
    const { run } = await project();
    const { exit, out, err } = await run(stats(words));
    const said = err.replace(/\s+/g, ' ') + out;
    expect([exit, said]).toEqual([64, expect.stringContaining(message)]);
    expect(said).toMatch(/help: |"hint":/);
  });
});

describe('--tag', () => {
  const asked = (tag: string): string[] =>
    stats(`template --product brand --profile shop --from 2026-11-10 --to 2026-11-12 --json --tag ${tag}`);
  const withTags = async (): Promise<Project> => {
    const made = await project();
    await made.write('manifests/tag.yaml', 'kind: GroupTag\nid: winter\nprofile: shop\nname: Snow\n');
    expect((await made.run(['-e', 'here', 'apply', '--yes'])).exit).toBe(0);
    const groupTags = [{ profile: 'shop', groupTagName: '11월', groupTagKey: 'T1' }];
    await createEmulatorControl(emulator.url).seed({ groupTags });
    return made;
  };
  const keyIn = (out: string): unknown[] => {
    const { statistics, problems } = JSON.parse(out);
    return [statistics.filters.groupTagKey, problems];
  };

  it('takes a key without manifests and a state that can be read', async () => {
    const { run, write } = await withTags();
    const broken = hereOf(emulator, PROFILES, '    state: { store: git, ref: refs/notiform/here }\n');
    await write('notiform.yaml', `version: 1\n${broken}`);
    expect(keyIn((await run(asked('T1'))).out)[0]).toBe('T1');
    expect(await run(['-e', 'here', 'get', 'tags', 'T1'])).toMatchObject({ exit: 0 });
  });
});

describe('--template', () => {
  const TEMPLATES = ['order-paid', 'refund-done']
    .map(
      (id) =>
        `kind: NotificationTemplate\nid: ${id}\nprofile: shop\nname: ${id}\ncategory: "002001"\nmessageType: BA\ncontent: 안내\n`,
    )
    .join('---\n');
  const asked = (name: string): string[] =>
    stats(`template ${NOTIFICATION} --from 2026-11-10 --to 2026-11-12 --json --template ${name}`);
  const withTemplates = async (): Promise<Project> => {
    const made = await project();
    await made.write('manifests/t.yaml', TEMPLATES);
    return made;
  };

  it.each(['order_paid', 'order-paid', 'shop/order-paid', 'NotificationTemplate/shop/order-paid'])(
    'takes %s for the code of the template',
    async (name) => {
      const { run } = await withTemplates();
      const { exit, out } = await run(asked(name));
      const { statistics, problems } = JSON.parse(out);
      expect([exit, problems, statistics.filters.templateCode]).toEqual([0, [], 'order_paid']);
      expect(statistics.rows).toHaveLength(2);
    },
  );
});
