import { type Address, formatAddress } from '../../core/address.ts';
import type { UniqueName } from '../../core/declaration.ts';
import { type Problem, placed, problemAt } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Manifest } from '../manifest.ts';
import { type Declared, type Index, placeOfId } from './declared.ts';
import { named, silences } from './lint.ts';

/**
 * Returns the problems of resources with the same name, if the service or a lint rule allows the name only once.
 * @param made the resources that could be made, by address
 */
export function duplicateCodes(declared: readonly Declared[], made: ReadonlyMap<Address, Resource>): Problem[] {
  /** By what the names have to differ in, then by name. */
  const first = new Map<string, Map<string, Manifest>>();
  const found: Problem[] = [];
  for (const { manifest, address } of declared) {
    const resource = made.get(address);
    if (!resource) continue;
    for (const unique of declarations.get(resource.kind)?.uniqueNames?.(resource) ?? []) {
      const { within, field, value, rule } = unique;
      const key = `${manifest.kind} ${field} ${within === 'profile' ? resource.profile : ''}`;
      const names = first.get(key) ?? new Map<string, Manifest>();
      first.set(key, names);
      const before = names.get(value);
      if (!before) names.set(value, manifest);
      if (!before || isSilenced(rule, before, manifest)) continue;
      const path = fieldIn(manifest, field);
      const mistake = named(taken(unique, resource, path), resource.kind, manifest.value);
      const place = before.located.place(fieldIn(before, field), 'value');
      const related = [{ message: 'the other one', place }];
      found.push({ ...placed(manifest.located, mistake), address, related });
    }
  }
  return found;
}

/** Returns the field. A manifest without it has the name from its id. */
function fieldIn({ value }: Manifest, field: string): string[] {
  return value[field] === undefined ? ['id'] : [field];
}

/** True if one of the manifests silences the rule. */
function isSilenced(rule: string | undefined, ...manifests: readonly Manifest[]): boolean {
  return rule !== undefined && manifests.some(({ value }) => silences(value, rule));
}

function taken({ within, field, value, rule }: UniqueName, { profile }: Resource, path: string[]): Problem {
  const where = within === 'profile' ? `in profile \`${profile}\`` : 'in this account';
  return problemAt(path, {
    code: rule === undefined ? 'duplicate-code' : 'duplicate-name',
    severity: rule === undefined ? 'error' : 'warning',
    ...(rule === undefined ? {} : { rule }),
    message: `The ${field} \`${value}\` is taken ${where}`,
    hint: path[0] === 'id' ? `Choose another \`${field}\`` : `Give one of the two another ${field}`,
  });
}

/** Reports each `renamedFrom` that names a resource which is still declared, or which another manifest names too. */
export function renameProblems(declared: readonly Declared[], { addresses }: Index): Problem[] {
  const renamed = new Map<Address, Manifest>();
  return declared.flatMap((one) => {
    const { manifest, address } = one;
    const former = formerOf(one);
    if (former === undefined || addresses.get(address) !== manifest) return [];
    const present = addresses.get(former);
    const other = present ?? renamed.get(former);
    if (other === undefined) {
      renamed.set(former, manifest);
      return [];
    }
    const problem = problemAt(['renamedFrom'], present ? stillDeclared(address, former) : renamedTwice(former));
    const place = present ? placeOfId(other) : other.located.place(['renamedFrom'], 'value');
    return [{ ...placed(manifest.located, problem), address, related: [{ message: 'the other one', place }] }];
  });
}

/** Returns the former address. Undefined if there is none, or if it is the present address, which `validate.ts` reports. */
function formerOf({ manifest: { kind, value }, profile }: Declared): Address | undefined {
  const { id, renamedFrom } = value;
  if (typeof renamedFrom !== 'string' || renamedFrom === id) return undefined;
  return formatAddress({ kind, ...(profile === undefined ? {} : { profile }), id: renamedFrom });
}

function stillDeclared(address: Address, former: Address): Pick<Problem, 'code' | 'message' | 'hint'> {
  const message = `\`${address}\` has \`renamedFrom\` \`${former}\`, which is still declared`;
  return { code: 'renamed-from-declared', message, hint: 'Remove `renamedFrom`, or the manifest of the former id' };
}

function renamedTwice(former: Address): Pick<Problem, 'code' | 'message' | 'hint'> {
  const message = `Two resources have \`renamedFrom\` \`${former}\``;
  return { code: 'renamed-twice', message, hint: 'Remove `renamedFrom` from one of them' };
}
