import { type JsonObject, own } from '../../core/json.ts';
import type { Status } from '../../core/resource.ts';
import type { States, Waits } from '../../core/states.ts';
import type { Present } from '../operations.ts';

/** States of a sender profile (resource API 2.3). */
export const profileStates: States = {
  activated: { word: { en: 'activated', ko: '사용 중' }, tone: 'green' },
  applied: { word: { en: 'applied', ko: '브랜드 메시지 신청 완료' }, tone: 'yellow', waitsFor: 'approval' },
  dormant: { word: { en: 'dormant', ko: '휴면' }, tone: 'red' },
  blocked: { word: { en: 'blocked by the service', ko: '서비스에서 차단' }, tone: 'red' },
  deactivated: { word: { en: 'deactivated', ko: '비활성' }, tone: 'red' },
  deleting: { word: { en: 'deleting', ko: '삭제 중' }, tone: 'red' },
  deleted: { word: { en: 'deleted', ko: '삭제됨' }, tone: 'red' },
};

export const profileWaits: Waits = {
  approval: {
    word: { en: 'the approval of brand sending', ko: '브랜드 메시지 발송 승인' },
    one: 'approval of brand sending',
    many: 'approvals of brand sending',
    unreported:
      'The service does not report that it refused an application for brand messages. To apply again, run `notiform profile apply-brand {id}`.',
  },
};

/** The service's own facts about a profile (resource API 2.3) that operations use, and one of ours. */
interface ProfileFacts {
  /** A activated, C deactivated, B blocked, E deleting, D deleted; open. */
  profileStatus: string;
  block: boolean;
  dormant: boolean;
  /** True if brand messages may be sent; undefined if the manifest does not manage brand sending. */
  brandMessage?: boolean;
  /** True if brand sending was applied for. The service does not report it. */
  applied?: boolean;
}

const WORDS: Readonly<Record<string, string>> = {
  A: 'activated',
  C: 'deactivated',
  B: 'blocked',
  E: 'deleting',
  D: 'deleted',
};

/** The live status; a profile status that the documents do not know is shown as it is. */
export function statusOf(facts: ProfileFacts): Status {
  return { state: stateOf(facts), ...facts };
}

function stateOf({ profileStatus, block, dormant, brandMessage, applied }: ProfileFacts): string {
  if (profileStatus !== 'A') return own(WORDS, profileStatus) ?? profileStatus;
  if (block) return 'blocked';
  if (dormant) return 'dormant';
  return applied && !brandMessage ? 'applied' : 'activated';
}

/** The facts of a status that `statusOf` made. */
export function factsOf({ status }: Pick<Present, 'status'>): ProfileFacts {
  const { profileStatus, block, dormant, brandMessage, applied } = status;
  return {
    profileStatus: String(profileStatus),
    block: block === true,
    dormant: dormant === true,
    ...(typeof brandMessage === 'boolean' && { brandMessage }),
    ...(typeof applied === 'boolean' && { applied }),
  };
}

/** The profile after some of its facts and some of its content changed. */
export function moved(at: Present, change: Partial<ProfileFacts>, content: JsonObject = {}): Present {
  return { ...at, content: { ...at.content, ...content }, status: statusOf({ ...factsOf(at), ...change }) };
}
