import { codes } from '../../core/codes.ts';
import { Exit } from '../../core/exit.ts';
import { type NotiformError, usageError } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { drawExplanation, problemExplanation, resultExplanation, ruleExplanation } from '../../report/explanation.ts';
import { type Invocation, languageOf } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';

/** `explain CODE` prints the page of a problem, of a lint rule or of a result code of the service. Upper and lower case are equal. */
export async function explain(invocation: Invocation, [word = '']: string[]): Promise<Outcome> {
  const { allRules } = await import('../../manifest/load/lint.ts');
  const language = languageOf(invocation);
  const page =
    problemExplanation(word.toLowerCase()) ??
    ruleExplanation(word.toUpperCase(), allRules, language) ??
    resultExplanation(word);
  if (page === undefined) throw unknownCode(word, [...Object.keys(codes), ...allRules.map(({ id }) => id)]);
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
    `No problem, lint rule or result code is named \`${word}\``,
    meant === undefined
      ? 'Copy the code of a problem (`too-long`) or the result code of the service (`7322`), or see `notiform validate --rules`'
      : `Did you mean \`notiform explain ${meant}\`?`,
  );
}
