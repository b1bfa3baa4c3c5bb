import type { CodeList } from '../../../core/declaration.ts';
import type { JsonObject } from '../../../core/json.ts';
import { shownTexts } from '../../fields.ts';
import { type NamedValues, type SearchedText, samplesOf, searched } from '../../lint/search.ts';
import { withoutUse } from '../codec.ts';
import { type TemplateContent, templateFields, templateOf } from '../fields.ts';

export interface TemplateReading {
  manifest: JsonObject;
  template: TemplateContent;
  /** The members for which the message type or the emphasis has no place. */
  unused: JsonObject;
  /** Every text that reaches a phone, including addresses and numbers of buttons. */
  texts: readonly SearchedText[];
  /** The texts that a person reads. */
  prose: readonly SearchedText[];
  samples: readonly NamedValues[];
  /** The template categories of the environment, if they are known. */
  categories: CodeList | undefined;
}

export function readTemplate(manifest: JsonObject, categories?: CodeList): TemplateReading {
  const texts = shownTexts(templateFields, manifest).map(({ at, text }) => searched(at, text));
  return {
    manifest,
    template: templateOf(manifest),
    unused: withoutUse(manifest),
    texts,
    prose: texts.filter(({ at }) => !at.includes('link') && !at.includes('tel')),
    samples: samplesOf(manifest),
    categories,
  };
}
