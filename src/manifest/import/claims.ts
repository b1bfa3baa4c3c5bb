import type { Address } from '../../core/address.ts';
import type { Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';

/** The names that only one resource may have. */
export interface ClaimBook {
  add(resource: Resource): void;
  /** Why a resource cannot have one of its names, as a sentence without a full stop. */
  refusal(resource: Resource): string | undefined;
}

export function openClaims(resources: readonly Resource[]): ClaimBook {
  const owners = new Map<string, Address>();
  const add = (resource: Resource): void => {
    for (const { key } of claimsOf(resource)) owners.set(key, resource.address);
  };
  for (const resource of resources) add(resource);
  return {
    add,
    refusal: (resource) => {
      const taken = claimsOf(resource).find(({ key }) => (owners.get(key) ?? resource.address) !== resource.address);
      return taken && `${owners.get(taken.key)} has its ${taken.field} already`;
    },
  };
}

/** Names that only a lint rule reserves are left out: a second one is a warning. */
function claimsOf(resource: Resource): { key: string; field: string }[] {
  const { kind, profile = null } = resource;
  const claims = declarations.get(kind)?.claims?.(resource) ?? [];
  return claims
    .filter(({ rule }) => rule === undefined)
    .map(({ within, field, value }) => ({
      key: JSON.stringify([kind, within === 'account' ? null : profile, field, value]),
      field,
    }));
}
