import type { JsonObject } from '../../core/json.ts';
import type { Live } from '../../core/resource.ts';

/**
 * What the service does not tell and the binding remembers: which proof of consent was uploaded last, and whether brand
 * messages were applied for with it.
 */
export interface Memory {
  proof: { path: string; sha256: string };
  applied: boolean;
}

/** A profile with what is remembered of it. */
export interface LiveProfile extends Live {
  memory?: Memory;
}

/** The memory of a binding; undefined where it holds none. */
export function memoryOf(binding: JsonObject | undefined): Memory | undefined {
  const { path, sha256, applied } = binding ?? {};
  return typeof path === 'string' && typeof sha256 === 'string'
    ? { proof: { path, sha256 }, applied: applied === true }
    : undefined;
}

/** The binding of a profile: its alias, and what is remembered. */
export function bindingOf(alias: string, memory: Memory | undefined): JsonObject {
  return memory ? { alias, ...memory.proof, applied: memory.applied } : { alias };
}

/** The binding of a live profile. */
export function bindingOfProfile(live: Live): JsonObject {
  return bindingOf(live.name, remembered(live));
}

/** What is remembered of a live profile. */
export function remembered(live: LiveProfile): Memory | undefined {
  return live.memory;
}
