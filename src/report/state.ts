import type { Address } from '../core/address.ts';
import type { StateEntry } from '../state/document.ts';
import { EMPTY, type Line, render, span, whole } from './line.ts';
import { addressSpans, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { counted, stateSpans } from './words.ts';

/** What is remembered of an address. */
export interface StateViewEntry extends StateEntry {
  address: Address;
  /** What the service calls it; null where the binding holds no name. */
  name: string | null;
}

/** What is remembered of a profile. */
export interface StateViewProfile {
  profile: string;
  /** Of its document; 0 where there is none yet. */
  serial: number;
  entries: StateViewEntry[];
}

/** The state of an environment as `state show` shows it. Plain data. */
export interface StateView {
  environment: string;
  profiles: StateViewProfile[];
}

/** Which live resource each address is bound to, profile by profile. Ends with a line break. */
export function drawState({ environment, profiles }: StateView, style: Style): string {
  const parts = profiles.map((profile) => drawProfile(profile, style));
  const heading: Line[] = [[span(`State of ${environment}`, 'bold')]];
  const all = profiles.flatMap(({ entries }) => entries);
  const ending = all.length === 0 ? 'Nothing is bound.' : `${counted(all.length, 'address', 'addresses')} bound.`;
  const lines = [heading, ...parts, wrapped([span(ending, 'bold')], style.width, 0)];
  return render(
    lines.flatMap((part, index) => (index === 0 ? part : [EMPTY, ...part])),
    style,
  );
}

function drawProfile({ profile, serial, entries }: StateViewProfile, style: Style): Line[] {
  const about = serial === 0 ? 'nothing was ever applied' : `serial ${serial}`;
  const rows = entries.map((entry) => ({ cells: cellsOf(entry) }));
  return [[span(profile, 'bold'), span(`  ${about}`, 'dim')], ...drawTable(rows, style.width)];
}

function cellsOf({ address, name, protect, row }: StateViewEntry): Line[] {
  const seen: Line = row ? [...stateSpans(row.state), span(` ${row.modifiedAt}`, 'dim')] : [];
  return [
    [span('  '), ...addressSpans(address)],
    name === null ? EMPTY : [whole(name, 'dim')],
    protect ? [span('protected', 'yellow'), ...(seen.length === 0 ? [] : [span('  ')]), ...seen] : seen,
  ];
}
