import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { createEmulatorControl, type EmulatorControl, type RegisteredProfile } from '../../src/emulator/emulator.ts';
import { png } from '../images.ts';
import { answering } from '../wire/support.ts';
import { openEmulator, type Ran, ranIn } from './project.ts';
import { viewOf } from './streams.ts';

/** `profile …` against an emulator, as a user runs them. */

const KEY = 'a'.repeat(40);
const ADMIN = '01012345678';

interface Project {
  control: EmulatorControl;
  path: string;
  run(words: string[], given?: Parameters<typeof viewOf>[0]): Promise<Ran>;
  /** What `--json` prints. */
  json(words: string[], given?: Parameters<typeof viewOf>[0]): Promise<Record<string, unknown>>;
  profile(): Promise<Record<string, unknown>>;
}

async function open(shop: Partial<RegisteredProfile> = {}, environment = ''): Promise<Project> {
  const emulator = await openEmulator([
    { alias: 'shop', key: KEY, type: 'S', groups: [], ...shop },
    { alias: 'mall', key: 'b'.repeat(40), type: 'G' },
  ]);
  const path = await mkdtemp(join(tmpdir(), 'notiform-account-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await writeFile(
    join(path, 'notiform.yaml'),
    `version: 1
manifests: manifests
defaults: { environment: here }
environments:
  here:
    resourceUrl: ${emulator.resourceUrl}
    credentials: { bizId: "\${env:BIZ}", apiKey: "\${env:KEY}" }
    profiles: { shop: { key: ${KEY} }, mall: { key: ${'b'.repeat(40)}, type: G }, later: { key: "\${env:LATER}" } }
    recipients: { admin: "\${env:ADMIN}" }
${environment}`,
  );
  const control = createEmulatorControl(emulator.url);
  const run: Project['run'] = async (words, given = {}) => {
    const view = viewOf({ cwd: path, input: '', env: { BIZ: 'emulator', KEY: 'emulator-key', ADMIN }, ...given });
    return ranIn(view, words);
  };
  return {
    control,
    path,
    run,
    json: async (words, given) => JSON.parse((await run([...words, '--json'], given)).out),
    profile: async () => {
      const answer = await control.profile({ profile: 'shop' });
      if (!answer.ok) throw new Error(answer.message);
      return answer.profile;
    },
  };
}

async function tokenOf(control: EmulatorControl): Promise<string> {
  const answer = await control.tokens();
  if (!answer.ok) throw new Error(answer.message);
  return answer.tokens[0]?.token ?? '';
}

it('a channel is registered with the token that its admin was sent, and no number or token is shown', async () => {
  const { run, json, control } = await open();
  const asked = await run(['profile', 'token', '@outlet', '--phone', ADMIN]);
  expect(asked).toEqual({
    exit: 0,
    out: 'A token was sent to 010****5678, the phone of the admin of @outlet.\nPass it to `notiform profile create` on stdin, or type it at the prompt.\n',
    err: '',
  });
  const token = await tokenOf(control);
  const create = ['profile', 'create', '@outlet', '--phone', 'admin', '--category', '00300010001'];
  const wrong = await run([...create, '-v'], { input: '000000x\n' });
  expect(wrong.exit).toBe(1);
  expect(wrong.err).toContain('the token is wrong');
  expect(wrong.out + wrong.err).not.toMatch(/000000x|01012345678/);
  const made = await run(create, { input: `${token}\n` });
  expect(made).toEqual({
    exit: 0,
    out: expect.stringMatching(
      /^@outlet now has a sender profile\. Its key: [0-9a-f]{40}\nGive it an alias in `profiles` of here in notiform\.yaml\.\n$/,
    ),
    err: '',
  });
  expect(await json(['profile', 'token', '@shop2', '--phone', 'admin'])).toEqual({
    schemaVersion: 1,
    command: 'profile token',
    ok: true,
    environment: 'here',
    channel: '@shop2',
    phone: '010****5678',
    problems: [],
  });
  const document = await json(
    [
      'profile',
      'create',
      '@shop2',
      '--phone',
      'admin',
      '--category',
      '00300010001',
      '--unsubscribe-phone',
      '080-1-2',
      '--unsubscribe-auth',
      '1',
    ],
    { input: await tokenOf(control) },
  );
  expect(document).toMatchObject({ ok: true, channel: '@shop2', senderKey: expect.stringMatching(/^[0-9a-f]{40}$/) });
});

it('each command calls once, with the fields of its endpoint only, in the environment’s own words', async () => {
  const { path } = await open();
  const shop = { senderKey: KEY, dormant: true };
  // The last call is answered as a pending application is.
  const { url, asked } = await answering((_, count) => ({
    body: { code: count === 9 ? '509' : '200', message: '', data: { ...shop, success: [shop] } },
  }));
  const config = join(path, 'notiform.yaml');
  const text = (await readFile(config, 'utf8')).replace(/resourceUrl: .*/, `resourceUrl: ${url}`);
  await writeFile(config, `${text}    wire: { segment: talk, adminId: adminId }\n`);
  const run = async (words: string[], input = ''): Promise<number> =>
    runProgram(words, viewOf({ cwd: path, input, env: { BIZ: 'emulator', KEY: 'emulator-key', ADMIN } }));
  const registration = ['profile', 'create', '@shop', '--phone', 'admin', '--category', '1'];
  expect([
    await run(['profile', 'token', '@shop', '--phone', 'admin']),
    await run(registration, '123456\n'),
    await run([...registration, '--unsubscribe-phone', '080-1', '--unsubscribe-auth', '1'], '123456\n'),
    await run(['profile', 'recover', 'shop']),
    await run(['profile', 'apply-brand', 'shop']),
    await run(['profile', 'apply-brand', 'shop']),
    await run([...registration, '--unsubscribe-auth', '1'], '123456\n'),
  ]).toEqual([0, 0, 0, 0, 0, 1, 64]);
  const calls = asked.map((one): unknown[] => {
    const { bizId, apiKey, ...fields } = JSON.parse(one.body) as Record<string, unknown>;
    expect({ bizId, apiKey }).toEqual({ bizId: 'emulator', apiKey: 'emulator-key' });
    return [one.path, fields];
  });
  const senderKey = KEY;
  const admin = { phoneNumber: ADMIN, adminId: '@shop' };
  const created = { ...admin, token: '123456', categoryCode: '1' };
  const look = ['/v3/talk/profile/multi', { senderKey: [KEY] }];
  expect(calls).toEqual([
    ['/v3/talk/profile/token', admin],
    ['/v3/talk/profile/create', created],
    ['/v3/talk/profile/create', { ...created, unsubscribePhoneNumber: '080-1', unsubscribeAuthNumber: '1' }],
    look,
    ['/v3/talk/profile/recover', { senderKey }],
    look,
    ['/v4/talk/profile/brandMessage/apply', { senderKey }],
    look,
    ['/v4/talk/profile/brandMessage/apply', { senderKey }],
  ]);
});

it('a token is asked for where somebody can answer, and is not shown', async () => {
  const { run, control } = await open();
  await run(['profile', 'token', '@outlet', '--phone', ADMIN]);
  const token = await tokenOf(control);
  const stdin = new PassThrough();
  const create = ['profile', 'create', '@outlet', '--phone', ADMIN, '--category', '00300010001'];
  const typed = run(create, { stdin: Object.assign(stdin, { isTTY: true }), terminal: true });
  stdin.write(`${token}\n`);
  const { exit, err, out } = await typed;
  expect(exit).toBe(0);
  expect(err).toBe('Token sent to the admin of @outlet: \n');
  expect(out + err).not.toContain(token);
});

it('a phone that is neither a number nor a recipient is not repeated', async () => {
  const { run } = await open();
  const { exit, out, err } = await run(['profile', 'token', '@outlet', '--phone', '0101234567a']);
  expect(exit).toBe(64);
  expect(out + err).not.toContain('01012');
  expect(err).toContain('--phone is neither a phone number nor the name of a recipient of the environment');
});

it('a profile is recovered once, and then there is nothing to do', async () => {
  const { run, json, profile } = await open({ dormant: true });
  expect(await run(['profile', 'recover', 'shop'])).toEqual({
    exit: 0,
    out: 'shop: it is no longer dormant\n',
    err: '',
  });
  expect(await profile()).toMatchObject({ dormant: false });
  expect(await json(['profile', 'recover', 'shop'])).toMatchObject({
    ok: true,
    profile: 'shop',
    outcome: 'already-so',
  });
  expect((await run(['profile', 'recover', 'shop'])).out).toBe('shop: it is not dormant, nothing to do\n');
});

it('a write whose answer is lost is looked for, and one that is refused says why', async () => {
  const { run, control } = await open({ dormant: true, block: true });
  const refused = await run(['profile', 'recover', 'shop']);
  expect(refused.exit).toBe(1);
  expect(refused.err).toContain('the profile is blocked or not activated');
  await control.profile({ profile: 'shop', block: false });
  await control.faults([{ path: 'profile/recover', kind: 'drop-after' }]);
  expect(await run(['profile', 'recover', 'shop'])).toMatchObject({ exit: 0, out: 'shop: it is no longer dormant\n' });
});

it('brand messages are applied for', async () => {
  const { run, json, path, control } = await open();
  await mkdir(join(path, 'manifests'));
  await writeFile(join(path, 'manifests/proof.png'), png(300, 200));
  await writeFile(
    join(path, 'manifests/shop.yaml'),
    'kind: SenderProfile\nid: shop\nbrandMessage: { consentProof: ./proof.png }\n',
  );
  await run(['apply', '--yes'], { env: { BIZ: 'emulator', KEY: 'emulator-key', ADMIN, LATER: 'c'.repeat(40) } });
  await control.brandVerdict({ profile: 'shop', verdict: 'reject' });
  expect((await run(['profile', 'apply-brand', 'shop'])).out).toBe(
    'shop: applied for brand messages; an inspector decides\n',
  );
  // A missing proof is refused with the code of a pending application, so the service's own words decide.
  expect((await run(['profile', 'apply-brand', 'shop'])).err).toContain('brand messages are applied for already');
  await control.profile({ profile: 'shop', brandMessage: true });
  expect(await json(['profile', 'apply-brand', 'shop'])).toMatchObject({ ok: true, outcome: 'already-so' });
});

it('a profile that the service does not know is told', async () => {
  const { run } = await open();
  const env = { BIZ: 'emulator', KEY: 'emulator-key', LATER: 'c'.repeat(40) };
  expect((await run(['profile', 'recover', 'later'])).exit).toBe(3);
  const unknown = await run(['profile', 'recover', 'later'], { env });
  expect(unknown.exit).toBe(1);
  expect(unknown.err).toContain('The service has no sender profile `later`');
});
