import type { Path } from '../../../core/path.ts';
import type { Said } from '../../../core/sentence.ts';
import type { Hit } from '../../lint/rule.ts';
import { longest, type NamedValues } from '../../lint/search.ts';
import { filledLabel } from '../../lint/sentences.ts';
import { firstUses, unsampledIn } from '../../lint/variables.ts';
import type { TemplateReading } from './reading.ts';
import { MOST_VARIABLES, SENDABLE, SHOWN, UNSENT } from './sendable.ts';
import { say } from './sentences.ts';

export function bodyLength({ template: { content }, samples }: TemplateReading): Hit[] {
  if (samples.length === 0 && content.length <= SENDABLE.recommendedBody) return [];
  const sent = longest(content, samples);
  if (sent.length <= SENDABLE.recommendedBody) return [];
  const isTooLong = sent.length > SENDABLE.body;
  const most = isTooLong ? SENDABLE.body : SENDABLE.recommendedBody;
  // If the text alone is too long, no value of a sample is the cause.
  const isOfSample = sent.sample !== undefined && longest(content, []).length <= most;
  const what = isOfSample ? filledLabel(say('label-body'), content, sent.sample) : say('label-body');
  const message = say(isTooLong ? 'too-long-sent' : 'too-long-recommended', { what, count: sent.length, most });
  const hint = say('too-long-sent-way', { count: sent.length - most });
  return [{ at: ['content'], message, ...(isTooLong ? { hint } : {}) }];
}

export function cut({ template: { emphasis }, samples }: TemplateReading): Hit[] {
  if (emphasis?.type !== 'TEXT') return [];
  return [
    ...cutAt(['emphasis', 'title'], say('label-title'), emphasis.title, SHOWN.title, samples, SENDABLE.title),
    ...cutAt(['emphasis', 'subtitle'], say('label-subtitle'), emphasis.subtitle, SHOWN.subtitle, samples),
  ];
}

/** A text longer than `sendable` is reported elsewhere, since it can never be sent. */
function cutAt(
  at: Path,
  label: Said,
  text = '',
  limit: number,
  samples: readonly NamedValues[],
  sendable = Number.POSITIVE_INFINITY,
): Hit[] {
  const shown = longest(text, samples);
  if (shown.length <= limit || shown.length > sendable) return [];
  const what = filledLabel(label, text, shown.sample);
  return [{ at, message: say('too-long-shown', { what, count: shown.length, most: limit }) }];
}

export function tooManyVariables({ texts }: TemplateReading): Hit[] {
  const first = firstUses(texts);
  const next = first[MOST_VARIABLES];
  if (!next) return [];
  const message = say('many-variables', { count: first.length, most: MOST_VARIABLES, name: next.name });
  return [{ ...next.piece(), message }];
}

export function onlyVariables({ template: { content } }: TemplateReading): Hit[] {
  const rest = content.replace(/#\{[^#{}]+\}/g, '');
  if (rest === content || /[\p{L}\p{N}]/u.test(rest)) return [];
  return [{ at: ['content'], message: say('only-variables') }];
}

/** A variable that is only in a part that no send carries (assumption 77) needs no value; a sample may have one for it. */
export function sampled({ texts, samples }: TemplateReading): Hit[] {
  const sent = texts.filter(({ at }) => !isUnsent(at));
  const others = texts.flatMap(({ variables }) => variables.map(({ name }) => name));
  return unsampledIn({ texts: sent, samples }, others);
}

function isUnsent(at: Path): boolean {
  return UNSENT.some((part) => part.every((name, index) => at[index] === name));
}
