import type { Claim } from '../../core/declaration.ts';
import { type Problem, placed, problemAt } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Manifest } from '../manifest.ts';
import { named, silences } from './lint.ts';

/** A resource and the manifest that declares it. */
interface Claimant {
  resource: Resource;
  manifest: Manifest;
}

/** Returns the problems of resources with the same name, if the service or a lint rule allows the name only once. */
export function duplicateCodes(resources: readonly Claimant[]): Problem[] {
  const first = new Map<string, { path: string[]; manifest: Manifest }>();
  return resources.flatMap(({ resource, manifest }) =>
    (declarations.get(resource.kind)?.claims?.(resource) ?? []).flatMap((claim) => {
      const { within, field, value, rule } = claim;
      const key = `${resource.kind} ${within === 'profile' ? resource.profile : ''} ${field} ${value}`;
      const path = manifest.value[field] === undefined ? ['id'] : [field];
      const before = first.get(key);
      if (!before) first.set(key, { path, manifest });
      if (!before || isSilenced(rule, before.manifest, manifest)) return [];
      const mistake = named(taken(claim, resource, path), resource.kind, manifest.value);
      const problem = { ...placed(manifest.located, mistake), address: resource.address };
      return [
        {
          ...problem,
          related: [{ message: 'the first one', place: before.manifest.located.place(before.path, 'value') }],
        },
      ];
    }),
  );
}

/** True if one of the manifests silences the rule. */
function isSilenced(rule: string | undefined, ...manifests: readonly Manifest[]): boolean {
  return rule !== undefined && manifests.some(({ value }) => silences(value, rule));
}

function taken({ within, field, value, rule }: Claim, { profile }: Resource, path: string[]): Problem {
  const where = within === 'profile' ? `in profile \`${profile}\`` : 'in this account';
  return problemAt(path, {
    code: rule === undefined ? 'duplicate-code' : 'duplicate-name',
    severity: rule === undefined ? 'error' : 'warning',
    ...(rule === undefined ? {} : { rule }),
    message: `The ${field} \`${value}\` is taken ${where}`,
    hint: path[0] === 'id' ? `Choose another \`${field}\`` : `Give one of the two another ${field}`,
  });
}
