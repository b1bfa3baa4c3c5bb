import type { ProblemCode } from '../../core/codes.ts';
import type { Covered, Rule } from '../../core/declaration.ts';
import type { Path } from '../../core/path.ts';
import { type Finding, type Problem, problemAt } from '../../core/problem.ts';
import type { Phrases, Said } from '../../core/sentence.ts';

/**
 * A row of a table of rules: a rule without its words, and the function that finds it in a manifest, as its kind reads it. The schema
 * finds a rule without `find`. What a row leaves out is that of a text that an inspector is likely to reject.
 */
export interface RuleRow<R> extends Partial<Pick<Rule, 'level' | 'source' | 'date' | 'covers'>> {
  id: string;
  code?: ProblemCode;
  find?(reading: R): readonly Hit[];
}

/** A rule as a kind has it: with its words, and the sentences of its findings. */
type LintRule<R> = Rule & Pick<RuleRow<R>, 'find'> & { code: ProblemCode; message: Said; hint: Said };

/** A finding of a rule: a warning. What it leaves out is as the rule has it: the code, the message and the advice. */
export type Hit = Partial<Omit<Finding, 'severity'>> & Required<Pick<Problem, 'at'>>;

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

/** What each rule of a kind finds, and its advice, by its id. */
export interface RuleWords {
  kind: string;
  finds: Phrases;
  help: Phrases;
}

/** Adds the words of rules to their rows. */
export function rulesOf<R>({ kind, finds, help }: RuleWords, rows: readonly RuleRow<R>[]): LintRule<R>[] {
  return rows.map((row) => {
    const { id } = row;
    const { [id]: what = { en: id, ko: id } } = finds;
    const { [id]: advice = what } = help;
    return {
      level: 'warning',
      code: 'likely-rejected',
      source: SOURCES.guides,
      what,
      help: advice,
      message: { code: `${kind} ${id}`, text: what.en },
      hint: { code: `${kind} ${id} help`, text: advice.en },
      ...row,
    };
  });
}

/** The sentences of findings that say what their rule finds. */
export function ruleSentences({ kind, finds, help }: RuleWords): Phrases {
  const coded = (words: Phrases, end: string) =>
    Object.entries(words).map(([id, phrase]) => [`${kind} ${id}${end}`, phrase]);
  return Object.fromEntries([...coded(finds, ''), ...coded(help, ' help')]);
}

/** Returns every finding in a manifest that met its schema, in the order of the rules. */
export function findingsOf<R>(rules: readonly LintRule<R>[], reading: R): Problem[] {
  return rules.flatMap(({ id, code, message, hint, find }) =>
    (find?.(reading) ?? []).map((hit) =>
      problemAt(hit.at, { code, message, hint, ...hit, severity: 'warning', rule: id }),
    ),
  );
}

/** Makes a warning about something that can be registered but not sent. */
export function unsendable(at: Path, message: Said, hint: Said, on: 'key' | 'value' = 'key'): Problem {
  return problemAt(at, { severity: 'warning', code: 'not-sendable', on, message, hint });
}
