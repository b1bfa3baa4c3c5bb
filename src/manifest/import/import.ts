import type { Address } from '../../core/address.ts';
import type { Resource } from '../../core/resource.ts';
import {
  type ClaimedName,
  claimsOf,
  type Importable,
  type MadeManifest,
  type MakingContext,
  makeManifest,
  type TriedManifest,
  tryManifest,
} from './make.ts';
import { openReferences } from './references.ts';
import type { ShownUpload } from './uploads.ts';

/** A manifest that is to be written. */
export interface Composed {
  of: Importable;
  /** Relative to the project's root. */
  file: string;
  text: string;
  /** The uploads that it shows as files. */
  uploads: ShownUpload[];
}

/** A live resource that no manifest is written for. */
export interface LeftOut {
  of: Importable;
  /** Why, as a sentence without a full stop. */
  reason: string;
}

export interface Composing extends Omit<MakingContext, 'references'> {
  /** The declared resources. */
  resources: readonly Resource[];
  /**
   * Receives the manifests that are final. A manifest is final if all resources before it were taken, and it depends neither on
   * images nor on other manifests.
   */
  onFinal(composed: readonly Composed[]): void;
}

/** Makes the manifests of live resources. Each is checked as `validate` does, and must give an empty plan. */
export interface Composer {
  /** Takes the resource with this index, in any order; undefined if it could not be read. */
  take(index: number, item: Importable | undefined): void;
  /** Makes the other manifests and returns them. Every resource was taken, and the images were fetched. */
  finish(): Composed[];
  /** Returns all manifests, and the resources for which none is possible, in the order of their indexes. */
  result(): { composed: Composed[]; left: LeftOut[] };
}

/** A resource that was taken. */
interface Taken extends TriedManifest {
  item: Importable;
}

/** @param composing kinds that others refer to have lower indexes than those */
export function openComposer(composing: Composing): Composer {
  const { resources, onFinal } = composing;
  const claims = openClaims(resources);
  const context = { ...composing, references: openReferences(resources) };
  const arrived = new Map<number, Taken | undefined>();
  const waiting = new Map<number, Taken>();
  /** A resource with the same name as a waiting one waits too, because the first of them gets the manifest. */
  const waitingNames = new Set<string>();
  const ends = new Map<number, Composed | LeftOut>();
  let next = 0;
  const claim = (item: Importable, made: MadeManifest | string): Composed | string => {
    if (typeof made === 'string') return made;
    const { address } = item;
    const refusal = claims.refusal(address, made.claims);
    if (refusal !== undefined) return refusal;
    claims.add(address, made.claims);
    if (made.referable) context.references.add(made.referable);
    const { file, text, uploads } = made;
    return { of: item, file, text, uploads };
  };
  const end = (index: number, { item, made = makeManifest(item, context) }: Taken): Composed[] => {
    const composed = claim(item, made);
    ends.set(index, typeof composed === 'string' ? { of: item, reason: composed } : composed);
    return typeof composed === 'string' ? [] : [composed];
  };
  const arrive = (index: number, taken: Taken | undefined): void => {
    arrived.set(index, taken);
    const final: Composed[] = [];
    for (; arrived.has(next); next += 1) {
      const one = arrived.get(next);
      arrived.delete(next);
      if (!one) continue;
      if (one.made !== undefined && !one.names.some((name) => waitingNames.has(name))) {
        final.push(...end(next, one));
        continue;
      }
      waiting.set(next, one);
      for (const name of one.names) waitingNames.add(name);
    }
    onFinal(final);
  };
  return {
    take: (index, item) => arrive(index, item && { ...tryManifest(item, context), item }),
    finish: () => Array.from(waiting).flatMap(([index, one]) => end(index, one)),
    result: () => {
      const all = Array.from(ends)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one);
      return {
        composed: all.filter((one) => 'text' in one),
        left: all.filter((one) => 'reason' in one),
      };
    },
  };
}

/** The names that only one resource may have. */
interface ClaimBook {
  add(address: Address, claims: readonly ClaimedName[]): void;
  /** Why a resource cannot have one of its names, as a sentence without a full stop. */
  refusal(address: Address, claims: readonly ClaimedName[]): string | undefined;
}

function openClaims(resources: readonly Resource[]): ClaimBook {
  const owners = new Map<string, Address>();
  const add: ClaimBook['add'] = (address, claims) => {
    for (const { key } of claims) owners.set(key, address);
  };
  for (const resource of resources) add(resource.address, claimsOf(resource));
  return {
    add,
    refusal: (address, claims) => {
      const taken = claims.find(({ key }) => (owners.get(key) ?? address) !== address);
      return taken && `${owners.get(taken.key)} has its ${taken.field} already`;
    },
  };
}
