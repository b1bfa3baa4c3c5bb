import { type Address, kindOf, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import type { Live, ProfileRef, Resource } from '../../core/resource.ts';
import type { Holder } from '../../files/lock-content.ts';
import { type Entries, isUnseen } from '../../state/document.ts';
import { liveIn } from '../observe/live.ts';
import { isListed, type Listed, type View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import { lookAt } from '../snapshot/snapshot.ts';
import { profileOf } from '../subject/ownership.ts';
import type { EngineInput } from '../types.ts';
import { bindUnderLock, editOf } from './binding.ts';

export interface BindOneInput<S> extends EngineInput<S> {
  holder: Holder;
  /** The resources of the manifests. A bound address without a manifest would be deleted. */
  resources: readonly Resource[];
  address: Address;
  /** The service's name for the resource: a code, a key. */
  name: string;
  /** True if state of another account or key may be taken over. */
  acceptAccount: boolean;
  /** Called before an address with another binding is bound again. Throws if the user declines. */
  agree(bound: BoundOne): Promise<void>;
}

export interface BoundOne {
  outcome: 'done' | 'already-so';
  profile: string;
  /** The name that it was bound to before; null if none. */
  former: string | null;
  live: Live;
}

interface BindTarget<S> {
  kind: Listed<S>;
  profile: ProfileRef;
  want: Resource;
}

/**
 * Binds an address to a live resource, which is read first. Throws a NotiformError if no manifest declares the address (exit 64),
 * if the resource is absent, of another type than the manifest declares, or bound to another address (exit 1), and as
 * `bindUnderLock`.
 */
export async function bindOne<S>(input: BindOneInput<S>): Promise<BoundOne> {
  const target = targetOf(input);
  const { alias } = target.profile;
  const { documents, views } = await lookAt({ ...input, direct: () => [input.name] }, [input.address], alias);
  const entries = documents.get(alias)?.entries ?? {};
  requireFree(input, target, entries);
  const live = foundIn(views, input.name, target);
  const known = entries[input.address];
  const former = (known && target.kind.nameOf(known.binding)) ?? null;
  const bound: BoundOne = { outcome: former === input.name ? 'already-so' : 'done', profile: alias, former, live };
  if (former !== null && bound.outcome === 'done') await input.agree(bound);
  const entry = {
    binding: target.kind.bindingOf(live),
    protect: target.want.protect || known?.protect === true,
    applied: null,
    row: null,
  };
  await bindUnderLock({ ...input, documents, profiles: [alias] }, async () =>
    bound.outcome === 'done' ? new Map([[alias, editOf(new Map([[input.address, entry]]))]]) : new Map<string, never>(),
  );
  return bound;
}

function targetOf<S>({ kinds, environment, resources, address }: BindOneInput<S>): BindTarget<S> {
  const { of, version } = splitVersion(address);
  const declared = resources.find((resource) => resource.address === of);
  const kind = kinds.find(({ name }) => name === declared?.kind);
  const profile = declared && environment.profiles.get(profileOf(declared));
  if (!declared || !kind || !profile || (version > 1 && !kind.versions))
    throw new NotiformError(
      errorProblem(
        'selection-empty',
        `No manifest declares \`${address}\``,
        'Write the manifest first, or run `notiform import`. The next apply would delete a bound resource without a manifest',
      ),
      Exit.usage,
    );
  if (isListed(kind) && !kind.upload) return { kind, profile, want: { ...declared, address } };
  const message = `\`${address}\` is an upload: it is bound by its bytes, not by a name`;
  const hint = 'It is found again when a live resource shows it; `--reupload` uploads it again';
  throw new NotiformError(errorProblem('usage', message, hint), Exit.usage);
}

/** Requires that no other address is bound to the resource or declares its name. */
function requireFree<S>({ name, resources }: BindOneInput<S>, { kind, want }: BindTarget<S>, entries: Entries): void {
  const isOther = (address: Address): boolean => address !== want.address;
  const isDeclared = (address: Address): boolean => resources.some((one) => one.address === splitVersion(address).of);
  const holder = Object.entries(entries).find(
    ([address, entry]) =>
      isOther(address) &&
      kindOf(address) === kind.name &&
      kind.nameOf(entry.binding) === name &&
      (!isUnseen(entry) || isDeclared(address)),
  );
  const { address } = want;
  const refused = (message: string, hint: string): NotiformError =>
    new NotiformError(resourceProblem({ address }, 'bind-taken', message, hint));
  if (holder) {
    const [other] = holder;
    throw refused(`\`${name}\` is bound to ${other}`, `Forget it first: \`notiform state forget ${other}\``);
  }
  const declared = resources.find(
    (one) => isOther(one.address) && one.kind === want.kind && profileOf(one) === profileOf(want) && one.name === name,
  );
  if (!declared) return;
  const hint = 'Bind that one, or give one of the two manifests another code';
  throw refused(`\`${name}\` is declared by ${declared.address}`, hint);
}

/** Returns the live resource with a name, if it can become the declared one. */
function foundIn<S>(views: readonly View<S>[], name: string, { kind, profile, want }: BindTarget<S>): Live {
  const { address, source } = want;
  const [live] = views.flatMap(({ readResults }) => liveIn(readResults.get(name)) ?? []);
  if (live?.name !== name) {
    const message = `${profile.alias} has no ${kind.name} \`${name}\``;
    const hint = 'Run `notiform status` to see the unmanaged resources';
    throw new NotiformError(resourceProblem({ address }, 'bind-missing', message, hint));
  }
  if (!kind.recognition || kind.recognition.matches(live, want)) return live;
  const message = `\`${name}\` is of another type than ${address} declares, and cannot become it`;
  const hint = 'Bind another resource, or change the manifest to match the live one';
  throw new NotiformError(resourceProblem({ address, source }, 'bind-unlike', message, hint));
}
