import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { hereOf, openEmulator, openProject } from './project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

const OTHER = `  other:
    credentials: { bizId: b, apiKey: "\${env:OTHER_KEY}", account: a, password: "\${env:OTHER_PASSWORD}" }
`;

/** Secrets that no plan needs, beside the one that it does. */
const SECRETS = { KEY: 'emulator-key', OTHER_KEY: 'key-of-another', OTHER_PASSWORD: 'pass-of-another' };

async function open(text: string) {
  const emulator = await openEmulator([SHOP]);
  const environments = `defaults: { environment: here }\n${hereOf(emulator, [SHOP])}${OTHER}`;
  const project = await openProject(environments, SECRETS);
  await project.write(
    'manifests/order.yaml',
    `kind: NotificationTemplate
id: order
profile: shop
name: 주문
category: "001001"
messageType: BA
content: ${text}
`,
  );
  return { ...project, control: createEmulatorControl(emulator.url) };
}

it('what an inspector quotes is masked in plans, their files, status and JSON, and stands in no way', async () => {
  const { run, control, path } = await open('고맙습니다');
  expect((await run(['apply', '--yes'])).exit).toBe(0);
  const comment = 'key emulator-key, key-of-another, pass-of-another, 전화 010-1234-5678, 01012345678';
  await control.verdict({ profile: 'shop', templateCode: 'order', verdict: 'reject', comment });
  const masked = 'key ****, ****, ****, 전화 010****5678, 010****5678';
  for (const words of [
    ['plan'],
    ['plan', '--json'],
    ['plan', '--out', 'plan.json'],
    ['status'],
    ['status', '--json'],
    ['status', '--format', 'markdown'],
  ]) {
    const { exit, out, err } = await run(words);
    expect([words, exit, err]).toEqual([words, 0, expect.not.stringContaining('plan-secret')]);
    expect(out.replaceAll('\\*', '*').replaceAll(/\s+(│\s+)?/g, ' ')).toContain(masked);
  }
  expect(await readFile(join(path, 'plan.json'), 'utf8')).toContain(masked);
});

it.each(['pass-of-another', 'key-of-another'])('a plan file holds no secret, whoever needs it: %s', async (secret) => {
  const { run } = await open(`say ${secret} now`);
  const { exit, out, err } = await run(['plan', '--out', 'plan.json']);
  expect([exit, `${out}${err}`]).toEqual([3, expect.not.stringContaining(secret)]);
  expect(err.replaceAll(/\s+/g, ' ')).toContain(
    'The plan cannot be written: NotificationTemplate/shop/order contains a secret of the environment',
  );
});

it('a command needs no variable of another environment', async () => {
  const { run } = await open('고맙습니다');
  expect((await run(['plan'], { env: { OTHER_KEY: '', OTHER_PASSWORD: '' } })).exit).toBe(0);
});
