import { type Address, type AddressParts, formatAddress } from '../../core/address.ts';
import { sha256 } from '../../core/json.ts';
import { compareText } from '../../core/problem.ts';
import { slugOf } from '../../core/slug.ts';

/** A live resource that needs an id. */
export interface Unnamed {
  kind: string;
  /** The alias of its profile. */
  profile: string;
  /** The resource is the profile itself, and has its alias for an id. */
  isProfile: boolean;
  /** The service's name: a code, a key. */
  name: string;
  /** The title. */
  title: string;
  /** Set if the service chose the name, which then means nothing to a person. */
  isCoined: boolean;
}

/** Of an id without its number: the schemas take 100, and a file's name is read by people. */
const LONGEST = 60;

/**
 * The address of each: its id is its name as a slug, or its title where the service made up the name, with a number where
 * another of its kind and profile has that already. The same things give the same ids, whatever of them is asked for
 * (assumption 182).
 * @param taken addresses that manifests or the state have
 */
export function addressesOf<T extends Unnamed>(things: readonly T[], taken: ReadonlySet<Address>): Map<T, Address> {
  const used = new Set(taken);
  const addresses = new Map<T, Address>();
  // Those whose id is what they are called go first: another's number must not take it from them.
  const exact = (thing: T): number => (idOf(thing) === calledBy(thing)[0] ? 0 : 1);
  for (const thing of [...things].sort((a, b) => exact(a) - exact(b) || compareText(a.name, b.name))) {
    const address = freeAddress(thing, used);
    used.add(address);
    addresses.set(thing, address);
  }
  return addresses;
}

function freeAddress(thing: Unnamed, used: ReadonlySet<Address>): Address {
  const id = idOf(thing);
  const at = (suffix: string): Address => addressAt(thing, `${id}${suffix}`);
  let count = 1;
  let address = at('');
  while (used.has(address) && !thing.isProfile) {
    count += 1;
    address = at(`-${count}`);
  }
  return address;
}

function addressAt({ kind, profile, isProfile }: Unnamed, id: string): Address {
  return formatAddress({ kind, ...(isProfile ? {} : { profile }), id });
}

function idOf(thing: Unnamed): string {
  for (const called of calledBy(thing)) {
    const id = slugOf(called, LONGEST);
    if (id !== '') return id;
  }
  return sha256(thing.name).slice(0, 12);
}

/** What an id is made of; the second where the first has nothing that an id could hold. */
function calledBy({ name, title, isCoined }: Unnamed): [string, string] {
  return isCoined ? [title, name] : [name, title];
}

/** A file of this name is a configuration, and is not read as a manifest. */
const CONFIG_NAME = 'notiform';

/** The file of an address below a folder: `<profile>/<kind>/<id>.yaml`, a file for each resource. */
export function fileOf(folder: string, { kind, profile, id }: AddressParts): string {
  // No id has a `_`, so no other file has this name.
  const name = id === CONFIG_NAME ? `${id}_` : id;
  const kindFolder = kind.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return [folder, profile ?? id, kindFolder, `${name}.yaml`].filter((part) => part !== '').join('/');
}
