import { elementsOf, isObject, type JsonObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { fillVariables, length } from '../../core/variables.ts';

export interface NamedValues {
  at: Path;
  name: string;
  values: ReadonlyMap<string, string>;
}

/** Reads the samples of a manifest. */
export function samplesOf({ samples }: JsonObject): NamedValues[] {
  return elementsOf(samples)
    .filter(isObject)
    .map(({ name, values }, index) => ({
      at: ['samples', index, 'values'],
      name: String(name),
      values: new Map(Object.entries(isObject(values) ? values : {}).map(([key, value]) => [key, String(value)])),
    }));
}

/** Returns the length of a text as it is sent, filled in by the sample that makes it longest. Without samples, a variable has no length (assumption 177). */
export function longest(text: string, samples: readonly NamedValues[]): { length: number; sample?: string } {
  const filled = samples.map(({ name, values }) => ({
    length: length(fillVariables(text, values)),
    sample: name,
  }));
  const [first] = filled.sort((a, b) => b.length - a.length);
  return first ?? { length: length(text.replace(/#\{[^#{}]+\}/g, '')) };
}
