import { BlockList, isIP } from 'node:net';

/** Whether an address is among those that are registered. */
export interface Addresses {
  includes(address: string): boolean;
}

/** The addresses and ranges (`203.0.113.0/24`) registered for an account; undefined where one is neither (message API 5.5). */
export function addressesOf(registered: readonly string[]): Addresses | undefined {
  const list = new BlockList();
  for (const entry of registered) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const widest = version === 4 ? 32 : 128;
    if (version === 0 || Number(prefix ?? widest) > widest) return undefined;
    list.addSubnet(address, Number(prefix ?? widest), version === 4 ? 'ipv4' : 'ipv6');
  }
  return { includes: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') };
}
