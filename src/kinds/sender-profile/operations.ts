import { sameContent } from '../../core/content.ts';
import { ServiceFailure } from '../../core/failure.ts';
import type { Operation, Refusal, RunContext } from '../../core/kind.ts';
import { NotiformError } from '../../core/problem.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { there } from '../operations.ts';
import { bindingOf } from './codec.ts';
import { groupEndpoints, profileEndpoints } from './endpoints.ts';
import { type Content, contentOf, groupsBetween, jsonOf, type Profile } from './fields.ts';
import { factsOf, moved } from './states.ts';

type ProfileOperation = Operation<Client>;
type ProfileContext = RunContext<Client>;

/**
 * The one thing that is to be done next, by the name of its row: one after the other, so that a search is as long as its
 * route. Undefined where nothing is left to us.
 */
export function nextOf(at: Profile, want: Resource): string | undefined {
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

function differs(at: Profile, want: Resource, member: keyof Content): boolean {
  const wanted = want.content[member];
  return wanted !== undefined && !sameContent({ it: wanted }, { it: at.content[member] ?? null });
}

/** A row's `requires`: the profile can be changed, and the row is what is next. */
function whenNext(name: string): ProfileOperation['requires'] {
  return (at, want) => {
    if (!at) return { reason: 'the service has no such profile' };
    return unusable(at, want) ?? (nextOf(at, want) === name ? undefined : { reason: 'there is nothing of it to do' });
  };
}

/** Nothing is changed under a profile that cannot be used (assumption 19). */
function unusable(at: Profile, want: Resource): Refusal | undefined {
  const { profileStatus, block, dormant } = factsOf(at);
  if (block || profileStatus !== 'A') {
    return { reason: `the profile is ${at.status.state}, and only the service can change that` };
  }
  if (!dormant || want.options['recover'] === true) return undefined;
  return { reason: 'the profile is dormant, and nothing of it can be changed', opens: '`recover: true`' };
}

/** `predicts` of a row whose `requires` has made sure that there is a profile. */
function after(change: (at: Profile, want: Resource) => Profile): ProfileOperation['predicts'] {
  return (at, want) => (at ? [change(at, want)] : []);
}

const recover: ProfileOperation = {
  name: 'profile.recover',
  title: 'release the dormancy',
  cites: '2.3, 4.3 /recover, assumption 116',
  idempotence: 'observable',
  opensProfile: true,
  requires: whenNext('profile.recover'),
  predicts: after((at) => moved(at, { dormant: false })),
  run: async ({ service, profile, signal }) => {
    await service.call(profileEndpoints.recover, { senderKey: profile.key }, signal);
    return undefined;
  },
};

const unsubscribe: ProfileOperation = {
  name: 'profile.unsubscribe',
  title: 'set the number for opting out',
  cites: '4.3 /unsubscribeContent/update, assumption 114',
  idempotence: 'observable',
  requires: whenNext('profile.unsubscribe'),
  predicts: after((at, want) => moved(at, {}, jsonOf({ unsubscribe: numbersOf(want) }))),
  run: async ({ service, profile, desired, signal }) => {
    const { phone, auth } = numbersOf(desired);
    const fields = { senderKey: profile.key, unsubscribePhoneNumber: phone, unsubscribeAuthNumber: auth };
    await service.call(profileEndpoints.unsubscribe, fields, signal);
    return undefined;
  },
};

const join: ProfileOperation = {
  name: 'group.add',
  title: 'join a group',
  cites: '4.4 /profile/add',
  ...membership('group.add', 'missing', (groups, alias) => [...groups, alias].sort()),
};

const leave: ProfileOperation = {
  name: 'group.remove',
  title: 'leave a group',
  cites: '4.4 /profile/delete, assumption 160',
  ...membership('group.remove', 'superfluous', (groups, alias) => groups.filter((one) => one !== alias)),
};

/** What the two rows have in common: each changes one membership at a time. */
function membership(
  name: string,
  which: 'missing' | 'superfluous',
  changed: (groups: readonly string[], alias: string) => string[],
): Pick<ProfileOperation, 'idempotence' | 'requires' | 'note' | 'predicts' | 'run'> {
  return {
    idempotence: 'observable',
    requires: whenNext(name),
    note: (at: ResourceState, want) => at && groupsBetween(at, want)[which][0],
    predicts: after((at, want) => {
      const { groups = [] } = contentOf(at.content);
      return moved(at, {}, { groups: groupsBetween(at, want)[which].slice(0, 1).reduce(changed, groups) });
    }),
    run: async (context) => {
      const { service, profile, signal } = context;
      const fields = { senderKey: profile.key, groupKey: keyOfNext(context, which) };
      await service.call<unknown>(which === 'missing' ? groupEndpoints.add : groupEndpoints.remove, fields, signal);
      return undefined;
    },
  };
}

const consent: ProfileOperation = {
  name: 'profile.consent',
  title: 'upload the proof of consent',
  cites: '4.3 /marketingAgree/upload, assumption 115',
  // The last proof counts, so that one more does no harm.
  idempotence: 'repeatable',
  requires: whenNext('profile.consent'),
  predicts: after((at, want) =>
    moved(at, { applied: false }, jsonOf({ brandMessage: { consentProof: proofOf(want) } })),
  ),
  run: async ({ service, profile, desired, readFile, signal }) => {
    const { path, sha256 } = proofOf(desired);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const proof = { name, bytes: await readFile(path, sha256) };
    await service.upload(profileEndpoints.consent, { senderKey: profile.key }, 'file', [proof], signal);
    return bindingOf(profile.alias, { proof: { path, sha256 }, applied: false });
  },
};

const applyBrand: ProfileOperation = {
  name: 'profile.applyBrand',
  title: 'apply for brand messages',
  cites: '4.3 /brandMessage/apply, assumptions 115, 161',
  idempotence: 'repeatable',
  requires: whenNext('profile.applyBrand'),
  predicts: after((at) => moved(at, { applied: true })),
  run: async ({ service, profile, desired, signal }) => {
    try {
      await service.call(profileEndpoints.applyBrand, { senderKey: profile.key }, signal);
    } catch (error) {
      if (!isUnderWay(error)) throw error;
    }
    const { path, sha256 } = proofOf(desired);
    return bindingOf(profile.alias, { proof: { path, sha256 }, applied: true });
  },
};

/** In the order in which they are done. */
export const profileOperations: readonly ProfileOperation[] = [recover, unsubscribe, join, leave, consent, applyBrand];

/** An application is refused for its state where one is under way: the service shows nothing of it (assumption 161). */
function isUnderWay(error: unknown): boolean {
  return error instanceof ServiceFailure && error.kind === 'refused' && error.problem.service?.code === '509';
}

function keyOfNext(context: ProfileContext, which: 'missing' | 'superfluous'): string {
  const [alias] = groupsBetween(there(context), context.desired)[which];
  const key = alias === undefined ? undefined : context.bound.keyOf(alias);
  if (key !== undefined) return key;
  throw bug(`${context.desired.address} has no group that is ${which}`);
}

function numbersOf({ address, content }: Resource): NonNullable<Content['unsubscribe']> {
  const { unsubscribe: numbers } = contentOf(content);
  if (numbers) return numbers;
  throw bug(`${address} has no number for opting out`);
}

function proofOf({ address, content }: Resource): NonNullable<Content['brandMessage']>['consentProof'] {
  const { brandMessage } = contentOf(content);
  if (brandMessage) return brandMessage.consentProof;
  throw bug(`${address} has no proof of consent`);
}

function bug(message: string): NotiformError {
  return new NotiformError({ code: 'bug', severity: 'error', message });
}
