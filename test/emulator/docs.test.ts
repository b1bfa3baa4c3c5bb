import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FAULT_KINDS } from '../../src/emulator/control/faults.ts';
import { openBench } from './support.ts';

/** docs/emulator.md is true: its commands are run, its endpoints and settings are there. */

const page = await readFile(new URL('../../docs/emulator.md', import.meta.url), 'utf8');

/** The curl commands of the page, each on one line. */
const commands = [...page.matchAll(/^curl [\s\S]*?[^\\]$/gm)].map(([command]) => command.replaceAll('\\\n', ' '));

/** What the first column of the control API's table names: `GET health`, `POST journal/clear`. */
const controls = [...page.matchAll(/`(GET|POST) ([a-z/]+)(\?[^`]*)?`/g)].map(
  ([, method = '', path = '', query = '']) => ({
    method,
    path,
    query,
  }),
);

async function shell(command: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout);
}

describe('docs/emulator.md', () => {
  it('shows curl commands that do what they say', async () => {
    const key = 'a'.repeat(40);
    const { url } = await openBench({ profiles: [{ alias: 'shop', key, type: 'S' }] });
    const run = commands.map((command) =>
      command.replaceAll('http://127.0.0.1:4010', url).replaceAll('127.0.0.1:4010', url),
    );
    const answers: unknown[] = [];
    for (const command of run) answers.push(await shell(command));
    expect(answers).toEqual([
      { code: '200', totalCount: 0, totalPage: 0, currentPage: 1, data: { list: [] } },
      { accesstoken: expect.stringMatching(/^[0-9a-f]{64}$/), type: 'Bearer', expired: '20261121120000' },
    ]);
  });

  it('names the requests of the control API that there are', async () => {
    const { url } = await openBench();
    expect(controls.length).toBeGreaterThan(12);
    for (const { method, path, query } of controls) {
      const leaving = new AbortController();
      const answer = await fetch(`${url}/_emulator/${path}${query}`, {
        method,
        signal: leaving.signal,
        ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{"wrong":1}' }),
      });
      expect([path, answer.status]).not.toEqual([path, 404]);
      leaving.abort();
    }
  });

  it('names every kind of fault and every setting', async () => {
    const { control } = await openBench();
    for (const kind of FAULT_KINDS) expect(page).toContain(`\`${kind}\``);
    const answer = await control.settings({});
    const names = answer.ok ? Object.keys(answer.settings) : [];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });
});
