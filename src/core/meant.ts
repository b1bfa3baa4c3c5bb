import { type Address, splitVersion, versionAddress } from './address.ts';
import { Exit } from './exit.ts';
import { NotiformError, type Problem } from './problem.ts';

/**
 * The one address that a word of a command means: as it is, or by its last parts, as `order-paid` or `shop/order-paid@v2`. The
 * word as it was given where it means none. Throws where it means several (exit 64).
 */
export function meantBy(word: string, addresses: readonly Address[]): Address {
  if (addresses.includes(word)) return word;
  const { of, version } = splitVersion(word);
  const exact = addresses.filter((address) => address.endsWith(`/${word}`));
  const met = exact.length > 0 ? exact : addresses.filter((address) => address.endsWith(`/${of}`));
  const [one, another] = met;
  if (another !== undefined) throw new NotiformError(ambiguous(word, met), Exit.usage);
  if (one === undefined) return word;
  return one.endsWith(`/${word}`) ? one : versionAddress(one, version);
}

function ambiguous(word: string, met: readonly Address[]): Problem {
  return {
    code: 'usage',
    severity: 'error',
    message: `\`${word}\` is ${met.length} addresses`,
    hint: `Say which one: ${met.map((address) => `\`${address}\``).join(', ')}`,
  };
}
