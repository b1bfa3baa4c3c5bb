import { isObject, type JsonObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { fillVariables, length } from '../../../core/variables.ts';
import { type PlacedText, shownTexts } from '../../fields.ts';
import { type TemplateContent, templateFields, templateOf } from '../fields.ts';

/** A template as the lint reads it. */
export interface TemplateReading {
  template: TemplateContent;
  /** Every text that reaches a phone, addresses and numbers of buttons too. */
  texts: readonly PlacedText[];
  /** Those of them that a person reads. */
  prose: readonly PlacedText[];
  samples: readonly NamedValues[];
}

export interface NamedValues {
  at: Path;
  name: string;
  values: ReadonlyMap<string, string>;
}

/** No text of a template is as long: what is written beyond is not searched for words, only measured. */
const MOST_READ = 3000;

/** Every text, as far as it is read. */
export function readTexts(texts: readonly PlacedText[]): PlacedText[] {
  return texts.map(({ at, text }) => ({ at, text: text.slice(0, MOST_READ) }));
}

export function readTemplate(manifest: JsonObject): TemplateReading {
  const texts = readTexts(shownTexts(templateFields, manifest));
  return {
    template: templateOf(manifest),
    texts,
    prose: texts.filter(({ at }) => !at.includes('link') && !at.includes('tel')),
    samples: samplesOf(manifest),
  };
}

export function samplesOf({ samples }: JsonObject): NamedValues[] {
  return (Array.isArray(samples) ? samples : []).filter(isObject).map(({ name, values }, index) => ({
    at: ['samples', index, 'values'],
    name: String(name),
    values: new Map(Object.entries(isObject(values) ? values : {}).map(([key, value]) => [key, String(value)])),
  }));
}

/** How long a text is when it is sent: with the sample that makes it longest; without samples, variables are nothing (assumption 177). */
export function longest(text: string, samples: readonly NamedValues[]): { length: number; sample?: string } {
  const filled = samples.map(({ name, values }) => ({
    length: length(fillVariables(text, values).text),
    sample: name,
  }));
  const [first] = filled.sort((a, b) => b.length - a.length);
  return first ?? { length: length(text.replace(/#\{[^#{}]+\}/g, '')) };
}
