import { type Address, type AddressParts, kindOf, parseAddress, splitVersion } from '../../core/address.ts';
import { groupBy, groupByAll, keyIn } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import { type Entries, isUnseen, type StateEntry } from '../../state/document.ts';
import { resourceProblem } from '../problems.ts';
import { type Stated, statedIn, takenOver, versionsOf } from './members.ts';
import { type Subject, sortSubjects, unknown } from './subject.ts';

/** The profile of a resource; for kinds without one the id is the profile's alias. */
export function profileOf(resource: Pick<Resource, 'profile' | 'id'>): string {
  return resource.profile ?? resource.id;
}

/** Returns the profile of an address; undefined for what is no address. */
export function aliasOf(address: string): string | undefined {
  const parts = parseAddress(address);
  return parts && profileOf(parts);
}

interface OwnershipInput<S> {
  kinds: readonly Kind<S>[];
  profiles: ReadonlyMap<string, ProfileRef>;
  resources: readonly Resource[];
  /** By profile. */
  entries: ReadonlyMap<string, Entries>;
}

/**
 * Puts manifests and state together: every declared address with its entry, and every bound address that is no longer declared,
 * except entries that no apply has seen (`isUnseen`). Sorted by address. Pure.
 */
export function findSubjects<S>(input: OwnershipInput<S>): Subject<S>[] {
  const declared = new Set(input.resources.map((resource) => resource.address));
  const stated = new Map(Array.from(input.entries, ([alias, entries]) => [alias, statedIn(entries)] as const));
  const wanted = input.resources.flatMap((resource) => declaredSubject(input, resource, declared, stated));
  for (const { want, movedFrom } of wanted) {
    declared.add(want.address);
    if (movedFrom !== undefined) declared.add(movedFrom);
  }
  const left = Array.from(input.entries).flatMap(([alias, entries]) =>
    Object.entries(entries)
      .filter(([address]) => !declared.has(address))
      .flatMap(([address, entry]) => removedSubject(input, alias, address, entry)),
  );
  return withProtection(input, withNamesAssigned(sortSubjects([...wanted, ...left, ...takenOver(wanted, left)])));
}

/** Adds the protected addresses of the same resource: of its name, of its versions, and of the address that it had before. */
function withProtection<S>(
  { kinds, entries, resources }: OwnershipInput<S>,
  subjects: readonly Subject<S>[],
): Subject<S>[] {
  const all = Array.from(entries, ([alias, one]) =>
    Object.entries(one).map(([address, entry]) => ({ alias, address, entry, of: splitVersion(address).of })),
  ).flat();
  const guarded = groupBy(all, ({ entry, of }) => (entry.protect ? of : undefined));
  if (guarded.size === 0) return [...subjects];
  const named = groupBy(all, ({ alias, address, entry }) => {
    const kind = kinds.find((one) => one.name === kindOf(address));
    const name = kind?.nameOf(entry.binding);
    return kind && name !== undefined ? keyIn({ kind, profile: { alias } }, name) : undefined;
  });
  const declared = new Set(resources.map(({ address }) => address));
  return subjects.map((subject) => {
    const { want, movedFrom = want.address } = subject;
    const former = want.renamedFrom === undefined || declared.has(want.renamedFrom) ? [] : [want.renamedFrom];
    const sameName = named.get(boundKey(subject) ?? wantedKey(subject) ?? '') ?? [];
    const families = new Set([splitVersion(want.address).of, ...former, ...sameName.map(({ of }) => of)]);
    const others = [...families].flatMap((of) => guarded.get(of) ?? []).map(({ address }) => address);
    return { ...subject, protectedAs: others.filter((address) => address !== movedFrom) };
  });
}

function declaredSubject<S>(
  input: OwnershipInput<S>,
  want: Resource,
  declared: ReadonlySet<Address>,
  stated: ReadonlyMap<string, Stated>,
): Subject<S>[] {
  const kind = input.kinds.find((one) => one.name === want.kind);
  const profile = input.profiles.get(profileOf(want));
  if (!kind || !profile) return [];
  const known = stated.get(profile.alias) ?? statedIn({});
  const { entries } = known;
  const own = entries[want.address];
  const former = own || !want.renamedFrom ? undefined : want.renamedFrom;
  const alsoDeclared = former !== undefined && declared.has(former);
  const movedFrom = former !== undefined && !alsoDeclared && entries[former] ? former : undefined;
  const entry = own ?? (movedFrom === undefined ? undefined : entries[movedFrom]);
  const problem = alsoDeclared ? renamedFromDeclared(want, former) : undefined;
  const boundName = entry && kind.nameOf(entry.binding);
  const named = boundName === undefined ? want : (kind.keepName?.(want, boundName) ?? want);
  const only = { ...unknown, kind, profile, want: named, declared: true, entry, movedFrom, boundName, problem };
  const isFree = want.renamedFrom !== undefined && !declared.has(want.renamedFrom);
  return versionsOf(only, known, isFree ? want.renamedFrom : undefined);
}

function removedSubject<S>(input: OwnershipInput<S>, alias: string, address: Address, entry: StateEntry): Subject<S>[] {
  const kind = input.kinds.find((one) => one.name === kindOf(address));
  const profile = input.profiles.get(alias);
  const parts = parseAddress(address);
  if (!kind || !profile || !parts || isUnseen(entry)) return [];
  const boundName = kind.nameOf(entry.binding);
  const want = { ...removedResource(address, parts), ...(boundName === undefined ? {} : { name: boundName }) };
  return [{ ...unknown, kind, profile, want, declared: false, entry, boundName }];
}

/** Returns the wanted resource of an address that no manifest declares. */
export function removedResource(address: Address, parts: AddressParts): Resource {
  return {
    ...parts,
    address,
    source: { file: '', line: 0, column: 0 },
    goal: 'removed',
    content: {},
    inputs: {},
    options: {},
    dependsOn: [],
    protect: false,
    samples: [],
  };
}

/**
 * Assigns each name to one address. A declared address comes before one that is no longer declared, so that a template whose id
 * changed is never deleted. An upload has no name: its handle is found later.
 */
function withNamesAssigned<S>(subjects: readonly Subject<S>[]): Subject<S>[] {
  const problems = new Map<Subject<S>, Problem>();
  const takers = new Map<Subject<S>, Subject<S>>();
  const named = groupByAll(subjects, (one) => new Set([boundKey(one), wantedKey(one)]));
  for (const [key, all] of named) {
    if (key === undefined || all.length === 1) continue;
    const bound = all.filter((one) => boundKey(one) === key);
    const wanting = all.filter((one) => wantedKey(one) === key);
    const declared = bound.filter((one) => one.declared);
    const leftOver = bound.filter((one) => !one.declared);
    const isTwice = wanting.length > 1;
    const isBoundTwice = declared.length > 1 && declared.some(({ kind }) => kind.discovery.by === 'list');
    const twice = isTwice ? wanting : isBoundTwice ? declared : [];
    for (const one of twice)
      problems.set(one, problems.get(one) ?? (isTwice ? nameTwice(one, wanting) : boundTwice(one, declared)));
    const free = isTwice ? wanting[0] : (declared[0] ?? wanting.find(({ entry }) => entry === undefined));
    const taker = free ?? leftOver[0];
    for (const one of leftOver) if (taker && one !== taker) takers.set(one, taker);
  }
  const given = groupBy(takers, ([, taker]) => taker);
  return subjects.map((subject) => {
    const [former] = given.get(subject) ?? [];
    return {
      ...subject,
      problem: subject.problem ?? problems.get(subject),
      takenOverBy: takers.get(subject)?.want.address,
      takesFrom: former?.[0].entry,
    };
  });
}

function boundKey<S>(subject: Subject<S>): string | undefined {
  return subject.boundName === undefined ? undefined : keyIn(subject, subject.boundName);
}

function wantedKey<S>(subject: Subject<S>): string | undefined {
  const { declared, want } = subject;
  return declared && want.name !== undefined ? keyIn(subject, want.name) : undefined;
}

function nameTwice<S>(subject: Subject<S>, wanting: readonly Subject<S>[]): Problem {
  const rest = wanting.flatMap(({ want }) => (want === subject.want ? [] : want));
  const message = `${subject.want.name} is declared by ${subject.want.address} and by ${rest.map(({ address }) => address).join(', ')}`;
  // The state knows a later version. The manifest does not declare that name.
  const versions = wanting.filter(({ version }) => version !== undefined && version.number > 1);
  const forget = versions.map(({ want }) => `\`notiform state forget ${want.address}\``).join(' or ');
  const hint =
    forget === ''
      ? `In ${subject.profile.alias} a name belongs to one resource: change one of them.`
      : `Give the manifest another name, or run ${forget}, which deletes nothing.`;
  const related = rest.map(({ source }) => ({ message: 'declared here too', place: source }));
  return { ...resourceProblem(subject.want, 'name-twice', message, hint), related };
}

function boundTwice<S>({ want, boundName }: Subject<S>, bound: readonly Subject<S>[]): Problem {
  const rest = bound.flatMap((one) => (one.want === want ? [] : one.want.address));
  const message = `${want.address} is bound to ${boundName} in the state, and so is ${rest.join(', ')}`;
  const hint = 'Remove one of the two manifests: two cannot describe one resource.';
  return resourceProblem(want, 'state-binding-twice', message, hint);
}

function renamedFromDeclared(want: Resource, former: Address): Problem {
  const message = `${want.address} has \`renamedFrom\` ${former}, which is still declared`;
  const hint = 'Remove `renamedFrom`, or the manifest of the former id.';
  return { ...resourceProblem(want, 'renamed-from-declared', message, hint), path: 'renamedFrom' };
}
