import type { JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';

/** What was read, as far as the manifest manages it (`Kind.managed`). */
export function asManaged<S>(
  { kind, want }: { kind: Kind<S>; want: Resource },
  live: Live,
  binding: JsonObject | undefined,
): Live {
  return kind.managed?.(live, want, binding) ?? live;
}
