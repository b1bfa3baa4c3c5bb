// Compiles docs/errors.md into the table of problem codes: each `## code` has one sentence that says what is wrong and one
// paragraph that says how to fix it, and an example, which only the page has. Run it after a change of that page; the build runs it too.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outDir = join(root, 'src/core/generated');

const [, ...sections] = (await readFile(join(root, 'docs/errors.md'), 'utf8')).split(/^## /m);
const problems = sections.map((section) => {
  const [, code, what, help] = /^([a-z][a-z0-9-]*)\n\n(.+)\.\n\n(.+)\n\n```text\n[\s\S]+?\n```\n+$/.exec(section) ?? [];
  if (!code)
    throw new Error(`docs/errors.md: a section needs a code, a sentence, a paragraph and an example: ${section}`);
  return [code, { what, help }];
});
const unsorted = problems.find(([code], index) => index > 0 && code <= problems[index - 1][0]);
if (unsorted) throw new Error(`docs/errors.md: \`${unsorted[0]}\` is not in alphabetical order`);

await mkdir(outDir, { recursive: true });
await writeFile(join(outDir, 'codes.js'), `export const codes = ${JSON.stringify(Object.fromEntries(problems))};\n`);
await writeFile(
  join(outDir, 'codes.d.ts'),
  `export type ProblemCode =\n${problems.map(([code]) => `  | '${code}'`).join('\n')};
export const codes: Readonly<Record<ProblemCode, { what: string; help: string }>>;
`,
);
