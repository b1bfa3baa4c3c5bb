import { type Address, formatAddress } from '../../core/address.ts';
import { type Problem, placed, problemAt } from '../../core/problem.ts';
import { type Declared, type Index, placeOfId } from './declared.ts';

/** Reports each `renamedFrom` that names a resource which is still declared, or which another manifest names too. */
export function renameProblems(declared: readonly Declared[], { addresses }: Index): Problem[] {
  const renamed = new Map<Address, Declared>();
  return declared.flatMap((one) => {
    const former = formerOf(one);
    if (former === undefined || addresses.get(one.address) !== one.manifest) return [];
    const declared = addresses.get(former);
    if (declared) {
      const related = { message: 'the other one', place: placeOfId(declared) };
      return [problemWith(one, stillDeclared(one, former), related)];
    }
    const other = renamed.get(former);
    if (other === undefined) {
      renamed.set(former, one);
      return [];
    }
    const taken = other.manifest.located.place(['renamedFrom'], 'value');
    return [problemWith(one, renamedTwice(former), { message: 'the first one', place: taken })];
  });
}

/** Returns the former address. Undefined if there is none, or if it is the present address, which `validate.ts` reports. */
function formerOf({ manifest: { kind, value }, profile }: Declared): Address | undefined {
  const { id, renamedFrom } = value;
  if (typeof renamedFrom !== 'string' || renamedFrom === id) return undefined;
  return formatAddress({ kind, ...(profile === undefined ? {} : { profile }), id: renamedFrom });
}

function problemWith(
  { manifest, address }: Declared,
  mistake: Problem,
  related: NonNullable<Problem['related']>[number],
): Problem {
  return { ...placed(manifest.located, mistake), address, related: [related] };
}

function stillDeclared({ address }: Declared, former: Address): Problem {
  return problemAt(['renamedFrom'], {
    code: 'renamed-from-declared',
    message: `\`${address}\` has \`renamedFrom\` \`${former}\`, which is still declared`,
    hint: 'Remove `renamedFrom`, or the manifest of the former id',
  });
}

function renamedTwice(former: Address): Problem {
  return problemAt(['renamedFrom'], {
    code: 'renamed-twice',
    message: `Two resources have \`renamedFrom\` \`${former}\``,
    hint: 'Remove `renamedFrom` from one of them',
  });
}
