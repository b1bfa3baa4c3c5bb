import { type Address, splitVersion, versionAddress } from '../core/address.ts';
import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import { fewOf } from './suggest.ts';

/**
 * Returns the address that an argument of a command names: in full, or by its last parts, as `order-paid` or
 * `shop/order-paid@v2`. Returns the argument unchanged if it names none. Throws a NotiformError (exit 64) if it names several.
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

/** The problem of a word that names several addresses. */
export function ambiguous(word: string, met: readonly Address[]): Problem {
  return errorProblem(
    'usage',
    `\`${word}\` matches ${met.length} addresses`,
    `Name one of them: ${fewOf(met.map((address) => `\`${address}\``))}`,
  );
}
