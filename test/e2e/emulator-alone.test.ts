import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inThisProcess } from './here.ts';
import { documentOf, emptyProject, type Project } from './project.ts';

interface Serving {
  url: string;
  document: Record<string, unknown>;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

async function serve(folder: Project, ...words: string[]): Promise<Serving> {
  const { child, ended } = folder.start('emulator', '--json', ...words);
  const [chunk] = await once(child.stdout ?? child, 'data');
  const document = JSON.parse(String(chunk)) as { url: string };
  return {
    url: document.url,
    document,
    stop: async (signal) => {
      child.kill(signal);
      return (await ended).exit;
    },
  };
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

const KEY = 'a'.repeat(40);
const account = { bizId: 'emulator', apiKey: 'emulator-key', senderKey: KEY };

describe('notiform emulator, where there is no project', () => {
  it('serves a profile and a sender number of its own, and writes nothing', async () => {
    const folder = await emptyProject();
    const { url, document, stop } = await serve(folder);
    expect(document).toMatchObject({
      command: 'emulator',
      ok: true,
      resourceUrl: url,
      messageUrl: url,
      credentials: { bizId: 'emulator', apiKey: 'emulator-key', account: 'emulator', password: 'emulator-password' },
      profile: { alias: 'shop', key: KEY },
    });
    expect(await post(`${url}/v3/msgr/template/list`, account)).toMatchObject({ code: '200', totalCount: 0 });
    expect(await stop('SIGTERM')).toBe(0);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('greets with what docs/emulator.md shows', async () => {
    const folder = await emptyProject();
    const { child } = folder.start('emulator');
    const [chunk] = await once(child.stdout ?? child, 'data');
    const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'emulator.md'), 'utf8');
    const shown = /```text\n(The emulator runs at [\s\S]*?)```/.exec(page)?.[1];
    expect(String(chunk).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010')).toBe(shown);
  });

  it('registers what it is told instead, and keeps its data where it is told', async () => {
    const folder = await emptyProject();
    const words = [
      '--profile',
      'cafe=cafe-key',
      '--profile',
      'mall=mall-key:G',
      '--sender',
      '1599-0000',
      '--data',
      'data.json',
    ];
    const first = await serve(folder, ...words, '--recipient', '01000000000');
    expect(first.document).toHaveProperty('profile', { alias: 'cafe', key: 'cafe-key' });
    expect(await post(`${first.url}/v3/msgr/template/list`, account)).toMatchObject({ code: '507' });
    await post(`${first.url}/_emulator/seed`, { templates: [{ profile: 'mall', templateCode: 'order' }] });
    expect(await first.stop('SIGINT')).toBe(0);
    const { url } = await serve(folder, ...words);
    const health = (await (await fetch(`${url}/_emulator/health`)).json()) as object;
    expect(health).toMatchObject({
      profiles: [
        { alias: 'cafe', type: 'S' },
        { alias: 'mall', type: 'G' },
      ],
      templates: 1,
    });
  });

  it.each([
    ['--sender', 'main', 'Expected a phone number, for example 15880000'],
    ['--recipient', '123', 'Expected a phone number, for example 15880000'],
    ['--webhook', 'results', 'Expected a web address, for example http://127.0.0.1:8080/results'],
    ['--port', '70000', 'Expected a port, at most 65535'],
  ])('refuses %s %s', async (flag, value, message) => {
    const ran = await inThisProcess(await emptyProject()).run('emulator', flag, value);
    expect(ran.exit).toBe(64);
    // However wide the window is.
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(`argument '${value}' is invalid. ${message} help: See`);
  });

  it.each(['cafe', 'cafe=key:X', "cafe='k"])('refuses --profile %s without showing the key', async (value) => {
    const ran = await inThisProcess(await emptyProject()).run('emulator', '--profile', value);
    expect([ran.exit, ran.stderr.replace(/\s+/g, ' ')]).toEqual([
      64,
      expect.stringMatching(
        /^error: option '--profile <alias=key>' argument is invalid\. Expected .* _ and - help: See/,
      ),
    ]);
  });

  it('stops when stdin closes, with --end-with-stdin', async () => {
    const folder = await emptyProject();
    // Its stdin is closed from the start.
    const ran = await folder.run('emulator', '--json', '--end-with-stdin');
    expect([ran.exit, documentOf(ran)]).toEqual([0, expect.objectContaining({ ok: true })]);
  });
});
