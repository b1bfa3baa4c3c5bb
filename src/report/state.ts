import type { Address } from '../core/address.ts';
import { serviceTime } from '../core/zone.ts';
import type { Lock } from '../files/lock-content.ts';
import { isUnseen, type StateEntry, type UploadTable } from '../state/document.ts';
import { counted } from '../text/counted.ts';
import type { Style } from './style.ts';
import { writeTerminal } from './terminal/view.ts';
import { addressText, heading, joined, span, type Text, whole } from './text.ts';
import { ourTime } from './time.ts';
import type { Entry, ViewSection } from './view/blocks.ts';
import { stateSpans } from './view/words.ts';

export interface StateViewEntry extends StateEntry {
  address: Address;
  /** Its name at the service; null if the binding has no name. */
  name: string | null;
}

export interface StateViewProfile {
  profile: string;
  /** Of its document; 0 if there is none yet. */
  serial: number;
  /** Its lock; null if it is not locked. */
  lock: StateViewLock | null;
  entries: StateViewEntry[];
  /** Left out if only some addresses are shown. */
  uploads?: UploadTable;
}

/** The owner of a lock. A member that the lock does not record is null. */
interface StateViewLock {
  command: string | null;
  user: string | null;
  host: string | null;
  pid: number | null;
  run: string | null;
  since: string | null;
}

/** The lock of a profile, for a person. */
export function lockView({ holder, since }: Lock): StateViewLock {
  const { command = null, user = null, host = null, pid = null, run = null } = holder ?? {};
  return { command, user, host, pid, run, since: since ?? null };
}

/** `by \`apply\` of kim on build-7 (process 41) since 2026-11-20 09:00:00 KST, https://…` */
export function lockWords({ command, user, host, pid, run, since }: StateViewLock, style: Style): string {
  if (command === null) return 'by an unknown run';
  const from = since === null ? '' : ` since ${ourTime(since, style)}`;
  const whose = user === null ? '' : ` of ${user}`;
  return `by \`${command}\`${whose} on ${host} (process ${pid})${from}${run === null ? '' : `, ${run}`}`;
}

/** The state of an environment as `state show` shows it. Plain data. */
export interface StateView {
  environment: string;
  profiles: StateViewProfile[];
}

/** Which live resource each address is bound to, profile by profile. Ends with a line break. */
export function drawState({ environment, profiles }: StateView, style: Style): string {
  const all = profiles.flatMap(({ entries }) => entries);
  const ending = all.length === 0 ? 'Nothing is bound.' : `${counted(all.length, 'address', 'addresses')} bound.`;
  const sections = profiles.map(
    ({ profile, serial, lock, entries }): ViewSection => ({
      title: heading(profile, serial === 0 ? 'nothing was ever applied' : `serial ${serial}`),
      parts: lock === null ? [] : [{ text: [span(`  locked ${lockWords(lock, style)}`, 'yellow')] }],
      entries: entries.map((entry) => entryOf(entry, style)),
      isTable: true,
    }),
  );
  const rest = [{ text: [span(ending, 'bold')] }];
  return writeTerminal({ title: heading(`State of ${environment}`), sections, rest }, style);
}

function entryOf(entry: StateViewEntry, style: Style): Entry {
  const { address, name, protect, row } = entry;
  const facts: Text[] = [
    ...(protect ? [[span('protected', 'yellow')]] : []),
    ...(isUnseen(entry) ? [[span('not applied yet', 'dim')]] : []),
    ...(row ? [[...stateSpans(row.state), span(` ${serviceTime(row.modifiedAt, style)}`, 'dim')]] : []),
  ];
  return {
    title: addressText(address),
    cells: [[name === null ? [] : [whole(name, 'dim')]], [joined(facts, span('  '))]],
  };
}
