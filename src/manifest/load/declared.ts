import { type Address, formatAddress } from '../../core/address.ts';
import { type Place, type Problem, placed, problemAt } from '../../core/problem.ts';
import type { Manifest } from '../manifest.ts';

/** A manifest for one of its profiles; for a kind that is a profile itself the id is the alias. */
export interface Declared {
  manifest: Manifest;
  profile: string | undefined;
  address: Address;
}

/** What the project declares, by address, sound or not: a reference to an unsound manifest is no second mistake. */
export interface Index {
  addresses: ReadonlyMap<Address, Place>;
  /** The manifest that an address belongs to. */
  first: ReadonlyMap<Address, Manifest>;
  problems: Problem[];
}

export function addressOf({ kind, value }: Manifest, profile?: string): Address {
  return formatAddress({ kind, id: String(value['id']), ...(profile === undefined ? {} : { profile }) });
}

/** Gives every address to the first manifest that declares it; a second one is a problem that shows both. */
export function indexOf(declared: readonly { manifest: Manifest; address: Address }[]): Index {
  const addresses = new Map<Address, Place>();
  const owners = new Map<Address, Manifest>();
  const problems: Problem[] = [];
  for (const { manifest, address } of declared) {
    const place = manifest.located.place(['id'], 'value');
    const first = addresses.get(address);
    if (first) problems.push(duplicate(manifest, address, first));
    else {
      addresses.set(address, place);
      owners.set(address, manifest);
    }
  }
  return { addresses, first: owners, problems };
}

function duplicate(manifest: Manifest, address: Address, first: Place): Problem {
  const problem = placed(
    manifest.located,
    problemAt(['id'], {
      code: 'duplicate-address',
      message: `\`${address}\` is declared twice`,
      hint: 'Give one of them another id, or another profile',
    }),
  );
  return { ...problem, address, related: [{ message: 'the first one', place: first }] };
}
