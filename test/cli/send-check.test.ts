import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/control/client.ts';
import type { EmulatorServer } from '../../src/emulator/emulator.ts';
import { snippet } from '../packaging/snippets/pages.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project } from './project.ts';

/** `send --check FILE` with the other flags of `send`. */

const SHOP = { alias: 'shop', key: 's'.repeat(40), type: 'S' as const };
const PROFILES: EmulatorServer['profiles'] = [SHOP];

const PAID = '"#{이름}님, 결제가 완료되었습니다."';

function template(id: string, code: string, content = '환영합니다.'): string {
  return `kind: NotificationTemplate\nid: ${id}\nprofile: shop\nname: 환영 ${code}\ncategory: "001001"\nmessageType: BA\ncontent: ${content}\n`;
}

function payload(content: object): string {
  return JSON.stringify({ type: 'at', content });
}

async function opened(): Promise<Project> {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(`defaults: { environment: here }\n${hereOf(emulator, PROFILES)}`, EMULATOR_KEY);
  await project.write('manifests/welcome.yaml', template('welcome', 'welcome'));
  const at = { senderkey: SHOP.key, templatecode: 'welcome', message: '환영합니다!' };
  await project.write('payload.json', JSON.stringify({ type: 'at', content: { at } }));
  return project;
}

it('a check writes its result in the format that was asked for', async () => {
  const project = await opened();
  expect((await project.run(['apply', '--yes'])).exit).toBe(0);
  const { exit, out } = await project.run(['send', '--check', 'payload.json', '--format', 'junit']);
  expect(exit).toBe(1);
  expect(out).toMatch(/^<\?xml .*\n<testsuite/);
  expect(out).toContain('payload.json');
});

it('checks every file that is named, in order, and exits with the worst of them', async () => {
  const project = await opened();
  expect((await project.run(['apply', '--yes'])).exit).toBe(0);
  const at = { senderkey: SHOP.key, templatecode: 'welcome', message: '환영합니다.' };
  await project.write('good.json', payload({ at }));
  await project.write('nowhere.json', payload({ at: { ...at, templatecode: 'nowhere' } }));
  const checked = async (...files: string[]): Promise<object> => {
    const { exit, out } = await project.run([
      'send',
      '--json',
      '--no-color',
      ...files.flatMap((file) => ['--check', file]),
    ]);
    const { sends, problems } = JSON.parse(out) as {
      sends: { send: string; outcome: string }[];
      problems: { code: string; place?: { file: string } }[];
    };
    return {
      exit,
      sends: sends.map(({ send, outcome }) => `${send} ${outcome}`),
      problems: problems.map(({ code, place }) => `${place?.file} ${code}`),
    };
  };
  const differs = 'payload.json unproved';
  expect(await checked('payload.json', 'good.json')).toEqual({
    exit: 1,
    sends: [differs, 'good.json unproved'],
    problems: [],
  });
  expect(await checked('payload.json', 'nowhere.json', 'absent.json', 'good.json')).toEqual({
    exit: 3,
    sends: [differs, 'nowhere.json unproved', 'good.json unproved'],
    problems: ['absent.json send-value'],
  });
});

it('shows no phone number of a member whose name is mistyped', async () => {
  const project = await opened();
  const at = { senderkey: SHOP.key, templatecode: 'two', message: '안내', mesage: 1023456789, to: ['010-2345-6789'] };
  const mistyped = JSON.stringify({ type: 'at', from: '15880000', too: '01023456789', count: 3, content: { at } });
  for (const more of [[], ['--json']]) {
    const { out, err } = await project.run(['send', '--check', '-', ...more], { input: mistyped });
    expect(out).toContain('15880000');
    expect(out + err).not.toMatch(/2345-?6789/);
  }
});

it('fails a payload whose sender key cannot send the template, and names the profile that can', async () => {
  const mall = { alias: 'mall', key: 'm'.repeat(40), type: 'S' as const, groups: [] };
  const group = { alias: 'family', key: 'f'.repeat(40), type: 'G' as const };
  const profiles = [SHOP, mall, group];
  const emulator = await openEmulator(profiles);
  const project = await openProject(`defaults: { environment: here }\n${hereOf(emulator, profiles)}`, EMULATOR_KEY);
  await createEmulatorControl(emulator.url).seed({
    templates: [
      { profile: 'shop', templateCode: 'welcome', inspectionStatus: 'APR', templateContent: '환영합니다.' },
      { profile: 'family', templateCode: 'shared', inspectionStatus: 'APR', templateContent: '환영합니다.' },
    ],
  });
  await project.write('manifests/welcome.yaml', template('welcome', 'welcome'));
  await project.write(
    'manifests/shared.yaml',
    template('shared', 'shared').replace('profile: shop', 'profile: family'),
  );
  const checked = async (templatecode: string, senderkey: string): Promise<object> => {
    const at = { senderkey, templatecode, message: '환영합니다.' };
    const whole = {
      type: 'at',
      from: '15880000',
      to: '01000000000',
      refkey: 'r1',
      account: 'emulator',
      content: { at },
    };
    await project.write('one.json', JSON.stringify(whole));
    const { exit, out, err } = await project.run(['send', '--check', 'one.json', '--json']);
    expect(out + err).not.toContain(senderkey);
    const { sends } = JSON.parse(out) as { sends: { proof: { code: string; path: string; hint: string }[] }[] };
    return [exit, ...sends.flatMap(({ proof }) => proof.map(({ code, path, hint }) => `${code} ${path}: ${hint}`))];
  };
  const correct = 'send-profile content.at.senderkey: Correct `content.at.senderkey` in the payload. Use the key of';
  expect(await checked('welcome', SHOP.key)).toEqual([0]);
  expect(await checked('welcome', 'x'.repeat(40))).toEqual([1, `${correct} the profile shop`]);
  expect(await checked('welcome', mall.key)).toEqual([1, `${correct} the profile shop`]);
  expect(await checked('welcome', group.key)).toEqual([1, `${correct} the profile shop`]);
  expect(await checked('shared', SHOP.key)).toEqual([0]);
  expect(await checked('shared', mall.key)).toEqual([1, `${correct} a profile of the group family`]);
  expect(await checked('shared', group.key)).toEqual([1, `${correct} a profile of the group family`]);
  expect(await checked('shared', 'x'.repeat(40))).toEqual([1, `${correct} a profile of the group family`]);
});

it('compares the payload of an older version of a template with that version', async () => {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(`defaults: { environment: here }\n${hereOf(emulator, PROFILES)}`, EMULATOR_KEY);
  const seed = { profile: 'shop', inspectionStatus: 'APR' as const, templateName: '환영 welcome' };
  await createEmulatorControl(emulator.url).seed({
    templates: [
      { ...seed, templateCode: 'welcome', templateContent: '환영합니다.' },
      { ...seed, templateCode: 'welcome_v2', templateContent: '반갑습니다.' },
    ],
  });
  const whole = (templatecode: string, message: string): string =>
    JSON.stringify({
      ...{ account: 'a', type: 'at', from: '15880000', to: '01000000000', refkey: 'r1' },
      content: { at: { senderkey: SHOP.key, templatecode, message } },
    });
  const checked = async (versions: boolean, input: string): Promise<number> => {
    await project.write('manifests/welcome.yaml', `${template('welcome', 'welcome')}versions: ${versions}\n`);
    return (await project.run(['send', '--check', '-'], { input })).exit;
  };
  expect(await checked(true, whole('welcome', '환영합니다.'))).toBe(0);
  expect(await checked(true, whole('welcome_v2', '반갑습니다.'))).toBe(0);
  expect(await checked(true, whole('welcome_v2', '환영합니다.'))).toBe(1);
  expect(await checked(false, whole('welcome_v2', '반갑습니다.'))).toBe(1);
  // A version in the state belongs to the template without `versions` too.
  await project.run(['apply', '--yes']);
  const bound = await project.run(['state', 'bind', 'NotificationTemplate/shop/welcome@v2', 'welcome_v2', '--yes']);
  expect(bound.exit).toBe(0);
  expect(await checked(false, whole('welcome_v2', '반갑습니다.'))).toBe(0);
});

it('the commands of docs/sends.md run as they are shown, and prove what was approved', async () => {
  const { text } = snippet('docs/sends.md#Check the payloads of your application');
  const emulator = await openEmulator(PROFILES);
  await createEmulatorControl(emulator.url).settings({ inspect: 'auto', inspectMs: 0 });
  const here = hereOf(emulator, PROFILES).replace('here:', 'local:');
  const project = await openProject(`defaults: { environment: local }\n${here}`, EMULATOR_KEY);
  const [, shown = ''] = /```json\n(\{\n {2}"account"[\s\S]*?)```/.exec(await readFile('docs/sends.md', 'utf8')) ?? [];
  const input = shown.replace(/"a{40}"/, `"${SHOP.key}"`);
  await project.write('manifests/order-paid.yaml', template('order-paid', 'order_paid', PAID));
  await project.write('manifests/parcel-sent.yaml', template('parcel-sent', 'parcel_sent', PAID));
  await project.write('order-paid.json', input);
  await project.write('parcel-sent.json', input.replace('order_paid', 'parcel_sent'));
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const [command = ''] = line.split(' < ');
    const { exit, out, err } = await project.run(command.split(' ').slice(1), { input });
    expect([line, exit, out + err]).toEqual([line, 0, expect.any(String)]);
  }
});
