import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  type CompletionItem,
  type Hover,
  LSPErrorCodes,
  type RegistrationParams,
} from 'vscode-languageserver/node.js';
import { systemFiles } from '../../src/files/system.ts';
import { openProject, type Project, tagsOf } from '../cli/project.ts';
import { BROKEN, behind, CONFIG, IMPATIENT, openEditor, shown, TEMPLATE } from './open-editor.ts';

const FILE = 'manifests/paid.yaml';
const TAG = 'manifests/tag.yaml';
const tag = (name: string): string => `kind: GroupTag\nid: orders\n${name}: 주문\n`;

/** A project with a template and a group tag. */
async function project(): Promise<Project> {
  const opened = await openProject(CONFIG);
  await opened.write(FILE, TEMPLATE);
  await opened.write(TAG, tag('name'));
  return opened;
}

const WATCHING = { capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } } };

describe('a project that changes', () => {
  it('asks the editor for changes of all files, and checks again after each', async () => {
    const { path, write } = await project();
    const editor = await openEditor(path, { initialize: WATCHING });
    const registered = new Promise<RegistrationParams>((resolve) => {
      editor.connection.onRequest('client/registerCapability', (params: RegistrationParams) => {
        resolve(params);
        return null;
      });
    });
    expect(await registered).toMatchObject({
      registrations: [
        { method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: [{ globPattern: '**/*' }] } },
      ],
    });
    const changed = (...files: string[]) =>
      editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: files.map((file) => ({ uri: editor.uriOf(file), type: 2 })),
      });
    await editor.type(FILE, TEMPLATE);

    const made = editor.marked('manifests/more.yaml');
    await write('manifests/more.yaml', 'kind: GroupTag\nid: more\nnam: 더\n');
    await changed('manifests/more.yaml');
    expect(shown(await made)).toEqual([['unknown-field', 3]]);

    const [gone, renamed] = [editor.cleared('manifests/more.yaml'), editor.marked('manifests/other.yaml')];
    await rename(join(path, 'manifests/more.yaml'), join(path, 'manifests/other.yaml'));
    await changed('manifests/more.yaml', 'manifests/other.yaml');
    expect(await gone).toEqual([]);
    expect(shown(await renamed)).toEqual([['unknown-field', 3]]);

    const written = editor.cleared('manifests/other.yaml');
    await write('manifests/other.yaml', 'kind: GroupTag\nid: more\nname: 더\n');
    await changed('manifests/other.yaml');
    expect(await written).toEqual([]);

    // Editors report only the removed folder.
    await write('manifests/tags/a.yaml', tag('nam'));
    const inFolder = editor.marked('manifests/tags/a.yaml');
    await changed('manifests/tags');
    expect((await inFolder).length).toBeGreaterThan(0);
    const removed = editor.cleared('manifests/tags/a.yaml');
    await rm(join(path, 'manifests/tags'), { recursive: true });
    await changed('manifests/tags');
    expect(await removed).toEqual([]);
  });

  it('sees a file that changed outside at the next key, if the editor reports no changes', async () => {
    const { path, write } = await project();
    const editor = await openEditor(path);
    await editor.type(FILE, TEMPLATE);
    await write(TAG, tag('nam'));
    const found = editor.marked(TAG);
    await editor.type(FILE, TEMPLATE);
    expect(shown(await found)).toContainEqual(['unknown-field', 3]);
  });

  it('marks a broken notiform.yaml, goes on to answer, and recovers', async () => {
    const { path } = await project();
    const editor = await openEditor(path);
    const text = `version: 1\nmanifests: manifests\n${CONFIG}`;
    await editor.type(FILE, BROKEN);
    const cleared = editor.cleared(FILE);
    const broken = await editor.type('notiform.yaml', text.replace('environments:', 'environments: ['));
    expect(broken.length).toBeGreaterThan(0);
    expect(await cleared).toEqual([]);
    const hover = await editor.ask<Hover>('hover', behind(FILE, BROKEN, 'messageTyp'));
    expect(JSON.stringify(hover)).toContain('**messageType**');
    expect(shown(await editor.type('notiform.yaml', text.replace('manifests:', 'manifest:')))).toEqual([
      ['config-unknown-key', 2],
    ]);
    const back = editor.marked(FILE);
    expect(await editor.type('notiform.yaml', text)).toEqual([]);
    expect(shown(await back)).toContainEqual(['unknown-field', 4]);
  });
});

it('a project is checked with unsaved texts and changes of other programs, and nothing is written', async () => {
  const { path, write } = await project();
  const [first, second] = ['manifests/tags/1.yaml', 'manifests/tags/2.yaml'];
  for (const name of [first, second]) await write(name, tagsOf({ [`tag-${name.slice(15, 16)}`]: name }));
  const written: string[] = [];
  const writeAtomic = async (file: string): Promise<void> => {
    written.push(file);
  };
  const files = { ...systemFiles, writeAtomic };
  const editor = await openEditor(path, { view: { ports: { ...IMPATIENT, files } } });
  const unsaved = tagsOf({ last: '끝' }).replace('name', 'nam');
  expect(shown(await editor.type(first, unsaved))).toContainEqual(['unknown-field', 4]);
  const changed = editor.marked(second);
  await write(second, unsaved.replace('last', 'second'));
  expect(await editor.type(first, tagsOf({ last: '끝' }))).toEqual([]);
  expect(shown(await changed)).toContainEqual(['unknown-field', 4]);
  expect(written).toEqual([]);
});

describe('an editor', () => {
  it('opens two folders: each has its own notiform.yaml, problems and names', async () => {
    const [shop, mall] = [await project(), await project()];
    await mall.write(TAG, tag('name').replace('orders', 'mall-orders'));
    await mall.write('notiform.yaml', `version: 1\nmanifests: manifests\n${CONFIG.replaceAll('host:', 'mall:')}`);
    const editor = await openEditor(dirname(shop.path), { initialize: { rootUri: null } });
    const folders = [shop, mall].map(({ path }) => ({ uri: editor.uriOf(basename(path)), name: basename(path) }));
    const file = (of: Project, name = FILE): string => `${basename(of.path)}/${name}`;
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: folders, removed: [] },
    });
    expect(await editor.type(file(shop), TEMPLATE)).toEqual([]);
    const others = await editor.type(file(mall), TEMPLATE);
    expect(others.map(({ code }) => code)).toContain('placeholder-unset');
    const ids = async (of: Project): Promise<string[]> => {
      const line = 'groupTag: ';
      const text = TEMPLATE.replace('name: 결제 안내', line);
      await editor.type(file(of), text);
      const items = await editor.ask<CompletionItem[]>('completion', behind(file(of), text, line));
      return items.map(({ label }) => label);
    };
    expect(await ids(shop)).toEqual(['orders']);
    expect(await ids(mall)).toEqual(['mall-orders']);
    await editor.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: editor.uriOf(file(mall)) },
    });
    await mall.write(TAG, tag('nam'));
    const marked = editor.marked(file(mall, TAG));
    await editor.type(file(shop), TEMPLATE);
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: editor.uriOf(file(mall, TAG)), type: 2 }],
    });
    expect((await marked).length).toBeGreaterThan(0);
    const cleared = editor.cleared(file(mall, TAG));
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: folders.slice(1) },
    });
    expect(await cleared).toEqual([]);
  });

  it('opens a file without a folder: its project is the nearest notiform.yaml', async () => {
    const { path, write } = await project();
    await write('inner/notiform.yaml', `version: 1\nmanifests: .\n${CONFIG.replaceAll('host:', 'inner:')}`);
    const editor = await openEditor(path, { initialize: { rootUri: null, workspaceFolders: null } });
    expect(shown(await editor.type(FILE, BROKEN))).toContainEqual(['unknown-field', 4]);
    await write('inner/paid.yaml', TEMPLATE);
    expect((await editor.type('inner/paid.yaml', TEMPLATE)).map(({ code }) => code)).toContain('placeholder-unset');
    const other = { file: '../outside.yaml', line: 0, character: 1 };
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: editor.uriOf(other.file), languageId: 'yaml', version: 1, text: 'name: a\n' },
    });
    expect(await editor.ask('hover', other)).toBe(null);
    const untitled = { textDocument: { uri: 'untitled:Untitled-1' }, position: { line: 0, character: 1 } };
    expect(await editor.connection.sendRequest('textDocument/hover', untitled)).toBe(null);
  });

  it('counts in units of UTF-16 whatever it offers, also behind CR LF and emoji', async () => {
    const { path } = await project();
    const editor = await openEditor(path, {
      initialize: { capabilities: { general: { positionEncodings: ['utf-8', 'utf-32', 'utf-16'] } } },
    });
    expect(editor.initialized.capabilities.positionEncoding).toBe('utf-16');
    const line = '  - { type: WL, name: 👨‍👩‍👧 보기, lnk: { mobile: "https://${var:host}" } }';
    const text = TEMPLATE.replace(/ {2}- \{ type.*/, line).replaceAll('\n', '\r\n');
    const found = await editor.type(FILE, text);
    const at = { line: 8, character: line.indexOf('lnk') };
    expect(found.find(({ code }) => code === 'unknown-field')?.range).toEqual({
      start: at,
      end: { line: 8, character: at.character + 3 },
    });
    const mended = text.replace('lnk', 'link');
    await editor.type(FILE, mended);
    const hover = await editor.ask<Hover>('hover', behind(FILE, mended, 'mobi'));
    expect(JSON.stringify(hover)).toContain('**mobile**');
    const [place] = await editor.ask<{ range: object }[]>('definition', behind(FILE, mended, '  #{이'));
    expect(place?.range).toMatchObject({ start: { line: 11, character: 14 } });
  });

  it('cancels a request, and answers the next', async () => {
    const { path } = await project();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const files = {
      ...systemFiles,
      read: async (file: string, most?: number) => {
        await opened;
        return systemFiles.read(file, most);
      },
    };
    const editor = await openEditor(path, { view: { ports: { ...IMPATIENT, files } } });
    const found = editor.type(FILE, TEMPLATE);
    const params = { textDocument: { uri: editor.uriOf(FILE) }, position: { line: 2, character: 1 } };
    const cancelling = new CancellationTokenSource();
    const cancelled = editor.connection.sendRequest('textDocument/hover', params, cancelling.token);
    cancelling.cancel();
    const answered = editor.ask<Hover>('hover', { file: FILE, line: 2, character: 1 });
    open();
    await expect(cancelled).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(JSON.stringify(await answered)).toContain('**name**');
    expect(await found).toEqual([]);
  });
});
