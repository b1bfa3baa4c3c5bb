// Compiles docs/errors.md into the table of problem codes: each `## code` has one sentence that says what is wrong and one
// paragraph that says how to fix it, and an example, which only the page has. docs/errors.ko.md has them in Korean: the commonest with an
// example, the others in a table.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export async function compileProblems(outDir) {
  const [, ...sections] = (await readFile(join(root, 'docs/errors.md'), 'utf8')).split(/^## /m);
  const problems = sections.map((section) => {
    const [, code, what, help] =
      /^([a-z][a-z0-9-]*)\n\n(.+)\.\n\n(.+)\n\n```text\n[\s\S]+?\n```\n+$/.exec(section) ?? [];
    if (!code)
      throw new Error(`docs/errors.md: a section needs a code, a sentence, a paragraph and an example: ${section}`);
    return [code, { what, help }];
  });
  const unsorted = problems.find(([code], index) => index > 0 && code <= problems[index - 1][0]);
  if (unsorted) throw new Error(`docs/errors.md: \`${unsorted[0]}\` is not in alphabetical order`);

  const [koreanPage = '', table = ''] = (await readFile(join(root, 'docs/errors.ko.md'), 'utf8')).split(
    /^## 그 밖의 오류\n/m,
  );
  const rows = [...table.matchAll(/^\| `([\w-]+)` \| (.+) \| (.+) \|$/gm)];
  const [, ...koreanSections] = koreanPage.split(/^## /m);
  const commonest = koreanSections.flatMap((section) => {
    const [, code, what, help] = /^.+ \(([\w-]+)\)\n\n(.+)\n\n(.+)\n\n```text\n[\s\S]+?\n```\n+$/.exec(section) ?? [];
    if (!code)
      throw new Error(
        `docs/errors.ko.md: a section needs a title with a code, two paragraphs and an example: ${section}`,
      );
    return problems.some(([one]) => one === code) ? [[code, { what: what.replace(/\.$/, ''), help }]] : [];
  });
  const korean = [...commonest, ...rows.map(([, code, what, help]) => [code, { what, help: `${help}.` }])];
  const known = korean.map(([code]) => code).sort();
  const wrong = [...problems.map(([code]) => code), ...known].filter(
    (code, _place, all) => all.filter((one) => one === code).length !== 2,
  );
  if (wrong.length > 0)
    throw new Error(`docs/errors.ko.md: each problem has one section or one row: ${wrong.join(', ')}`);

  const constant = (name, entries) => `export const ${name} = ${JSON.stringify(Object.fromEntries(entries))};\n`;
  await writeFile(join(outDir, 'codes.js'), constant('codes', problems) + constant('koreanCodes', korean));
  await writeFile(
    join(outDir, 'codes.d.ts'),
    `export type ProblemCode =\n${problems.map(([code]) => `  | '${code}'`).join('\n')};
export const codes: Readonly<Record<ProblemCode, { what: string; help: string }>>;
export const koreanCodes: Readonly<Record<ProblemCode, { what: string; help: string }>>;
`,
  );
}
