import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { formatText } from '../../src/manifest/format/format.ts';
import { viewOf } from '../cli/streams.ts';
import { ROOT } from '../packaging/snippets/pages.ts';
import { runnerEnv, shell } from '../packaging/snippets/shell.ts';

/**
 * The tutorial and the how-to pages are true: their commands run in order and in one folder, their edits apply, and what they
 * show is printed.
 */

const APPLIED = ['notiform init', 'notiform apply --yes'];
const SENT = [...APPLIED, "notiform emulator approve '*'", 'notiform send order-paid --to qa --yes --allow locks-text'];
const COMMIT = 'git add -A && git -c user.name=ann -c user.email=ann@shop.example commit -qm';
const GIT = ['git init -q -b main', 'git config user.name ann', 'git config user.email ann@shop.example'];

/** The pages, and what is done before their first block. */
const PREPARED: Readonly<Record<string, readonly string[]>> = {
  'tutorial.md': [],
  'tutorial.ko.md': [],
  'how-to/adopt-an-account.md': [...SENT, 'rm -r .notiform/state'],
  'how-to/delete-a-template.md': SENT,
  'how-to/edit-an-approved-text.md': SENT,
  'how-to/fix-a-rejection.md': [
    ...APPLIED,
    'notiform emulator reject welcome --comment "버튼의 목적지를 알려 주세요."',
  ],
  'how-to/go-live.md': [],
  'how-to/install.md': [],
  'how-to/rename-a-template.md': SENT,
  'how-to/review-a-change.md': [],
  'how-to/review-a-change.ko.md': ['notiform init'],
  'how-to/roll-back.md': [
    ...GIT,
    ...SENT,
    `${COMMIT} first`,
    "sed -i.bak 's/^id: order-paid/&\\nversions: true/; s/#{이름}님, 주문하신/#{이름} 고객님, 주문하신/' manifests/order-paid.yaml",
    'rm manifests/*.bak',
    'notiform apply --yes',
    'notiform emulator reject order-paid --comment "더 짧게 써 주세요."',
    `${COMMIT} second`,
    "sed -i.bak 's/주문하신 상품의/상품의/' manifests/order-paid.yaml",
    'rm manifests/*.bak',
    'notiform apply --yes',
    "notiform emulator approve '*'",
    `${COMMIT} third`,
  ],
  'how-to/rotate-keys.md': [],
  'how-to/unblock-a-pipeline.md': [
    ...APPLIED,
    "notiform emulator approve '*'",
    "sed -i.bak 's/  versions: true/  versions: false/' notiform.yaml",
    "sed -i.bak 's/주문하신 상품의/상품의/' manifests/order-paid.yaml",
    'rm manifests/*.bak',
  ],
};

interface Block {
  language: string;
  text: string;
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

const read = (page: string): Promise<string> => readFile(join(ROOT, 'docs', page), 'utf8');

/** Checks that a shown output was printed. A line `…` stands for lines that the page leaves out. */
function expectPrinted(output: string, shown: string): void {
  let rest = output;
  for (const part of shown.split(/^…\n/m).map((text) => text.trimEnd())) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
}

/** Makes an edit that a page shows as a diff with the file in its first line. */
async function applyDiff(folder: string, text: string): Promise<void> {
  const [, file = '', body = ''] = /^--- (.+)\n([\s\S]*)$/.exec(text) ?? [];
  const lines = body.split('\n').filter((line) => line !== '');
  const side = (sign: string): string =>
    lines.flatMap((line) => (line[0] === ' ' || line[0] === sign ? `${line.slice(1)}\n` : [])).join('');
  const before = await readFile(join(folder, file), 'utf8');
  expect(before).toContain(side('-'));
  const after = before.replace(side('-'), () => side('+'));
  // The workflow of `init` fails for a manifest that is not formatted.
  if (file.startsWith('manifests/')) expect(after).toBe(formatText(after));
  await writeFile(join(folder, file), after);
}

/** The words of a command. A page quotes words, and escapes nothing. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, ...forms]) => forms.find(Boolean) ?? '');
}

async function runNotiform(cwd: string, words: string[]): Promise<{ exit: number; output: string }> {
  const { PATH, HOME } = process.env;
  const view = viewOf({ cwd, env: { PATH, HOME } });
  const exit = await runProgram(words, view);
  return { exit, output: view.out() + view.err() };
}

/**
 * Runs lines of a page, each with the exit code that its comment names: `notiform` in this process, everything else in a
 * shell. Returns what all of them print, and the last folder.
 */
async function runLines(
  from: string,
  home: string,
  lines: readonly string[],
): Promise<{ output: string; cwd: string }> {
  const printed: string[] = [];
  let cwd = from;
  for (const line of lines) {
    const [, command = '', code = '0'] = /^(.+?)(?: # (?:exits with|종료 코드) (\d+))?$/.exec(line) ?? [];
    const [first, ...words] = wordsOf(command);
    if (first === 'notiform') {
      const { exit, output } = await runNotiform(cwd, words);
      expect([line, exit], output).toEqual([line, Number(code)]);
      printed.push(output);
      continue;
    }
    const { exit, stdout, stderr } = await shell(`${command}\nprintf '\\036%s' "$PWD"`, { cwd, env: runnerEnv(home) });
    expect([line, exit], stderr).toEqual([line, Number(code)]);
    const [output = '', folder = ''] = stdout.split('\u001e');
    printed.push(output);
    cwd = folder;
  }
  return { output: printed.join(''), cwd };
}

it.each(Object.entries(PREPARED))('docs/%s is run line by line', async (page, prepared) => {
  await runPage(blocksOf(await read(page)), page.startsWith('tutorial'), prepared);
});

/** Runs the blocks of a page. The first block of the tutorial installs the program, which is built. */
async function runPage(blocks: Block[], isTutorial: boolean, prepared: readonly string[]): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'notiform-page-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const install = isTutorial ? blocks.shift()?.text : undefined;
  if (install) expect(install).toMatch(/^npm ci && npm run build\nprogram="\$PWD\/dist\/notiform.js"\n/);
  await mkdir(join(home, 'project'));
  let { output, cwd } = await runLines(join(home, 'project'), home, prepared);
  for (const { language, text } of blocks) {
    if (language === 'sh') ({ output, cwd } = await runLines(cwd, home, text.trimEnd().split('\n')));
    else if (language === 'diff') await applyDiff(cwd, text);
    else if (language === 'yaml') expect(await readFile(join(cwd, 'manifests/welcome.yaml'), 'utf8')).toBe(text);
    else expectPrinted(output, text);
  }
}

it('runs every how-to page', async () => {
  const pages = (await readdir(join(ROOT, 'docs/how-to'))).map((name) => `how-to/${name}`);
  // test/packaging/library.test.ts runs its recipes.
  const others = pages.filter((page) => page !== 'how-to/test-your-application.md');
  expect(Object.keys(PREPARED)).toEqual(expect.arrayContaining(others));
});

it('the tutorial has the same commands and edits in Korean', async () => {
  const withoutOutput = async (page: string): Promise<Block[]> =>
    blocksOf(await read(page))
      .filter(({ language }) => language !== 'text')
      .map(({ language, text }) => ({
        language,
        text: text.replaceAll(' --language ko', '').replaceAll('# 종료 코드', '# exits with'),
      }));
  expect(await withoutOutput('tutorial.ko.md')).toEqual(await withoutOutput('tutorial.md'));
});
