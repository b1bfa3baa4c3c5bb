import type { Claim } from '../core/declaration.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { declarations } from '../kinds/registry.ts';
import { type Manifest, problemOf } from './manifest.ts';

/** Resources of one kind that claim what the service gives to one alone: a code, a name. */
export function duplicateCodes(resources: readonly { resource: Resource; manifest: Manifest }[]): Problem[] {
  const first = new Map<string, Place>();
  return resources.flatMap(({ resource, manifest }) =>
    (declarations.get(resource.kind)?.claims?.(resource) ?? []).flatMap((claim) => {
      const { within, field, value } = claim;
      const key = JSON.stringify([resource.kind, within === 'profile' ? resource.profile : null, field, value]);
      const path = manifest.value[field] === undefined ? ['id'] : [field];
      const place = manifest.located.place(path, 'value');
      const before = first.get(key);
      if (!before) first.set(key, place);
      return before
        ? [{ ...taken(claim, resource, manifest, path), related: [{ message: 'the first one', place: before }] }]
        : [];
    }),
  );
}

function taken(
  { within, field, value }: Claim,
  { profile, address }: Resource,
  manifest: Manifest,
  path: string[],
): Problem {
  const where = within === 'profile' ? `in profile \`${profile}\`` : 'in this account';
  const problem = problemOf(manifest.located, {
    code: 'duplicate-code',
    path,
    on: 'value',
    message: `The ${field} \`${value}\` is taken ${where}`,
    hint: path[0] === 'id' ? `Give it a \`${field}\` of its own` : `Give one of the two another ${field}`,
  });
  return { ...problem, address };
}
