import type { ProfileRef } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { ClaimedTemplate, TemplateClaim } from './check.ts';
import type { Parties } from './parties.ts';

/**
 * Chooses the template that the sender key of a payload may send: one of its own profile, or one of a group that has this
 * profile. If the key may send none of them, returns the first with the failure.
 * @param groupsOf the keys of the groups that a profile is in
 */
export async function chooseTemplate(
  claim: TemplateClaim,
  candidates: readonly [ClaimedTemplate, ...ClaimedTemplate[]],
  environment: Parties,
  groupsOf: (sender: ProfileRef) => Promise<string[]>,
): Promise<{ chosen: ClaimedTemplate; failures: ProofFailure[] }> {
  const [first] = candidates;
  // A payload without a key fails the proof of its members.
  if (claim.senderKey === undefined) return { chosen: first, failures: [] };
  const own = candidates.find(({ profile }) => profile.type === 'S' && profile.key === claim.senderKey);
  if (own) return { chosen: own, failures: [] };
  const grouped = candidates.filter(({ profile }) => profile.type === 'G');
  const sender = grouped.length > 0 ? profileWith(claim.senderKey, environment) : undefined;
  const groups = sender ? await groupsOf(sender) : [];
  const shared = grouped.find(({ profile }) => groups.includes(profile.key));
  return shared ? { chosen: shared, failures: [] } : { chosen: first, failures: [foreignKey(claim, first.profile)] };
}

/** The sender profile of the environment that has this key. A group cannot send. */
function profileWith(key: string, { profiles, profile }: Parties): ProfileRef | undefined {
  return [...profiles]
    .filter(([, { type }]) => type === 'S')
    .map(([alias]) => profile(alias))
    .find((one) => one.key === key);
}

function foreignKey({ type }: TemplateClaim, { alias, type: owner }: ProfileRef): ProofFailure {
  const able = owner === 'G' ? `a profile of the group ${alias}` : `the profile ${alias}`;
  return {
    code: 'send-profile',
    path: `content.${type}.senderkey`,
    message: `It is not the key of ${able}, and only that can send this template`,
    hint: `Use the key of ${able}`,
  };
}
