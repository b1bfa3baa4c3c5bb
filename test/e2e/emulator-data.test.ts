import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyProject, type Project } from './project.ts';

const account = { bizId: 'emulator', apiKey: 'emulator-key', senderKey: 'a'.repeat(40) };
const WRITERS = 8;
const ANSWERS = 200;

interface Serving {
  url: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

async function serve(folder: Project, file = 'data.json'): Promise<Serving> {
  const { child, ended } = folder.start('emulator', '--json', '--data', file);
  const [chunk] = await once(child.stdout ?? child, 'data');
  return {
    url: (JSON.parse(String(chunk)) as { url: string }).url,
    kill: async (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

const template = {
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '#{이름}님, 결제가 완료되었습니다.',
  categoryCode: '001001',
};

/** Writes without a pause until the emulator dies, and kills it after some answers. The codes whose add was answered. */
async function storm({ url, kill }: Serving, run: number): Promise<string[]> {
  const answered: string[] = [];
  let killed: Promise<void> | undefined;
  // Another emulator may get the port of a dead one, and would answer as well.
  let isDead = false;
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const code = `r${run}-w${writer}-${count}`;
      const body = { ...account, ...template, templateCode: code, templateName: code };
      const answer = await post(`${url}/v3/msgr/template/add`, body).catch(() => undefined);
      if (answer === undefined || isDead) return;
      expect(answer).toMatchObject({ code: '200' });
      answered.push(code);
      if (answered.length >= ANSWERS) {
        killed ??= kill().then(() => {
          isDead = true;
        });
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await killed;
  return answered;
}

async function allCodes(url: string): Promise<Set<string>> {
  const codes = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await post(`${url}/v3/msgr/template/list`, { ...account, page, count: 100 });
    const { list } = answer['data'] as { list: { templateCode: string }[] };
    for (const { templateCode } of list) codes.add(templateCode);
    if (page >= Number(answer['totalPage'])) return codes;
  }
}

describe('one data file', () => {
  it('is copied to start another emulator with its entities, as docs/emulator.md says', async () => {
    const folder = await emptyProject();
    const first = await serve(folder);
    const body = { ...account, ...template, templateCode: 'kept', templateName: 'kept' };
    await post(`${first.url}/v3/msgr/template/add`, body);
    await first.kill('SIGTERM');
    await copyFile(join(folder.path, 'data.json'), join(folder.path, 'copy.json'));
    const second = await serve(folder, 'copy.json');
    expect([...(await allCodes(second.url))]).toEqual(['kept']);
    await second.kill('SIGTERM');
  });

  it('is for one emulator at a time, and free again when that has ended', async () => {
    const folder = await emptyProject();
    const first = await serve(folder);
    const second = await folder.run('emulator', '--data', 'data.json');
    expect([second.exit, second.stderr]).toEqual([
      1,
      expect.stringMatching(/already uses the data file[\s\S]*process \d+/),
    ]);
    await first.kill();
    const third = await serve(folder);
    await third.kill();
  });
});

describe('an emulator that is killed in a storm of writes', () => {
  it('has lost nothing that it answered, twice in a row with the same data', async () => {
    const folder = await emptyProject();
    const answered: string[] = [];
    for (const run of [1, 2]) {
      answered.push(...(await storm(await serve(folder), run)));
      const again = await serve(folder);
      const kept = await allCodes(again.url);
      expect(answered.filter((code) => !kept.has(code))).toEqual([]);
      await again.kill();
    }
    expect(answered.length).toBeGreaterThanOrEqual(2 * ANSWERS);
  });
});
