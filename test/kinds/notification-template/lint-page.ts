import type { RuleOfKind } from '../../../src/core/declaration.ts';
import { levelWords } from '../../../src/report/rules.ts';

const HEAD = `# Lint

What inspectors are known to reject, and what the service's own documents forbid, told before anything is sent.
\`notiform validate\` holds every manifest against these rules; \`notiform validate --rules\` lists them.

A finding is a warning, except where the service's documents say so themselves: then it is an error. Warnings are about
likelihood. Korean has no boundary between a word and its ending, so a rule about words looks at what a word is part of;
where it is wrong about a text, say why:

\`\`\`yaml
lint: { AT19: 사내 교육 안내 }
\`\`\`

The warnings of that rule are silent for this manifest, and the reason stands beside it for the next reader. Errors cannot be
silenced, and silencing a rule that finds nothing but errors is one itself, as is one that does not look at the kind.

Brand templates have no inspection: the rules that only inspectors hold to look at notification templates alone.
`;

/** docs/lint.md, from the rules as data: a section for each id, in it a part for each kind that has it. */
export function lintPage(rules: readonly RuleOfKind[]): string {
  const ids = [...new Set(rules.map(({ id }) => id))];
  const sections = ids.map(
    (id) =>
      `## ${id}\n\n${rules
        .filter((rule) => rule.id === id)
        .map(part)
        .join('\n')}`,
  );
  return [HEAD, ...sections].join('\n');
}

function part({ kind, level, what, mend, source, date }: RuleOfKind): string {
  const facts = `\`${kind}\` · ${levelWords(level)} · source: ${source}, as of ${date}`;
  return `${facts}\n\n${what}.\n\n${ended(mend)}\n`;
}

function ended(text: string): string {
  return /[.!?다요]$/.test(text) ? text : `${text}.`;
}
