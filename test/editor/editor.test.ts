import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { parseLocated } from '../../src/yaml/located.ts';
import { type Diagnostic, LanguageServer, type Position } from './language-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const BROKEN = 'test/fixtures/broken';

/** As an editor of somebody who works on this project would have it. */
const SETTINGS = {
  'yaml.schemas': {
    './schemas/notiform.schema.json': ['examples/manifests/**', `${BROKEN}/**`, 'typed/+([0-9]).yaml'],
    './schemas/config.schema.json': ['examples/notiform.yaml', 'typed/*.config.yaml'],
  },
  'yaml.validate': true,
  'yaml.hover': true,
  'yaml.completion': true,
  'yaml.schemaStore.enable': false,
  'yaml.kubernetesCRDStore.enable': false,
};

let server: LanguageServer;

beforeAll(async () => {
  server = await LanguageServer.start(ROOT, SETTINGS);
});

afterAll(() => server.stop());

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function yamlFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** `8:44 text`, as an editor's list of problems has it. */
function shown({ range, message }: Diagnostic): string {
  return `${range.start.line + 1}:${range.start.character + 1} ${message}`;
}

async function marks(file: string): Promise<string[]> {
  return (await server.open(join(ROOT, file), textOf(file))).map(shown);
}

let typedSoFar = 0;

/** What is offered, or shown, where `|` stands in a text that is being typed: a manifest, or notiform.yaml. */
async function typed<T>(text: string, ask: (path: string, at: Position) => Promise<T>): Promise<T> {
  typedSoFar += 1;
  const name = text.startsWith('version') ? `${typedSoFar}.config.yaml` : `${typedSoFar}.yaml`;
  const path = join(ROOT, 'typed', name);
  const before = text.slice(0, text.indexOf('|')).split('\n');
  await server.open(path, text.replace('|', ''));
  return ask(path, { line: before.length - 1, character: before.at(-1)?.length ?? 0 });
}

const offered = (text: string): Promise<string[]> => typed(text, (path, at) => server.complete(path, at));
const hovered = (text: string): Promise<string> => typed(text, (path, at) => server.hover(path, at));

describe('an editor', () => {
  it('marks nothing in the examples', async () => {
    const files = [...yamlFiles('examples/manifests'), 'examples/notiform.yaml'];
    expect(files.length).toBeGreaterThan(3);
    const marked = await Promise.all(files.map(async (file) => [file, await marks(file)]));
    expect(marked).toEqual(files.map((file) => [file, []]));
  });

  it('marks every broken manifest that a schema can tell, and those alone', async () => {
    const names = readdirSync(join(ROOT, 'schemas')).filter((name) => /(?<!^config)\.schema\.json$/.test(name));
    const schemas = names.map((name) => JSON.parse(textOf(join('schemas', name))) as { [key: string]: Json });
    const sound = new Ajv2020({ strict: false, schemas }).getSchema('notiform.schema.json');
    // What is no YAML, or is not for everybody's YAML, has no value that a schema could be held against.
    const read = yamlFiles(BROKEN).flatMap((file) => {
      const { documents, problems } = parseLocated(file, textOf(file));
      // A merge key is one for the language server, and a field of that name for YAML 1.2.
      const isYaml = !problems.some(({ severity }) => severity === 'error') && !/^\s*<<:/m.test(textOf(file));
      return isYaml ? [{ file, told: documents.some(({ value }) => sound?.(value) !== true) }] : [];
    });
    const found = await Promise.all(read.map(async ({ file }) => ({ file, told: (await marks(file)).length > 0 })));
    expect(found).toEqual(read);
    expect(read.filter(({ told }) => told).length).toBeGreaterThan(50);
  });

  it('marks where `validate` does', async () => {
    const files = yamlFiles(BROKEN)
      .filter((file) => existsSync(join(ROOT, file.replace(/yaml$/, 'txt'))))
      // Without a bubble nobody can say which fields there are: `validate` waits for it, an editor does not.
      .filter((file) => !file.endsWith('brand-wire-names.yaml'));
    const strays = await Promise.all(
      files.map(async (file) => {
        const report = textOf(file.replace(/yaml$/, 'txt'));
        const lines = Array.from(report.matchAll(/\.ya?ml:(\d+):\d+/g), ([, line]) => Number(line));
        const { documents, problems } = parseLocated(file, textOf(file));
        if (problems.some(({ severity }) => severity === 'error') || documents.length === 0) return [];
        const marked = await server.open(join(ROOT, file), textOf(file));
        // What is missing is marked where its parent begins, and by `validate` at its first field. Of a list the whole
        // is marked, and by `validate` its key or the element that is too much.
        const isTold = ({ range, message }: Diagnostic): boolean =>
          message.startsWith('Array')
            ? lines.some((line) => line >= range.start.line && line <= range.end.line + 1)
            : lines.includes(range.start.line + 1);
        const present = marked.filter(({ message }) => !/missing property/i.test(message));
        return present.filter((one) => !isTold(one)).map((one) => `${file}:${shown(one)}`);
      }),
    );
    expect(strays.flat()).toEqual([]);
  });

  it('says what is wrong', async () => {
    expect(await marks(`${BROKEN}/field-misspelt.yaml`)).toEqual([
      '10:30 Property linc is not allowed.',
      '8:1 Property secure is not allowed.',
      '7:1 Property contents is not allowed.',
    ]);
    expect(await marks(`${BROKEN}/codes-without-quotes.yaml`)).toEqual([
      '4:11 Incorrect type. Expected "string".',
      '8:35 Incorrect type. Expected "string".',
      '10:42 Incorrect type. Expected "string".',
    ]);
    expect(await marks(`${BROKEN}/extra-missing.yaml`)).toEqual([
      '1:1 Missing property "extra".',
      '8:1 Missing property "extra".',
    ]);
    expect(await marks(`${BROKEN}/buttons-beside-quick-replies.yaml`)).toEqual([
      '8:3 Array has too many items. Expected 2 or fewer.',
    ]);
  });

  it('says what a text may be, and shows no pattern', async () => {
    expect(await marks(`${BROKEN}/code-malformed.yaml`)).toEqual([
      '7:7 It takes letters, digits, `_` and `-`',
      '15:7 String is longer than the maximum length of 30.',
    ]);
    const alias = 'version: 1\ndefaults: { environment: 운영 }\nenvironments: {}\n';
    const marked = await server.open(join(ROOT, 'typed/alias.config.yaml'), alias);
    expect(marked.map(shown)).toContain('2:26 An alias has lower-case letters, digits and hyphens');
  });

  it('offers the kinds', async () => {
    expect(await offered('kind: |\n')).toEqual([
      'NotificationTemplate',
      'BrandTemplate',
      'Image',
      'Video',
      'GroupTag',
      'PluginCallback',
      'SenderProfile',
      'TestSend',
    ]);
  });

  it.each<[what: string, text: string, some: string[]]>([
    [
      'its fields',
      'kind: TestSend\nid: smoke\n|',
      ['template', 'message', 'brand', 'fallback', 'to', 'at', 'expect', 'allow'],
    ],
    ['the types of a message', 'kind: TestSend\nid: smoke\nmessage:\n  type: |', ['sms', 'lms', 'mms', 'rcs', 'ntalk']],
    ['the fields of an mms', 'kind: TestSend\nid: smoke\nmessage:\n  type: mms\n  |', ['subject', 'text', 'files']],
    [
      'the fields of an RCS message',
      'kind: TestSend\nid: smoke\nmessage:\n  type: rcs\n  content:\n    |',
      ['messagebaseid', 'chatbotid', 'header', 'footer', 'button'],
    ],
    ['the fields of a fallback', 'kind: TestSend\nid: smoke\nfallback:\n  - type: lms\n    |', ['subject', 'text']],
    ['the types of a fallback', 'kind: TestSend\nid: smoke\nfallback:\n  - type: |', ['sms', 'lms', 'rcs', 'at', 'ut']],
  ])('offers of a test send %s', async (_what, text, some) => {
    expect(await offered(text)).toEqual(expect.arrayContaining(some));
  });

  it.each([
    ['name', 'kind: NotificationTemplate\nid: a\nna|me: b\n'],
    ['messageType', 'kind: NotificationTemplate\nid: a\nname: b\ncategory: "1"\nmessage|Type: BA\ncontent: c\n'],
    [
      'mobile',
      'kind: NotificationTemplate\nid: a\nbuttons:\n  - { type: WL, name: b, link: { mob|ile: "https://a.kr" } }\n',
    ],
    ['bubble', 'kind: BrandTemplate\nid: a\nname: b\nbub|ble: TEXT\ncontent: c\n'],
    ['url', 'kind: PluginCallback\nid: a\nur|l: https://a.kr\n'],
    ['environments', 'version: 1\nenviron|ments:\n  local: { emulator: true }\n'],
  ])('shows %s as the title of its field, and no number of an assumption', async (name, text) => {
    const shownText = (await hovered(text)).replaceAll('\\', '');
    expect(shownText.split('\n')[0]).toBe(`#### ${name}`);
    expect(shownText).not.toMatch(/assumption/i);
  });

  it('names no assumption in any schema', () => {
    for (const name of readdirSync(join(ROOT, 'schemas')))
      expect([name, /assumption/i.test(textOf(join('schemas', name)))]).toEqual([name, false]);
  });

  it('shows the description of a field, what its values mean, and an example', async () => {
    const text = 'kind: NotificationTemplate\nid: a\nname: b\ncategory: "1"\nmessage|Type: BA\ncontent: c\n';
    const shownText = (await hovered(text)).replaceAll('\\', '');
    expect(shownText).toContain('`BA` basic, `EX` with extra information, `AD` with channel add, `MI` with both.');
    expect(shownText).toContain('Example:');
  });

  it('knows notiform.yaml', async () => {
    expect(await offered('version: 1\n|\n')).toEqual(expect.arrayContaining(['manifests', 'defaults', 'environments']));
    const environment = 'version: 1\nenvironments:\n  local:\n';
    expect(await offered(`${environment}    |\n`)).toEqual(
      expect.arrayContaining(['emulator', 'profiles', 'recipients', 'guard', 'wire']),
    );
    expect(await offered(`${environment}    inspect: |\n`)).toEqual(['auto', 'manual']);
    expect(await hovered(`${environment}    guard:\n      del|etes: 0\n`)).toContain('How many deletes one run may do');
    const misspelt = join(ROOT, 'typed/misspelt.config.yaml');
    expect((await server.open(misspelt, `${environment}    emulatr: true\n`)).map(shown)).toEqual([
      '4:5 Property emulatr is not allowed.',
    ]);
  });
});
