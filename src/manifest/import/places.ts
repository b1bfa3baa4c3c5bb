import { type Address, formatAddress, parseAddress } from '../../core/address.ts';
import { sha256 } from '../../core/json.ts';
import { compareText } from '../../core/problem.ts';
import { slugOf } from '../../text/slug.ts';

/** A live resource that needs an id. */
interface Unnamed {
  kind: string;
  /** The alias of its profile. */
  profile: string;
  /** True if the resource is the profile itself. Its id is the alias. */
  isProfile: boolean;
  /** The service's name: a code, a key. */
  name: string;
  /** The title. */
  title: string;
  /** Set if the service chose the name, which then means nothing to a person. */
  isCoined: boolean;
}

/** The longest id without its number. The schemas allow 100 characters, but people read the file names. */
const LONGEST = 60;

/**
 * Returns an address for each resource. The id is the slug of its name, or of its title if the service chose the name. It gets a
 * number if another resource of the same kind and profile has that id. The ids do not depend on the selection
 * (assumption 182).
 * @param taken addresses that manifests or the state have
 */
export function addressesOf<T extends Unnamed>(things: readonly T[], taken: ReadonlySet<Address>): Map<T, Address> {
  const used = new Set(taken);
  const addresses = new Map<T, Address>();
  // A resource whose slug is exactly its name keeps it. The number of another resource must not take it.
  const named = things.map((thing) => ({ thing, id: idOf(thing) }));
  const exact = ({ thing, id }: { thing: T; id: string }): number => (id === calledBy(thing)[0] ? 0 : 1);
  for (const { thing, id } of named.sort((a, b) => exact(a) - exact(b) || compareText(a.thing.name, b.thing.name))) {
    const address = freeAddress(thing, id, used);
    used.add(address);
    addresses.set(thing, address);
  }
  return addresses;
}

function freeAddress(thing: Unnamed, id: string, used: ReadonlySet<Address>): Address {
  const { kind, profile, isProfile } = thing;
  const at = (suffix: string): Address =>
    formatAddress({ kind, ...(isProfile ? {} : { profile }), id: `${id}${suffix}` });
  let count = 1;
  let address = at('');
  while (used.has(address) && !thing.isProfile) {
    count += 1;
    address = at(`-${count}`);
  }
  return address;
}

function idOf(thing: Unnamed): string {
  for (const called of calledBy(thing)) {
    const id = slugOf(called, LONGEST);
    if (id !== '') return id;
  }
  return sha256(thing.name).slice(0, 12);
}

/** Returns the texts to make an id of. The second is used if the first has no character that an id may have. */
function calledBy({ name, title, isCoined }: Unnamed): [string, string] {
  return isCoined ? [title, name] : [name, title];
}

/** Names that no file has: one of a configuration is not read as a manifest, and Windows reserves the names of devices. */
const RESERVED = /^(?:notiform|con|prn|aux|nul|com\d|lpt\d)$/i;

function fileName(name: string): string {
  // No id has a `_`, so no other file has this name.
  return RESERVED.test(name) ? `${name}_` : name;
}

/** The file of an address below a folder: `<profile>/<kind>/<id>.yaml`, a file for each resource. */
export function fileOf(folder: string, address: Address): string {
  const { kind = '', profile, id = '' } = parseAddress(address) ?? {};
  return [folder, fileName(profile ?? id), folderOf(kind), `${fileName(id)}.yaml`]
    .filter((part) => part !== '')
    .join('/');
}

/** The folders of kinds, such as `notification-template`. Each is made once for all resources of its kind. */
const folders = new Map<string, string>();

function folderOf(kind: string): string {
  const folder =
    folders.get(kind) ?? kind.replaceAll(/[A-Z]/g, (letter, at) => (at === 0 ? letter : `-${letter}`)).toLowerCase();
  folders.set(kind, folder);
  return folder;
}
