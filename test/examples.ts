import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** A problem as `validate` prints it, of the fixtures with mistakes: without its last line, which names the page. */
export interface Example {
  code: string;
  text: string;
}

/** Every problem of the fixtures. */
export function allExamples(): Example[] {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
  return files.sort().flatMap((name) =>
    readFileSync(join(FIXTURES, name), 'utf8')
      .split('\n\n')
      .flatMap((block) => {
        const [, text = '', code = ''] = /^([\s\S]*)\n {2}docs: notiform explain (\S+)\s*$/.exec(block) ?? [];
        return code === '' ? [] : [{ code, text: text.trimStart() }];
      }),
  );
}

/** The shortest problem of a code; undefined if no fixture has it. */
export function exampleOf(code: string, examples = allExamples()): string | undefined {
  const own = examples.filter((one) => one.code === code).map(({ text }) => text);
  return own.sort((a, b) => a.length - b.length)[0];
}
