import { afterAll, expect } from 'vitest';
import type { StatQuestion } from '../../src/account/statistics/question.ts';
import { readStatistics, type StatContext, type Statistics } from '../../src/account/statistics/read.ts';
import type { Clock } from '../../src/core/ports.ts';
import type { ProfileRef } from '../../src/core/resource.ts';
import { neutralWire } from '../../src/core/wire.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  emulatorCredentials,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { systemAlarm, systemFiles } from '../../src/files/system.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import { type Client, createClient } from '../../src/wire/client.ts';
import { seededRandom } from '../random.ts';

/** The client of statistics and an emulator that go by one clock. */
export interface StatisticsBench {
  control: EmulatorControl;
  shop: ProfileRef;
  read(question: StatQuestion, more?: Partial<StatContext>): Promise<Statistics>;
  /** A client whose service answers pages of a smaller size, and loses rows of the second page. */
  cutting(): Promise<{ client: Client; setPage(count: number, lost?: number): void }>;
}

/** A clock for both sides: a pause of the client is over at once, and the time moves by it. */
function sharedClock(): { client: Clock; emulator: Clock } {
  let time = Date.UTC(2026, 10, 20, 3);
  const now = (): number => time;
  return {
    client: {
      now,
      sleep: async (ms) => {
        time += ms;
      },
    },
    emulator: {
      now,
      sleep: (_ms, signal) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
        ),
    },
  };
}

const profile = { alias: 'shop', key: 'a'.repeat(40), type: 'S' } as const;

export async function openStatisticsBench(): Promise<StatisticsBench> {
  const clock = sharedClock();
  const random = seededRandom(1);
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: [profile],
    senders: [],
    recipients: [],
    ports: { clock: clock.emulator, random, files: systemFiles },
  });
  const client = createClient({
    token: messageEndpoints.token,
    resourceUrl: emulator.resourceUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 4, perSecond: 1000, timeoutMs: 10_000 },
    insecureTls: false,
    ports: { clock: clock.client, random, files: systemFiles },
    watch: systemAlarm,
  });
  afterAll(async () => {
    await client.close();
    await emulator.close();
  });
  const { signal } = new AbortController();
  const context: StatContext = { client, profiles: [profile], clock: clock.client, signal };
  return {
    control: createEmulatorControl(emulator.url),
    shop: profile,
    read: async (question, more = {}) => {
      // One command follows another: the limits of the last one are over.
      await clock.client.sleep(1000);
      return readStatistics(question, { ...context, ...more });
    },
    cutting: async () => {
      let [count, lost] = [0, 0];
      const call: Client['call'] = async (endpoint, fields, stop) => {
        const given = fields as { page?: number };
        const answer = await client.call(endpoint, { ...fields, count }, stop);
        const { data } = answer as { data?: { list?: unknown[] } };
        if (given.page === 2) data?.list?.splice(0, lost);
        return answer;
      };
      return {
        client: { ...client, call },
        setPage: (size, gone = 0) => {
          [count, lost] = [size, gone];
        },
      };
    },
  };
}

/** The codes of all requests since the journal was cleared; `count` is their number. */
export async function codesOf({ control }: StatisticsBench, count?: number): Promise<unknown[]> {
  const journal = await control.journal();
  const entries = journal.ok ? journal.entries : [];
  if (count !== undefined) expect(entries).toHaveLength(count);
  return [...new Set(entries.map(({ code }) => code))];
}
