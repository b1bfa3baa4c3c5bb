import { type Address, formatAddress } from '../../core/address.ts';
import type { FileUse } from '../../core/declaration.ts';
import { type Place, type Problem, placed, problemAt } from '../../core/problem.ts';
import type { Manifest } from '../manifest.ts';

/** A manifest for one of its profiles. `profile` is undefined for a kind that is a profile itself: its id is the alias. */
export interface Declared {
  manifest: Manifest;
  profile: string | undefined;
  address: Address;
  /** True if the manifest has no mistake by itself. */
  valid: boolean;
  /** What its kind finds in it, and the files that it names; empty if it is not valid. */
  findings: readonly Problem[];
  files: readonly FileUse[];
}

/** The declared addresses, of invalid manifests too: a reference to an invalid manifest is not another mistake. */
export interface Index {
  addresses: ReadonlyMap<Address, Manifest>;
  problems: Problem[];
}

export function addressOf({ kind, value }: Manifest, profile?: string): Address {
  return formatAddress({ kind, id: String(value['id']), ...(profile === undefined ? {} : { profile }) });
}

/** Indexes the manifests by address. If two declare the same address, one of them has it, and a problem shows both. */
export function indexOf(declared: readonly { manifest: Manifest; address: Address }[]): Index {
  const addresses = new Map<Address, Manifest>();
  const problems: Problem[] = [];
  for (const { manifest, address } of declared) {
    const first = addresses.get(address);
    if (first) problems.push(duplicate(manifest, address, first));
    else addresses.set(address, manifest);
  }
  return { addresses, problems };
}

/** Returns the place of a manifest's id. */
export function placeOfId({ located }: Manifest): Place {
  return located.place(['id'], 'value');
}

function duplicate(manifest: Manifest, address: Address, first: Manifest): Problem {
  const problem = placed(
    manifest.located,
    problemAt(['id'], {
      code: 'duplicate-address',
      message: `\`${address}\` is declared twice`,
      hint: 'Give one of them another id, or another profile',
    }),
  );
  return { ...problem, address, related: [{ message: 'the other one', place: placeOfId(first) }] };
}
