import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type Location,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver/node.js';
import { runProgram } from '../../src/cli/program.ts';
import { openProject, type Project } from '../cli/project.ts';
import { viewOf } from '../cli/streams.ts';

const CONFIG = `defaults: { environment: local, profile: shop }
environments:
  local:
    emulator: true
    variables: { host: shop.example.com }
    profiles: { shop: { key: ${'s'.repeat(40)} } }
  staging:
    emulator: true
    variables: { host: staging.example.com }
    profiles: { shop: { key: ${'t'.repeat(40)} } }
`;

const TEMPLATE = `kind: NotificationTemplate
id: order-paid
name: 결제 안내
category: "002001"
messageType: BA
content: |
  #{이름}님, 결제가 완료되었습니다. 🎉
buttons:
  - { type: WL, name: 주문 보기, link: { mobile: "https://\${var:host}/orders" } }
samples:
  - name: 기본
    values: { 이름: 홍길동 }
`;

interface At {
  file: string;
  line: number;
  character: number;
}

/** An editor that speaks to `notiform lsp`, as Visual Studio Code does. */
interface Editor {
  /** Opens a file, or changes the text of an open one. Resolves with what is then marked in it. */
  type(file: string, text: string): Promise<Diagnostic[]>;
  /** What is marked in a file after the next check. */
  marked(file: string): Promise<Diagnostic[]>;
  ask<T>(method: string, at: At, more?: object): Promise<T>;
}

async function openEditor(project: Project): Promise<Editor> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const view = { ...viewOf({ cwd: '/' }), stdin: input, stdout: output };
  const running = runProgram(['lsp'], view);
  const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const waiting: { uri: string; resolve: (found: Diagnostic[]) => void }[] = [];
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    const index = waiting.findIndex((one) => one.uri === uri);
    if (index >= 0) waiting.splice(index, 1)[0]?.resolve(diagnostics);
  });
  connection.listen();
  const rootUri = pathToFileURL(project.path).href;
  await connection.sendRequest('initialize', { processId: null, rootUri, capabilities: {} });
  onTestFinished(async () => {
    // `exit` would end the process of the test.
    await connection.sendRequest('shutdown');
    connection.dispose();
    input.end();
    expect(await running).toBe(0);
  });
  const uriOf = (file: string): string => `${rootUri}/${file}`;
  const versions = new Map<string, number>();
  const marked: Editor['marked'] = (file) =>
    new Promise((resolve) => {
      waiting.push({ uri: uriOf(file), resolve });
    });
  return {
    marked,
    type: async (file, text) => {
      const version = (versions.get(file) ?? 0) + 1;
      versions.set(file, version);
      const found = marked(file);
      const textDocument = { uri: uriOf(file), version };
      if (version > 1)
        await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
      else
        await connection.sendNotification('textDocument/didOpen', {
          textDocument: { ...textDocument, languageId: 'yaml', text },
        });
      return found;
    },
    ask: (method, { file, line, character }, more = {}) =>
      connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri: uriOf(file) },
        position: { line, character },
        ...more,
      }),
  };
}

/** The place behind the n-th occurrence of a text. */
function behind(file: string, text: string, part: string): At {
  const before = text.slice(0, text.indexOf(part) + part.length).split('\n');
  return { file, line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

const FILE = 'manifests/paid.yaml';

/** A project whose template is open in an editor. */
async function opened(text = TEMPLATE): Promise<{ project: Project; editor: Editor; found: Diagnostic[] }> {
  const project = await openProject(CONFIG);
  await project.write(FILE, TEMPLATE);
  await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: orders\nname: 주문\n');
  const editor = await openEditor(project);
  const found = await editor.type(FILE, text);
  return { project, editor, found };
}

const BROKEN = TEMPLATE.replace('category:', 'categry:');

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

  it('explains a field with its limits, and draws the bubble', async () => {
    const { editor } = await opened(BROKEN);
    await editor.type(FILE, TEMPLATE);
    const hover = async (part: string): Promise<string> => {
      const answer = await editor.ask<Hover | null>('hover', behind(FILE, TEMPLATE, part));
      return JSON.stringify(answer?.contents ?? null);
    };
    expect(await hover('nam')).toMatch(/\*\*name\*\*.*at most 200 characters/);
    expect(await hover('messageTyp')).toMatch(/\*\*messageType\*\*.*one of/);
    expect(await hover('mobi')).toContain('**mobile**');
    expect(await hover('\n  #{이름}')).toMatch(/홍길동님, 결제가 완료되었습니다/);
    expect(await hover('${var:ho')).toMatch(/local: shop\.example\.com.*staging: staging\.example\.com/);
    expect(await hover('홍길')).not.toContain('undefined');
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

  it('completes variables, ids and addresses in a line that is no YAML yet', async () => {
    const { editor } = await opened(BROKEN);
    const labels = async (line: string): Promise<string[]> => {
      const text = TEMPLATE.replace('name: 결제 안내', line);
      // A line in braces is closed, as editors close them.
      const whole = text.replace(line, line.includes('{ ') ? `${line}}` : line);
      await editor.type(FILE, whole);
      const items = await editor.ask<CompletionItem[]>('completion', behind(FILE, text, line));
      return items.map(({ label }) => label);
    };
    expect(await labels('name: "${var:')).toEqual(['host']);
    expect(await labels('name: "#{')).toEqual(['이름']);
    expect(await labels('name: 결제')).toEqual([]);
    expect(await labels('highlight: { title: 합계, ')).toEqual(['description', 'image']);
    expect(await labels('name: a\ngroupTag: ')).toEqual(['orders']);
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
