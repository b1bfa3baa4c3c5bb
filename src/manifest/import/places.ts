import { type Address, formatAddress, parseAddress } from '../../core/address.ts';
import { sha256 } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import { declarations } from '../../kinds/registry.ts';
import { slugOf } from '../../text/slug.ts';
import type { Client } from '../../wire/client.ts';

/** A live resource that needs an id. */
interface Unnamed {
  /** With `recognition`, if the service chose the name, which then means nothing to a person. */
  kind: Pick<Kind<Client>, 'name' | 'recognition'>;
  profile: { alias: string };
  /** The service's name: a code, a key. */
  name: string;
  title: string;
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

function freeAddress({ kind, profile }: Unnamed, id: string, used: ReadonlySet<Address>): Address {
  // The id of a sender profile is its alias, and its address has no other profile.
  if (declarations.get(kind.name)?.isProfile) return formatAddress({ kind: kind.name, id });
  const at = (suffix: string): Address =>
    formatAddress({ kind: kind.name, profile: profile.alias, id: `${id}${suffix}` });
  let address = at('');
  for (let count = 2; used.has(address); count += 1) address = at(`-${count}`);
  return address;
}

function idOf(thing: Unnamed): string {
  const ids = calledBy(thing).map((called) => slugOf(called, LONGEST));
  return ids.find((id) => id !== '') ?? sha256(thing.name).slice(0, 12);
}

/** Returns the texts to make an id of. The second is used if the first has no character that an id may have. */
function calledBy({ name, title, kind }: Unnamed): [string, string] {
  return kind.recognition ? [title, name] : [name, title];
}

/** Names that no file has: one of a configuration is not read as a manifest, and Windows reserves the names of devices. */
const RESERVED = /^(?:notiform|con|prn|aux|nul|com\d|lpt\d)$/i;

function fileName(name: string): string {
  // No id has a `_`, so no other file has this name.
  return RESERVED.test(name) ? `${name}_` : name;
}

/** The file of an address below a folder: `<profile>/<kind>/<id>.yaml`, a file for each resource. The kind is as `notification-template`. */
export function fileOf(folder: string, address: Address): string {
  const { kind = '', profile, id = '' } = parseAddress(address) ?? {};
  const words = kind.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return [folder, fileName(profile ?? id), words, `${fileName(id)}.yaml`].filter((part) => part !== '').join('/');
}
