import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A block of commands in a page: a shell script, or (a part of) a GitHub workflow. */
interface Snippet {
  /** `README.md#A project of your own`; the second one below a heading ends with ` (2)`. */
  key: string;
  page: string;
  language: string;
  text: string;
}

const PAGES = [
  'README.md',
  'README.ko.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The READMEs and every page of docs/. */
export function pages(): { page: string; text: string }[] {
  return PAGES.map((page) => ({ page, text: readFileSync(join(ROOT, page), 'utf8') }));
}

/** Every block of commands, in the order of the pages. */
export function allSnippets(): Snippet[] {
  return pages().flatMap(({ page, text }) => snippetsOf(page, text));
}

/** The snippet of a key. */
export function snippet(key: string): Snippet {
  const found = allSnippets().find((each) => each.key === key);
  if (found === undefined) throw new Error(`no snippet ${key}`);
  return found;
}

/** The languages of all blocks of a page. */
export function languagesOf(text: string): string[] {
  return [...text.matchAll(/^```(.*)\n[\s\S]*?^```$/gm)].map(([, language = '']) => language);
}

function snippetsOf(page: string, text: string): Snippet[] {
  const found: Snippet[] = [];
  const seen = new Map<string, number>();
  let heading = '';
  for (const [, title, language = '', block = ''] of text.matchAll(/^(?:#+ (.+)|```(\w*)\n([\s\S]*?)^```)$/gm)) {
    if (title !== undefined) heading = title;
    else if (isCommands(language, block)) {
      const key = `${page}#${heading}`;
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      found.push({ key: nth === 1 ? key : `${key} (${nth})`, page, language, text: block });
    }
  }
  return found;
}

function isCommands(language: string, block: string): boolean {
  return ['sh', 'groovy'].includes(language) || (language === 'yaml' && /^[\s-]*(?:run|uses|script):/m.test(block));
}
