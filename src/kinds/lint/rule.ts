import type { ProblemCode } from '../../core/codes.ts';
import type { Covered, Rule } from '../../core/declaration.ts';
import type { Phrase } from '../../core/language.ts';
import { type Finding, type Problem, problemAt } from '../../core/problem.ts';
import type { Phrases } from '../../core/sentence.ts';

/**
 * A row of a table of rules: a rule without its words, and the function that finds it in a manifest, as its kind reads it. The schema
 * finds a rule without `find`. What a row leaves out is that of a text that an inspector is likely to reject.
 */
export interface RuleRow<R> extends Partial<Pick<Rule, 'level' | 'source' | 'date' | 'covers'>> {
  id: string;
  code?: ProblemCode;
  find?(reading: R): readonly Hit[];
}

/** A rule as a kind has it. */
export interface LintRule<R> extends Rule {
  code: ProblemCode;
  find?(reading: R): readonly Hit[];
}

/** A finding of a rule: a warning. Code and hint are those of the rule if they are left out. */
export type Hit = Omit<Finding, 'severity'> & Required<Pick<Problem, 'at'>>;

/** Problems with any of these codes at any of these fields. */
export function covering(codes: readonly ProblemCode[], ...fields: string[]): Covered[] {
  return fields.flatMap((at) => codes.map((code) => ({ code, at })));
}

export const SOURCES = {
  resource: (section: string) => `resource API ${section}`,
  message: (section: string) => `message API ${section}`,
  guides: 'public inspection guides of similar services',
} as const;

export const AS_OF = '2026-11-20';

/** Adds the words of rules to their rows. @param finds what each rule finds, and `help` its advice, by its id */
export function rulesOf<R>(finds: Phrases, help: Phrases, rows: readonly RuleRow<R>[]): LintRule<R>[] {
  const wordsOf = (words: Phrases, id: string): Phrase => words[id] ?? { en: id, ko: id };
  return rows.map((row) => ({
    level: 'warning',
    code: 'likely-rejected',
    source: SOURCES.guides,
    what: wordsOf(finds, row.id),
    help: wordsOf(help, row.id),
    ...row,
  }));
}

/** Returns every finding in a manifest that met its schema, in the order of the rules. */
export function findingsOf<R>(rules: readonly LintRule<R>[], reading: R): Problem[] {
  const found: Problem[] = [];
  for (const { id, code, help, find } of rules) {
    if (!find) continue;
    for (const hit of find(reading))
      found.push(problemAt(hit.at, { code, hint: help.en, ...hit, severity: 'warning', rule: id }));
  }
  return found;
}
