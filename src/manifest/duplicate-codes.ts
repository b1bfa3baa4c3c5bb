import type { Place, Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { type Manifest, problemOf } from './manifest.ts';

/** Two resources of one kind and profile that the service would know by one name. */
export function duplicateCodes(resources: readonly { resource: Resource; manifest: Manifest }[]): Problem[] {
  const first = new Map<string, Place>();
  return resources.flatMap(({ resource, manifest }) => {
    const { kind, profile, name, address } = resource;
    if (name === undefined) return [];
    const key = `${kind} ${profile} ${name}`;
    const path = manifest.value['code'] === undefined ? ['id'] : ['code'];
    const place = manifest.located.place(path, 'value');
    const before = first.get(key);
    if (!before) {
      first.set(key, place);
      return [];
    }
    const problem = problemOf(manifest.located, {
      code: 'duplicate-code',
      path,
      on: 'value',
      message: `The code \`${name}\` is taken in profile \`${profile}\``,
      hint: path[0] === 'id' ? 'Give it a `code` of its own' : 'Give one of the two another code',
    });
    return [{ ...problem, address, related: [{ message: 'the first one', place: before }] }];
  });
}
