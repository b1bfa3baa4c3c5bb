import { codes } from '../core/codes.ts';
import { own } from '../core/json.ts';
import type { Language } from '../core/language.ts';
import type { Problem } from '../core/problem.ts';
import { type Phrases, type Sentence, sentenceIn } from '../core/sentence.ts';
import { CORE_SENTENCES } from '../core/sentences.ts';
import { ENGINE_SENTENCES } from '../engine/sentences.ts';
import { sentences } from '../kinds/registry.ts';
import { SEND_SENTENCES } from '../send/sentences.ts';
import { explainResourceResult, explainResult } from './result-codes.ts';

/** Every sentence of reasons, ways, findings and problems that reviewers read in their language, by its code. */
export const SENTENCES: Phrases = {
  ...CORE_SENTENCES,
  ...ENGINE_SENTENCES,
  ...SEND_SENTENCES,
  ...sentences,
};

/** Returns a text in a language; the text itself if it has no words there. */
export function wordsIn(language: Language, text: string, said: Sentence | undefined): string {
  return (language !== 'en' && said && sentenceIn(SENTENCES, language, said)) || text;
}

/** Returns a problem in a language. A message without words there stays English, after the title of its code. */
export function problemIn(language: Language, problem: Problem): Problem {
  if (language === 'en') return problem;
  const { code, message, hint, said } = problem;
  const title = own(codes, code)?.title ?? code;
  const about = said?.message ? '' : `${title}: `;
  const advice = hint === undefined ? undefined : wordsIn(language, hint, said?.hint);
  return {
    ...problem,
    message: `${about}${wordsIn(language, meaning(language, problem) ?? message, said?.message)}`,
    // Advice is whole sentences in Korean.
    ...(advice === undefined ? {} : { hint: advice.replace(/(?<=[다요])$/, '.') }),
  };
}

export function problemsIn(language: Language, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => problemIn(language, problem));
}

/** The meaning of the service's code in place of the whole message. Undefined if the code has no known meaning. */
function meaning(language: Language, { code, service }: Problem): string | undefined {
  if (!service || !['service-refused', 'service-credentials'].includes(code)) return undefined;
  const known = explainResult(service.code, language) ?? explainResourceResult(service.code, language);
  return known && `${known.means} (${service.code})`;
}

/** Returns the code and the words of the service, unless the message has both. */
export function serviceWords({ message, service }: Problem): string | undefined {
  if (!service || (message.includes(service.message) && message.includes(service.code))) return undefined;
  return `${service.code} ${service.message}`.trim();
}
