import type { Words } from './dialect.ts';
import type { CallKind } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import type { Misfit } from './fit.ts';
import type { Judgement } from './judgement.ts';
import { faultOf, type NetworkFault } from './network.ts';

/** How one try of a call ended, other than well. */
export type Failed =
  | Exclude<Judgement, { is: 'good' }>
  /** Nothing was sent. */
  | { is: 'unsent'; fault: NetworkFault | 'time-out' }
  /** It was sent, and no whole answer came. */
  | { is: 'lost'; fault: NetworkFault | 'time-out' }
  | { is: 'misfit'; misfit: Misfit; words?: Words }
  | { is: 'interrupted'; sent: boolean }
  /** The server wants to be left alone for longer than this command may wait. */
  | { is: 'wait-too-long'; waitMs: number };

/** The failed outcome of an exchange that brought no answer. */
export function outcomeOf(ended: Exclude<Exchange, { ended: 'answered' }>): Failed {
  switch (ended.ended) {
    case 'interrupted':
      return { is: 'interrupted', sent: ended.sent };
    case 'too-long':
      return { is: 'foreign', why: 'more bytes than any answer of the service has' };
    case 'timed-out':
      return { is: ended.sent ? 'lost' : 'unsent', fault: 'time-out' };
    case 'broken':
      return brokenOutcome(ended.sent, faultOf(ended.cause));
  }
}

function brokenOutcome(sent: boolean, fault: NetworkFault): Failed {
  if (fault.code === 'UND_ERR_DESTROYED' || fault.code === 'UND_ERR_CLOSED') return { is: 'interrupted', sent };
  return { is: sent && !isRefusedUnread(fault) ? 'lost' : 'unsent', fault };
}

/** With TLS 1.3 the server asks for a certificate when ours was sent already, and reads nothing of it; nor what is not TLS. */
function isRefusedUnread({ tls }: NetworkFault): boolean {
  return tls === 'client-certificate' || tls === 'plain';
}

/** Whether the transport may try again by itself (DESIGN, "Unclear failures"). */
export function mayRepeat(kind: CallKind, failed: Failed): boolean {
  switch (failed.is) {
    case 'throttled':
    case 'busy':
      return true;
    case 'down':
    case 'lost':
    case 'garbled':
      return kind === 'read';
    case 'unsent':
      return kind === 'read' && (failed.fault === 'time-out' || !failed.fault.lasting);
    default:
      return false;
  }
}

/** What a repetition costs more after. */
export function wasTimeout(failed: Failed): boolean {
  return (failed.is === 'lost' || failed.is === 'unsent') && failed.fault === 'time-out';
}
