import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/account/check.ts';
import { codes } from '../../src/core/codes.ts';
import type { Problem } from '../../src/core/problem.ts';
import { createEmulatorControl, type EmulatorServer } from '../../src/emulator/emulator.ts';
import { systemClock, systemPorts } from '../../src/files/system.ts';
import { thisMachine } from '../../src/files/this-machine.ts';
import { openEmulator, openProject, type Project, tagsOf } from './project.ts';

/** `doctor` against emulators and servers that have something to find. */

const SHOP = 'a'.repeat(40);
const MALL = 'b'.repeat(40);
const SECRETS = { KEY: 'emulator-key', PASSWORD: 'emulator-password', QA: '01000000000' };

const emulated = (): Promise<EmulatorServer> =>
  openEmulator([
    { alias: 'shop', key: SHOP, type: 'S', groups: [MALL] },
    { alias: 'mall', key: MALL, type: 'G' },
  ]);

function projectOf(url: string, { messageUrl = url, keys = [SHOP, MALL], more = '' } = {}): Promise<Project> {
  const [shop, mall] = keys;
  return openProject(
    `environments:
  here:
    resourceUrl: ${url}
    messageUrl: ${messageUrl}
    credentials: { bizId: emulator, apiKey: "\${env:KEY}", account: emulator, password: "\${env:PASSWORD}" }
    profiles: { shop: { key: ${shop} }, mall: { key: ${mall}, type: G } }
    recipients: { qa: "\${env:QA}" }
${more}`,
    SECRETS,
  );
}

/** Each check by its name: its result and what it says, with PORT for ports. */
async function checksOf({ run }: Project, given: Parameters<Project['run']>[1] = {}) {
  const { exit, out, err } = await run(['doctor', '--json'], given);
  const { checks, ok } = JSON.parse(out) as { checks: Check[]; ok: boolean };
  expect([err, ok]).toEqual(['', exit === 0]);
  expect(out).not.toMatch(new RegExp(`${SHOP}|${MALL}|emulator-password|emulator-key`));
  const find = (name: string): Check[] => checks.filter((check) => check.name === name);
  return { exit, checks, find, findings: checks.filter(({ result }) => result === 'finding') };
}

describe('doctor', () => {
  it('finds nothing where everything works, and sends nothing', async () => {
    const emulator = await emulated();
    const { run } = await projectOf(emulator.url);
    const { exit, out } = await run(['doctor']);
    expect(exit).toBe(0);
    expect(
      out.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').replace(/(clock +).*/, '$1CLOCK'),
    ).toMatchInlineSnapshot(`
      "Checks of here

      ✓ configuration              notiform.yaml
      ✓ settings and variables     8 settings have a value
      ✓ resource API: address      127.0.0.1:PORT
      ✓ resource API: credentials  bizId and apiKey are accepted
      ✓ clock                      CLOCK
      ✓ sender keys                shop, mall
      ✓ message API: address       127.0.0.1:PORT
      ✓ message API: credentials   account, password and this address are accepted
      ✓ state store                file: 2 profiles, 0 with a state
      ✓ lock                       no profile is locked

      Nothing to fix: 10 ok.
      "
    `);
    const { journal } = createEmulatorControl(emulator.url);
    const called = await journal();
    if (!called.ok) throw new Error(called.message);
    expect(
      called.entries.map(({ path }) => path).filter((path) => /^\/v\d\/(token|report|message)/.test(path)),
    ).toEqual(['/v1/token', '/v2/report']);
  });

  it('names every setting without a value, and checks what it can', async () => {
    const emulator = await emulated();
    const project = await projectOf(emulator.url);
    const { exit, findings, find } = await checksOf(project, { env: { PASSWORD: '', QA: '' } });
    expect([exit, findings]).toEqual([0, []]);
    expect(find('settings').map(({ result, says }) => `${result}: ${says}`)).toEqual([
      'note: The environment variable QA is empty',
      'note: The environment variable PASSWORD is empty',
    ]);
    expect(find('resource-credentials')).toMatchObject([{ result: 'ok' }]);
    expect(find('message-credentials')).toMatchObject([{ result: 'skipped' }]);
    const { out } = await project.run(['doctor'], { env: { QA: '' } });
    expect(out).toContain('    help: Set it where you send\n');
    expect(out).toMatch(/\nNo errors: \d+ ok, 1 to know\.\n$/);
  });

  it('lists variables without a value in one finding: their names, one meaning, one fix', async () => {
    const { run } = await openProject(`environments:
  here:
    emulator: true
    profiles: { shop: { key: "\${env:SHOP_KEY}" }, mall: { key: "\${env:MALL_KEY}", type: G } }
    recipients: { qa: "\${env:QA}", dev: "\${env:QA}" }
`);
    const { out } = await run(['doctor']);
    expect(out.slice(out.indexOf('✗ settings'), out.indexOf('○'))).toMatchInlineSnapshot(`
      "✗ settings and variables     Not set or empty: 3 environment variables
          SHOP_KEY  environments.here.profiles.shop.key
          MALL_KEY  environments.here.profiles.mall.key
          QA        environments.here.recipients.qa, environments.here.recipients.dev
          means: A setting that this command needs is missing, or its \`\${env:NAME}\` is not set or empty
          help: Set each variable in the shell (\`export SHOP_KEY=…\`) or in the secrets of CI
      "
    `);
    const json = JSON.parse((await run(['doctor', '--json'])).out) as { checks: Check[]; problems: unknown[] };
    const findings = json.checks.filter(({ name, result }) => name === 'settings' && result === 'finding');
    expect([findings.length, out.match(/(\d+) findings?,/)?.[1]]).toEqual([4, '1']);
    expect(findings[0]).toMatchObject({
      says: 'The environment variable SHOP_KEY is not set',
      variable: { name: 'SHOP_KEY', setting: 'environments.here.profiles.shop.key' },
    });
  });

  it('checks the rest without a configuration', async () => {
    const { run } = await openProject('environments: { here: { profilez: {} } }');
    const { exit, out } = await run(['doctor']);
    expect(exit).toBe(1);
    expect(out).toMatch(/✗ configuration/);
    expect((await run(['doctor', '--json'])).out).toContain('"ok":false');
  });

  it('notes white space around pasted secrets, and shows none of them', async () => {
    const env = { KEY: 'emulator-key\n', PASSWORD: ' emulator-password' };
    const { find } = await checksOf(await projectOf((await emulated()).url), { env });
    expect(find('settings')).toMatchObject([
      { result: 'note', says: '`credentials.apiKey` begins or ends with white space' },
      { result: 'note', says: '`credentials.password` begins or ends with white space' },
    ]);
  });

  it('tells wrong credentials of each API apart', async () => {
    const emulator = await emulated();
    const project = await projectOf(emulator.url);
    const given = { env: { KEY: 'wrong-key', PASSWORD: 'wrong-word' } };
    const { find, findings } = await checksOf(project, given);
    expect(findings.map(({ name }) => name)).toEqual(['resource-credentials', 'message-credentials']);
    for (const language of ['en', 'ko']) {
      const { out, err } = await project.run(['doctor', '--language', language], given);
      expect(`${out}${err}`).not.toContain('notiform doctor');
    }
    expect(JSON.stringify(findings)).not.toContain('notiform doctor');
    expect(find('clock')).toMatchObject([{ result: 'ok' }]);
    expect(find('message-credentials')).toMatchObject([
      {
        means: 'The service says: the password of the account is wrong',
        fix: expect.stringContaining('test and production'),
      },
    ]);
    expect(find('sender-keys')).toMatchObject([{ result: 'skipped' }]);
  });

  it('finds an address that may not call the message API', async () => {
    const emulator = await emulated();
    await createEmulatorControl(emulator.url).settings({ allowedIps: ['203.0.113.7'] });
    const { find, findings } = await checksOf(await projectOf(emulator.url));
    expect(findings).toHaveLength(1);
    expect(find('message-credentials')).toMatchObject([
      {
        result: 'finding',
        means: 'The service says: the address that called is not a registered one',
        problem: { service: { code: '3010' } },
        fix: expect.stringContaining('Register the address'),
      },
    ]);
  });

  it('finds a state of another account or key, with the words of `plan`, and none whose key is not set', async () => {
    const OTHER = 'c'.repeat(40);
    const emulator = await openEmulator([
      { alias: 'shop', key: SHOP, type: 'S' },
      { alias: 'other', key: OTHER, type: 'S' },
    ]);
    const project = await openProject(
      `environments:
  here:
    resourceUrl: ${emulator.url}
    messageUrl: ${emulator.url}
    credentials: { bizId: "\${env:BIZ}", apiKey: emulator-key, account: emulator, password: emulator-password }
    profiles: { shop: { key: "\${env:SHOP}" } }
`,
      { BIZ: 'emulator', SHOP },
    );
    await project.write('manifests/tags.yaml', tagsOf({ news: 'News' }));
    expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
    const state = async (env: Record<string, string>) => (await checksOf(project, { env })).find('state');
    expect(await state({})).toMatchObject([{ result: 'ok' }]);
    const planned = await project.run(['plan', '--json'], { env: { SHOP: OTHER } });
    const { problems } = JSON.parse(planned.out) as { problems: Problem[] };
    const refused = problems.find(({ code }) => code === 'profile-changed');
    expect(planned.exit).toBe(7);
    const { exit, findings } = await checksOf(project, { env: { SHOP: OTHER } });
    expect([exit, findings.map(({ name }) => name)]).toEqual([1, ['state']]);
    expect(findings).toMatchObject([
      { says: refused?.message, fix: refused?.hint, means: codes['profile-changed'].what },
    ]);
    expect(await state({ BIZ: 'another' })).toMatchObject([
      { result: 'finding', problem: { code: 'account-changed' } },
    ]);
    expect(await state({ SHOP: '', BIZ: '' })).toMatchObject([{ result: 'ok' }]);
  });

  it('notes a git remote that lets this user read the state and not push it', async () => {
    const project = await openProject(
      `environments: { here: { emulator: true, state: { store: git }, profiles: { shop: { key: ${SHOP} } } } }\n`,
      { PATH: process.env['PATH'] ?? '' },
    );
    const git = (...words: string[]) => execFileSync('git', words, { cwd: project.path, stdio: 'ignore' });
    git('init');
    git('init', '--bare', 'remote.git');
    git('remote', 'add', 'origin', './remote.git');
    expect((await checksOf(project)).find('state')).toMatchObject([{ result: 'ok' }]);
    git('config', 'remote.origin.pushurl', './no/such.git');
    const { exit, find } = await checksOf(project);
    const means = 'The state can be read here and not written: `plan` works, `apply` does not';
    expect([exit, find('state')]).toMatchObject([0, [{ result: 'note', means, fix: expect.any(String) }]]);
  });

  it('compares the clocks', async () => {
    const emulator = await emulated();
    const project = await projectOf(emulator.url);
    const clock = { now: () => systemClock.now() + 300_000, sleep: systemClock.sleep };
    const { find } = await checksOf(project, { ports: { ...systemPorts, clock } });
    expect(find('clock')).toMatchObject([
      {
        result: 'finding',
        says: expect.stringMatching(/^This machine's clock is (299|30[01]) s ahead of the service$/),
        fix: expect.stringContaining('NTP'),
      },
    ]);
  });

  it('finds profiles and groups that the service does not know, and those that cannot send', async () => {
    const emulator = await emulated();
    const control = createEmulatorControl(emulator.url);
    const unknown = await checksOf(await projectOf(emulator.url, { keys: ['c'.repeat(40), 'd'.repeat(40)] }));
    expect(unknown.find('sender-keys').map(({ says }) => says)).toEqual([
      'The service has no sender profile `shop`',
      'The service has no group `mall`',
    ]);
    await control.profile({ profile: 'shop', block: true, clearBlockUrl: 'https://service.example/release' });
    const blocked = await checksOf(await projectOf(emulator.url));
    expect(blocked.find('sender-keys')).toMatchObject([
      { says: 'The profile `shop` is blocked', fix: 'Request its release: https://service.example/release' },
    ]);
    await control.profile({ profile: 'shop', block: false, dormant: true });
    const dormant = await checksOf(await projectOf(emulator.url));
    expect(dormant.find('sender-keys')).toMatchObject([{ fix: 'Run `notiform profile recover shop`' }]);
  });

  it('notes an environment that does not verify certificates', async () => {
    const { url } = await emulated();
    const lax = await checksOf(await projectOf(url, { more: '    test: true\n    insecureTls: true\n' }));
    expect(lax.find('resource-address')).toMatchObject([{ result: 'note' }]);
  });

  it('shows no password of a proxy, and finds one that is no address', async () => {
    const emulator = await emulated();
    const project = await projectOf('https://service.example', { messageUrl: emulator.url });
    const used = await checksOf(project, { env: { HTTPS_PROXY: 'http://kim:secret-word@127.0.0.1:9' } });
    expect(used.find('resource-credentials')).toMatchObject([
      { result: 'finding', problem: { code: 'service-proxy' } },
    ]);
    expect(JSON.stringify(used.checks)).not.toContain('secret-word');
    const wrong = await checksOf(project, { env: { HTTPS_PROXY: 'socks5://kim:secret-word@p:1' } });
    expect(wrong.find('resource-credentials')).toMatchObject([
      { result: 'finding', problem: { code: 'proxy-address' } },
    ]);
    expect(wrong.find('state')).toMatchObject([{ result: 'ok' }]);
  });

  it('finds a state that cannot be written', async () => {
    const emulator = await emulated();
    const project = await projectOf(emulator.url);
    await project.write('.notiform/state', 'x');
    const { exit, find } = await checksOf(project);
    expect([exit, find('state')]).toMatchObject([1, [{ result: 'finding', problem: { code: 'state-unwritable' } }]]);
    expect(find('lock')).toMatchObject([{ result: 'skipped', says: 'needs state' }]);
  });

  it('reads the state, and finds the lock of a run that has ended', async () => {
    const emulator = await emulated();
    const project = await projectOf(emulator.url);
    const lock = (host: string, pid: number, more: object = {}) =>
      project.write(
        '.notiform/state/here/shop.json.lock',
        JSON.stringify({
          pid,
          host,
          command: 'apply',
          user: 'kim',
          startedAt: '2026-11-20T00:00:00.000Z',
          token: 't1',
          fence: 1,
          ...more,
        }),
      );
    await lock(hostname(), 2 ** 22 + 1, { boot: 'another-boot' });
    expect((await checksOf(project)).find('lock')).toMatchObject([
      { result: 'note', fix: 'If that run has ended, run `notiform state unlock shop`' },
    ]);
    // The next run takes over the lock of a dead process of this boot, so nothing has to be fixed.
    await lock(hostname(), 2 ** 22 + 1, thisMachine());
    const left = await checksOf(project);
    expect([left.exit, left.find('lock')]).toEqual([
      0,
      [
        {
          name: 'lock',
          result: 'note',
          says: expect.stringContaining('shop is locked'),
          means: expect.stringContaining('takes the lock over'),
        },
      ],
    ]);
    await lock('build-7', 41);
    const { exit, find } = await checksOf(project);
    expect([exit, find('lock')[0]?.result]).toEqual([0, 'note']);
    const { out } = await project.run(['doctor']);
    expect(out).toContain('If that run has ended, run `notiform state unlock shop`');
    expect(out).toContain('\nNo errors: ');
    await project.write('.notiform/state/here/shop.json', '{"formatVersion":');
    const broken = await checksOf(project);
    expect(broken.find('state')).toMatchObject([{ result: 'finding', problem: { code: 'state-corrupt' } }]);
    expect(broken.find('lock')).toMatchObject([{ result: 'skipped' }]);
  });
});
