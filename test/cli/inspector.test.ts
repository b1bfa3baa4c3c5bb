import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { createEmulatorControl, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { openProject, type Project } from './project.ts';

/** One emulator serves every emulator environment of a project. */

const [DEV, STAGE, NOBODY] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const CONFIG = `environments:
  dev:
    emulator: true
    profiles: { shop: { key: ${DEV} } }
  stage:
    emulator: true
    profiles: { shop: { key: ${STAGE} } }
  later:
    emulator: true
    profiles: { shop: { key: "\${env:NOT_SET}" } }
`;
const TEMPLATE = (id: string) =>
  `kind: NotificationTemplate\nid: ${id}\nprofile: shop\nname: ${id}\ncode: ${id}_code\ncategory: "001001"\nmessageType: BA\ncontent: 안내\n`;
const SECRET = 'c'.repeat(64);

async function open(waiting: readonly [key: string, code: string][]) {
  const keys = [DEV, STAGE, NOBODY];
  const emulator = await startEmulator({
    inspect: 'manual',
    secret: SECRET,
    ports: systemPorts,
    profiles: keys.map((key, index) => ({ alias: `p${index}`, key, type: 'S' as const, groups: [] })),
    senders: [],
    recipients: [],
  });
  onTestFinished(() => emulator.close());
  const control = createEmulatorControl(emulator.url);
  const templates = waiting.map(([profile, templateCode]) => ({
    profile,
    templateCode,
    inspectionStatus: 'REQ' as const,
  }));
  expect(await control.seed({ templates })).toMatchObject({ ok: true });
  const project = await openProject(CONFIG);
  await project.write('manifests/otp.yaml', ['otp', 'pin'].map(TEMPLATE).join('---\n'));
  await mkdir(join(project.path, '.notiform'));
  const announced = JSON.stringify({ pid: process.pid, secret: SECRET, url: emulator.url });
  await writeFile(join(project.path, '.notiform/emulator.json'), announced, { mode: 0o600 });
  const left = async () => {
    const answer = await control.requests();
    return answer.ok ? answer.requests.map(({ senderKey, templateCode }) => `${senderKey[0]} ${templateCode}`) : [];
  };
  return { project, control, left };
}

const emulator = (project: Project, environment: string, ...words: string[]) =>
  project.run(['-e', environment, 'emulator', ...words]);

it.each(['otp', 'otp_code', '*', 'NotificationTemplate/**'])(
  'a verdict on %s is for the chosen environment only',
  async (pattern) => {
    const { project, left } = await open([
      [DEV, 'otp_code'],
      [STAGE, 'otp_code'],
      [NOBODY, 'gone'],
    ]);
    const { exit, out } = await emulator(project, 'dev', 'reject', pattern, '--comment', 'no');
    expect([exit, out]).toEqual([0, 'Rejected NotificationTemplate/shop/otp\n']);
    expect(await left()).toEqual(['b otp_code', 'c gone']);
  },
);

it('verdicts that were given are shown, though the emulator refused another one', async () => {
  const { project, left } = await open([
    [DEV, 'otp_code'],
    [DEV, 'pin_code'],
  ]);
  // Somebody removes one between the list and its verdict.
  const dispatcher = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(dispatcher));
  const isVerdict = ({ path, body }: Dispatcher.DispatchOptions): boolean =>
    path.includes('/verdict') && String(body).includes('"otp_code"');
  setGlobalDispatcher(
    dispatcher.compose((dispatch) => (options, handler) => {
      const body = isVerdict(options) ? String(options.body).replace('"otp_code"', '"gone"') : options.body;
      return dispatch(body === undefined ? options : { ...options, body }, handler);
    }),
  );
  const { exit, out, err } = await emulator(project, 'dev', 'approve', '*');
  expect([exit, out]).toEqual([1, 'Approved NotificationTemplate/shop/pin\n']);
  expect(err).toContain('NotificationTemplate/shop/otp: error: The emulator answered: ');
  expect(await left()).toEqual(['a otp_code']);
});

it('suggests and lists only what the chosen environment can decide', async () => {
  const { project } = await open([
    [DEV, 'otp_code'],
    [STAGE, 'receipts'],
  ]);
  const mistyped = await emulator(project, 'dev', 'approve', 'reciepts');
  const help = 'help: Waiting for a verdict: NotificationTemplate/shop/otp\n';
  expect([mistyped.exit, mistyped.err]).toEqual([64, expect.stringContaining(help)]);
  const { out } = await emulator(project, 'dev', 'requests');
  expect(out).toContain('NotificationTemplate/shop/otp');
  expect(out).not.toContain('receipts');
  const { requests } = JSON.parse((await emulator(project, 'dev', 'requests', '--json')).out);
  expect(requests.map(({ templateCode }: { templateCode: string }) => templateCode)).toEqual(['otp_code']);
});
