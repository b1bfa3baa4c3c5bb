import { expect, it } from 'vitest';
import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project } from './project.ts';

/** `send --check FILE` with the other flags of `send`. */

const SHOP = { alias: 'shop', key: 's'.repeat(40), type: 'S' as const };
const PROFILES: EmulatorOptions['profiles'] = [SHOP];

async function opened(): Promise<Project> {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(`defaults: { environment: here }\n${hereOf(emulator, PROFILES)}`, EMULATOR_KEY);
  await project.write(
    'manifests/welcome.yaml',
    'kind: NotificationTemplate\nid: welcome\nprofile: shop\nname: 환영\ncategory: "001001"\nmessageType: BA\ncontent: 환영합니다.\n',
  );
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

it.each([
  [['--to', 'qa'], '`--to`'],
  [['--var', 'a=b', '--at', '2027-01-01'], '`--var`, `--at`'],
  [['--from', 'main', '--profile', 'shop', '--sample', 'a'], '`--from`, `--profile`, `--sample`'],
  [['--no-wait', '--yes'], '`--yes`, `--no-wait`'],
  [['welcome', '--listen', '0'], '`welcome`, `--listen`'],
])('a check refuses what only a send can obey: %j', async (words, said) => {
  const project = await openProject('');
  const { exit, out, err } = await project.run(['send', '--check', 'payload.json', ...words]);
  expect([exit, out]).toEqual([64, '']);
  expect(err).toContain(`\`--check\` takes no ${said}`);
});
