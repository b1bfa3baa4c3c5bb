// Compiles docs/errors.md into the table of problem codes: each `## code` has a Korean title, one sentence that says what is wrong and
// one paragraph that says how to fix it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export async function compileProblems(outDir) {
  const [, ...sections] = (await readFile(join(root, 'docs/errors.md'), 'utf8')).split(/^## /m);
  const problems = sections.map((section) => {
    const [, code, title, what, help] =
      /^([a-z][a-z0-9-]*)\n\n\*(.*[가-힣].*)\*\n\n(.+)\.\n\n(.+)\n+$/.exec(section) ?? [];
    if (!code)
      throw new Error(`docs/errors.md: a section needs a code, a Korean title, a sentence and a paragraph: ${section}`);
    return [code, { title, what, help }];
  });
  const unsorted = problems.find(([code], index) => index > 0 && code <= problems[index - 1][0]);
  if (unsorted) throw new Error(`docs/errors.md: \`${unsorted[0]}\` is not in alphabetical order`);

  const constant = (name, entries) => `export const ${name} = ${JSON.stringify(Object.fromEntries(entries))};\n`;
  await writeFile(join(outDir, 'codes.js'), constant('codes', problems));
  await writeFile(
    join(outDir, 'codes.d.ts'),
    `export type ProblemCode =\n${problems.map(([code]) => `  | '${code}'`).join('\n')};
export const codes: Readonly<Record<ProblemCode, { title: string; what: string; help: string }>>;
`,
  );
}
