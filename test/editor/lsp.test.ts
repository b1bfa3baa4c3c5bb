import { describe, expect, it } from 'vitest';
import type { CodeAction, CompletionItem, Diagnostic, Hover, Location, TextEdit } from 'vscode-languageserver/node.js';
import { openProject, type Project } from '../cli/project.ts';
import { BROKEN, behind, CONFIG, type Editor, openEditor, TEMPLATE } from './open-editor.ts';

const FILE = 'manifests/paid.yaml';

/** A project whose template is open in an editor. */
async function opened(text = TEMPLATE): Promise<{ project: Project; editor: Editor; found: Diagnostic[] }> {
  const project = await openProject(CONFIG);
  await project.write(FILE, TEMPLATE);
  await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: orders\nname: 주문\n');
  const editor = await openEditor(project.path);
  const found = await editor.type(FILE, text);
  return { project, editor, found };
}

describe('notiform lsp', () => {
  it('marks what validate reports in an unsaved text: the code, the range and the help', async () => {
    const { project, editor, found } = await opened(BROKEN);
    const named = found.find(({ code }) => code === 'unknown-field');
    expect(named).toMatchObject({
      severity: 1,
      source: 'notiform',
      message: expect.stringContaining('help: Did you mean `category`?'),
      range: { start: { line: 3, character: 0 }, end: { line: 3, character: 7 } },
    });
    await project.write(FILE, BROKEN);
    const { out } = await project.run(['validate', '--json']);
    const { problems } = JSON.parse(out) as { problems: { code: string; rule?: string; place: { line: number } }[] };
    expect(found.map(({ code, range }) => [code, range.start.line + 1])).toEqual(
      problems.map(({ code, rule, place }) => [rule ?? code, place.line]),
    );
    expect(await editor.type(FILE, TEMPLATE)).toEqual([]);
  });

  it('counts in units of UTF-16, behind Korean letters and emoji', async () => {
    const line = 'buttons: [{ type: WL, name: 🎉🎉 보기, lnk: { mobile: "https://shop.example.com" } }]';
    const { found } = await opened(TEMPLATE.replace(/buttons:\n.*\n/, `${line}\n`));
    const unknown = found.find(({ code }) => code === 'unknown-field');
    expect(unknown?.range).toEqual({
      start: { line: 7, character: line.indexOf('lnk') },
      end: { line: 7, character: line.indexOf('lnk') + 3 },
    });
  });

  it('fixes a mistyped word', async () => {
    const { editor, found } = await opened(BROKEN);
    const diagnostics = found.filter(({ code }) => code === 'unknown-field');
    const given = { range: diagnostics[0]?.range, context: { diagnostics } };
    const [action] = await editor.ask<CodeAction[]>('codeAction', { file: FILE, line: 3, character: 0 }, given);
    expect(action).toMatchObject({ title: 'Replace with category', kind: 'quickfix' });
    expect(Object.values(action?.edit?.changes ?? {})).toEqual([[{ range: given.range, newText: 'category' }]]);
  });

  it('reports in the language of notiform.yaml, and fixes all the same', async () => {
    const project = await openProject(`language: ko\n${CONFIG}`);
    await project.write(FILE, BROKEN);
    const editor = await openEditor(project.path);
    const found = await editor.type(FILE, BROKEN);
    const diagnostics = found.filter(({ code }) => code === 'unknown-field');
    expect(diagnostics[0]?.message).toMatch(/^없는 필드: `categry` .*\n해결: .*`category`/);
    const given = { range: diagnostics[0]?.range, context: { diagnostics } };
    const [action] = await editor.ask<CodeAction[]>('codeAction', { file: FILE, line: 3, character: 0 }, given);
    expect(action?.title).toBe('Replace with category');
  });

  it('refuses `--json`, which would add a document to the protocol', async () => {
    const { exit, out } = await (await openProject(CONFIG)).run(['lsp', '--json']);
    expect([exit, out]).toEqual([64, expect.stringContaining('lsp takes no --json')]);
  });

  it('explains a field with its limits, and draws the bubble', async () => {
    const { editor } = await opened(BROKEN);
    await editor.type(FILE, TEMPLATE);
    const hover = async (part: string): Promise<string> => {
      const answer = await editor.ask<Hover | null>('hover', behind(FILE, TEMPLATE, part));
      return JSON.stringify(answer?.contents ?? null);
    };
    expect(await hover('nam')).toMatch(/\*\*name\*\*.*at most 200 characters/);
    expect(await hover('\ni')).toContain(
      '; at most 30 characters where it is the code too; at most 26 characters where',
    );
    expect(await hover('categor')).toContain('not empty');
    expect(await hover('messageTyp')).toMatch(/\*\*messageType\*\*.*one of/);
    expect(await hover('mobi')).toContain('**mobile**');
    expect(await hover('\n  #{이름}')).toMatch(/홍길동님, 결제가 완료되었습니다/);
    expect(await hover('${var:ho')).toMatch(/local: shop\.example\.com.*staging: staging\.example\.com/);
    expect(await hover('홍길')).not.toContain('undefined');
  });

  it.each([
    ['a text that begins with `*`', TEMPLATE.replace('결제 안내', '**결제** 안내'), '**name**'],
    ['40,000 brackets', `${TEMPLATE}extra: ${'['.repeat(40_000)}`, undefined],
  ])('stays alive with %s', async (_what, text, shown) => {
    const { editor } = await opened();
    await editor.type(FILE, text);
    const answer = await editor.ask<Hover | null>('hover', behind(FILE, text, '\nname'));
    expect(answer?.contents).toEqual(shown && { kind: 'markdown', value: expect.stringContaining(shown) });
  });

  it('goes to the definition of a variable and of a reference', async () => {
    const { editor } = await opened(BROKEN);
    await editor.type(FILE, TEMPLATE);
    const places = async (file: string, text: string, part: string): Promise<string[]> => {
      const found = await editor.ask<Location[]>('definition', behind(file, text, part));
      return found.map(({ uri, range }) => `${uri.split('/').slice(-2).join('/')}:${range.start.line + 1}`);
    };
    expect(await places(FILE, TEMPLATE, '${var:ho')).toEqual([
      expect.stringMatching(/\/notiform\.yaml:7$/),
      expect.stringMatching(/\/notiform\.yaml:11$/),
    ]);
    expect(await places(FILE, TEMPLATE, '  #{이')).toEqual(['manifests/paid.yaml:12']);
    const send = 'kind: TestSend\nid: paid\ntype: AT\ntemplate: NotificationTemplate/shop/order-paid\nto: nobody\n';
    await editor.type('manifests/send.yaml', send);
    expect(await places('manifests/send.yaml', send, 'shop/order')).toEqual(['manifests/paid.yaml:1']);
  });

  it('completes variables and ids in a line that is no YAML yet', async () => {
    const { editor } = await opened(BROKEN);
    const labels = async (line: string): Promise<string[]> => {
      const text = TEMPLATE.replace('name: 결제 안내', line);
      await editor.type(FILE, text);
      const items = await editor.ask<CompletionItem[]>('completion', behind(FILE, text, line));
      return items.map(({ label }) => label);
    };
    expect(await labels('name: "${var:')).toEqual(['host']);
    expect(await labels('name: "#{')).toEqual(['이름']);
    expect(await labels('name: 결제')).toEqual([]);
    expect(await labels('name: a\ngroupTag: ')).toEqual(['orders']);
    expect(await labels('name: a\nprofile: sh')).toEqual(['shop']);
  });

  it.each([
    ['template: ', ''],
    ['template: NotificationTemplate/sh', 'NotificationTemplate/sh'],
    ['template: "Noti', 'Noti'],
    ['fallback:\n  - type: at\n    template: ord', 'ord'],
    ['fallback: [{ type: at, template: N', 'N'],
    ['fallback: [{ type: at, "template": N', 'N'],
  ])('completes an address in `%s`, and replaces what is written of it', async (line, written) => {
    const { editor } = await opened();
    const file = 'manifests/send.yaml';
    const text = `kind: TestSend\nid: paid\nto: nobody\n${line}`;
    await editor.type(file, text);
    const at = behind(file, text, line);
    const items = await editor.ask<CompletionItem[]>('completion', at);
    const address = 'NotificationTemplate/shop/order-paid';
    const start = { line: at.line, character: at.character - written.length };
    expect(items).toMatchObject([
      {
        label: address,
        textEdit: { newText: address, range: { start, end: { line: at.line, character: at.character } } },
      },
    ]);
  });

  it('formats as fmt does', async () => {
    const { editor } = await opened(BROKEN);
    const wide = TEMPLATE.replace('id: order-paid\n', '').concat('id:   order-paid\n');
    await editor.type(FILE, `${wide}odd: 1\n`);
    const edits = await editor.ask<TextEdit[]>('formatting', { file: FILE, line: 0, character: 0 });
    expect(edits).toHaveLength(1);
    expect(edits[0]?.newText).toMatch(/^kind: NotificationTemplate\nid: order-paid\n/);
  });
});
