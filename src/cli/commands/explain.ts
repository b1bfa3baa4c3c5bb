import { codes } from '../../core/codes.ts';
import { Exit } from '../../core/exit.ts';
import { type NotiformError, usageError } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { drawExplanation, problemExplanation, resultExplanation, ruleExplanation } from '../../report/explanation.ts';
import { printedWords, wordExplanation } from '../../report/word-explanation.ts';
import { type Invocation, languageOf } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';

/** `explain CODE` prints the page of a problem, a lint rule, a result code of the service or a word of plans and `status`. Upper and lower case are equal. */
export async function explain(invocation: Invocation, [word = '']: string[]): Promise<Outcome> {
  const { allRules } = await import('../../manifest/load/lint.ts');
  const language = languageOf(invocation);
  const page =
    problemExplanation(word.toLowerCase(), language) ??
    ruleExplanation(word.toUpperCase(), allRules, language) ??
    resultExplanation(word) ??
    wordExplanation(word);
  if (page === undefined)
    throw unknownCode(word, [...Object.keys(codes), ...allRules.map(({ id }) => id), ...printedWords]);
  return {
    exit: Exit.done,
    text: drawExplanation(page, { ...invocation.terminal.style('stdout'), language }),
    json: { code: page.code, parts: page.parts.map(({ help, ...part }) => ({ ...part, mend: help })) },
    problems: [],
  };
}

function unknownCode(word: string, known: readonly string[]): NotiformError {
  const meant = suggest(word, known);
  return usageError(
    `No problem, lint rule, result code or state is named \`${word}\``,
    meant === undefined
      ? 'Copy the code of a problem (`too-long`), a word of a plan (`queues-again`) or the result code of the service (`7322`), or see `notiform validate --rules`'
      : `Did you mean \`notiform explain ${meant}\`?`,
  );
}
