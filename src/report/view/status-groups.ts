import { fill } from '../../core/language.ts';
import type { StatusReport, StatusRow, StoppedProfile } from '../../core/status.ts';
import type { Text } from '../text.ts';
import type { Audience } from './audience.ts';
import { presentComments } from './dialogue.ts';

import { STATUS_WORDS } from './phrases.ts';
import { isOutOfUse, stateName } from './words.ts';

/**
 * The groups of a status, in the order in which a person has to act: first what an inspector or the service stopped, then
 * differences from the manifests, then what others decide, then what is good to know.
 */
export const STATUS_GROUPS = [
  'rejected',
  'blocked',
  'unread',
  'dormant',
  'stopped',
  'drifted',
  'differs',
  'waiting',
  'ending',
  'unsent',
  'done',
] as const;

export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** States that have a group of their own. Other states out of use belong to profiles, which the service has blocked too. */
const GROUP_OF_STATE: Readonly<Record<string, StatusGroup>> = {
  REJ: 'rejected',
  BLK: 'blocked',
  blocked: 'blocked',
  DMT: 'dormant',
  dormant: 'dormant',
  STP: 'stopped',
};

export function statusGroupOf({ state, verdict, moved, dormantAt }: StatusRow): StatusGroup {
  if (verdict === 'kept') return 'done';
  if (verdict === 'unread') return 'unread';
  if (verdict === 'done') {
    if (dormantAt !== undefined) return 'ending';
    return state === 'RDY' ? 'unsent' : 'done';
  }
  if (verdict === 'waiting') return 'waiting';
  if (state !== null && isOutOfUse(state)) return GROUP_OF_STATE[state] ?? 'blocked';
  return moved.includes('drifted') || moved.includes('vanished') ? 'drifted' : 'differs';
}

/** Since when a resource waits for its decision: the request of the present round, else its last change. Korean time. */
export function waitingSince({ verdict, comments, state, modifiedAt }: StatusRow): string | null {
  if (verdict !== 'waiting') return null;
  const request = presentComments(comments, state ?? '').findLast(({ status }) => status === 'REQ');
  return request?.createdAt || modifiedAt;
}

/** Why nothing can be sent with a profile, and how it is released. */
export function stoppedWords(
  { profile, state, clearBlockUrl, spamLevel, messageSpamLevel }: StoppedProfile,
  audience: Audience,
): Text {
  const { language } = audience;
  const words = [
    fill(STATUS_WORDS.profile, language, { profile, state: stateName(state, language) }),
    ...(spamLevel === null ? [] : [fill(STATUS_WORDS.spam, language, { level: spamLevel })]),
    ...(messageSpamLevel === null ? [] : [fill(STATUS_WORDS.messageSpam, language, { level: messageSpamLevel })]),
    ...(clearBlockUrl === null ? [] : [fill(STATUS_WORDS.release, language, { url: clearBlockUrl })]),
    ...(state === 'dormant' ? [fill(STATUS_WORDS.recover, language, { profile })] : []),
  ];
  return audience.sentence(words.join(' '));
}

/** How many rows each group has. */
export function groupCounts({ rows }: StatusReport): Record<StatusGroup, number> {
  const counts = Object.fromEntries(STATUS_GROUPS.map((group) => [group, 0])) as Record<StatusGroup, number>;
  for (const row of rows) counts[statusGroupOf(row)] += 1;
  return counts;
}

/** The report as `--json` prints it: the rows of each group counted, and each row with its group, and since when it waits. */
export function withGroups(report: StatusReport): object {
  const rows = report.rows.map((row) => {
    const since = waitingSince(row);
    return { ...row, group: statusGroupOf(row), ...(since === null ? {} : { since }) };
  });
  return { ...report, counts: groupCounts(report), rows };
}
