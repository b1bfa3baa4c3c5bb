import type { SendResult } from '../../core/send-result.ts';
import { messageApi } from '../../send/endpoints.ts';
import { serviceClock } from '../../send/hours.ts';
import { openListener } from '../../send/listener.ts';
import { openClaims, type SendClaims } from '../../send/once.ts';
import type { PreparedSend } from '../../send/prepare.ts';
import { runSends } from '../../send/run.ts';
import { openUploads } from '../../send/uploads.ts';
import { holderOf } from '../locks.ts';
import { confirmedRisks, unsent } from './confirm.ts';
import { withDrawings } from './outcome.ts';
import type { SendRun } from './prepare.ts';

/** An emulator has the result 300 ms after a send: the second request finds it. */
const EMULATOR_FIRST_MS = 100;

/** Asks where that is needed, sends each message once, and waits for the results. */
export async function deliver(run: SendRun, sends: readonly PreparedSend[]): Promise<SendResult[]> {
  if (sends.length === 0) return [];
  const { invocation, project, session, options, journal, progress } = run;
  const { signal } = invocation;
  const confirmed = await confirmedRisks(
    run,
    sends.filter(({ proof }) => proof.length === 0),
  );
  if (!Array.isArray(confirmed)) return sends.map((send) => unsent(run, send));
  const { listen } = options;
  const listener = listen === undefined ? undefined : await openListener(listen);
  const message = messageApi(session.service);
  try {
    const results = await runSends(sends, {
      message,
      keyOf: openUploads({ message, files: invocation.ports.files, root: project.config.root, signal }),
      journal,
      clock: invocation.ports.clock,
      serviceClock: serviceClock(session.service, invocation.ports.clock),
      signal,
      confirmed,
      waitMs: options.wait ? options.timeout : null,
      ...(project.environment.emulator ? { firstMs: EMULATOR_FIRST_MS } : {}),
      listener,
      claims: claimsOf(run),
      onEvent: progress.onEvent,
    });
    return withDrawings(results, sends, invocation);
  } finally {
    progress.close();
    await listener?.close();
  }
}

function claimsOf({ invocation, project, session, options, journal }: SendRun): SendClaims | undefined {
  if (options.unlessSent === undefined) return undefined;
  return openClaims({
    store: session.store,
    journal,
    clock: invocation.ports.clock,
    environment: project.environment.name,
    account: session.account,
    keyed: session.keyed,
    unlessSentMs: options.unlessSent,
    holder: holderOf('send', invocation.env),
  });
}
