import type { Environment } from '../../config/environment.ts';
import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { contentDigest, sameContent } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Past, Risk } from '../../core/kind.ts';
import { type Policy, todoWay, type Way } from '../../core/plan.ts';
import { hintOf, messageOf } from '../../core/problem.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { baseOf, DIRTY, isKnownManifest, type StateEntry } from '../../state/document.ts';
import { say } from '../sentences.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { isOnOurWay, type Subject } from '../subject/subject.ts';
import type { PolicyFlags } from '../types.ts';
import { findRoute, type NoRoute, type Route } from './route.ts';

/** Returns the policy of a run: the environment's guard with the flags of the command line. */
export function policyOf(guard: Environment['guard'], flags: PolicyFlags = {}): Policy {
  const allowFor: Record<Address, Risk[]> = {};
  for (const [address, risks] of [guard, flags].flatMap((one) => Object.entries(one.allowFor ?? {})))
    allowFor[address] = union([...(allowFor[address] ?? []), ...risks]);
  return {
    allow: union([...guard.allow, ...(flags.allow ?? [])]),
    ...(Object.keys(allowFor).length > 0 ? { allowFor } : {}),
    resubmit: [...(flags.resubmit ?? [])].sort(),
    reupload: [...(flags.reupload ?? [])].sort(),
    maxDeletes: flags.maxDeletes === undefined ? guard.deletes : flags.maxDeletes,
    maxUpdates: flags.maxUpdates === undefined ? guard.updates : flags.maxUpdates,
    allowEmpty: flags.allowEmpty ?? false,
    acceptAccount: flags.acceptAccount ?? false,
    unprotect: [...(flags.unprotect ?? [])].sort(),
  };
}

function union(risks: readonly Risk[]): Risk[] {
  return [...new Set(risks)].sort();
}

/** The risks that `protect` forbids: losing the resource, its approval or its sending. */
const PROTECTED_FROM: readonly Risk[] = ['destroys', 'loses-approval', 'interrupts-sending'];

/** Returns a check that the policy allows a risk for an address. A rule for an address includes its versions. */
export function allowedBy(policy: Policy, address: Address): (risk: Risk) => boolean {
  const own = [address, splitVersion(address).of].flatMap((one) => policy.allowFor?.[one] ?? []);
  return (risk) =>
    policy.allow.includes(risk) ||
    own.includes(risk) ||
    (risk === 'resubmits' && policy.resubmit.some((glob) => matchesGlob(address, glob)));
}

/**
 * The risks that no change takes for a content that will likely be refused: losing an approval or a place in the inspection
 * queue, or interrupting messages.
 */
const GIVES_UP: readonly Risk[] = ['queues-again', 'reverses', 'loses-approval', 'interrupts-sending'];

/**
 * Returns the route from a state to the declared one. It respects the policy, the protection and likely refusals. Every
 * command that predicts a plan uses it. Pure.
 */
export function plannedRoute<S>(subject: Subject<S>, at: ResourceState, policy: Policy): Route {
  return withoutLikelyRefused(subject, at, protectedRoute(subject, at, policy));
}

/**
 * Blocks a route that first gives up an approval or an inspection, and then writes a content that the service will likely refuse:
 * the apply would stop between the two. A new version with such a content is not begun either.
 * @param route the route without this check; if only a risk blocks it, the likely refusal is the reason to report
 */
export function withoutLikelyRefused<S>(subject: Subject<S>, at: ResourceState, route: Route): Route {
  const { kind, want, likelyRefusal, version } = subject;
  if (!likelyRefusal || want.goal === 'removed') return route;
  const rule = `\`lint: { ${likelyRefusal.rule}: REASON }\``;
  const opens = say('silence-rule', { hint: hintOf(likelyRefusal) ?? '', rule });
  const blocked = (code: 'refused-version' | 'refused-update'): NoRoute => {
    return { found: 'blocked', reason: say(code, { message: messageOf(likelyRefusal) }), opens };
  };
  if (!at) return version?.replaces ? blocked('refused-version') : route;
  const way = route.found === 'blocked' ? findRoute(kind, at, want, () => true) : route;
  if (way.found === 'blocked' || sameContent(at.content, want.content)) return route;
  return way.risks.some((risk) => GIVES_UP.includes(risk)) ? blocked('refused-update') : route;
}

export function isProtected<S>({ want, entry, protectedAs }: Subject<S>, policy: Policy): boolean {
  if ([want.address, splitVersion(want.address).of].some((one) => policy.unprotect.includes(one))) return false;
  const inherited = protectedAs.some((address) => !policy.unprotect.includes(address));
  return want.protect || entry?.protect === true || inherited;
}

/** True if the entry is to be protected: a protection outlives its manifest until `--unprotect` ends it. */
export function protectAfter<S>(subject: Subject<S>, policy: Policy): boolean {
  return subject.want.protect || isProtected(subject, policy);
}

/** Returns the route without the steps that the protection forbids. If only the protection is in the way, it is the reason. */
function protectedRoute<S>(subject: Subject<S>, at: ResourceState, policy: Policy): Route {
  const { kind, want } = subject;
  const allows = allowedBy(policy, want.address);
  const past = pastOf(subject, at);
  const open = findRoute(kind, at, want, allows, past);
  if (
    !isProtected(subject, policy) ||
    open.found === 'blocked' ||
    !open.risks.some((risk) => PROTECTED_FROM.includes(risk))
  )
    return open;
  const route = findRoute(kind, at, want, (risk) => allows(risk) && !PROTECTED_FROM.includes(risk), past);
  if (route.found !== 'blocked') return route;
  return { ...route, reason: say('protected', { reason: route.reason }), flags: ['--unprotect', want.address] };
}

/**
 * Returns what is known about who made a live state. A person made it if the manifest did not change since the last apply, and no
 * interrupted apply of ours leads through it.
 */
export function pastOf<S>({ kind, want, declared, entry, takesFrom, version }: Subject<S>, at: ResourceState): Past {
  const known = entry ?? takesFrom;
  if (!known || !at) return { madeBy: 'notiform', isUnchanged: false };
  const base = baseOf(known);
  // After an apply of uncommitted manifests, another checkout differs from them although nobody changed it: a text that is not the one
  // of that apply is a person's.
  const isUnsure = known.commit?.endsWith(DIRTY) === true && known.left !== contentDigest(at.content);
  const isUnchanged = isUnsure || isLastManifest(known, want, at.content);
  // Notiform itself decides about older versions.
  const isWanted = declared && (version === undefined || version.role === 'current');
  const isByPerson = !isOnOurWay({ kind, entry: known }, at) && (isUnchanged || (isWanted && base === undefined));
  return { madeBy: isByPerson ? 'person' : 'notiform', isUnchanged };
}

/**
 * True if the manifest did not change since the last apply or import, or since an apply that did not finish, if the text is not the
 * one of before it any more: somebody wrote or decided on a text since.
 */
export function isLastManifest(entry: StateEntry, want: Resource, content: JsonObject): boolean {
  const { left, intent } = entry;
  const digest = appliedDigest(want);
  const isBegun = left !== contentDigest(content) && intent?.includes(digest) === true;
  return isBegun || isKnownManifest(entry, digest);
}

/**
 * Returns everything that would make a route possible. Taking over what a person did comes first, then a setting, because both cost
 * no approval. A stop that a person released is such an act too.
 */
export function waysOf<S>(
  subject: Subject<S>,
  { opens, flags, riskySteps = [] }: Pick<NoRoute, 'opens' | 'flags' | 'riskySteps'>,
): Way[] {
  const { want, live } = subject;
  const setting = opens === 'versions' ? say('declare-versions', { file: want.source.file }) : opens;
  const isByPerson = pastOf(subject, live).madeBy === 'person';
  const isReversal = riskySteps.some(
    ({ risk }) => risk === 'reverses' || (risk === 'interrupts-sending' && isByPerson),
  );
  const todo = [
    ...(isReversal
      ? [say('keep-live', { command: `\`notiform import ${splitVersion(want.address).of} --update\`` })]
      : []),
    ...(setting === null ? [] : [setting]),
  ];
  return [...todo.map((one) => todoWay(one)), ...(flags ? [{ flags }] : [])];
}
