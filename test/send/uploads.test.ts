import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import type { Files } from '../../src/core/ports.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { emulatorCredentials } from '../../src/emulator/emulator.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemPorts } from '../../src/files/system.ts';
import { exitOfSends } from '../../src/send/describe.ts';
import { openUploads } from '../../src/send/dispatch.ts';
import { messageApi, messageEndpoints } from '../../src/send/endpoints.ts';
import { openJournal } from '../../src/send/journal.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { runSends, type SendContext } from '../../src/send/run.ts';
import { createClient } from '../../src/wire/client.ts';
import { type Bench, openBench, PHONE } from '../emulator/support.ts';
import { jpeg, png } from '../images.ts';
import { handClock, memoryFiles, NOW, prepareText } from './support.ts';

/** Images of an mms through the real client to the emulator. */

const ROOT = '/project';
const IMAGES: Record<string, Uint8Array> = {
  'a.jpg': jpeg(10, 10),
  '그림 b.jpeg': jpeg(20, 10),
  'wrong.jpg': png(10, 10),
};

function node(path: string) {
  return { path, sha256: sha256(IMAGES[path] ?? new Uint8Array()) };
}

function files(read: Files['read'] = async (path) => IMAGES[path.slice(ROOT.length + 1)]): Files {
  return { ...memoryFiles(), read };
}

interface Sending {
  bench: Bench;
  running: SendContext;
  /** The calls of the message API, as the emulator counted them. */
  calls(): Promise<string[]>;
  outcomes(): Promise<string[]>;
}

async function sending(from = files(), signal = new AbortController().signal): Promise<Sending> {
  const bench = await openBench({ ports: { ...systemPorts, clock: { ...systemPorts.clock, now: () => NOW } } });
  await bench.control.settings({ deliveryMs: 0 });
  const trace: string[] = [];
  const service = createClient({
    token: messageEndpoints.token,
    resourceUrl: bench.url,
    messageUrl: bench.url,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 4, perSecond: 1000, timeoutMs: 10_000 },
    insecureTls: false,
    ports: { ...systemPorts, clock: handClock() },
    trace: (line) => trace.push(line),
  });
  const message = messageApi(service);
  const journal = openJournal({ files: memoryFiles(), path: 'sends.jsonl', clock: handClock(), environment: 'local' });
  return {
    bench,
    running: {
      message,
      keyOf: openUploads({ message, files: from, root: ROOT, signal }),
      journal,
      clock: handClock(),
      signal,
      confirmed: [],
      waitMs: null,
    },
    calls: async () => trace.map((line) => line.split(' ').slice(1, 3).join(' ')),
    outcomes: async () => (await journal.sends()).map(({ outcome, to }) => `${outcome} ${to}`),
  };
}

function sends(names: readonly string[] = ['a.jpg', '그림 b.jpeg'], to: string[] = ['qa']): PreparedSend[] {
  return prepareText({ type: 'mms', subject: '안내', files: names.map(node) }, { to }).sends;
}

describe('the images of an mms', () => {
  it('are uploaded before the send, each once for all recipients, and the message has their keys', async () => {
    const { bench, running, calls, outcomes } = await sending();
    const results = await runSends(sends(undefined, ['qa', 'dev']), running);
    expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(await calls()).toEqual([
      '/v1/token 200',
      '/v2/file 200',
      '/v2/file 200',
      '/v3/message 200',
      '/v3/message 200',
    ]);
    expect(await outcomes()).toEqual(['accepted qa', 'accepted dev']);
    const [payload] = results.map((one) => one.payload['content']);
    expect(JSON.stringify(payload)).toMatch(
      /"file":\[\{"type":"IMG","key":"[\w.]+"\},\{"type":"IMG","key":"[\w.]+"\}\]/,
    );
    const inbox = await bench.control.inbox();
    expect(inbox.ok && inbox.messages.map(({ type, to }) => [type, to])).toContainEqual(['mms', PHONE]);
  });

  it('that the service refuses are not sent, and other messages are', async () => {
    const { running, calls, outcomes } = await sending();
    const results = await runSends(
      [...sends(['wrong.jpg', 'a.jpg']), ...prepareText({ type: 'sms', text: '안녕' }).sends],
      running,
    );
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code ?? null])).toEqual([
      ['not-sent', 'service-refused'],
      ['accepted', null],
    ]);
    expect(await calls()).toEqual(['/v1/token 200', '/v2/file 400', '/v3/message 200']);
    expect(await outcomes()).toEqual(['accepted qa']);
    expect(exitOfSends(results)).toBe(1);
  });

  it('are uploaded again after a lost answer, and the message is sent once', async () => {
    const { bench, running, calls } = await sending();
    await bench.control.faults([{ path: '/v2/file', kind: 'drop-after', times: 1 }]);
    const results = await runSends(sends(['a.jpg']), running);
    expect(results.map(({ outcome }) => outcome)).toEqual(['accepted']);
    expect(await calls()).toEqual(['/v1/token 200', '/v2/file -', '/v2/file 200', '/v3/message 200']);
  });

  it('are uploaded once more with a new token if the service no longer takes the old one', async () => {
    const { bench, running, calls } = await sending();
    await bench.control.faults([{ path: '/v2/file', kind: 'status', status: 400, code: '3005', times: 1 }]);
    const results = await runSends(sends(['a.jpg']), running);
    expect(results.map(({ outcome, problem }) => [outcome, problem?.message])).toEqual([['accepted', undefined]]);
    expect(await calls()).toEqual([
      '/v1/token 200',
      '/v2/file 400',
      '/v1/token 200',
      '/v2/file 200',
      '/v3/message 200',
    ]);
  });

  it('whose upload stays unclear are not sent', async () => {
    const { bench, running, calls, outcomes } = await sending();
    await bench.control.faults([{ path: '/v2/file', kind: 'drop-after', times: 9 }]);
    const results = await runSends(sends(['a.jpg'], ['qa', 'dev']), running);
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['not-sent', 'service-unclear'],
      ['not-sent', 'service-unclear'],
    ]);
    expect((await calls()).filter((call) => call.startsWith('/v3/message'))).toEqual([]);
    expect(await outcomes()).toEqual([]);
  });

  it('that changed since they were checked are not sent', async () => {
    for (const [read, code] of [
      [async () => jpeg(1, 1), 'file-changed'],
      [async () => undefined, 'file-changed'],
      [() => Promise.reject(new FileFailure('read', 'a.jpg', 'EACCES')), 'file-unreadable'],
    ] as const) {
      const { running, calls } = await sending(files(read));
      const results = await runSends(sends(['a.jpg']), running);
      expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([['not-sent', code]]);
      expect(await calls()).toEqual([]);
    }
  });

  it('that could not be read for one message are read again for the next', async () => {
    let reads = 0;
    const { running } = await sending(
      files(async (path) => {
        reads += 1;
        if (reads === 1) throw new FileFailure('read', 'a.jpg', 'EACCES');
        return IMAGES[path.slice(ROOT.length + 1)];
      }),
    );
    const results = await runSends(sends(['a.jpg'], ['qa', 'dev']), running);
    expect(results.map(({ outcome }) => outcome)).toEqual(['not-sent', 'accepted']);
  });

  it('are not uploaded after an interrupt, and nothing is sent', async () => {
    const stop = new AbortController();
    const { running, calls, outcomes } = await sending(files(), stop.signal);
    stop.abort();
    const results = await runSends(sends(), running);
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([['not-sent', 'interrupted']]);
    expect(exitOfSends(results)).toBe(130);
    expect([await calls(), await outcomes()]).toEqual([[], []]);
  });

  it('end the run on a bug', async () => {
    const { running } = await sending(files(() => Promise.reject(new Error('a bug'))));
    await expect(runSends(sends(['a.jpg']), running)).rejects.toThrow('a bug');
  });
});
