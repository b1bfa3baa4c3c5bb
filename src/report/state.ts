import type { Address } from '../core/address.ts';
import type { Phrase } from '../core/language.ts';
import { serviceTime } from '../core/zone.ts';
import type { Lock } from '../files/lock-content.ts';
import { isUnseen, type StateEntry, type UploadTable } from '../state/document.ts';
import { type DrawnLine, EMPTY, renderBlocks, span, whole } from './line.ts';
import { addressSpans, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { said } from './terminal-words.ts';
import { ourTime } from './time.ts';
import { stateSpans } from './words.ts';

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
export interface StateViewLock {
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

const WORDS = {
  title: { en: 'State of {environment}', ko: '{environment} 저장된 상태' },
  none: { en: 'Nothing is bound.', ko: '연결된 리소스가 없습니다.' },
  bound: { en: '{count} {count:address|addresses} bound.', ko: '연결된 주소 {count}개.' },
  never: { en: 'nothing was ever applied', ko: '적용한 적 없음' },
  serial: { en: 'serial {serial}', ko: '변경 번호 {serial}' },
  locked: { en: 'locked {lock}', ko: '잠김: {lock}' },
  protected: { en: 'protected', ko: '보호됨' },
  unseen: { en: 'not applied yet', ko: '아직 적용하지 않음' },
} satisfies Record<string, Phrase>;

/** Which live resource each address is bound to, profile by profile. Ends with a line break. */
export function drawState({ environment, profiles }: StateView, style: Style): string {
  const all = profiles.flatMap(({ entries }) => entries);
  const ending = said(style, all.length === 0 ? WORDS.none : WORDS.bound, { count: all.length });
  const blocks = [
    [[span(said(style, WORDS.title, { environment }), 'bold')]],
    ...profiles.map((profile) => drawProfile(profile, style)),
    [[span(ending, 'bold')]],
  ];
  return renderBlocks(blocks, style);
}

function drawProfile({ profile, serial, lock, entries }: StateViewProfile, style: Style): DrawnLine[] {
  const about = said(style, serial === 0 ? WORDS.never : WORDS.serial, { serial });
  const rows = entries.map((entry) => ({ cells: cellsOf(entry, style) }));
  const words = lock === null ? [] : [span(said(style, WORDS.locked, { lock: lockWords(lock, style) }), 'yellow')];
  const locked = lock === null ? [] : wrapped(words, style, 2);
  return [[span(profile, 'bold'), span(`  ${about}`, 'dim')], ...locked, ...drawTable(rows, style.width)];
}

function cellsOf(entry: StateViewEntry, style: Style): DrawnLine[] {
  const { address, name, protect, row } = entry;
  const facts: DrawnLine[] = [
    ...(protect ? [[span(said(style, WORDS.protected), 'yellow')]] : []),
    ...(isUnseen(entry) ? [[span(said(style, WORDS.unseen), 'dim')]] : []),
    ...(row ? [[...stateSpans(row.state, style.language), span(` ${serviceTime(row.modifiedAt, style)}`, 'dim')]] : []),
  ];
  return [
    [span('  '), ...addressSpans(address)],
    name === null ? EMPTY : [whole(name, 'dim')],
    facts.flatMap((fact, index) => [...(index === 0 ? [] : [span('  ')]), ...fact]),
  ];
}
