import { fill, type Phrase } from '../../core/language.ts';
import type { StatusReport, StatusRow, StoppedProfile } from '../../core/status.ts';
import type { Text } from '../text.ts';
import type { Audience } from './audience.ts';
import { presentComments } from './dialogue.ts';
import { STATUS_WORDS } from './phrases.ts';
import { isOutOfUse, MOVED_WORDS, stateName } from './words.ts';

/**
 * The groups of a status, in the order in which a person has to act: first what an inspector or the service stopped, then
 * differences from the manifests, then what others decide, then what is good to know.
 */
export const GROUP_WORDS = {
  rejected: { en: '{what} {count:is|are} rejected.', ko: '{what}가 반려되었습니다.' },
  blocked: { en: '{what} {count:is|are} blocked by the service.', ko: '{what}가 서비스에서 차단되었습니다.' },
  unread: { en: '{what} could not be read.', ko: '{what}를 읽지 못했습니다.' },
  dormant: { en: '{what} {count:is|are} dormant and cannot be sent.', ko: '{what}가 휴면 상태라 발송할 수 없습니다.' },
  stopped: { en: '{what} {count:is|are} stopped.', ko: '{what}의 사용이 중지되었습니다.' },
  drifted: { en: '{what} {count:was|were} changed outside notiform.', ko: '{what}가 notiform 밖에서 변경되었습니다.' },
  differs: { en: '{what} {count:differs|differ} from the manifests.', ko: '{what}가 파일에 적은 내용과 다릅니다.' },
  waiting: { en: '{what} {count:is|are} waiting for {decision}.', ko: '{what}가 {decision} 대기 중입니다.' },
  ending: {
    en: '{what} {count:becomes|become} dormant again without use.',
    ko: '{what}는 발송하지 않으면 다시 휴면 처리됩니다.',
  },
  unsent: {
    en: '{what} {count:is|are} approved and {count:was|were} never sent.',
    ko: '{what}는 승인되었지만 아직 발송한 적이 없습니다.',
  },
  done: { en: '{what} {count:is|are} as declared.', ko: '{what}는 파일에 적은 내용과 일치합니다.' },
} satisfies Record<string, Phrase>;

export type StatusGroup = keyof typeof GROUP_WORDS;

export const STATUS_GROUPS = Object.keys(GROUP_WORDS) as StatusGroup[];

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
function waitingSince({ verdict, comments, state, modifiedAt }: StatusRow): string | null {
  if (verdict !== 'waiting') return null;
  const request = presentComments(comments, state ?? '').findLast(({ status }) => status === 'REQ');
  return request?.createdAt || modifiedAt;
}

/** Since when a resource waits, when it becomes dormant, and what happened to it since the last apply. */
export function eventsOf(row: StatusRow, audience: Audience): Text[] {
  const { dormantAt, moved } = row;
  const since = waitingSince(row);
  return [
    ...(since ? [audience.say(STATUS_WORDS.since, { time: audience.time(since) })] : []),
    ...(dormantAt ? [audience.say(STATUS_WORDS.ends, { time: audience.ourTime(dormantAt).slice(0, 10) })] : []),
    ...moved.map((one) => audience.say(MOVED_WORDS[one])),
  ];
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
