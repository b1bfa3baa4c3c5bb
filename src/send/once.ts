import { canonical } from '../core/json.ts';
import type { Clock } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { EarlierSend, SendOutcome } from '../core/send-result.ts';
import type { Holder } from '../files/lock-content.ts';
import type { KeyedDigest } from '../state/account.ts';
import { emptyDocument, SENDS, type SentMessage, type StateDocument } from '../state/document.ts';
import type { DocumentEdit, StateStore } from '../state/store.ts';
import { maskNumber } from '../text/mask.ts';
import { about, problemIn } from './about.ts';
import type { JournaledSend, SendJournal } from './journal.ts';
import type { PreparedSend } from './prepare.ts';
import { isDelivered, KEPT_MS } from './report.ts';

/** Claims messages in the state store, so that no run sends a message that another run sent a short time ago. */
export interface SendClaims {
  /**
   * Claims a message before its call. Returns the earlier send if it counts as sent: then there is no claim. Returns a problem
   * if the store fails: then the message must not be sent.
   * @param isLate true if the message may not be sent now. It is only looked up then
   */
  claim(send: PreparedSend, options: { isLate: boolean }): Promise<EarlierSend | Problem | undefined>;
  /**
   * Records how a claimed send ended, or the earlier send with this refkey. Returns a problem if the store fails: the claim then
   * counts as sent without an outcome.
   */
  record(
    send: PreparedSend,
    outcome: SendOutcome,
    more?: { messageKey?: string; refKey?: string; result?: string },
  ): Promise<Problem | undefined>;
  /** Reads the earlier send again, which another run may have ended since. */
  lookAgain(send: PreparedSend, earlier: EarlierSend): Promise<EarlierSend>;
}

interface ClaimOptions {
  store: Pick<StateStore, 'edit' | 'read'>;
  /** The local journal. It has the sends of this machine without `--unless-sent`. */
  journal: Pick<SendJournal, 'sends'>;
  clock: Pick<Clock, 'now'>;
  environment: string;
  /** Digest of the account. */
  account: string;
  keyed: KeyedDigest;
  /** How long a send counts, from its delivery. */
  unlessSentMs: number;
  holder: Holder;
}

/** The outcomes of a send that reached no phone, unless a fallback was delivered. The message is then sent again. */
const MISSED: readonly string[] = ['refused', 'not-sent', 'failed'];

/** True for a send whose run may still learn its outcome. The journal has `unknown` for it. */
export function isUnresolved(outcome: string): boolean {
  return outcome === 'sending' || outcome === 'unknown';
}

/** A send of the state store, or of the journal. */
export type SentBefore = Pick<JournaledSend, 'time' | 'at' | 'refkey' | 'messagekey' | 'result'> & { outcome: string };

export function openClaims(options: ClaimOptions): SendClaims {
  const { store, journal, clock, environment, account, keyed, unlessSentMs, holder } = options;
  const isRecent = ({ time, at }: SentBefore, ms: number): boolean =>
    Math.max(Date.parse(time), Date.parse(at ?? time)) > clock.now() - ms;
  const counts = (one: SentBefore): boolean =>
    (!MISSED.includes(one.outcome) || isDelivered(one.result ?? '')) && isRecent(one, unlessSentMs);
  const inJournal = async (send: PreparedSend): Promise<EarlierSend | undefined> => {
    const content = keyed(send.digest);
    const last = (await journal.sends()).findLast(
      (one) => one.environment === environment && one.digest === content && isSame(one, send) && counts(one),
    );
    return last && earlierOf(last);
  };
  /** Adds a message to the document, or replaces it. Messages that are too old for any run are dropped. */
  const editing = (
    edited: (sends: NonNullable<StateDocument['sends']>) => [key: string, SentMessage] | undefined,
    canGiveUp?: () => boolean,
  ) => {
    const edit: DocumentEdit = (stored) => {
      const { sends = {}, ...document } = stored ?? emptyDocument(environment, SENDS, account);
      const next = edited(sends);
      if (!next) return undefined;
      const kept = Object.entries(sends).filter(([, one]) => isRecent(one, KEPT_MS));
      return { ...document, serial: document.serial + 1, sends: Object.fromEntries([...kept, next]) };
    };
    return store.edit(SENDS, holder, edit, canGiveUp);
  };
  return {
    claim: async (send, { isLate }) => {
      let found = await inJournal(send);
      if (found) return found;
      const claim: SentMessage = {
        send: send.test.id,
        to: send.to.name,
        refkey: send.payload.refkey,
        time: new Date(clock.now()).toISOString(),
        ...(send.at === undefined ? {} : { at: new Date(send.at).toISOString() }),
        outcome: 'sending',
      };
      const key = keyOf(send, keyed);
      const failed = await orProblem(send, () =>
        editing(
          (sends) => {
            const before = sends[key];
            if (before?.refkey === claim.refkey) return undefined;
            found = before && counts(before) ? earlierOf(before) : undefined;
            return found || isLate ? undefined : [key, claim];
          },
          // Without its claim the message is not sent.
          () => true,
        ),
      );
      return failed ?? found;
    },
    record: (send, outcome, { messageKey, refKey = send.payload.refkey, result } = {}) =>
      orProblem(send, () =>
        editing((sends) => {
          // Another run claims the message when this claim is too old: then the refkey is gone.
          const [key, before] = Object.entries(sends).find(([, one]) => one.refkey === refKey) ?? [];
          if (key === undefined || !before || before.outcome === outcome) return undefined;
          const learned = {
            outcome,
            ...(messageKey === undefined ? {} : { messagekey: messageKey }),
            ...(result === undefined ? {} : { result }),
          };
          return [key, { ...before, ...learned }];
        }),
      ),
    lookAgain: async (send, earlier) => {
      const found: SentBefore[] = [];
      await orProblem(send, async () => {
        found.push(...Object.values((await store.read(SENDS))?.sends ?? {}));
      });
      const known = [...found, ...(await journal.sends())].find(
        (one) => one?.refkey === earlier.refKey && !isUnresolved(one.outcome),
      );
      return known ? earlierOf(known) : earlier;
    },
  };
}

/** Identifies a message by its content, its test send and its recipient, without the number in clear (assumption 345). */
function keyOf({ digest: content, test, to }: PreparedSend, keyed: KeyedDigest): string {
  return keyed(canonical({ content, send: test.id, to: to.name, number: maskNumber(to.number) }));
}

function isSame(one: { send: string; to: string; number: string }, { test, to }: PreparedSend): boolean {
  return one.send === test.id && one.to === to.name && one.number === maskNumber(to.number);
}

function earlierOf(one: SentBefore): EarlierSend {
  const { time, at = null, refkey, messagekey = null } = one;
  // A stored outcome of a newer version may be one that this version does not know.
  const outcome = EARLIER.find((known) => known === one.outcome) ?? 'unknown';
  return { time, at, refKey: refkey, messageKey: messagekey, outcome };
}

const EARLIER: readonly EarlierSend['outcome'][] = ['sending', 'accepted', 'delivered', 'failed', 'unknown'];

async function orProblem(send: PreparedSend, work: () => Promise<void>): Promise<Problem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { ...problemIn(error), ...about(send.test) };
  }
}
