import type { RuleOfKind } from '../../../src/core/declaration.ts';
import { WORDS } from '../../../src/kinds/notification-template/rules/words.ts';
import { LEVEL_WORDS } from '../../../src/report/rules.ts';

const HEAD = `# Lint

\`notiform validate\` checks every manifest with these rules before anything is sent. They find texts that inspectors are known to
reject, and values that the service's own documents forbid. \`notiform validate --rules\` lists them.

A rule reports an error if the service would refuse the value. It reports a warning if an inspector will likely reject the text,
or if the value looks like a mistake. If a warning is wrong for your text, silence its rule and give the reason:

\`\`\`yaml
lint: { AT19: 사내 교육 안내 }
\`\`\`

This manifest then gets no warnings of that rule, and the next reader sees the reason. Errors cannot be silenced. It is an error
to silence a rule that reports only errors, or one that does not check this kind.

## Texts that were there before

An approved text cannot be edited, so a warning about it helps nobody. \`import\` and \`import --update\` record the texts that they find in
\`lint-baseline.json\` beside notiform.yaml: a digest for each address. Commit this file. They record no text of a draft (\`lifecycle: draft\`), because it still goes to an inspection.

\`validate\` shows no warning about a text, also not about an invisible character, while the manifest
declares that text. If the text changes, its warnings come back. To see all warnings again, delete the file.

\`plan\` and \`apply\` count only the warnings about texts that they write or send to an inspection. Only a new template is asked for samples (AT07).

Brand templates have no inspection. Rules about inspections therefore check only notification templates.

## How words decide

The rules about words are tables in \`src/kinds/notification-template/rules/words.ts\`. A row has words and their points. A rule reads a message
sentence by sentence, and adds up the points of each row that has a word in it. From three points on it warns.

A single word rarely causes a warning. AT19, for example:

| sign | points | examples |
|---|---|---|
| a promotion, an invitation to browse | 2 each | 이벤트, 특가, 기획전 · 만나 보세요, 놓치지, 많은 관심 |
| a gift, an amount | 1 each | 할인, 쿠폰, 무료 · 20%, 3만원 |
| pressure to buy | 1 each | 드려요, 하시면, 지금, 한정, 최저, 출시, 친구, ! |
| the recipient's own transaction | -2 each | 참여하신, 지급했습니다, 수신 동의, 환불, 않으시면, 적용된, -3,000원, a label before a colon |

AT19 warns only about a sentence with a sign of the first two rows. Variables have no points, because the recipient does not see
their names. To change a rule, change its words or points; each table has an example that it must find, and one that it must not:

${wordExamples()}
## Measured

Each of eight sets of texts was written before the rules ran on it. On its first run, each of the last six sets had a warning for 1.7 to 6.0 % of the approved
texts, and for 63 to 100 % of the rejected ones. Expect the same for your own texts.
`;

/** docs/lint.md, from the rules as data: a section for each id, in it a part for each kind that has it. */
export function lintPage(rules: readonly RuleOfKind[]): string {
  const ids = [...new Set(rules.map(({ id }) => id))];
  const sections = ids.map(
    (id) =>
      `## ${id}\n\n${rules
        .filter((rule) => rule.id === id)
        .map((rule, index, all) => part(rule, all[index + 1]))
        .join('\n')}`,
  );
  return [HEAD, ...sections].join('\n');
}

/** An example of each table of words: what it finds, and what it does not find. */
function wordExamples(): string {
  const shown = (text: string): string => `\`${text.replaceAll('\n', ' ')}\``;
  // The others are about sentences that explain a text.
  const tables = WORDS.filter(({ name }) => !/reason|notice/.test(name));
  const rows = tables.map(({ name, yes, no }) => `| ${name.slice(0, 4)} | ${shown(yes)} | ${shown(no)} |\n`);
  return `| rule | a warning | no warning |\n|---|---|---|\n${rows.join('')}`;
}

/** A part of a section. Kinds with the same text share it. */
function part({ kind, level, what, help, source, date }: RuleOfKind, next: RuleOfKind | undefined): string {
  const facts = `\`${kind}\` · ${LEVEL_WORDS[level].en} · source: ${source}, as of ${date}`;
  if (next?.what.en === what.en && next.help.en === help.en) return `${facts}\n`;
  return `${facts}\n\n${what.en}.\n\n${ended(help.en)}\n`;
}

function ended(text: string): string {
  return /[.!?다요]$/.test(text) ? text : `${text}.`;
}
