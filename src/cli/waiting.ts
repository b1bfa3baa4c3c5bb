import type { Address } from '../core/address.ts';
import { Exit, worstExit } from '../core/exit.ts';
import type { EngineEvent, Waited } from '../engine/types.ts';
import { waitForVerdicts } from '../engine/wait.ts';
import { drawStatus } from '../report/status.ts';
import type { Style } from '../report/style.ts';
import type { Invocation } from './invocation.ts';
import { engineInput, type Project, type Session } from './session.ts';

/** How long waiting goes on where nothing is said, in milliseconds. */
export const DEFAULT_WAIT = 1_800_000;

/** An emulator's verdict is minutes away at most, and nobody minds its being asked. */
const EMULATOR_INTERVALS = { firstMs: 500, longestMs: 2000 };

export async function waitFor(
  invocation: Invocation,
  project: Project,
  session: Session,
  options: { addresses: readonly Address[]; timeoutMs: number; onEvent: (event: EngineEvent) => void },
): Promise<Waited> {
  const { environment, resources } = project;
  return waitForVerdicts({
    ...(await engineInput(invocation, environment, session)),
    ...options,
    resources,
    ...(environment.emulator ? { intervals: EMULATOR_INTERVALS } : {}),
  });
}

/** 1 where something could not be read: then nobody knows whether all verdicts are in. */
export function exitOfWait({ end, status }: Waited): number {
  return worstExit([end === 'settled' ? Exit.done : Exit.rejected, status.complete ? Exit.done : Exit.failed]);
}

/** How the waiting ended, above the table of what it ended with. */
export function drawWaited(waited: Waited, style: Style): string {
  const { outstanding, rejected, status } = waited;
  const words = [
    ...(rejected.length > 0 ? [`Turned down: ${counted(rejected.length)}; see the inspector’s words above.`] : []),
    ...(outstanding.length > 0
      ? [`Still outstanding: ${counted(outstanding.length)}. Run the same command to go on waiting.`]
      : []),
  ];
  const rest = status.complete
    ? 'Nothing is outstanding.'
    : 'Something could not be read, and its verdict may be outstanding.';
  return `${drawStatus(status, style)}\n${words.join('\n') || rest}\n`;
}

function counted(count: number): string {
  return count === 1 ? '1 resource' : `${count} resources`;
}
