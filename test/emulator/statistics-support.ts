import type { JsonObject } from '../../src/core/json.ts';
import type { EmulatorControl } from '../../src/emulator/emulator.ts';
import { newer } from './profile-support.ts';
import { type Bench, objectOf, openBench } from './support.ts';

/** `/v4/msgr/stat…` and `/v4/msgr/msgrStat…` of a bench whose limits are off. */
export interface Statistics extends Bench {
  basic(path: string, body?: JsonObject): Promise<JsonObject>;
  direct(path: string, body?: JsonObject): Promise<JsonObject>;
}

export async function openStatistics(): Promise<Statistics> {
  const bench = await openBench();
  await bench.control.settings({ statisticsLimits: false });
  return withStatistics(bench);
}

export function withStatistics(bench: Bench): Statistics {
  const at =
    (prefix: string) =>
    (path: string, body: JsonObject = {}) =>
      newer(bench.url, prefix + path, { product: 'noticetalk', ...body });
  return { ...bench, basic: at('/stat'), direct: at('/msgrStat') };
}

/** The rows of an answer. */
export function rowsOf(answer: JsonObject): JsonObject[] {
  const { list } = objectOf(answer['data']);
  if (!Array.isArray(list)) throw new Error(`no list: ${JSON.stringify(answer)}`);
  return list.map(objectOf);
}

/** Sets the clock to a Korean time: `2026-11-21 07:00:00`. */
export async function at(control: EmulatorControl, korean: string): Promise<void> {
  await control.clock({ set: korean });
}
