import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SendResult } from '../../src/core/send-result.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  type EmulatorServer,
  emulatorCredentials,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { EMULATOR_KEY, openProject, type Project, type Ran } from './project.ts';

/** Suites of test sends, as the command line runs them. */

const KEY = 's'.repeat(40);
/** Noon in Korea, when brand messages are delivered. */
const AHEAD = Date.parse('2026-11-20T12:00:00+09:00') - Date.now();
const ports = { ...systemPorts, clock: { ...systemPorts.clock, now: () => Date.now() + AHEAD } };

let emulator: EmulatorServer;
let control: EmulatorControl;
beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'auto',
    profiles: [{ alias: 'shop', key: KEY, type: 'S', brandMessage: true }],
    senders: ['15880000'],
    recipients: ['01000000000', '01000000001'],
    ports,
  });
  control = createEmulatorControl(emulator.url);
  await control.settings({ deliveryMs: 0, inspectMs: 0 });
  return () => emulator.close();
});

const sms = (id: string, more = ''): string =>
  `kind: TestSend\nid: ${id}\nto: [qa]\nmessage: { type: sms, text: "${id}" }\n${more}`;

/** A project with these test sends in the folder `manifests/send`. */
async function opened(sends: readonly string[], more = ''): Promise<Project> {
  const project = await openProject(
    `defaults: { environment: here, sender: main, profile: shop }
environments:
  here:
    resourceUrl: ${emulator.resourceUrl}
    messageUrl: ${emulator.messageUrl}
    credentials: { bizId: emulator, apiKey: "\${env:KEY}", account: emulator, password: "\${env:PASSWORD}" }
    profiles: { shop: { key: ${KEY} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000", dev: "01000000001" }
${more}`,
    { ...EMULATOR_KEY, PASSWORD: emulatorCredentials.password },
  );
  await project.write('manifests/send/suite.yaml', sends.join('---\n'));
  return { ...project, run: (words, given) => project.run(words, { ports, ...given }) };
}

async function received(text: string): Promise<number> {
  const inbox = await control.inbox();
  if (!inbox.ok) throw new Error(inbox.message);
  return inbox.messages.filter((one) => JSON.stringify(one).includes(text)).length;
}

const outcomes = ({ out }: Ran): unknown[] =>
  (JSON.parse(out).sends as SendResult[]).map(({ send, outcome }) => [send, outcome]);

describe('a folder of test sends', () => {
  it('is sent, with a table at the end, and exits with the worst code', async () => {
    const project = await opened([
      sms('suite-one'),
      sms('suite-failed', 'expect: failed:4430\n'),
      sms('suite-wrong').replace('suite-wrong"', '😀"'),
      sms('suite-last', 'country: "82"\n').replace('[qa]', '[qa, dev]'),
    ]);
    const { exit, out, err } = await project.run(['send', 'manifests/send']);
    expect(exit).toBe(3);
    const table = out.split('\n').filter((line) => /^. suite-.* {2}sms/.test(line));
    expect(table.map((line) => line.replace(/\d+\.\d s/, 'N s').replace(/ {2,}/g, '  '))).toEqual([
      '✓ suite-one  qa  delivered  4100  N s  sms',
      '✗ suite-failed  qa  delivered, and not as expected (failed:4430)  4100  N s  sms',
      '✓ suite-last  qa  delivered  4100  N s  sms',
      '✓ suite-last  dev  delivered  4100  N s  sms',
    ]);
    // A message that ended as expected is only a row of the table.
    expect(out.match(/│ suite-/g)).toHaveLength(1);
    expect(err).toContain('suite-one to qa: delivered');
    expect(out).toContain('send-character');
    expect(await received('😀')).toBe(0);
    const one = await project.run(['send', 'suite-failed']);
    expect(one.exit).toBe(8);
    expect((await project.run(['send', 'manifests/send/suite.yaml', '--format', 'junit'])).out).toContain(
      'tests="5" failures="1" errors="1" skipped="0"',
    );
  });

  it('has a bounded rate: no more calls in a second than `limits.perSecond`', async () => {
    const names = ['r1', 'r2', 'r3'];
    const project = await opened(
      names.map((name) => sms(name)),
      '    limits: { perSecond: 1 }\n',
    );
    const slept: number[] = [];
    let now = Date.now() + AHEAD;
    const clock = {
      now: () => now,
      sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
        // Time limits and the heartbeat wait for the end of the work.
        if (ms > 1000) return systemPorts.clock.sleep(ms, signal);
        slept.push(ms);
        now += ms;
      },
    };
    const { exit, out } = await project.run(['send', '--no-wait'], { ports: { ...ports, clock } });
    expect(exit, out).toBe(0);
    // The token and three messages: each but the first waits for the second to be over.
    expect(slept.filter((ms) => ms > 500).length).toBeGreaterThanOrEqual(3);
  });
});

describe('--unless-sent', () => {
  it('skips what was sent within the time, so that a second run completes the first', async () => {
    const project = await opened([sms('once-a'), sms('once-b')]);
    const run = (...words: string[]): Promise<Ran> => project.run(['send', ...words, '--unless-sent', '24h', '--json']);
    expect(outcomes(await run('once-a'))).toEqual([['once-a', 'delivered']]);
    const second = await run();
    expect(outcomes(second)).toEqual([
      ['once-a', 'skipped'],
      ['once-b', 'delivered'],
    ]);
    expect(second.exit).toBe(0);
    const [skipped] = JSON.parse(second.out).sends as SendResult[];
    expect(skipped?.earlier).toMatchObject({ outcome: 'delivered', refKey: expect.stringMatching(/^nf/) });
    const text = await project.run(['send', '--unless-sent', '24h']);
    expect(text.out).toMatch(/○ once-a {2}qa {2}skipped: sent before/);
    expect(text.out).toContain('2 messages: 2 sent before.');
    expect(await received('once-a')).toBe(1);
    expect(outcomes(await project.run(['send', 'once-a', '--json']))).toEqual([['once-a', 'delivered']]);
  });

  it('is a usage error in CI with a state in files, and nothing is sent', async () => {
    const project = await opened([sms('ci')]);
    const { exit, err } = await project.run(['-e', 'here', 'send', '--unless-sent', '24h'], { env: { CI: 'true' } });
    expect(exit).toBe(64);
    expect(err).toContain('`--unless-sent` needs a state that the runs of CI share');
    expect(err).toContain('state: { store: git');
    expect(await received('"ci"')).toBe(0);
  });

  it.each([
    ['36d', [], '`--unless-sent` takes at most 35 days'],
    ['24', [], 'Expected a duration'],
    ['24h', ['--check', 'a.json'], "cannot be used with option '--unless-sent <time>'"],
  ])('of %s %j is a usage error', async (time, words, message) => {
    const project = await opened([sms('usage')]);
    const { exit, err } = await project.run(['send', ...words, '--unless-sent', time]);
    expect([exit, err.includes(message)], err).toEqual([64, true]);
  });

  it('of two runs of CI at the same time sends each message once', async () => {
    const remote = await mkdtemp(join(tmpdir(), 'notiform-suite-'));
    onTestFinished(() => rm(remote, { recursive: true, force: true }));
    const git = (cwd: string, ...args: string[]): Buffer => execFileSync('git', args, { cwd, stdio: 'pipe' });
    git(remote, 'init', '-q', '--bare');
    const runners = await Promise.all(
      [1, 2].map(async () => {
        const state = '    state: { store: git, ref: refs/notiform/here }\n';
        const project = await opened([sms('shared-a'), sms('shared-b')], state);
        git(project.path, 'init', '-q');
        git(project.path, 'remote', 'add', 'origin', remote);
        return project;
      }),
    );
    const env = { CI: 'true', PATH: String(process.env['PATH']), HOME: '/nonexistent' };
    const runs = await Promise.all(
      runners.map((project) => project.run(['-e', 'here', 'send', '--unless-sent', '24h', '--json'], { env })),
    );
    for (const index of [0, 1]) {
      const ended = runs.map((ran) => (JSON.parse(ran.out).sends as SendResult[])[index]?.outcome);
      expect(ended.sort(), runs.map(({ out, err }) => out + err).join('\n')).toEqual(['delivered', 'skipped']);
    }
    expect([await received('shared-a'), await received('shared-b')]).toEqual([1, 1]);
  });
});

describe('who receives, and when', () => {
  it('a number is refused, and not repeated', async () => {
    const project = await opened([sms('number')]);
    const { exit, err, out } = await project.run(['send', 'number', '--to', '010-1234-5678']);
    expect(exit).toBe(3);
    expect(err).toContain('A phone number is given instead of the name of a recipient');
    expect(out + err).not.toMatch(/1234|5678/);
  });

  it('six recipients need a flag', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `p${index}`);
    const limited = await opened([sms('many').replace('[qa]', `[${names.join(', ')}]`)]);
    const config = await readFile(join(limited.path, 'notiform.yaml'), 'utf8');
    const numbers = names.map((name, index) => `${name}: "0100000001${index}"`).join(', ');
    await limited.write('notiform.yaml', config.replace('dev: "01000000001"', `dev: "01000000001", ${numbers}`));
    const refused = await limited.run(['send', '--dry-run']);
    expect(refused.exit).toBe(3);
    expect(refused.err).toContain('has 6 recipients, 5 are allowed');
    expect((await limited.run(['send', '--dry-run', '--max-recipients', '6'])).exit).toBe(0);
  });

  const brand = (more: string): string =>
    `kind: TestSend\nid: night\nprofile: shop\nto: [qa]\nbrand: { mode: free, target: friend, bubble: TEXT, content: 야간 }\n${more}`;

  it('a brand message at 21:00 is a problem with its place, exit 3, and nothing is sent', async () => {
    const project = await opened([brand('at: 2026-11-21T21:00+09:00\n')]);
    const { exit, err } = await project.run(['send', 'night']);
    expect(exit).toBe(3);
    expect(err).toContain('suite.yaml:6:5: error: `at: 2026-11-21T21:00+09:00` is 21:00:00 in Korea');
    expect(err).toContain('Write a time in these hours, as `2026-11-22T08:00+09:00`');
    expect((await project.run(['validate'])).exit).toBe(3);
    expect(await received('야간')).toBe(0);
  });

  it('without a terminal, draws the message with its buttons beside the command that confirms it', async () => {
    const link = 'link: { mobile: "https://shop.example.com" }';
    const linked = brand('').replace('야간', `야간, buttons: [{ type: WL, name: 보기, ${link} }]`);
    const project = await opened([linked], '    protected: true\n');
    const { exit, out, err } = await project.run(['send', 'night']);
    expect(exit).toBe(7);
    expect(out).toMatch(/│ │ +보기 +│ │\n/);
    expect(err).toContain('send night --yes');
    expect(await received('야간')).toBe(0);
  });

  it.each(['no', 'y'])('after %s in place of the name of a protected environment, nothing is sent', async (answer) => {
    const project = await opened([sms('asked')], '    protected: true\n');
    const view = { ports, stdin: Object.assign(Readable.from([`${answer}\n`]), { isTTY: true }), terminal: true };
    const { exit, out, err } = await project.run(['send', 'asked'], view);
    expect(exit).toBe(7);
    expect(out).toContain('1 message: 1 not sent.');
    expect(err).toContain('Nothing was sent.');
    expect(await received('asked')).toBe(0);
  });
});
