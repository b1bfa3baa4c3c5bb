import type { Rule } from '../../../src/core/declaration.ts';
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
silenced, and silencing a rule that finds nothing but errors is one itself.
`;

/** docs/lint.md, from the rules as data. */
export function lintPage(rules: readonly (Rule & { kind: string })[]): string {
  const sections = rules.map(
    ({ id, kind, level, what, mend, source, date }) =>
      `## ${id}\n\n${what}.\n\n${ended(mend)}\n\n${capital(levelWords(level))} · \`${kind}\` · source: ${source}, as of ${date}\n`,
  );
  return [HEAD, ...sections].join('\n');
}

function ended(text: string): string {
  return /[.!?다요]$/.test(text) ? text : `${text}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
