import { type Address, splitVersion } from '../../core/address.ts';
import { groupBy, groupByAll, type KindInProfile, keyIn } from '../../core/grouping.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Action, Unmanaged } from '../../core/plan.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import type { Said } from '../../core/sentence.ts';
import { resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import type { Subject } from '../subject/subject.ts';
import type { Decision } from '../types.ts';
import { freedBy, takenBy } from './order.ts';

/**
 * Returns a warning for each new resource that may be an existing one under another id: it has the name of a resource that is no
 * longer declared, or that notiform does not manage. `ways` has the renames, by the addresses that they would keep. Pure.
 */
export function missingRenames<S>(
  decisions: readonly Decision<S>[],
  unmanaged: readonly Unmanaged[],
): { warnings: Problem[]; ways: ReadonlyMap<Address, Said> } {
  const ways = new Map<Address, Said>();
  const removed = decisions.filter(({ declared, takenOverBy }) => !declared && !takenOverBy);
  const gone = groupByAll(removed, (one) => [...labelKeys(one, freedBy), ...titleKeys(one, one.live?.content)]);
  const others = groupBy(unmanaged, ({ kind, profile, title }) =>
    titleKey({ kind: { name: kind }, profile: { alias: profile } }, title),
  );
  const warnings = decisions.filter(isNew).flatMap((subject) => {
    const { kind, want } = subject;
    const { address, source } = want;
    const titles = titleKeys(subject, want.content);
    const former = [...labelKeys(subject, takenBy), ...titles].flatMap((key) => gone.get(key) ?? []);
    for (const old of former) ways.set(old.want.address, say('only-id-changed', { id: idOf(old), file: source.file }));
    const [old] = former;
    const warned = (message: Said, hint: Said): Problem =>
      asWarning(resourceProblem(want, 'rename-unsaid', message, hint));
    if (old) return warned(say('rename-unsaid', { address, other: old.want.address }), renaming(subject, old));
    const [other] = titles.flatMap((key) => others.get(key) ?? []);
    if (!other) return [];
    const { name, title, state } = other;
    const command = `\`notiform state bind ${address} ${name}\``;
    const values = { name, field: nameLine(kind, name), file: source.file, command };
    return warned(say('binding-unsaid', { address, title, name, state }), say('binding-unsaid-way', values));
  });
  return { warnings, ways };
}

/** True if there is no live resource yet. A later version has a name of its own. */
function isNew<S>({ is, declared, live, readProblem, version }: Decision<S>): boolean {
  const isPlanned = is === 'change' || is === 'blocked';
  return isPlanned && declared && !live && !readProblem && (version?.number ?? 1) === 1;
}

function labelKeys<S>(one: Decision<S>, labelsBy: typeof freedBy): string[] {
  return one.is === 'change' ? labelsBy(one).map(({ key }) => key) : [];
}

/** Returns the key of a title that several resources may have. */
function titleKeys<S>(of: KindInProfile<S>, content: JsonObject | undefined): string[] {
  return of.kind.nameField && content ? [titleKey(of, String(content['name']))] : [];
}

function titleKey(of: Parameters<typeof keyIn>[0], title: string): string {
  return keyIn(of, 'shared title', title);
}

/** Returns the line of a manifest that writes a name. A number would not be a text. */
function nameLine<S>({ nameField }: Kind<S>, name: string): string {
  return `\`${nameField}: ${/^[a-z]/i.test(name) ? name : JSON.stringify(name)}\``;
}

/** Returns the hint for a manifest of which only the id changed. */
export function renaming<S>({ want }: Subject<S>, old: Subject<S>): Said {
  return say('rename-way', { field: `\`renamedFrom: ${idOf(old)}\``, file: want.source.file });
}

function idOf<S>({ want }: Subject<S>): string {
  return splitVersion(want.address).of.split('/').at(-1) ?? '';
}

/** The actions that write content. */
export const WRITES: readonly Action[] = ['create', 'update', 'version'];

/** Returns the likely refusals of contents that the changes write, which the plan shows, and the others. Pure. */
export function likelyRefusalsIn<S>(decisions: readonly Decision<S>[]): { shown: Problem[]; others: Problem[] } {
  const writes = decisions.filter((one) => one.is === 'change' && WRITES.includes(one.change.action));
  const shown = new Set(writes.flatMap(({ likelyRefusal }) => likelyRefusal ?? []));
  const all = new Set(decisions.flatMap(({ likelyRefusal }) => likelyRefusal ?? []));
  return { shown: [...shown], others: [...all].filter((likelyRefusal) => !shown.has(likelyRefusal)) };
}

/**
 * Returns a warning for each older version that becomes the current one without a change: its text is the declared one again, and
 * it is still approved. Pure.
 */
export function olderCurrents<S>(decisions: readonly Decision<S>[]): Problem[] {
  const usable = decisions
    .flatMap(({ is, want, live, version }) =>
      live && version?.rules.usageOf(live) === 'usable' ? [{ is, want, live, version }] : [],
    )
    .sort((a, b) => a.version.number - b.version.number);
  const kept = usable.filter(({ version }) => version.role === 'kept');
  const newest = new Map(kept.map((one) => [one.version.of.address, one]));
  return usable.flatMap(({ is, want, live, version }) => {
    const newer = is === 'unchanged' && version.role === 'current' ? newest.get(version.of.address) : undefined;
    if (!newer || version.number >= newer.version.number) return [];
    const message = say('version-older', { address: want.address, name: live.name, newer: newer.live.name });
    const hint = version.rules.asked(version.of) ? say('version-older-way') : say('version-older-undeclared');
    return asWarning(resourceProblem(want, 'version-older', message, hint));
  });
}
