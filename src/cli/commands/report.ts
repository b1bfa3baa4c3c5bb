import { join } from 'node:path';
import { type Problem, usageError } from '../../core/problem.ts';
import type { SendRecord } from '../../core/send-result.ts';
import { drawRecords } from '../../report/records.ts';
import { messageApi } from '../../send/endpoints.ts';
import { JOURNAL_PATH, type JournaledSend, openJournal } from '../../send/journal.ts';
import {
  canBeAsked,
  exitOfRecords,
  isMessageKey,
  type ResultContext,
  recordOf,
  requestResult,
  requestUnjournaled,
  sendsNamed,
} from '../../send/records.ts';
import { openConfig } from '../config.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { beginOf, type Since } from '../options.ts';
import { openSession } from '../session.ts';

interface ReportOptions {
  since?: Since;
  offline?: boolean;
}

/** `report KEY` and `report --since`: the sends of the journal. Results that are not known yet are requested. */
export async function report(
  invocation: Invocation,
  [key]: string[],
  { since, offline = false }: ReportOptions,
): Promise<Outcome> {
  if ((key === undefined) === (since === undefined)) {
    const hint = 'Run `notiform report KEY` or `notiform report --since 24h`';
    throw usageError('`report` takes either KEY or `--since`', hint);
  }
  const { config, environment } = await openConfig(invocation);
  const { clock, files } = invocation.ports;
  const path = join(config.root, JOURNAL_PATH);
  const journal = openJournal({ files, path, clock, environment: environment.name });
  const sends = (await journal.sends()).filter((send) => send.environment === environment.name);
  const begin = since && beginOf(since, clock.now());
  const chosen =
    key === undefined ? sends.filter(({ time }) => Date.parse(time) >= (begin ?? 0)) : sendsNamed(key, sends);
  const unknown = key !== undefined && chosen.length === 0 ? messageKeyIn(key, offline) : undefined;
  const isAsking = unknown !== undefined || (!offline && chosen.some(canBeAsked));
  const session = isAsking
    ? await openSession(invocation, { config, environment }, { messages: true, profiles: [] })
    : undefined;
  try {
    const asking = session && { message: messageApi(session.service), journal, clock, signal: invocation.signal };
    const records = await Promise.all([
      ...(unknown !== undefined && asking ? [requestUnjournaled(unknown, asking)] : []),
      ...chosen.map((send) => describe(send, asking)),
    ]);
    const view = { since: begin === undefined ? null : new Date(begin).toISOString(), sends: records };
    return {
      exit: exitOfRecords(records, clock.now()),
      text: drawRecords(
        invocation.redaction.within({ ...view, environment: environment.name }),
        invocation.terminal.style('stdout'),
      ),
      json: view,
      problems: problemsIn(records, key === undefined),
    };
  } finally {
    await session?.close();
  }
}

async function describe(send: JournaledSend, asking: ResultContext | undefined): Promise<SendRecord> {
  return asking && canBeAsked(send) ? requestResult(send, asking) : recordOf(send);
}

/** Returns the message key of a send that this journal does not have. Throws a NotiformError (exit 64) if it cannot be one. */
function messageKeyIn(key: string, offline: boolean): string {
  if (!offline && isMessageKey(key)) return key;
  throw usageError(
    `.notiform/sends.jsonl has no send with the key or the name ${key}`,
    'Name a message key, a refkey, a test send or the address of a template. See `notiform report --since 35d`',
  );
}

/** The problems of the records, each once. In a list, the table shows those of single messages. */
function problemsIn(records: readonly SendRecord[], isList: boolean): Problem[] {
  const problems = records
    .flatMap(({ problem }) => problem ?? [])
    .filter(({ code }) => !isList || !code.startsWith('send-'));
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}
