import { ServiceFailure } from '../core/failure.ts';

/**
 * Codes of a refusal that say nothing about the resource asked for: who asks, how it asks, how often (assumption 54).
 */
const NOT_ABOUT_IT: readonly string[] = ['101', '102', '103', '403', '405', '429'];

/** Whether a failed read speaks of the resource: a full list without it then proves that there is none (assumption 11). */
function saysNothingThere(error: unknown): boolean {
  if (!(error instanceof ServiceFailure) || error.kind !== 'refused') return false;
  const code = error.problem.service?.code;
  return code !== undefined && !NOT_ABOUT_IT.includes(code);
}

/** What a read gives; undefined where its refusal speaks of the resource. Every other failure is thrown as it came. */
export async function unlessNothingThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (saysNothingThere(error)) return undefined;
    throw error;
  }
}
