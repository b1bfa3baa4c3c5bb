import * as z from 'zod';
import type { Clock, Files } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { SendOutcome, SendResult } from '../core/send-result.ts';
import { FileFailure } from '../files/file-failure.ts';
import type { KeyedDigest } from '../state/account.ts';
import { maskNumber } from '../text/mask.ts';
import { about } from './about.ts';
import { typesOf } from './delivered.ts';
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
  /** Returns the sends of all environments, the oldest first. Reads the journal again only if another run added to it. */
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
  const former = `${path}.1`;
  /** What was read, with the lines that this run appended since. Undefined if a part of a line may be there. */
  let known:
    | { size: number; sends: Map<string, JournaledSend>; first: string | undefined; isEnded: boolean }
    | undefined;
  const read = async (): Promise<NonNullable<typeof known>> => {
    if (known && ((await files.size(path)) ?? 0) === known.size) return known;
    // In this order no line is missed if another run cuts the journal now.
    const bytes = (await files.read(path)) ?? new Uint8Array();
    const [before, lines] = [linesIn(await files.read(former)), linesIn(bytes)];
    const isEnded = bytes.length === 0 || bytes.at(-1) === NEWLINE;
    known = { size: bytes.length, sends: sendsIn([...before, ...lines]), first: lines[0]?.time, isEnded };
    return known;
  };
  const append = async (entry: Omit<JournalLine, 'time' | 'environment'>): Promise<Problem | undefined> => {
    const written: JournalLine = { time: new Date(clock.now()).toISOString(), environment, ...entry };
    try {
      const journal = known ?? (await read());
      // A crash may have cut the last line short.
      const text = `${journal.isEnded ? '' : '\n'}${JSON.stringify(written)}\n`;
      await files.append(path, text);
      sendsIn(linesIn(Buffer.from(text)), journal.sends);
      journal.size += Buffer.byteLength(text);
      journal.isEnded = true;
      return undefined;
    } catch (error) {
      known = undefined;
      if (!(error instanceof FileFailure)) throw error;
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
        types: typesOf(send),
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
    sends: async () => [...(await read()).sends.values()],
    cut: async (lock) => {
      const isDue = async (): Promise<boolean> => {
        const { first } = await read();
        if (first === undefined || Date.parse(first) > clock.now() - KEPT_MS) return false;
        return [...sendsIn(linesIn(await files.read(former))).values()].every(isExpired);
      };
      if (!(await isDue())) return;
      const lease = await lock();
      if (!lease) return;
      try {
        // Another run may have cut it before this one had the lock.
        known = undefined;
        if (await isDue()) await files.rename(path, former);
        await lease.release();
      } catch (error) {
        // A later run cuts it.
        if (!(error instanceof FileFailure)) throw error;
      }
    },
  };
}

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

/** Joins the lines of each send, by refkey, in the order of their first lines. */
export function sendsIn(
  lines: readonly JournalLine[],
  sends = new Map<string, JournaledSend>(),
): Map<string, JournaledSend> {
  for (const { event, ...entry } of lines) {
    const before = sends.get(entry.refkey);
    sends.set(entry.refkey, { ...before, ...entry, time: (before ?? entry).time, outcome: endOf(event, entry) });
  }
  return sends;
}

function endOf(event: SendEvent, { outcome, result = '' }: Learned): JournaledOutcome {
  if (event === 'result') return outcome ?? outcomeOf(result);
  return event === 'sending' ? 'unknown' : event;
}
