import type { Path } from '../../../core/path.ts';
import type { Hit } from '../../lint/rule.ts';
import { firstUses, unsampledIn } from '../../lint/variables.ts';
import type { TemplateReading } from './reading.ts';
import { MOST_VARIABLES, UNSENT } from './sendable.ts';
import { say } from './sentences.ts';

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
