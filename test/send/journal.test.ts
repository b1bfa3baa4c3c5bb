import { describe, expect, it } from 'vitest';
import type { WrittenMessage } from '../../src/core/test-send.ts';
import { warnOfEarlier } from '../../src/send/earlier.ts';
import { type JournalLine, openJournal, type SendEvent, sendsIn } from '../../src/send/journal.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { keyedDigest } from '../../src/state/account.ts';
import { first, handClock, memoryFiles, NOW, prepared, prepareText, testSend } from './support.ts';

const PATH = '/project/.notiform/sends.jsonl';
const QA = '01000000000';

const opened = (files = memoryFiles(), clock = handClock()) =>
  openJournal({ files, path: PATH, clock, environment: 'local', keyed: keyedDigest('key') });

describe('the journal', () => {
  /** The warnings before `again`, after earlier sends of one test send ended with these events. */
  async function warnings(
    events: readonly (SendEvent | [SendEvent, string])[][],
    again = prepared(),
  ): Promise<string[]> {
    const journal = opened();
    for (const [index, lines] of events.entries()) {
      const [send] = prepared();
      const payload = { ...first(prepared()).payload, refkey: `nf${index}` };
      if (!send) continue;
      for (const line of lines) {
        const [event, result] = Array.isArray(line) ? line : [line];
        await journal.write({ ...send, payload }, event, { result });
      }
    }
    return (await warnOfEarlier(again, { journal, environment: 'local' })).map(({ message }) => message);
  }

  const WITHOUT_ANSWER =
    'A send of NotificationTemplate/shop/order-paid to qa at 2026-11-20T00:00:00.000Z ended without an answer: it may have been sent';

  it.each<[string, (SendEvent | [SendEvent, string])[][], string[]]>([
    ['a run that was killed during the call', [['sending']], [WITHOUT_ANSWER]],
    ['a call without an answer', [['sending', 'unknown']], [WITHOUT_ANSWER]],
    [
      'a delivery that the messenger does not know',
      [['sending', 'accepted', ['result', '7305']]],
      [WITHOUT_ANSWER.replace('ended without an answer', 'has no certain result (7305)')],
    ],
    [
      'a call without an answer, before one that was refused',
      [
        ['sending', 'unknown'],
        ['sending', ['refused', '2000']],
      ],
      [WITHOUT_ANSWER],
    ],
    [
      'a call without an answer, before one that did not reach the service',
      [['sending'], ['sending', 'not-sent']],
      [WITHOUT_ANSWER],
    ],
    ['a call whose result was pushed', [['sending', 'unknown', ['result', '7000']]], []],
    [
      'a call without an answer, before one that was accepted',
      [
        ['sending', 'unknown'],
        ['sending', 'accepted'],
      ],
      [],
    ],
    ['an accepted message whose result was not waited for', [['sending', 'accepted']], []],
  ])('after %s, warns if the message may have been sent', async (_, events, expected) => {
    expect(await warnings(events)).toEqual(expected);
  });

  it('warns of an accepted message whose result was waited for and did not come', async () => {
    const journal = opened();
    const [send] = prepared();
    await journal.write(first(prepared()), 'accepted', { messagekey: 'key-1', waits: true });
    expect(await warnOfEarlier(prepared(), { journal, environment: 'local' })).toMatchObject([
      {
        code: 'send-no-result',
        severity: 'warning',
        message: expect.stringMatching(
          / was accepted, and no result of its delivery came: this send is a second message$/,
        ),
        hint: 'Ask with `notiform report key-1` first',
      },
    ]);
    if (send) await journal.write(send, 'result', { result: '7204' });
    expect(await warnOfEarlier(prepared(), { journal, environment: 'local' })).toEqual([]);
  });

  it('names the refkey of the earlier send, and asks other environments nothing', async () => {
    const journal = opened();
    await journal.write(first(prepared()), 'sending');
    const again = prepared({ test: testSend({ to: ['qa', 'dev'] }) });
    expect(await warnOfEarlier(again, { journal, environment: 'local' })).toEqual([
      {
        code: 'send-uncertain',
        severity: 'warning',
        message: WITHOUT_ANSWER,
        hint: expect.stringMatching(/^Look at the phone first; its refkey is nf[0-9a-f]{30}$/),
        place: { file: 'manifests/sends.yaml', line: 1, column: 1 },
        address: 'NotificationTemplate/shop/order-paid',
      },
    ]);
    expect(await warnOfEarlier(again, { journal, environment: 'production' })).toEqual([]);
  });

  it.each([
    ['another name of the same number', { name: 'quality', number: QA }, 1],
    ['another number with the same name', { name: 'qa', number: '01099999999' }, 1],
    ['another recipient', { name: 'dev', number: '01000000001' }, 0],
  ])('warns of %s', async (_, to, count) => {
    expect(
      await warnings(
        [['sending']],
        prepared().map((send) => ({ ...send, to })),
      ),
    ).toHaveLength(count);
  });

  it('does not confuse recipients whose numbers are masked as a whole', async () => {
    const journal = opened();
    const short = (name: string): PreparedSend => ({ ...first(prepared()), to: { name, number: '1234' } });
    await journal.write(short('a'), 'sending');
    expect(await warnOfEarlier([short('b')], { journal, environment: 'local' })).toEqual([]);
    expect(await warnOfEarlier([short('a')], { journal, environment: 'local' })).toHaveLength(1);
  });

  it('reads what it wrote, and ignores a line that was cut short', async () => {
    const files = memoryFiles();
    const journal = opened(files);
    expect(await journal.sends()).toEqual([]);
    const later = testSend({ at: '2026-11-21T09:00+09:00', expect: 'failed:7322' });
    const send = first(prepared({ test: later }));
    await journal.write(send, 'accepted', { messagekey: 'k', result: '1000' });
    await files.append(PATH, '{"event":"sending"}\n{"time":"2026');
    const other = first(prepared());
    await opened(files).write({ ...other, payload: { ...other.payload, refkey: 'nf1' } }, 'sending');
    const [sent, next, ...more] = await journal.sends();
    expect(sent).toEqual({
      time: '2026-11-20T00:00:00.000Z',
      outcome: 'accepted',
      environment: 'local',
      send: 'order-paid-smoke',
      template: 'NotificationTemplate/shop/order-paid',
      code: 'order_paid',
      to: 'qa',
      number: '010****0000',
      refkey: expect.stringMatching(/^nf/),
      types: ['at'],
      digest: keyedDigest('key')(send.digest),
      at: '2026-11-21T00:00:00.000Z',
      expect: 'failed:7322',
      messagekey: 'k',
      result: '1000',
    });
    expect(next).toMatchObject({ outcome: 'unknown', to: 'qa' });
    expect(more).toEqual([]);
  });

  it('reads a line behind a part of a line that another process left when it was killed', async () => {
    const files = memoryFiles();
    const journal = opened(files);
    await journal.write(first(prepared()), 'sending');
    await files.append(PATH, '{"time":"2026-11-20T00:00:00.000Z","environment":"lo');
    await journal.write(first(prepared()), 'accepted', { messagekey: 'k' });
    await files.append(PATH, '{"time":"2026');
    for (const one of [journal, opened(files)])
      expect((await one.sends()).map(({ outcome }) => outcome)).toEqual(['accepted']);
  });

  it('reads the lines of earlier versions, which have no digest', async () => {
    const files = memoryFiles();
    const line = {
      time: 't',
      event: 'sending',
      environment: 'local',
      send: 's',
      to: 'qa',
      number: '****',
      refkey: 'r',
    };
    await files.append(PATH, `${JSON.stringify(line)}\n`);
    const { event: _, ...sent } = line;
    expect(await opened(files).sends()).toEqual([{ ...sent, outcome: 'unknown' }]);
  });
});

describe('the sends of a journal', () => {
  const line = (refkey: string, minute: number, event: SendEvent, more: Partial<JournalLine> = {}): JournalLine => ({
    time: `2026-11-20T00:0${minute}:00.000Z`,
    event,
    environment: 'local',
    send: 'smoke',
    to: 'qa',
    number: '010****0000',
    refkey,
    ...more,
  });

  it('are in the order of their calls, each with its first time and its last outcome', () => {
    const sends = sendsIn([
      line('a', 0, 'sending'),
      line('b', 1, 'sending'),
      line('a', 2, 'accepted', { messagekey: 'key-a' }),
      line('b', 2, 'refused', { result: '2000' }),
      line('c', 3, 'sending'),
      line('a', 4, 'result', { messagekey: 'key-a', result: '7204' }),
    ]);
    expect(
      [...sends.values()].map(({ refkey, time, outcome, messagekey, result }) => [
        refkey,
        time.slice(14, 16),
        outcome,
        messagekey,
        result,
      ]),
    ).toEqual([
      ['a', '00', 'failed', 'key-a', '7204'],
      ['b', '01', 'refused', undefined, '2000'],
      ['c', '03', 'unknown', undefined, undefined],
    ]);
  });

  it('keep the message key if a pushed result has none', () => {
    const lines = [line('a', 0, 'accepted', { messagekey: 'k' }), line('a', 1, 'result', { result: '7000' })];
    expect([...sendsIn(lines).values()]).toMatchObject([{ messagekey: 'k', outcome: 'delivered' }]);
  });
});

describe('the file of the journal', () => {
  const DAY = 24 * 3_600_000;
  const lock = async () => ({ release: async () => undefined });
  const refkeys = async (files: ReturnType<typeof memoryFiles>): Promise<string[]> =>
    (await opened(files).sends()).map(({ refkey }) => refkey);
  const named = (refkey: string, more: Partial<PreparedSend> = {}): PreparedSend => {
    const send = first(prepared());
    return { ...send, ...more, payload: { ...send.payload, refkey } };
  };

  it('is read once by a run, and again only where another run wrote', async () => {
    const files = memoryFiles();
    const old = opened(files);
    for (let at = 0; at < 20; at += 1) await old.write(named(`old-${at}`), 'sending');
    let reads = 0;
    const read: typeof files.read = (path) => {
      reads += path === PATH ? 1 : 0;
      return files.read(path);
    };
    const journal = openJournal({ files: { ...files, read }, path: PATH, clock: handClock(), environment: 'local' });
    for (const name of ['a', 'b', 'c']) {
      await journal.write(named(name), 'sending');
      await journal.write(named(name), 'accepted', { messagekey: name });
      expect((await journal.sends()).at(-1)).toMatchObject({ refkey: name, outcome: 'accepted' });
    }
    expect(reads).toBe(1);
    await old.write(named('other'), 'sending');
    await journal.write(named('mine'), 'sending');
    expect(
      (await journal.sends())
        .slice(23)
        .map(({ refkey }) => refkey)
        .sort(),
    ).toEqual(['mine', 'other']);
    expect([reads, (await journal.sends()).length]).toEqual([2, 25]);
  });

  it('is cut at 35 days: one file with older sends stays until none of them counts', async () => {
    const files = memoryFiles();
    const clock = handClock();
    await opened(files, clock).write(named('oldest', { at: NOW + 30 * DAY }), 'accepted', { messagekey: 'k' });
    const cut = (ms: number): Promise<void> => opened(files, handClock(NOW + ms)).cut(lock);
    await cut(35 * DAY - 1);
    expect([...files.texts.keys()]).toEqual([PATH]);
    await opened(files, handClock(NOW + 34 * DAY)).write(named('recent'), 'sending');
    await cut(35 * DAY);
    expect([...files.texts.keys()]).toEqual([`${PATH}.1`]);
    await opened(files, handClock(NOW + 36 * DAY)).write(named('new'), 'sending');
    expect(await refkeys(files)).toEqual(['oldest', 'recent', 'new']);
    await cut(71 * DAY - 1);
    expect(await refkeys(files)).toEqual(['oldest', 'recent', 'new']);
    await cut(71 * DAY);
    expect(await refkeys(files)).toEqual(['new']);
  });

  it('loses no line of a run that writes while another one cuts', async () => {
    const files = memoryFiles();
    await opened(files).write(named('old'), 'sending');
    const later = handClock(NOW + 36 * DAY);
    const [slow, fast] = [opened(files, later), opened(files, later)];
    await slow.write(named('before'), 'sending');
    await fast.cut(async () => {
      await slow.write(named('during'), 'sending');
      await opened(files, later).write(named('third'), 'sending');
      return lock();
    });
    await slow.write(named('after'), 'sending');
    await slow.write(named('during'), 'accepted', { messagekey: 'k' });
    for (const journal of [slow, fast, opened(files)])
      expect((await journal.sends()).map(({ refkey, outcome }) => `${refkey} ${outcome}`).sort()).toEqual([
        'after unknown',
        'before unknown',
        'during accepted',
        'old unknown',
        'third unknown',
      ]);
  });

  it('is cut by one of two runs, and by none that does not get the lock', async () => {
    const files = memoryFiles();
    await opened(files).write(named('old'), 'sending');
    const later = handClock(NOW + 36 * DAY);
    await opened(files, later).cut(async () => undefined);
    expect([...files.texts.keys()]).toEqual([PATH]);
    await opened(files, later).cut(async () => {
      await opened(files, later).cut(lock);
      await opened(files, later).write(named('new'), 'sending');
      return lock();
    });
    expect(await refkeys(files)).toEqual(['old', 'new']);
  });
});

describe('the digest of a content', () => {
  const [base] = prepared();
  const notification = (more: Parameters<typeof testSend>[0] = {}): string =>
    first(prepared({ test: testSend(more) })).digest;
  const send = (message: Partial<WrittenMessage>): PreparedSend =>
    first(prepareText({ type: 'sms', text: '안녕', ...message }).sends);
  const text = (message: Partial<WrittenMessage>): string => send(message).digest;

  it('does not depend on the recipient, the sender, the refkey or the time', () => {
    const others = prepared({ test: testSend({ id: 'other', to: ['dev', 'ops'], at: '2026-11-21T09:00+09:00' }) });
    expect(others.map(({ digest }) => digest)).toEqual([base?.digest, base?.digest]);
  });

  it('differs for another text', () => {
    expect(notification({ variables: { 이름: '김길동' } })).not.toBe(base?.digest);
    expect(text({ text: '안녕!' })).not.toBe(text({}));
    expect(text({ text: '문의 010-1234-5678' })).not.toBe(text({ text: '문의 010-8765-4321' }));
  });

  it('differs for another image, although no key is known before the upload', () => {
    const image = (sha256: string) => ({ type: 'mms' as const, files: [{ path: 'a.jpg', sha256 }] });
    expect(text(image('a'))).not.toBe(text(image('b')));
  });

  it('is stored with the key of the environment only: nobody finds a number from it by trying', async () => {
    const files = memoryFiles();
    const sent = send({ text: '문의 010-1234-5678' });
    const written = async (key: string): Promise<string> => {
      files.texts.clear();
      const keyed = keyedDigest(key);
      const journal = openJournal({ files, path: PATH, clock: handClock(), environment: 'local', keyed });
      await journal.write(sent, 'sending');
      const stored = files.texts.get(PATH) ?? '';
      expect(stored).not.toContain(sent.digest);
      return JSON.parse(stored).digest;
    };
    expect(await written('one')).not.toBe(await written('other'));
  });
});

it('a delivery that is not as notiform writes it is ignored, and its line is read', async () => {
  const files = memoryFiles();
  const journal = opened(files);
  await journal.write(first(prepared()), 'result', { result: '7000' });
  const line = JSON.parse(files.texts.get(PATH) ?? '');
  await files.append(PATH, `${JSON.stringify({ ...line, refkey: 'nf-other', delivery: { code: 7000 } })}\n`);
  expect((await journal.sends()).map(({ refkey, delivery }) => [refkey, delivery])).toEqual([
    [line.refkey, undefined],
    ['nf-other', undefined],
  ]);
});
