import type { Declaration } from '../../core/declaration.ts';
import { writeTag } from './write.ts';

/** `GroupTag` documents (docs/manifests.md): a name and nothing else. The key is the service's to give. */
export const tagDeclaration: Declaration = {
  kind: 'GroupTag',
  claims: ({ content }) => [{ within: 'profile', field: 'name', value: String(content['name']) }],
  files: () => [],
  check: () => [],
  declare: ({ name = null }) => ({ goal: 'present', content: { name }, inputs: {}, options: {} }),
  write: writeTag,
};
