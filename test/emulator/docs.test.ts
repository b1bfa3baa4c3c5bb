import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isObject } from '../../src/core/json.ts';
import { controlRoutes } from '../../src/emulator/control/control.ts';
import { FAULT_KINDS } from '../../src/emulator/control/faults.ts';
import { seeders } from '../../src/emulator/control/store-routes.ts';
import { emulatorProfile, emulatorSender } from '../../src/emulator/defaults.ts';
import { systemClock, systemFiles } from '../../src/files/system.ts';
import { jpeg } from '../images.ts';
import { seededRandom } from '../random.ts';
import { objectOf, openBench, plainMessage, postJson, temporaryFolder } from './support.ts';

/** docs/emulator.md is true: its commands are run, its answers compared, its endpoints and settings are there. */

const page = await readFile(new URL('../../docs/emulator.md', import.meta.url), 'utf8');

interface Example {
  commands: string;
  /** The blocks that follow the commands: what they print, JSON or text. */
  answers: { language: string; text: string }[];
}

/** Every ```sh block that calls the emulator, with the blocks of answers right behind it. */
function examplesOf(markdown: string): Example[] {
  const found: Example[] = [];
  const blocks = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  for (const [index, block] of blocks.entries()) {
    const [, language = '', given = ''] = block;
    const before = blocks[index - 1];
    const between = before ? markdown.slice(before.index + before[0].length, block.index) : 'text';
    // The block that starts an emulator of its own runs in test/packaging.
    const calls = /\b(curl|post|send)\b/.test(given) && !/\bemulator --/.test(given);
    if (language === 'sh' && calls) found.push({ commands: given, answers: [] });
    else if (language !== 'sh' && between.trim() === '') found.at(-1)?.answers.push({ language, text: given });
  }
  return found;
}

const examples = examplesOf(page);
const END_OF_BLOCK = '\u001e';

/** Runs all examples in one shell, as a reader does. What each printed. */
async function runExamples(url: string): Promise<string[]> {
  const parts = examples.map(({ commands }) => `${commands}\nprintf '\\036'\n`);
  // The emulator runs already.
  const script = ['notiform() { :; }', ...parts].join('\n').replaceAll('http://127.0.0.1:4010', url);
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'photo.jpg'), jpeg(640, 480));
  const child = spawn('sh', ['-e', '-c', script], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(err).toBe('');
  return out.split(END_OF_BLOCK).slice(0, -1);
}

/** JSON documents, one a line. */
function documentsOf(printed: string): unknown[] {
  return printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line));
}

/** `…` in the page stands for any value. */
function expected(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (Array.isArray(shown)) return shown.map(expected);
  if (!isObject(shown)) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, expected(value)]));
}

describe('docs/emulator.md', () => {
  it('shows commands that do what they say, and their whole answers', async () => {
    const { url } = await openBench({
      profiles: [emulatorProfile],
      senders: [emulatorSender],
      recipients: [],
      ports: { clock: systemClock, random: seededRandom(1), files: systemFiles },
    });
    const printed = await runExamples(url);
    expect(printed).toHaveLength(examples.length);
    const told = examples.map(({ answers }) => ({
      json: answers.filter(({ language }) => language === 'json').map((answer) => expected(JSON.parse(answer.text))),
      text: answers.filter(({ language }) => language === 'text').map((answer) => answer.text.trim()),
    }));
    const given = printed.map((output, index) => ({
      json: (told[index]?.json.length ?? 0) > 0 ? documentsOf(output) : [],
      text: (told[index]?.text ?? []).filter((line) => output.includes(line)),
    }));
    expect(given).toEqual(told);
    expect(examples.length).toBeGreaterThan(15);
  });

  it('ends the recipe for CI at once if the program is missing', async () => {
    const [, section = ''] = page.split('\n## In CI\n');
    const [, recipe = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(section) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'notiform-recipe-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // `timeout` exits with 124. The recipe would wait for 30 seconds.
    const child = spawn('timeout', ['20', 'sh', '-c', recipe], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const [[status], err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect([status, err]).toEqual([1, expect.stringContaining('Cannot find module')]);
  });

  it('has an example for each call of the message API that an application makes', () => {
    const calls = examples.map(({ commands }) => commands).join('');
    for (const path of ['/v1/token', '/v3/message', '/v2/report', '/v2/file']) expect(calls).toContain(`$E${path}`);
  });

  it('shows the body of a webhook', async () => {
    const bench = await openBench();
    const { body: sent } = await bench.message(plainMessage);
    await bench.control.clock({ advance: 1000 });
    const authorization = `Bearer ${await bench.token()}`;
    const asked = { account: 'emulator', messagekey: String(sent['messagekey']) };
    const { body } = await postJson(`${bench.url}/v2/report`, asked, { authorization });
    const shown = /^\{ "DEVICE".*\}$/m.exec(page.split('\n## Webhooks\n')[1] ?? '')?.[0] ?? '';
    expect(Object.keys(JSON.parse(shown) as object)).toEqual(Object.keys(objectOf(body['result'])));
  });

  it('says which dates are milliseconds and which are written out', async () => {
    const { url, control, message } = await openBench();
    await message(plainMessage);
    const answer = await fetch(`${url}/_emulator/inbox`);
    const { messages } = (await answer.json()) as { messages: Record<string, unknown>[] };
    const { entries } = (await control.journal()) as unknown as { entries: Record<string, unknown>[] };
    const [, written = '', numbers = ''] =
      /^Dates in answers \(([^)]*)\) are Korean time .*?(Milliseconds since the epoch: .*?)\. /m.exec(page) ?? [];
    for (const [name, value] of Object.entries(messages[0] ?? {}).filter(([name]) => name.endsWith('At'))) {
      expect([written, typeof value]).toEqual([expect.stringContaining(`\`${name}\``), 'string']);
    }
    expect(typeof entries[0]?.['at']).toBe('number');
    expect(written).not.toContain('`at`');
    expect(numbers).toContain('`at` of the journal');
  });

  it('names only requests that the control API has', () => {
    const named = page.matchAll(/`(GET|POST|DELETE) ([a-z/.-]+)`/g);
    const requests = [...named].map(([, method = '', path = '']) => `${method} /${path}`);
    const known = [...controlRoutes.map(({ method, path }) => `${method} ${path}`), 'GET /openapi.json'];
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.filter((request) => !known.includes(request))).toEqual([]);
  });

  it('shows what each setting is at the start', async () => {
    const { control } = await openBench();
    const answer = await control.settings({});
    const rows = page.matchAll(/^\| (`[A-Za-z]+`(?:, `[A-Za-z]+`)*) \| `?([^|`]+)`? \|/gm);
    const shown = Object.fromEntries(
      [...rows].flatMap(([, names = '', value = '']) =>
        names.split(', ').map((name): [string, string] => [name.slice(1, -1), value.trim()]),
      ),
    );
    const settings = Object.entries(answer.ok ? answer.settings : {});
    expect(settings.length).toBeGreaterThan(10);
    for (const [name, value] of settings) {
      const given = shown[name] ?? 'not shown';
      expect([name, typeof value === 'string' ? given : JSON.parse(given)]).toEqual([name, value]);
    }
  });

  it('marks the members that a seed must have', () => {
    for (const [kind, { shape }] of Object.entries(seeders)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`)) ?? '';
      const needed = Object.entries(shape).flatMap(([name, { required }]) => (required ? [name] : []));
      const bold = Array.from(row.matchAll(/\*\*`(\w+)`\*\*/g), ([, name = '']) => name);
      expect([kind, bold.sort()]).toEqual([kind, needed.sort()]);
    }
  });

  it('names every kind of fault, every setting and every kind of seed', async () => {
    const { control } = await openBench();
    for (const kind of FAULT_KINDS) expect(page).toContain(`\`${kind}\``);
    for (const kind of Object.keys(seeders)) expect(page).toContain(`| \`${kind}\` |`);
    const answer = await control.settings({});
    const names = answer.ok ? Object.keys(answer.settings) : [];
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });
});
