import * as z from 'zod';
import type { Clock, Files } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { SendOutcome, SendResult } from '../core/send-result.ts';
import { FileFailure } from '../files/file-failure.ts';
import type { KeyedDigest } from '../state/account.ts';
import { maskNumber } from '../text/mask.ts';
import { about } from './about.ts';
import { PLACES } from './fallback.ts';
import type { PreparedSend } from './prepare.ts';
import { KEPT_MS, outcomeOf } from './report.ts';

/** The events of one send. `sending` is written before the call: a run that is killed during the call leaves a trace. */
const EVENTS = ['sending', 'accepted', 'refused', 'not-sent', 'unknown', 'result'] as const;
export type SendEvent = (typeof EVENTS)[number];

/** A delivery's result as `send` prints it. It never contains the receiver's number. */
const delivery = z.object({
  code: z.string(),
  device: z.string().nullable(),
  media: z.string().nullable(),
  at: z.string().nullable(),
  channel: z.string().nullable().optional(),
  fallback: z.enum(PLACES).nullable().optional(),
}) satisfies z.ZodType<NonNullable<SendResult['delivery']>>;

const line = z.object({
  /** ISO 8601 */
  time: z.string(),
  event: z.enum(EVENTS),
  environment: z.string(),
  send: z.string(),
  /** Left out for a message without a template, which has no code either. */
  template: z.string().optional(),
  code: z.string().optional(),
  to: z.string(),
  /** Masked. */
  number: z.string(),
  refkey: z.string(),
  /** The type of the message, and those of its fallbacks. */
  types: z.array(z.string()).optional(),
  /** Identifies the content: `contentDigest` with the key of the environment. */
  digest: z.string().optional(),
  /** The time of a reserved delivery, ISO 8601. */
  at: z.string().optional(),
  /** The result that the test send expects, if it is not `delivered`. */
  expect: z.string().optional(),
  messagekey: z.string().optional(),
  /** True if the run waits for the result. Without a `result` line, the run was killed or no result came in time. */
  waits: z.boolean().optional(),
  result: z.string().optional(),
  /** The verdict on a delivery's result. The code alone does not show which channel it is about. */
  outcome: z.enum(['delivered', 'failed', 'unknown']).optional(),
  asExpected: z.boolean().nullable().optional(),
  /** The delivery that `result` is the code of. Lines of earlier versions of notiform have none. */
  delivery: delivery.optional().catch(undefined),
});

export type JournalLine = z.infer<typeof line>;

const NEWLINE = 0x0a;

export const JOURNAL_PATH = '.notiform/sends.jsonl';

export interface SendJournal {
  /** Appends a line and syncs it to the disk. Returns a problem if the disk refuses it. */
  write(send: PreparedSend, event: SendEvent, more?: Learned): Promise<Problem | undefined>;
  /** Appends a result that was learned later. Returns a problem if the disk refuses it. */
  addResult(send: JournaledSend, result: Learned): Promise<Problem | undefined>;
  /**
   * Returns the sends of all environments, the oldest first. Those of other runs since the last read come last. Reads only what
   * was added.
   */
  sends(): Promise<JournaledSend[]>;
  /**
   * Begins a new file if the present one has a send of more than 35 days ago, and replaces the file before it.
   * @param lock excludes other runs that do the same. Returns undefined if another one does
   */
  cut(lock: () => Promise<{ release(): Promise<void> } | undefined>): Promise<void>;
}

/** What a line adds to the lines before it. */
type Learned = Partial<Pick<JournalLine, 'messagekey' | 'waits' | 'result' | 'outcome' | 'asExpected' | 'delivery'>>;

interface JournalOptions {
  files: Pick<Files, 'append' | 'read' | 'rename' | 'size'>;
  path: string;
  clock: Pick<Clock, 'now'>;
  environment: string;
  /** Left out by a command that sends nothing. */
  keyed?: KeyedDigest;
}

/** Opens the journal of an environment's sends: a file with one JSON object per line and nothing private. */
export function openJournal({ files, path, clock, environment, keyed }: JournalOptions): SendJournal {
  const sends = new Map<string, JournaledSend>();
  const former = `${path}.1`;
  /** What was read of the present file: its bytes, its first bytes, and the time of its first send. */
  let present: { length: number; begin: string; first: string | undefined } | undefined;
  /** The bytes that this run appended since. */
  let appended = 0;
  /** False if a crash cut the last line short. */
  let isEnded = true;
  const add = (bytes: Uint8Array | undefined): JournalLine[] => {
    const lines = linesIn(bytes);
    for (const one of lines) join(sends, one);
    return lines;
  };
  const refresh = async (): Promise<void> => {
    if (present && ((await files.size(path)) ?? 0) === present.length + appended) return;
    const bytes = (await files.read(path)) ?? new Uint8Array();
    const begin = new TextDecoder().decode(bytes.subarray(0, BEGIN_LENGTH));
    const known = present && begin.startsWith(present.begin) ? present : undefined;
    // In this order no line is missed if another run cuts the journal now.
    if (!known) add(await files.read(former));
    // A line that is not complete is read again.
    const length = bytes.lastIndexOf(NEWLINE) + 1;
    const [first] = add(bytes.subarray(known?.length ?? 0, length));
    present = { length, begin: known?.begin || begin, first: known?.first ?? first?.time };
    appended = 0;
    isEnded = length === bytes.length;
  };
  const append = async (entry: Omit<JournalLine, 'time' | 'environment'>): Promise<Problem | undefined> => {
    const written: JournalLine = { time: new Date(clock.now()).toISOString(), environment, ...entry };
    try {
      if (!present) await refresh();
      const text = `${isEnded ? '' : '\n'}${JSON.stringify(written)}\n`;
      await files.append(path, text);
      isEnded = true;
      appended += Buffer.byteLength(text);
      add(Buffer.from(text));
      return undefined;
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      // A part of the line may be there.
      isEnded = false;
      return error.problem(JOURNAL_PATH);
    }
  };
  const isExpired = ({ time, at = time }: JournaledSend): boolean =>
    !(Math.max(Date.parse(time), Date.parse(at)) > clock.now() - KEPT_MS);
  return {
    write: async (send, event, learned = {}) => {
      const unwritten = await append({
        event,
        send: send.test.id,
        template: send.template?.address,
        code: send.code,
        to: send.to.name,
        number: maskNumber(send.to.number),
        refkey: send.payload.refkey,
        types: [send.payload.type, ...send.fallbacks.map(({ type }) => type)],
        digest: keyed?.(send.digest),
        at: send.at === undefined ? undefined : new Date(send.at).toISOString(),
        expect: send.test.expect === 'delivered' ? undefined : send.test.expect,
        ...learned,
      });
      return unwritten && { ...unwritten, ...about(send.test) };
    },
    // The digest is that of the first line.
    addResult: ({ outcome: _, time: _sent, environment: _where, digest: _kept, ...send }, result) =>
      append({ ...send, ...result, event: 'result' }),
    sends: async () => {
      await refresh();
      return [...sends.values()];
    },
    cut: async (lock) => {
      const isDue = async (): Promise<boolean> => {
        await refresh();
        const { first } = present ?? {};
        if (first === undefined || Date.parse(first) > clock.now() - KEPT_MS) return false;
        return sendsIn(linesIn(await files.read(former))).every(isExpired);
      };
      if (!(await isDue())) return;
      const lease = await lock();
      if (!lease) return;
      try {
        // Another run may have cut it before this one had the lock.
        present = undefined;
        if (await isDue()) await files.rename(path, former);
        await lease.release();
      } catch (error) {
        // A later run cuts it.
        if (!(error instanceof FileFailure)) throw error;
      }
    },
  };
}

/** The bytes of a file that are compared to see if it is still the same one. The first line begins with its time. */
const BEGIN_LENGTH = 400;

function linesIn(bytes: Uint8Array | undefined): JournalLine[] {
  return bytes ? new TextDecoder().decode(bytes).split('\n').flatMap(parseLine) : [];
}

/** Reads a line. A killed process may have left a part of its line before that of another process: then the rest is read. */
function parseLine(text: string): JournalLine[] {
  try {
    const parsed = line.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    const begin = text.lastIndexOf(BEGIN);
    return begin > 0 ? parseLine(text.slice(begin)) : [];
  }
}

/** Every line begins so. Inside a line, the quotes are escaped. */
const BEGIN = '{"time":';

/** One send of the journal: its first line, and how it ended. */
export interface JournaledSend extends Omit<JournalLine, 'event' | 'outcome'> {
  outcome: JournaledOutcome;
}

/** `unknown` is also a run that was killed during the call, and a delivery that the messenger does not know (7305). */
type JournaledOutcome = Exclude<SendOutcome, 'proved' | 'unproved'>;

/** Joins the lines of each send, by refkey. Returns the sends in the order of their first lines. */
export function sendsIn(lines: readonly JournalLine[]): JournaledSend[] {
  const sends = new Map<string, JournaledSend>();
  for (const one of lines) join(sends, one);
  return [...sends.values()];
}

function join(sends: Map<string, JournaledSend>, { event, ...entry }: JournalLine): void {
  const before = sends.get(entry.refkey);
  sends.set(entry.refkey, { ...before, ...entry, time: (before ?? entry).time, outcome: endOf(event, entry) });
}

function endOf(event: SendEvent, { outcome, result = '' }: Learned): JournaledOutcome {
  if (event === 'result') return outcome ?? outcomeOf(result);
  return event === 'sending' ? 'unknown' : event;
}
