import type { JsonObject } from '../../../core/json.ts';
import { type PlacedText, shownTexts } from '../../fields.ts';
import { type NamedValues, type SearchedText, samplesOf, searchedPart } from '../../lint/search.ts';
import { type TemplateContent, templateFields, templateOf } from '../fields.ts';

export interface TemplateReading {
  template: TemplateContent;
  /** Every text that reaches a phone, including addresses and numbers of buttons, in full. */
  whole: readonly PlacedText[];
  /** The same texts, as far as they are searched. */
  texts: readonly SearchedText[];
  /** The texts that a person reads. */
  prose: readonly SearchedText[];
  samples: readonly NamedValues[];
}

export function readTemplate(manifest: JsonObject): TemplateReading {
  const whole = shownTexts(templateFields, manifest);
  const texts = searchedPart(whole);
  return {
    whole,
    template: templateOf(manifest),
    texts,
    prose: texts.filter(({ at }) => !at.includes('link') && !at.includes('tel')),
    samples: samplesOf(manifest),
  };
}
