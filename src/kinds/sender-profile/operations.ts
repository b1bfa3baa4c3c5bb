import { sameContent } from '../../core/content.ts';
import { ServiceFailure } from '../../core/failure.ts';
import type { Refusal } from '../../core/kind.ts';
import type { Resource } from '../../core/resource.ts';
import { type Phrases, sayer } from '../../core/sentence.ts';
import {
  after,
  bug,
  calling,
  type KindOperation,
  needs,
  type Present,
  type Requirement,
  refuseUnless,
  there,
  uploadOf,
} from '../operations.ts';
import { bindingOf } from './codec.ts';
import { groupEndpoints, profileEndpoints } from './endpoints.ts';
import { type Content, contentOf, groupsBetween, jsonOf } from './fields.ts';
import { factsOf, moved } from './states.ts';

export const PROFILE_SENTENCES = {
  'profile-not-next': { en: 'it is not the next step', ko: '다음 단계가 아닙니다' },
  'profile-unusable': {
    en: 'the profile is {state}, and only the service can change that',
    ko: '발신 프로필이 {state} 상태이며, 서비스에서만 바꿀 수 있습니다',
  },
  'profile-dormant': {
    en: 'the profile is dormant, so it cannot be changed',
    ko: '발신 프로필이 휴면 상태라 변경할 수 없습니다',
  },
  'profile-recover': { en: '`recover: true`', ko: '`recover: true` 추가' },
} as const satisfies Phrases;

const say = sayer(PROFILE_SENTENCES);

/**
 * Names the next operation, or undefined if nothing is left to do. There is only one at a time, which keeps the search for a
 * route short.
 */
export function nextOf(at: Present, want: Resource): string | undefined {
  const { dormant, brandMessage, applied } = factsOf(at);
  if (dormant && want.options['recover'] === true) return recover.name;
  if (differs(at, want, 'unsubscribe')) return unsubscribe.name;
  const { missing, superfluous } = groupsBetween(at, want);
  if (missing.length > 0) return join.name;
  if (superfluous.length > 0) return leave.name;
  if (brandMessage || !contentOf(want.content).brandMessage) return undefined;
  if (differs(at, want, 'brandMessage')) return consent.name;
  return applied ? undefined : applyBrand.name;
}

function differs(at: Present, want: Resource, member: keyof Content): boolean {
  const wanted = want.content[member];
  return wanted !== undefined && !sameContent({ it: wanted }, { it: at.content[member] ?? null });
}

/** An operation: the profile can be changed, and the operation is the next one. */
function step(row: Omit<KindOperation, 'requires'>): KindOperation {
  const isNext: Requirement = (at, want) => refuseUnless(nextOf(at, want) === row.name, say('profile-not-next'));
  return { ...row, requires: needs(unusable, isNext) };
}

/** A profile that cannot be used cannot be changed either (assumption 19). */
function unusable(at: Present, want: Resource): Refusal | undefined {
  const { profileStatus, block, dormant } = factsOf(at);
  if (block || profileStatus !== 'A') return { reason: say('profile-unusable', { state: at.status.state }) };
  if (!dormant || want.options['recover'] === true) return undefined;
  return { reason: say('profile-dormant'), opens: say('profile-recover') };
}

const recover = step({
  name: 'profile.recover',
  title: 'release the dormancy',
  korean: '휴면 해제',
  cites: '2.3, 4.3 /recover, assumption 116',
  opensProfile: true,
  predicts: after((at) => [moved(at, { dormant: false })]),
  run: calling(profileEndpoints.recover, ({ profile }) => ({ senderKey: profile.key })),
});

const unsubscribe = step({
  name: 'profile.unsubscribe',
  title: 'set the number for opting out',
  korean: '수신 거부 번호 설정',
  cites: '4.3 /unsubscribeContent/update, assumption 114',
  predicts: after((at, want) => [moved(at, {}, jsonOf({ unsubscribe: wanted(want, 'unsubscribe') }))]),
  run: calling(profileEndpoints.unsubscribe, ({ profile, desired }) => {
    const { phone, auth } = wanted(desired, 'unsubscribe');
    return { senderKey: profile.key, unsubscribePhoneNumber: phone, unsubscribeAuthNumber: auth };
  }),
});

const join = step({
  name: 'group.add',
  title: 'join a group',
  korean: '그룹에 추가',
  cites: '4.4 /profile/add',
  ...membership('missing', (groups, alias) => [...groups, alias].sort()),
});

const leave = step({
  name: 'group.remove',
  title: 'leave a group',
  korean: '그룹에서 제외',
  cites: '4.4 /profile/delete, assumption 160',
  ...membership('superfluous', (groups, alias) => groups.filter((one) => one !== alias)),
});

/** The common part of joining and leaving. Each changes one membership at a time. */
function membership(
  which: 'missing' | 'superfluous',
  changed: (groups: readonly string[], alias: string) => string[],
): Pick<KindOperation, 'note' | 'predicts' | 'run'> {
  const next = (at: Present, want: Resource): string | undefined => groupsBetween(at, want)[which][0];
  return {
    note: (at, want) => at && next(at, want),
    predicts: after((at, want) => {
      const { groups = [] } = contentOf(at.content);
      const alias = next(at, want);
      return [moved(at, {}, { groups: alias === undefined ? groups : changed(groups, alias) })];
    }),
    run: calling<unknown>(which === 'missing' ? groupEndpoints.add : groupEndpoints.remove, (context) => {
      const { profile, desired, bound } = context;
      const alias = next(there(context), desired);
      const groupKey = alias === undefined ? undefined : bound.keyOf(alias);
      if (groupKey === undefined) throw bug(`${desired.address} has no group that is ${which}`);
      return { senderKey: profile.key, groupKey };
    }),
  };
}

const consent = step({
  name: 'profile.consent',
  title: 'upload the proof of consent',
  korean: '수신 동의 증빙 업로드',
  cites: '4.3 /marketingAgree/upload, assumption 115',
  // The last proof counts, so one more does no harm.
  idempotence: 'repeatable',
  predicts: after((at, want) => [
    moved(at, { applied: false }, jsonOf({ brandMessage: wanted(want, 'brandMessage') })),
  ]),
  run: async (context) => {
    const { service, profile, desired, signal } = context;
    const { consentProof } = wanted(desired, 'brandMessage');
    const proof = await uploadOf(consentProof, context);
    await service.upload(profileEndpoints.consent, { senderKey: profile.key }, 'file', [proof], signal);
    return bindingOf(profile.alias, { proof: consentProof, applied: false });
  },
});

const applyBrand = step({
  name: 'profile.applyBrand',
  title: 'apply for brand messages',
  korean: '브랜드 메시지 신청',
  cites: '4.3 /brandMessage/apply, assumptions 115, 161',
  idempotence: 'repeatable',
  predicts: after((at) => [moved(at, { applied: true })]),
  run: async ({ service, profile, desired, signal }) => {
    try {
      await service.call(profileEndpoints.applyBrand, { senderKey: profile.key }, signal);
    } catch (error) {
      if (!isPending(error)) throw error;
    }
    return bindingOf(profile.alias, { proof: wanted(desired, 'brandMessage').consentProof, applied: true });
  },
});

/** The operation table of a sender profile, in the order in which its operations run. */
export const profileOperations: readonly KindOperation[] = [recover, unsubscribe, join, leave, consent, applyBrand];

/** An application is refused while one is pending, which the service does not show (assumption 161). */
function isPending(error: unknown): boolean {
  return error instanceof ServiceFailure && error.kind === 'refused' && error.problem.service?.code === '509';
}

/** A member of the manifest, whose absence makes no operation legal that needs it. */
function wanted<K extends keyof Content>({ address, content }: Resource, key: K): NonNullable<Content[K]> {
  const { [key]: member } = contentOf(content);
  if (member) return member;
  throw bug(`${address} has no ${key}`);
}
