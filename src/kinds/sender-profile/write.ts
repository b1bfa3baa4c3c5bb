import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';
import { contentOf, jsonOf } from './content.ts';

/**
 * The document of a live profile: the numbers for opting out, and the groups that it is in. A profile that is in none is
 * not said to be in none, and what was shown as a proof of consent the service does not tell (assumption 181).
 */
export function writeProfile({ content }: Live): Written | undefined {
  const { groups = [], brandMessage: _proof, ...rest } = contentOf(content);
  const manifest = jsonOf({ ...rest, ...(groups.length > 0 && { groups }) });
  return Object.keys(manifest).length === 0 ? undefined : { manifest };
}
