import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { codes } from '../../src/core/codes.ts';
import { allRules } from '../../src/manifest/load/lint.ts';
import { ROOT } from '../packaging/snippets/pages.ts';
import { viewOf } from './streams.ts';

async function explain(
  word: string,
  env: Record<string, string> = {},
): Promise<{ exit: number; out: string; err: string }> {
  const view = viewOf({ env: { COLUMNS: '2000', ...env } });
  const exit = await runProgram(['explain', word], view);
  return { exit, out: view.out(), err: view.err() };
}

/** The section of a page, without the marks of Markdown that a terminal does not show. */
function sectionOf(page: string, title: string): string {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const [, section = ''] = text.split(`\n## ${title}\n`);
  return `${title}\n${section
    .split('\n## ')[0]
    ?.replace(/^\n\*.*\*\n/, '')
    .replace(/^`(\w+)` · /gm, '$1 · ')
    .trimEnd()}\n`;
}

describe('explain', () => {
  it('prints the section of every problem code', async () => {
    for (const code of Object.keys(codes)) {
      expect(await explain(code)).toEqual({ exit: 0, out: sectionOf('errors.md', code), err: '' });
    }
  });

  it('prints the section of every lint rule', async () => {
    for (const id of new Set(allRules.map((rule) => rule.id))) {
      expect(await explain(id)).toEqual({ exit: 0, out: sectionOf('lint.md', id), err: '' });
    }
  });

  it.each([
    ['3009', 'the account'],
    ['7322', 'hour'],
    ['1000', 'There is nothing to do.'],
  ])('prints the meaning of the result code %s', async (code, words) => {
    const { exit, out } = await explain(code);
    expect(exit).toBe(0);
    expect(out).toMatch(new RegExp(`^${code}\n\nThe service answered ${code}: `));
    expect(out).toContain(words);
  });

  it.each([
    ['queues-again', 'A risk of a change: loses its place in the inspection queue.', '--allow queues-again'],
    ['rej', 'A state of a resource: rejected.', 'Read the comment in `notiform status`'],
    ['REQ', 'A state of a resource: in inspection.', 'Wait for a verdict with `notiform wait`'],
    ['apr', 'The result of an inspection: approved. `status` shows RDY before', 'notiform status'],
    ['approved', 'The result of an inspection: approved. `status` shows RDY before', 'notiform status'],
    ['locks-text', 'A risk of a test send: it is the first send', '--allow locks-text'],
    ['destroys', 'A risk of a change: deletes it permanently.', 'It is allowed by default.'],
    ['6', 'How a command ended', 'docs/cli.md#exit-codes'],
    ['exit-codes', 'How a command ended', 'docs/cli.md#exit-codes'],
  ])('prints what the word %s means: %s', async (word, means, help) => {
    const { exit, out } = await explain(word);
    expect([exit, out]).toEqual([0, expect.stringContaining(means)]);
    expect(out).toContain(help);
  });

  it('marks the fields that a kind requires, and knows the types that a field may have', async () => {
    const template = (await explain('NotificationTemplate')).out.replace(/\s+/g, ' ');
    expect(template).toContain(
      '`name` (string, required), `category` (string, required), `messageType` (string, required), `emphasis` (object), `content` (string, required)',
    );
    expect((await explain('wl')).out.replace(/\s+/g, ' ')).toMatch(
      /^WL Web link\. A value of .*`NotificationTemplate\.buttons\.type`/,
    );
  });

  it('lists the fields in a field', async () => {
    expect((await explain('NotificationTemplate.buttons')).out).toBe(
      'NotificationTemplate.buttons\n\nUp to five buttons; two beside quick replies.\n\nIts fields: `type` (string, required), `name` (string), `link` (object), `plugin` (string or object), `tel` (string).\n',
    );
    expect((await explain('guard.deletes')).out.split('\n\n')).toHaveLength(2);
  });

  it.each([
    [
      'NotificationTemplate.image.file',
      '2 fields are named',
      '`NotificationTemplate.emphasis.image.file`, `NotificationTemplate.highlight.image.file`',
    ],
    ['NotificationTemplate.spec.buttons', 'No field is named', '`NotificationTemplate.buttons`'],
    ['mobile', ' fields are named', /`, and \d+ more\n/],
  ])('lists the fields that %s can mean', async (word, message, named) => {
    const { exit, err } = await explain(word);
    expect([exit, err]).toEqual([64, expect.stringContaining(`${message} \`${word}\``)]);
    expect(err).toMatch(named instanceof RegExp ? named : `help: Name one of these: ${named}\n`);
  });

  it.each([
    [
      'NotificationTemplate.emphasis.title',
      [
        '`TEXT`: The large text. A message takes at most 50 characters, variables filled in (message API 2.9).',
        '`NONE`: Has no effect: the text of emphasis TEXT.',
      ],
    ],
    [
      'BrandTemplate.header',
      [
        '`TEXT`, `IMAGE`, `WIDE`, `CAROUSEL_FEED`, `COMMERCE`, `CAROUSEL_COMMERCE`: Header of the bubble. A send refuses it in this bubble: validation warns.',
        '`WIDE_ITEM_LIST`: The line over the list, without line breaks; at most 20 characters.',
        '`PREMIUM_VIDEO`: The line over the body, without line breaks; at most 20 characters.',
      ],
    ],
    [
      'BrandTemplate.content',
      [
        '`TEXT`, `IMAGE`: The body (content): at most 1,300 characters and 99 line breaks. `#{name}` is a message variable.',
        '`WIDE`, `PREMIUM_VIDEO`, `COMMERCE`: The body (content): at most 76 characters and 5 line breaks. `#{name}` is a message variable.',
        '`WIDE_ITEM_LIST`, `CAROUSEL_FEED`, `CAROUSEL_COMMERCE`: Text of the bubble. A send refuses it in this bubble: validation warns.',
      ],
    ],
    // The text of all types of button comes before the texts of single types.
    ['BrandTemplate.buttons.type', [/^`WL` web link, .* consultation\.$/]],
    ['NotificationTemplate.items.description', ['The right column: its value. At most 23 characters.']],
    ['NotificationTemplate.highlight.title', ['At most 30 characters, 21 beside an image.']],
  ])('names the forms in which the texts of %s apply, and its length', async (word, texts) => {
    const [, ...parts] = (await explain(word)).out.trimEnd().split('\n\n');
    expect(parts).toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));
  });

  it('prints a rule as one JSON document', async () => {
    const view = viewOf();
    expect(await runProgram(['explain', 'AT04', '--json'], view)).toBe(0);
    const { code, parts } = JSON.parse(view.out()) as { code: string; parts: { rule: { kind: string } }[] };
    expect([code, ...parts.map(({ rule }) => rule.kind)]).toEqual(['AT04', 'NotificationTemplate', 'BrandTemplate']);
  });
});
