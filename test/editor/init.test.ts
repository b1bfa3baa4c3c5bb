import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from '../cli/streams.ts';
import { LanguageServer } from './language-server.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');
const OFFLINE = { 'yaml.schemaStore.enable': false, 'yaml.kubernetesCRDStore.enable': false };

/** A new project, where notiform is a development dependency or not. */
async function newProject(isInstalled: boolean): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-editor-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  if (isInstalled) await cp(SCHEMAS, join(path, 'node_modules/notiform/schemas'), { recursive: true });
  expect(await runProgram(['init'], viewOf({ cwd: path }))).toBe(0);
  return path;
}

/** What an editor marks in files of a project: as they are, and with a field misspelt. */
async function marked(root: string, settings: Readonly<Record<string, unknown>>): Promise<string[][]> {
  const server = await LanguageServer.start(root, { ...OFFLINE, ...settings });
  onTestFinished(() => server.stop());
  const text = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
  const open = async (file: string, content: string): Promise<string[]> =>
    (await server.open(join(root, file), content)).map(({ message }) => message);
  const welcome = await text('manifests/welcome.yaml');
  const config = await text('notiform.yaml');
  return Promise.all([
    open('manifests/welcome.yaml', welcome),
    open('manifests/order-paid.yaml', await text('manifests/order-paid.yaml')),
    open('notiform.yaml', config),
    open('manifests/misspelt.yaml', welcome.replace('content:', 'contnet:')),
    open('manifests/unmarked.yaml', 'kind: GroupTag\nid: a\nnmae: b\n'),
  ]);
}

const MISSPELT = ['Missing property "content".', 'Property contnet is not allowed.'];
const UNMARKED = ['Missing property "name".', 'Property nmae is not allowed.'];

describe('an editor in a new project', () => {
  it.each([
    ['is a development dependency', true],
    ['is run by npx alone', false],
  ])('finds the schemas where notiform %s', async (_how, isInstalled) => {
    const root = await newProject(isInstalled);
    const settings = JSON.parse(await readFile(join(root, '.vscode/settings.json'), 'utf8')) as Record<string, unknown>;
    // Any editor reads the line at a file's head; VS Code its settings too, for files without that line.
    expect(await marked(root, settings)).toEqual([[], [], [], MISSPELT, UNMARKED]);
    expect(await marked(root, {})).toEqual([[], [], [], MISSPELT, []]);
  });
});
