import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/control/client.ts';
import type { EmulatorControl } from '../../src/emulator/control/requests.ts';
import { load } from '../catalog/support.ts';
import { snippet } from '../packaging/snippets/pages.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project } from './project.ts';

const SHOP = { alias: 'shop', key: 's'.repeat(40), type: 'S' as const };

const paid = (text: string): string => `kind: NotificationTemplate
id: order-paid
profile: shop
name: 주문 결제 안내
category: "002001"
messageType: BA
content: "#{이름}님, ${text}"
versions: true
samples: [{ name: 기본, values: { 이름: 홍길동 } }]
`;
const welcome = `kind: NotificationTemplate
id: welcome
profile: shop
name: 가입 안내
category: "001001"
messageType: BA
content: 가입을 환영합니다.
`;

/** A project whose order-paid is approved, and whose welcome waits for its inspection. */
async function opened(): Promise<{ project: Project; control: EmulatorControl }> {
  const emulator = await openEmulator([SHOP]);
  const control = createEmulatorControl(emulator.url);
  const project = await openProject(hereOf(emulator, [SHOP]).replace('here:', 'production:'), {
    ...EMULATOR_KEY,
    NOTIFORM_ENVIRONMENT: 'production',
  });
  await project.write('manifests/paid.yaml', paid('결제가 완료되었습니다.'));
  await project.write('manifests/welcome.yaml', welcome);
  expect((await project.run(['apply', '--yes'])).exit).toBe(0);
  await approve(control, 'order_paid');
  return { project, control };
}

async function approve(control: EmulatorControl, templateCode: string): Promise<void> {
  expect(await control.verdict({ profile: 'shop', templateCode, verdict: 'approve' })).toMatchObject({ ok: true });
}

it('lists what can be sent, and the reason for the rest', async () => {
  const { project } = await opened();
  expect(await project.run(['catalog'])).toEqual({
    exit: 0,
    out: `order_paid  at  주문 결제 안내  이름

Not available:
welcome  가입 안내: The template welcome waits for its inspection (REQ)
`,
    err: '',
  });
  const { exit, out } = await project.run(['catalog', '--json']);
  const { catalog, ...document } = JSON.parse(out);
  expect([exit, document]).toEqual([
    0,
    { schemaVersion: 1, command: 'catalog', ok: true, environment: 'production', problems: [] },
  ]);
  expect(JSON.parse((await project.run(['catalog', '--format', 'json'])).out)).toEqual(catalog);
  expect(catalog).toMatchObject({ templates: [{ key: 'order_paid' }], unavailable: [{ key: 'welcome' }] });
});

it('writes a module that follows the current version, and writes nothing if nothing changed', async () => {
  const { project, control } = await opened();
  const file = join(project.path, 'messages.ts');
  expect(await project.run(['catalog', '--out', 'messages.ts'])).toMatchObject({
    exit: 0,
    out: 'Written to messages.ts. 1 template, 1 not available: `notiform catalog` shows why.\n',
  });
  const first = await readFile(file, 'utf8');
  await utimes(file, 1, 1);
  expect((await project.run(['catalog', '--out', 'messages.ts'])).out).toBe(
    'messages.ts is up to date. 1 template, 1 not available: `notiform catalog` shows why.\n',
  );
  expect((await stat(file)).mtimeMs).toBe(1000);
  expect((await project.run(['catalog', '--format', 'ts'])).out).toBe(first);
  expect(first).not.toContain(SHOP.key);

  await project.write('manifests/paid.yaml', paid('결제가 끝났습니다.'));
  // A text in use can only be replaced under a new code.
  await control.settings({ inspect: 'auto', inspectMs: 0 });
  expect((await project.run(['apply', '--yes'])).exit).toBe(0);
  const json = JSON.parse((await project.run(['catalog', '--out', 'messages.ts', '--json'])).out);
  expect(json).toMatchObject({ out: 'messages.ts', written: true });
  const { render } = await load(await readFile(file, 'utf8'));
  expect(render('order_paid', { 이름: '홍길동' }, SHOP.key)).toEqual({
    type: 'at',
    content: { at: { senderkey: SHOP.key, templatecode: 'order_paid_v2', message: '홍길동님, 결제가 끝났습니다.' } },
  });
});

it('the payload of the module passes `send --check`', async () => {
  const { project } = await opened();
  const { render } = await load((await project.run(['catalog', '--format', 'ts'])).out);
  const message = render('order_paid', { 이름: '홍길동' }, SHOP.key);
  await project.write(
    'payload.json',
    JSON.stringify({ account: 'shop', from: '15880000', to: '01000000000', refkey: 'r1', ...message }),
  );
  expect((await project.run(['send', '--check', 'payload.json'])).exit).toBe(0);
});

it('the commands of docs/catalog.md run as they are shown', async () => {
  const { project } = await opened();
  await project.write('src/application.ts', '');
  const lines = snippet('docs/catalog.md#The catalog').text.trim().split('\n');
  for (const line of lines) {
    const [, words = ''] = line.split('npx --no -- notiform ');
    expect([line, await project.run(words.split(' '))]).toEqual([line, expect.objectContaining({ exit: 0, err: '' })]);
  }
  const document = JSON.parse(await readFile(join(project.path, 'messages.json'), 'utf8'));
  expect(document.templates).toMatchObject([{ key: 'order_paid' }]);
  expect(await readFile(join(project.path, 'src/messages.ts'), 'utf8')).toContain('export function render');
});

it('replaces no file of another kind', async () => {
  const project = await openProject('');
  await project.write('messages.ts', 'export const mine = 1;\n');
  const { exit, err } = await project.run(['catalog', '--out', 'messages.ts']);
  expect([exit, err]).toEqual([1, expect.stringContaining('messages.ts exists and contains no catalog')]);
  expect(await readFile(join(project.path, 'messages.ts'), 'utf8')).toBe('export const mine = 1;\n');
});
