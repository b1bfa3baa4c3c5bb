import { expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from './project.ts';

/** `status` as the page of the morning: what a person has to do first. */

const PROFILES = [
  { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const, groups: [] },
  { alias: 'outlet', key: 'b'.repeat(40), type: 'S' as const, groups: [] },
];

const TEMPLATE = `kind: NotificationTemplate
id: order-paid
profile: shop
name: 결제 안내
category: "002001"
messageType: BA
content: 결제가 완료되었습니다.
`;

async function open() {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(hereOf(emulator, PROFILES), EMULATOR_KEY);
  await project.write('manifests/a.yaml', TEMPLATE);
  const control = createEmulatorControl(emulator.url);
  const status = async () => JSON.parse((await project.run(['status', '--json'])).out).status;
  return { ...project, control, status };
}

it('a blocked profile is shown with its spam levels and the address for its release, in every form', async () => {
  const { run, control, status } = await open();
  expect(await status()).toMatchObject({ profiles: [], counts: { differs: 1, done: 0 }, rows: [{ group: 'differs' }] });
  expect((await run(['status', '--detailed-exitcode'])).exit).toBe(0);
  await control.profile({
    profile: 'outlet',
    block: true,
    clearBlockUrl: 'https://service.example/release',
    profileSpamLevel: 'L2',
    profileMessageSpamLevel: 'L3',
  });
  expect((await run(['status', '--detailed-exitcode'])).exit).toBe(2);
  const { out } = await run(['status']);
  expect(out).toContain('To do: 1 profile that cannot send.\n');
  expect(out).toContain(
    '✗ The profile outlet cannot send: blocked by the service. Spam level: L2. Message spam level: L3.\n  Request its release: https://service.example/release\n',
  );
  expect((await status()).profiles).toEqual([
    {
      profile: 'outlet',
      state: 'blocked',
      clearBlockUrl: 'https://service.example/release',
      spamLevel: 'L2',
      messageSpamLevel: 'L3',
    },
  ]);
  expect((await run(['status', '--format', 'markdown', '--language', 'ko'])).out).toContain('outlet');
  expect((await run(['status', '**/order-paid'])).out).not.toContain('outlet');
});

it.each([
  ['of another text than the manifest has', TEMPLATE.replace('결제가', '주문이')],
  ['of a draft', `${TEMPLATE}lifecycle: draft\n`],
  ['of a template that is wanted stopped', `${TEMPLATE}lifecycle: stopped\n`],
])('wait names a pending inspection %s, and fails', async (_, manifest) => {
  const { run, write } = await open();
  expect((await run(['apply', '--yes'])).exit).toBe(0);
  await write('manifests/a.yaml', manifest);
  for (const words of [['wait'], ['wait', 'order-paid']]) {
    const { exit, out } = await run(words);
    expect([words, exit]).toEqual([words, 5]);
    expect(out).not.toContain('Nothing is waiting');
    expect(out.replace(/\s+/g, ' ')).toContain(
      'Not waited for: 1 resource waits for a decision on other content or another lifecycle than its manifest has. 1 resource is not up to date yet.',
    );
  }
});

it('a template that cannot be read makes the status incomplete, and the exit says so', async () => {
  const { run, control } = await open();
  expect((await run(['apply', '--yes'])).exit).toBe(0);
  await control.faults([{ path: '**/template/detail', kind: 'status', status: 400, code: '500' }]);
  const { exit, out } = await run(['status']);
  expect([exit, out]).toEqual([1, expect.stringContaining('Not everything could be read')]);
});
