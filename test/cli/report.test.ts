import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import type { SendRecord, SendResult } from '../../src/core/send-result.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  type EmulatorServer,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import type { JournalLine } from '../../src/send/journal.ts';
import { EMULATOR_KEY, hereOf, openProject, type Project } from './project.ts';

/** `report`: the sends of the journal, and their results. */

const JOURNAL = '.notiform/sends.jsonl';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let emulator: EmulatorServer;
let control: EmulatorControl;
beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'auto',
    profiles: [],
    senders: ['15880000'],
    recipients: ['01000000000'],
    ports: systemPorts,
  });
  control = createEmulatorControl(emulator.url);
  await control.settings({ deliveryMs: HOUR });
  return () => emulator.close();
});

/** A project with one test send, and its cache folder. */
async function opened(lines: readonly JournalLine[] = [], messageUrl = emulator.messageUrl): Promise<Project> {
  const cache = await mkdtemp(join(tmpdir(), 'notiform-cache-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const more = `    messageUrl: ${messageUrl}\n    senders: { main: "15880000" }\n    recipients: { qa: "01000000000" }\n`;
  const account = 'apiKey: "${env:KEY}", account: emulator, password: emulator-password }';
  const config = hereOf(emulator, [], more).replace('apiKey: "${env:KEY}" }', account);
  const project = await openProject(`defaults: { environment: here, sender: main }\n${config}`, {
    ...EMULATOR_KEY,
    XDG_CACHE_HOME: cache,
  });
  await project.write(
    'manifests/sends.yaml',
    'kind: TestSend\nid: smoke\nto: [qa]\nmessage: { type: sms, text: 안녕 }\n',
  );
  if (lines.length > 0) await project.write(JOURNAL, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return project;
}

async function json(project: Project, ...words: string[]) {
  const { exit, out } = await project.run(['report', ...words, '--json']);
  const { sends, problems, since } = JSON.parse(out) as {
    sends: SendRecord[];
    problems: Problem[];
    since: string | null;
  };
  return { exit, sends, codes: problems.map(({ code }) => code), since };
}

function line(ago: number, event: JournalLine['event'], more: Partial<JournalLine> = {}): JournalLine {
  return {
    time: new Date(Date.now() - ago).toISOString(),
    event,
    environment: 'here',
    send: 'smoke',
    to: 'qa',
    number: '010****0000',
    refkey: 'nf1',
    ...more,
  };
}

/** The paths of the message API that were called since a number of requests. */
async function calledSince(count: number): Promise<string[]> {
  const journal = await control.journal();
  return journal.ok ? journal.entries.slice(count).map(({ path }) => path) : [];
}

describe('report', () => {
  it('shows a message without a result, then with it, and adds the result to the journal', async () => {
    const project = await opened();
    const sent = JSON.parse((await project.run(['send', '--no-wait', '--json'])).out) as { sends: SendResult[] };
    const { messageKey = '', refKey = '' } = sent.sends[0]?.acceptance ?? {};
    expect(await json(project, messageKey)).toMatchObject({
      exit: 9,
      sends: [{ send: 'smoke', messageKey, refKey, outcome: 'accepted', result: null, asExpected: null }],
      codes: ['send-no-result'],
    });

    await control.clock({ advance: HOUR });
    const before = (await calledSince(0)).length;
    expect(await json(project, 'smoke')).toMatchObject({
      exit: 0,
      sends: [{ messageKey, outcome: 'delivered', asExpected: true, result: { code: '4100' }, problem: null }],
      codes: [],
    });
    // The first command left its token.
    expect(await calledSince(before)).toEqual(['/v2/report']);

    const { exit, out, err } = await project.run(['report', '--since', '1h']);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^Sends on here since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d KST\n\n✓ /);
    expect(out).toContain('smoke to qa (010****0000)');
    expect(out).toContain('delivered (4100)');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`message key ${messageKey}, reference ${refKey}`);
    // The journal has the result now, so nothing is requested.
    expect(await calledSince(before)).toEqual(['/v2/report']);
  });

  it('shows the delivery that `send` or an earlier `report` learned, without a request and without the phone number', async () => {
    const project = await opened();
    await control.settings({ deliveryMs: 0 });
    onTestFinished(async () => void (await control.settings({ deliveryMs: HOUR })));
    const sent = JSON.parse((await project.run(['send', '--json'])).out) as { sends: SendResult[] };
    const [{ delivery = null } = {}] = sent.sends;
    expect(delivery).toMatchObject({ code: '4100', device: 'SMS', at: expect.any(String), channel: 'sms' });
    const before = (await calledSince(0)).length;
    expect((await json(project, 'smoke')).sends[0]?.result).toEqual(delivery);
    expect((await project.run(['report', 'smoke'])).out).toContain('SMS, ');

    await project.run(['send', '--no-wait']);
    const [asked] = (await json(project, 'smoke')).sends;
    expect(asked?.result).toMatchObject({ device: 'SMS', channel: 'sms' });
    const after = (await calledSince(before)).length;
    expect((await json(project, 'smoke')).sends).toEqual([asked]);
    expect(await calledSince(before + after)).toEqual([]);
    expect(await readFile(join(project.path, JOURNAL), 'utf8')).not.toContain('01000000000');
  });

  it('requests a message of another machine, and says that the service does not have it', async () => {
    const project = await opened();
    const { exit, sends, codes } = await json(project, 'no-such-key');
    expect([exit, codes]).toEqual([9, ['send-result-gone']]);
    expect(sends[0]?.problem).toMatchObject({
      message: expect.stringMatching(/^The service has no message with the key no-such-key: .* \(code 2000\)$/),
      service: { code: '2000' },
    });
    expect((await project.run(['report', 'no-such-key'])).out).toContain('not in the journal');
  });

  it('does not request a message that the service has deleted after 35 days', async () => {
    const key = { messagekey: 'old-key' };
    const project = await opened([line(36 * DAY, 'sending'), line(36 * DAY, 'accepted', key)]);
    const before = (await calledSince(0)).length;
    const { exit, sends, codes } = await json(project, 'nf1');
    expect([exit, codes]).toEqual([9, ['send-result-gone']]);
    expect(sends[0]?.problem?.message).toBe('The service has no message with the key old-key');
    expect(await calledSince(before)).toEqual([]);
    // A message that was reserved for a later day is younger.
    const at = new Date(Date.now() - 10 * DAY).toISOString();
    const reserved = await opened([line(36 * DAY, 'accepted', { ...key, at })]);
    expect((await json(reserved, 'nf1')).sends[0]?.problem?.service?.code).toBe('2000');
  });

  it.each<[string, [JournalLine['event'], Partial<JournalLine>], number, (string | null)[]]>([
    ['a delivered message', ['result', { result: '7000' }], 0, ['delivered', 'true', null]],
    ['a message that was not delivered', ['result', { result: '7204' }], 8, ['failed', 'false', null]],
    ['an expected failure', ['result', { result: '7322', expect: 'failed:7322' }], 0, ['failed', 'true', null]],
    ['an unexpected delivery', ['result', { result: '7000', expect: 'failed:7322' }], 8, ['delivered', 'false', null]],
    ['a refused message', ['refused', { result: '2000' }], 8, ['refused', 'false', null]],
    ['an expected refusal', ['refused', { result: '2000', expect: 'failed:2000' }], 0, ['refused', 'true', null]],
    ['a message that was not sent', ['not-sent', {}], 8, ['not-sent', 'null', null]],
    ['a call without an answer', ['unknown', {}], 9, ['unknown', 'null', 'send-uncertain']],
    ['a run that was killed during the call', ['sending', {}], 9, ['unknown', 'null', 'send-uncertain']],
  ])('tells the truth about %s without a call', async (_, [event, more], exit, expected) => {
    const project = await opened([line(HOUR, event, more)], 'http://127.0.0.1:1');
    const found = await json(project, 'smoke');
    expect(
      found.sends.map(({ outcome, asExpected, problem }) => [outcome, String(asExpected), problem?.code ?? null]),
    ).toEqual([expected]);
    expect(found.exit).toBe(exit);
  });

  it('finds the last message to each recipient, and exits with the worst code', async () => {
    const project = await opened([
      line(3 * HOUR, 'result', { refkey: 'nf1', result: '7204' }),
      line(2 * HOUR, 'result', { refkey: 'nf2', result: '7000' }),
      line(2 * HOUR, 'result', { refkey: 'nf3', result: '7000', to: 'dev' }),
      line(HOUR, 'result', { refkey: 'nf4', result: '7000', environment: 'production' }),
      line(HOUR, 'result', { refkey: 'nf5', result: '7000', send: 'other' }),
    ]);
    const named = await json(project, 'smoke');
    expect([named.exit, named.sends.map(({ refKey }) => refKey)]).toEqual([0, ['nf2', 'nf3']]);
    const since = await json(project, '--since', '150m');
    expect([since.exit, since.sends.map(({ refKey }) => refKey)]).toEqual([0, ['nf2', 'nf3', 'nf5']]);
    expect(Date.parse(since.since ?? '')).toBeGreaterThan(Date.now() - 3 * HOUR);
    expect((await json(project, '--since', '1d')).exit).toBe(8);
  });

  it('requests an unknown key also if the manifests cannot be read', async () => {
    const project = await opened();
    await project.write('manifests/broken.yaml', 'kind: [');
    expect(await json(project, 'no-such-key')).toMatchObject({ exit: 9, codes: ['send-result-gone'] });
    const config = await readFile(join(project.path, 'notiform.yaml'), 'utf8');
    await project.write('notiform.yaml', config.replace('  here:\n', '$&    variables: { name: "${env:NOT_SET}" }\n'));
    expect((await json(project, 'no-such-key')).codes).toEqual(['send-result-gone']);
  });
});
