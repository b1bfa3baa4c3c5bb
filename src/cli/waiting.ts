import type { Environment } from '../config/environment.ts';
import { Exit, worstExit } from '../core/exit.ts';
import type { StatusRow } from '../core/status.ts';
import { policyOf } from '../engine/route/policy.ts';
import { waitForVerdicts } from '../engine/status/wait.ts';
import type { PredictInput, Waited, WaitInput } from '../engine/types.ts';
import { approvalOf, commandLine } from '../report/command.ts';
import { drawStatus } from '../report/results.ts';
import type { Style } from '../report/style.ts';
import { counted } from '../text/counted.ts';
import type { Client } from '../wire/client.ts';

/** How long to wait without `--timeout`, in milliseconds. */
export const DEFAULT_WAIT = 1_800_000;

/** An emulator decides within minutes and can be asked often. */
const EMULATOR_INTERVALS = { firstMs: 125, longestMs: 2000 };

export function waitFor(
  input: PredictInput<Client>,
  { guard, emulator }: Environment,
  options: Pick<WaitInput<Client>, 'addresses' | 'timeoutMs' | 'until' | 'policy'>,
): Promise<Waited> {
  const intervals = emulator ? EMULATOR_INTERVALS : undefined;
  return waitForVerdicts({ ...input, policy: policyOf(guard), intervals, ...options });
}

/** Returns 1 if something could not be read, since a decision may then still be pending. */
export function exitOfWait({ end, status }: Waited): number {
  return worstExit([end === 'settled' ? Exit.done : Exit.rejected, status.complete ? Exit.done : Exit.failed]);
}

/** The resources that an apply would leave as they are, each with the reason in its row. */
export function blockedIn({ rejected, status: { rows } }: Waited): StatusRow[] {
  return rows.filter(({ address, reason }) => reason !== undefined && !rejected.includes(address));
}

/** The resources with a pending decision that their manifests did not ask for. Nothing waits for those decisions. */
export function otherDecisionsIn({ status: { rows } }: Waited): StatusRow[] {
  return rows.filter(({ otherWaitsFor }) => otherWaitsFor !== undefined);
}

/**
 * How the waiting ended, above the table of what it ended with.
 * @param flags those that shape the plan of an apply that is to follow
 */
export function drawWaited(waited: Waited, style: Style, flags: readonly string[] = []): string {
  const { outstanding, rejected, status } = waited;
  const approval = approvalOf(
    style,
    status.rows.filter(({ address }) => outstanding.includes(address)),
  );
  const some = (count: number, begin: string, rest: string): string[] =>
    count === 0 ? [] : [`${begin}: ${counted(count, 'resource')}${rest}`];
  // Nobody turned down what somebody withdrew, edited or deleted.
  const isMoved = ({ moved }: StatusRow): boolean => moved.includes('drifted') || moved.includes('vanished');
  const moved = status.rows.filter((row) => rejected.includes(row.address) && isMoved(row)).length;
  const others = otherDecisionsIn(waited).length;
  const words = [
    ...some(
      rejected.length - moved,
      'Rejected',
      '. Correct the manifest as the comment above asks, then plan and apply again.',
    ),
    ...some(moved, 'Withdrawn, or changed at the service while it waited', '. What to do is above.'),
    ...some(outstanding.length, 'Still waiting', '. Run the same command to continue waiting.'),
    ...(approval ? [`${approval.lead}${commandLine(style, status.environment, approval.words)}`] : []),
    ...(others === 0
      ? []
      : [
          others === 1
            ? 'Not waited for: 1 resource waits for a decision on other content or another lifecycle than its manifest has.'
            : `Not waited for: ${others} resources wait for a decision on other content or another lifecycle than their manifests have.`,
        ]),
  ];
  const stuck = some(blockedIn(waited).length, 'Blocked', '; see why above.');
  const rest = status.complete
    ? 'Nothing is waiting.'
    : 'Something could not be read, so a resource may still be waiting.';
  return `${drawStatus(status, style)}\n${[words.join('\n') || rest, ...stuck, ...leftToApply(waited, style, flags)].join('\n')}\n`;
}

/** Waiting makes no changes. The next apply makes the deferred ones. */
function leftToApply(
  { rejected, status: { rows, environment } }: Waited,
  style: Style,
  flags: readonly string[],
): string[] {
  const left = rows.filter(
    ({ address, verdict, reason }) =>
      (verdict === 'differs' || verdict === 'missing') && reason === undefined && !rejected.includes(address),
  );
  if (left.length === 0) return [];
  const command = commandLine(style, environment, ['apply', ...flags]);
  return [
    `${left.length} ${left.length === 1 ? 'resource is' : 'resources are'} not up to date yet. To apply the rest: ${command}`,
  ];
}
