import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { codes } from '../../src/core/codes.ts';
import { RISK_WORDS } from '../../src/engine/route/route.ts';
import { states } from '../../src/kinds/registry.ts';
import { allRules } from '../../src/manifest/load/lint.ts';
import { printedWords } from '../../src/report/word-explanation.ts';
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

/** The section of a page, without its example and the marks of Markdown that a terminal does not show. */
function sectionOf(page: string, title: string): string {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const [, section = ''] = text.split(`\n## ${title}\n`);
  return `${title}\n${section
    .split('\n## ')[0]
    ?.replace(/^```text\n[\s\S]*?^```$/gm, '')
    .replace(/^\n\*.*\*\n/, '')
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

  it('prints the Korean title before the English section', async () => {
    const { out } = await explain('too-long', { NOTIFORM_LANGUAGE: 'ko' });
    expect(out).toBe(sectionOf('errors.md', 'too-long').replace(/\n\n(?=A text)/, '\n\n글자 수 초과: '));
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

  it('says that a code of the resource API is an assumption', async () => {
    const { exit, out } = await explain('525');
    expect([exit, out]).toEqual([0, expect.stringContaining('category')]);
    expect(out).toContain('The documents do not list the codes of the resource API');
    expect((await explain('429')).out).not.toContain('do not list');
  });

  it.each([
    ['queues-again', 'A risk of a change: loses its place in the inspection queue.', '--allow queues-again'],
    ['rej', 'A state of a resource: rejected.', 'Read the comment in `notiform status`'],
    ['REQ', 'A state of a resource: in inspection.', 'Wait for a verdict with `notiform wait`'],
    ['apr', 'The result of an inspection: approved. `status` shows RDY before', 'notiform status'],
    ['approved', 'The result of an inspection: approved. `status` shows RDY before', 'notiform status'],
  ])('prints what the word %s of a plan or status means', async (word, means, help) => {
    const { exit, out } = await explain(word);
    expect([exit, out]).toEqual([0, expect.stringContaining(means)]);
    expect(out).toContain(help);
  });

  it.each([
    ['locks-text', 'A risk of a test send: it is the first send', '--allow locks-text'],
    ['destroys', 'A risk of a change: deletes it permanently.', 'It is allowed by default.'],
  ])('prints what %s means: %s', async (word, means, help) => {
    const { exit, out } = await explain(word);
    expect([exit, out]).toEqual([0, expect.stringContaining(means)]);
    expect(out).toContain(help);
  });

  it('marks the fields that a kind requires, and knows the types that a field may have', async () => {
    const template = (await explain('NotificationTemplate')).out.replace(/\s+/g, ' ');
    expect(template).toContain(
      '`name` (required), `category` (required), `messageType` (required), `emphasis`, `content` (required)',
    );
    expect((await explain('wl')).out.replace(/\s+/g, ' ')).toMatch(
      /^WL Web link\. A value of .*`NotificationTemplate\.buttons\.type`/,
    );
  });

  it('knows every state and risk', () => {
    expect(printedWords).toEqual(expect.arrayContaining([...Object.keys(states), ...Object.keys(RISK_WORDS)]));
  });

  it('prints the text of a rule once if several kinds share it', async () => {
    expect((await explain('AT07')).out.match(/^Give every sample a value/gm)).toHaveLength(1);
  });

  it('does not know a result code that the documents do not name', async () => {
    expect((await explain('9876')).exit).toBe(64);
  });

  it.each([
    ['NotificationTemplate.buttons', 'NotificationTemplate.buttons'],
    ['notificationtemplate.BUTTONS[0].tel', 'NotificationTemplate.buttons.tel'],
    ['GroupTag', 'GroupTag'],
    ['environments.guard', 'environments.guard'],
    // The layers in front and between may be left out if only one field is left.
    ['messageType', 'NotificationTemplate.messageType'],
    ['NotificationTemplate.attachments', 'NotificationTemplate.inspection.attachments'],
    ['guard.deletes', 'environments.guard.deletes'],
  ])('explains the field %s', async (word, path) => {
    const { exit, out } = await explain(word);
    expect([exit, out.split('\n').slice(0, 2)]).toEqual([0, [path, '']]);
    expect(out.length).toBeGreaterThan(path.length + 20);
  });

  it('lists the fields in a field', async () => {
    expect((await explain('NotificationTemplate.buttons')).out).toBe(
      'NotificationTemplate.buttons\n\nUp to five buttons; two beside quick replies.\n\nIts fields: `type` (required), `name`, `link`, `plugin`, `tel`.\n',
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
    ['templateContent', 'NotificationTemplate.content', 'The service calls it `templateContent`.'],
    ['templateMessageType', 'NotificationTemplate.messageType', 'The service calls it `templateMessageType`.'],
    ['SecurityFlag', 'NotificationTemplate.security', 'The service calls it `SecurityFlag`.'],
    ['NotificationTemplate.telNumber', 'NotificationTemplate.buttons.tel', 'The service calls it `telNumber`.'],
  ])("knows the service's own name %s", async (word, path, help) => {
    const { exit, out } = await explain(word);
    expect([exit, out.split('\n')[0], out]).toEqual([0, path, expect.stringContaining(`\n${help}`)]);
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

  it('shows no link of Markdown', () => {
    expect(Object.entries(codes).filter(([, { what, help }]) => `${what} ${help}`.includes(']('))).toEqual([]);
  });

  it('takes upper and lower case as equal', async () => {
    expect((await explain('at19')).out).toBe((await explain('AT19')).out);
    expect((await explain('Too-Long')).out).toBe((await explain('too-long')).out);
  });

  it.each([
    ['too-lnog', 'too-long'],
    ['AT1g', 'AT10'],
  ])('suggests the code that is nearest to %s', async (word, meant) => {
    expect(await explain(word)).toEqual({
      exit: 64,
      out: '',
      err: `error: No problem, lint rule, result code, state or field is named \`${word}\`\n  help: Did you mean \`notiform explain ${meant}\`?\n  docs: notiform explain usage\n\n1 error\n`,
    });
  });

  it('prints a rule as one JSON document', async () => {
    const view = viewOf();
    expect(await runProgram(['explain', 'AT04', '--json'], view)).toBe(0);
    const { code, parts } = JSON.parse(view.out()) as { code: string; parts: { rule: { kind: string } }[] };
    expect([code, ...parts.map(({ rule }) => rule.kind)]).toEqual(['AT04', 'NotificationTemplate', 'BrandTemplate']);
  });
});
