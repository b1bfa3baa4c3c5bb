import { describe, expect, it } from 'vitest';
import { errorProblem, NotiformError } from '../../src/core/problem.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import { exitOfSends } from '../../src/send/describe.ts';
import { warnOfEarlier } from '../../src/send/earlier.ts';
import type { MessageApi } from '../../src/send/endpoints.ts';
import { openJournal } from '../../src/send/journal.ts';
import { openClaims } from '../../src/send/once.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { KEPT_MS } from '../../src/send/report.ts';
import { runSends, type SendContext } from '../../src/send/run.ts';
import { keyedDigest } from '../../src/state/account.ts';
import { emptyDocument, SENDS, type SentMessage } from '../../src/state/document.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import type { StateStore } from '../../src/state/store.ts';
import { TestFiles } from '../engine/support.ts';
import { seededRandom } from '../random.ts';
import { prepareRepositories, project, storeIn } from '../state/git-support.ts';
import { fallbacksFor, handClock, memoryFiles, messageApi, NOW, noFiles, prepared, testSend } from './support.ts';

const HOUR = 3_600_000;
const holder = { pid: 1, host: 'here', command: 'send' };

let seed = 0;

/** The sends of a run, with refkeys of their own. */
function ready(more: Parameters<typeof prepared>[0] = {}): PreparedSend[] {
  seed += 1;
  return prepared({ random: seededRandom(seed), ...more });
}

/** A service that counts the messages that it accepted, and delivers them with a result. */
function service(result: string | null = '7000'): MessageApi & { sent: string[] } {
  const sent: string[] = [];
  return {
    ...messageApi({}),
    sent,
    send: async ({ to, refkey }) => {
      sent.push(to);
      return { code: 1000, description: 'success', messagekey: `key-${sent.length}`, refkey };
    },
    report: async () => (result === null ? {} : { result: { result } }),
  };
}

function fileStore(files = new TestFiles(), clock = handClock(), environment = 'local'): StateStore {
  seed += 1;
  const ports = { files, clock, random: seededRandom(seed) };
  return createFileStore({ path: '/state', shown: 'state', environment, ports, isAlive: () => true });
}

interface World {
  store: StateStore;
  clock: ReturnType<typeof handClock>;
  run(message: MessageApi, sends?: PreparedSend[], more?: Partial<SendContext>): Promise<SendResult[]>;
}

/** A machine with a journal of its own, and a store that it shares. */
function machine(store: StateStore, clock = handClock(), unlessSentMs = 24 * HOUR, files = memoryFiles()): World {
  const keyed = keyedDigest('key');
  const journal = openJournal({ files, path: '/sends.jsonl', clock, environment: 'local', keyed });
  const run: World['run'] = (message, sends = ready(), more = {}) =>
    runSends(sends, {
      message,
      keyOf: noFiles,
      journal,
      clock,
      signal: new AbortController().signal,
      confirmed: [],
      waitMs: 1000,
      claims: openClaims({ store, journal, clock, environment: 'local', account: 'a', keyed, unlessSentMs, holder }),
      ...more,
    });
  return { store, clock, run };
}

const short = ({ outcome, problem, earlier }: SendResult): unknown[] => [
  outcome,
  problem?.code ?? null,
  earlier?.outcome ?? null,
];

/** The earlier send of the message of `ready`, as another run recorded it. */
async function recorded(store: StateStore, more: Partial<SentMessage>): Promise<void> {
  await store.edit(SENDS, holder, (stored) => {
    const [[key, sent] = ['', undefined]] = Object.entries(stored?.sends ?? {});
    if (!stored || !sent) return undefined;
    const { messagekey: _, ...withoutKey } = sent;
    // Only the call of a message that has a key had an answer.
    const hasKey = ['accepted', 'delivered', 'failed'].includes(more.outcome ?? '');
    return { ...stored, serial: stored.serial + 1, sends: { [key]: { ...(hasKey ? sent : withoutKey), ...more } } };
  });
}

describe('a message that another run sent, without `--unless-sent`', () => {
  it.each([
    ['unknown', HOUR, 1],
    ['sending', HOUR, 1],
    ['delivered', HOUR, 0],
    ['unknown', KEPT_MS, 0],
  ])('and whose outcome is %s is warned of after %i ms %i times', async (outcome, later, count) => {
    const store = fileStore();
    await machine(store).run(service());
    await recorded(store, { outcome });
    const journal = openJournal({ files: memoryFiles(), path: '/j', clock: handClock(), environment: 'local' });
    const sends = ready();
    const warnings = await warnOfEarlier(sends, {
      journal,
      environment: 'local',
      shared: { store, clock: handClock(NOW + later) },
    });
    expect(warnings.map(({ code, severity }) => [code, severity])).toEqual(
      Array.from({ length: count }, () => ['send-uncertain', 'warning']),
    );
    expect(
      await warnOfEarlier(sends, {
        journal,
        environment: 'local',
        shared: { store: fileStore(), clock: handClock() },
      }),
    ).toEqual([]);
  });
});

describe('a message that was sent before', () => {
  it('to another number of the same name is another message', async () => {
    const { run } = machine(fileStore());
    const message = service();
    await run(message);
    const moved = ready().map((send) => ({ ...send, to: { ...send.to, number: '010-9999-8888' } }));
    expect((await run(message, moved)).map(short)).toEqual([['delivered', null, null]]);
  });

  it('is skipped, with the time and the refkey of the earlier send', async () => {
    const store = fileStore();
    const message = service();
    const [first] = await machine(store).run(message);
    const results = await machine(store, handClock(NOW + HOUR)).run(message);
    expect(message.sent).toHaveLength(1);
    expect(results).toMatchObject([
      {
        outcome: 'skipped',
        asExpected: true,
        tookMs: null,
        problem: null,
        earlier: {
          time: '2026-11-20T00:00:00.000Z',
          refKey: first?.acceptance?.refKey,
          messageKey: 'key-1',
          outcome: 'delivered',
        },
      },
    ]);
    expect(exitOfSends(results)).toBe(0);
  });

  it.each<[string, unknown[], number, number]>([
    ['delivered', ['skipped', null, 'delivered'], 0, 1],
    ['sending', ['skipped', 'send-uncertain', 'sending'], 9, 1],
    ['unknown', ['skipped', 'send-uncertain', 'unknown'], 9, 1],
    ['of-a-newer-version', ['skipped', 'send-uncertain', 'unknown'], 9, 1],
    ['accepted', ['skipped', null, 'accepted'], 0, 1],
    ['refused', ['delivered', null, null], 0, 2],
    ['not-sent', ['delivered', null, null], 0, 2],
    ['failed', ['delivered', null, null], 0, 2],
  ])('and ended as %s', async (outcome, expected, exit, calls) => {
    const store = fileStore();
    const message = service();
    await machine(store).run(message);
    await recorded(store, { outcome, result: outcome === 'failed' ? '7308' : '' });
    const results = await machine(store, handClock(NOW + HOUR)).run(message);
    expect([results.map(short), exitOfSends(results), message.sent.length]).toEqual([[expected], exit, calls]);
    if (expected[1] === 'send-uncertain') expect(results[0]?.problem?.hint).toContain('`--unless-sent`');
  });

  it('and accepted is asked for its result, which is recorded', async () => {
    const store = fileStore();
    await machine(store).run(service(), ready(), { waitMs: null });
    const none = await machine(store).run(service(null));
    expect([none.map(short), exitOfSends(none)]).toEqual([[['skipped', 'send-no-result', 'accepted']], 9]);
    const failed = await machine(store).run(service('7308'));
    expect([failed.map(short), exitOfSends(failed)]).toEqual([[['skipped', null, 'accepted']], 8]);
    const message = service();
    await machine(store).run(message);
    expect(message.sent).toHaveLength(1);
  });

  it('and is uncertain is asked for its result again', async () => {
    const store = fileStore();
    const found: unknown[] = [];
    const sent: string[] = [];
    for (const result of ['7305', '7305', null, '7000', '7308']) {
      const message = service(result);
      const results = await machine(store).run(message);
      found.push([...results.map(({ outcome, problem }) => [outcome, problem?.code]), exitOfSends(results)]);
      sent.push(...message.sent);
    }
    expect(found).toEqual([
      [['unknown', 'send-uncertain'], 9],
      [['skipped', 'send-uncertain'], 9],
      [['skipped', 'send-uncertain'], 9],
      [['skipped', undefined], 0],
      [['skipped', undefined], 0],
    ]);
    expect(sent).toHaveLength(1);
  });

  it('and replaced by a fallback counts as sent, and is still a failure', async () => {
    const store = fileStore();
    const test = testSend({ fallback: [{ type: 'lms', text: '결제 안내' }] });
    const fallbacks = fallbacksFor(test);
    const message = service('4100');
    const exits: number[] = [];
    for (let run = 0; run < 2; run += 1) {
      const results = await machine(store).run(message, ready({ test, fallbacks }));
      exits.push(exitOfSends(results));
      expect(results.map(({ outcome, asExpected }) => [outcome, asExpected])).toEqual([
        [run === 0 ? 'failed' : 'skipped', false],
      ]);
    }
    expect(exits).toEqual([8, 8]);
    expect(message.sent).toHaveLength(1);
  });

  it.each<[string, string | null, number, string]>([
    ['4100', 'send-fell-back', 8, 'failed'],
    ['7305', 'send-uncertain', 9, 'unknown'],
    ['6600', 'send-uncertain', 9, 'unknown'],
    ['7308', null, 8, 'failed'],
    ['7000', null, 0, 'delivered'],
  ])('and accepted ends as a later run learns it, also with a fallback (%s)', async (result, code, exit, outcome) => {
    const store = fileStore();
    const test = testSend({ fallback: [{ type: 'lms', text: '결제 안내' }] });
    const fallbacks = fallbacksFor(test);
    await machine(store).run(service(), ready({ test, fallbacks }), { waitMs: null });
    const learned = await machine(store).run(service(result), ready({ test, fallbacks }));
    expect([learned.map(short), exitOfSends(learned)]).toEqual([[['skipped', code, 'accepted']], exit]);
    expect(Object.values((await store.read(SENDS))?.sends ?? {})).toMatchObject([{ outcome }]);
  });

  it('counts for the given time, from its delivery', async () => {
    const store = fileStore();
    const message = service();
    await machine(store).run(message, ready(), { waitMs: null });
    await machine(store, handClock(NOW + 24 * HOUR - 1)).run(message);
    expect(message.sent).toHaveLength(1);
    const at = new Date(NOW + 30 * HOUR).toISOString().replace('.000Z', 'Z');
    const clock = handClock(NOW + 24 * HOUR);
    await machine(store, clock).run(message, ready({ test: testSend({ at }), clock }), { waitMs: null });
    expect(message.sent).toHaveLength(2);
    await machine(store, handClock(NOW + 54 * HOUR - 1)).run(message);
    expect(message.sent).toHaveLength(2);
    await machine(store, handClock(NOW + 54 * HOUR)).run(message);
    expect(message.sent).toHaveLength(3);
  });

  it('is another one with another content, recipient or test send', async () => {
    const store = fileStore();
    const message = service();
    for (const more of [{}, { to: ['dev'] }, { id: 'other' }, { variables: { 이름: '김' } }, {}])
      await machine(store).run(message, ready({ test: testSend(more) }));
    expect(message.sent).toHaveLength(4);
  });

  it('is skipped too if its time has passed; one that was not sent is an error', async () => {
    const store = fileStore();
    const message = service();
    const at = new Date(NOW + HOUR).toISOString().replace('.000Z', 'Z');
    const reserved = (clock = handClock()): PreparedSend[] =>
      ready({ test: testSend({ at }), clock, timedAtCall: true });
    await machine(store).run(message, reserved(), { waitMs: null });
    const clock = handClock(NOW + 2 * HOUR);
    const again = await machine(store, clock).run(message, reserved(clock));
    expect([again.map(short), exitOfSends(again)]).toEqual([[['skipped', null, 'accepted']], 0]);
    const other = fileStore();
    const late = await machine(other, clock).run(message, reserved(clock));
    expect([late.map(short), exitOfSends(late)]).toEqual([[['not-sent', 'send-time', null]], 3]);
    expect(await other.read(SENDS)).toBeUndefined();
    expect(message.sent).toHaveLength(1);
  });

  it('without the flag on this machine is in its journal', async () => {
    const { run } = machine(fileStore());
    const message = service();
    await run(message, ready(), { claims: undefined });
    expect((await run(message)).map(short)).toEqual([['skipped', null, 'delivered']]);
    expect(message.sent).toHaveLength(1);
  });

  it.each([
    ['under another API key', { keyed: keyedDigest('new') }],
    ['in another environment', { environment: 'production', store: fileStore(undefined, undefined, 'production') }],
  ])('%s is not known', async (_, other) => {
    const [store, files, keyed, message] = [fileStore(), memoryFiles(), keyedDigest('key'), service()];
    const clock = handClock();
    await machine(store, clock, HOUR, files).run(message);
    const journal = openJournal({ files, path: '/sends.jsonl', clock, environment: 'local', keyed });
    const claims = openClaims({
      ...{ store, journal, clock, environment: 'local', account: 'a', keyed, unlessSentMs: HOUR, holder },
      ...other,
    });
    expect((await machine(store).run(message, ready(), { claims })).map(short)).toEqual([['delivered', null, null]]);
    expect(message.sent).toHaveLength(2);
  });

  it('is not uploaded again', async () => {
    const store = fileStore();
    await machine(store).run(service());
    const upload = (): Promise<never> => Promise.reject(new Error('nothing is uploaded'));
    const again = ready().map((send) => ({ ...send, upload }));
    expect((await machine(store).run(service(), again)).map(short)).toEqual([['skipped', null, 'delivered']]);
  });

  it('fails again if it was delivered and should not have been', async () => {
    const store = fileStore();
    const test = testSend({ expect: 'failed:7308' });
    const exits = [];
    for (let run = 0; run < 2; run += 1) exits.push(exitOfSends(await machine(store).run(service(), ready({ test }))));
    expect(exits).toEqual([8, 8]);
  });
});

describe('a claim', () => {
  it('of a run that was killed before its outcome counts as sent, with its refkey', async () => {
    const store = fileStore();
    const killed = service();
    const died = new Error('killed');
    killed.send = () => Promise.reject(died);
    const [send] = ready();
    await expect(machine(store).run(killed, send && [send])).rejects.toBe(died);
    const message = service();
    const [result] = await machine(store).run(message);
    expect(message.sent).toEqual([]);
    expect(result?.problem?.hint).toContain(`the refkey ${send?.payload.refkey}`);
  });

  it('is given up where nothing was called', async () => {
    const store = fileStore();
    const files = (): Promise<never> =>
      Promise.reject(
        new NotiformError(errorProblem('file-changed', 'a.jpg changed while the command ran', 'Run it again')),
      );
    const [result] = await machine(store).run(
      service(),
      ready().map((send) => ({ ...send, upload: files })),
    );
    expect(result?.outcome).toBe('not-sent');
    const message = service();
    await machine(store).run(message);
    expect(message.sent).toHaveLength(1);
  });

  it('that the store refuses keeps all messages from being sent', async () => {
    const store: StateStore = {
      ...fileStore(),
      edit: () =>
        Promise.reject(
          new NotiformError(errorProblem('state-unreachable', 'The remote could not be reached', 'Run it again')),
        ),
    };
    const message = service();
    const results = await machine(store).run(message, ready({ test: testSend({ to: ['qa', 'dev'] }) }));
    expect(message.sent).toEqual([]);
    expect(results.map(short)).toEqual([
      ['not-sent', 'state-unreachable', null],
      ['not-sent', 'send-stopped', null],
    ]);
    expect(exitOfSends(results)).toBe(1);
  });

  it('whose outcome the store refuses is a warning beside the result', async () => {
    const real = fileStore();
    let edits = 0;
    const store: StateStore = {
      ...real,
      edit: (...given) => {
        edits += 1;
        if (edits === 1) return real.edit(...given);
        throw new NotiformError(errorProblem('state-unreachable', 'The remote could not be reached', 'Run it again'));
      },
    };
    const [result] = await machine(store).run(service());
    expect([result?.outcome, result?.problem?.severity, result?.problem?.code]).toEqual([
      'delivered',
      'warning',
      'state-unreachable',
    ]);
    expect((await machine(real).run(service())).map(short)).toEqual([['skipped', 'send-uncertain', 'sending']]);
  });

  it('without a call leaves no trace after an interruption', async () => {
    const store = fileStore();
    await machine(store).run(service(), ready(), { signal: AbortSignal.abort() });
    expect(await store.read(SENDS)).toBeUndefined();
  });

  it('is dropped after 35 days', async () => {
    const store = fileStore();
    const old = { send: 'a', to: 'qa', refkey: 'r', outcome: 'delivered' };
    const timeOf = (ms: number): string => new Date(NOW - ms).toISOString();
    await store.edit(SENDS, holder, () => ({
      ...emptyDocument('local', SENDS, 'a'),
      serial: 1,
      sends: {
        kept: { ...old, time: timeOf(KEPT_MS - HOUR) },
        reserved: { ...old, time: timeOf(KEPT_MS), at: timeOf(HOUR) },
        dropped: { ...old, time: timeOf(KEPT_MS) },
      },
    }));
    await machine(store).run(service());
    const kept = Object.keys((await store.read(SENDS))?.sends ?? {});
    expect(kept).toEqual(expect.arrayContaining(['kept', 'reserved']));
    expect(kept).toHaveLength(3);
  });

  it('has no number and no key', async () => {
    const store = fileStore();
    await machine(store).run(service());
    const text = JSON.stringify(await store.read(SENDS));
    expect(text).not.toMatch(/010|aaaa/);
  });
});

describe('two runs at the same time', () => {
  prepareRepositories();

  const stores: [string, () => () => StateStore][] = [
    [
      'files',
      () => {
        const files = new TestFiles();
        return () => fileStore(files);
      },
    ],
    [
      'git',
      () => {
        const { work } = project();
        return () => storeIn(work, { environment: 'local' });
      },
    ],
  ];

  it.each(stores)('with a state in %s send each message once', async (_, place) => {
    const open = place();
    const message = service();
    const tests = ['one', 'two'].map((id) => testSend({ id, to: ['qa', 'dev'] }));
    const sends = (): PreparedSend[] => tests.flatMap((test) => ready({ test }));
    const runs = await Promise.all([machine(open()).run(message, sends()), machine(open()).run(message, sends())]);
    expect(message.sent).toHaveLength(4);
    for (const index of [0, 1, 2, 3]) {
      const outcomes = runs.map((results) => results[index]?.outcome);
      expect(outcomes.sort()).toEqual(['delivered', 'skipped']);
    }
  });

  it('know how the other one ended, if it ended in time', async () => {
    const store = fileStore();
    const [slow, fast] = [service(), service()];
    const answers: (() => void)[] = [];
    const { send } = slow;
    slow.send = async (...given) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return send(...given);
    };
    const first = machine(store).run(slow);
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const other = testSend({ id: 'other' });
    fast.report = async () => {
      for (const answer of answers) answer();
      await first;
      return { result: { result: '7000' } };
    };
    const second = await machine(store).run(fast, [...ready(), ...ready({ test: other })]);
    expect(second.map(short)).toEqual([
      ['skipped', null, 'delivered'],
      ['delivered', null, null],
    ]);
  });

  it.each([true, false])('on one machine know that of the other from its journal (%s)', async (isRecorded) => {
    const { run } = machine(fileStore());
    const [slow, fast] = [service(), service()];
    let answer = (): void => undefined;
    const called = new Promise<void>((resolve) => {
      const { send } = slow;
      slow.send = async (...given) => {
        resolve();
        await new Promise<void>((go) => {
          answer = go;
        });
        return send(...given);
      };
    });
    const first = run(slow, ready(), isRecorded ? {} : { claims: undefined });
    await called;
    fast.report = async () => {
      answer();
      await first;
      return { result: { result: '7000' } };
    };
    const second = await run(fast, [...ready(), ...ready({ test: testSend({ id: 'other' }) })]);
    expect(second.map(short)).toEqual([
      ['skipped', null, 'delivered'],
      ['delivered', null, null],
    ]);
  });
});
