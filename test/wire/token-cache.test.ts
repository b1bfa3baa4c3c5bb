import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { messageApi } from '../../src/send/endpoints.ts';
import { answering, credentials, failureOf, make, never, type Reply } from './support.ts';

/** The token between commands (message API 5): each client here stands for one command. */

let folder: string;
beforeEach(async () => {
  const path = await mkdtemp(join(tmpdir(), 'notiform-tokens-'));
  folder = join(path, 'notiform', 'tokens');
  return () => rm(path, { recursive: true, force: true });
});

const pending: Reply = { body: { code: 1000, description: 'success' } };
const refused = (code: number): Reply => ({ status: 400, body: { code, description: 'refused' } });

interface Service {
  url: string;
  /** The number of issued tokens. */
  issued(): number;
  /** Restarts the service: it knows no token any more. */
  restart(): void;
  /** Refuses every later report with these words. */
  words(words: string): void;
}

/** A service that issues `token-1`, `token-2`, … for the password of the credentials. */
async function service(expired = '20261121090000'): Promise<Service> {
  const valid = new Set<string>();
  let issued = 0;
  let refusal: string | undefined;
  const basic = `Basic ${Buffer.from(`${credentials.account}:${credentials.password}`).toString('base64')}`;
  const { url } = await answering(({ path, headers }) => {
    const { authorization = '' } = headers;
    if (refusal !== undefined) return { status: 400, body: { code: 2000, description: refusal } };
    if (path !== '/v1/token') return valid.has(authorization.replace('Bearer ', '')) ? pending : refused(3002);
    if (authorization !== basic) return refused(3007);
    issued += 1;
    valid.add(`token-${issued}`);
    return { body: { accesstoken: `token-${issued}`, type: 'Bearer', expired } };
  });
  return { url, issued: () => issued, restart: () => valid.clear(), words: (words) => (refusal = words) };
}

/** One command: asks for a result. */
function command(messageUrl: string, more: Parameters<typeof make>[0] = {}): Promise<unknown> {
  const { service } = make({ messageUrl, tokenFolder: folder, ...more });
  return messageApi(service).report('key', never);
}

const only = async (): Promise<string> => join(folder, (await readdir(folder))[0] ?? '');

describe('a token', () => {
  it('is kept for the next command, in a file that only the user can read', async () => {
    const { url, issued } = await service();
    await command(url);
    await command(url);
    expect(issued()).toBe(1);
    expect((await stat(await only())).mode & 0o777).toBe(0o600);
    expect(await readFile(await only(), 'utf8')).not.toContain(credentials.password);
    expect(await only()).not.toContain(credentials.account);
  });

  it('is not kept without a folder', async () => {
    const { url, issued } = await service();
    await command(url, { tokenFolder: undefined });
    await command(url, { tokenFolder: undefined });
    expect(issued()).toBe(2);
  });

  it.each([
    ['2026-11-20 09:00:59', '20261120090059', 2],
    ['2026-11-20 09:01:00', '20261120090100', 2],
    ['2026-11-20 09:01:01', '20261120090101', 1],
  ])('that expires at %s is reissued one minute before', async (_, expired, tokens) => {
    const { url, issued } = await service(expired);
    await command(url);
    await command(url);
    expect(issued()).toBe(tokens);
  });

  it('that the service no longer knows is replaced', async () => {
    const { url, issued, restart } = await service();
    await command(url);
    restart();
    await command(url);
    await command(url);
    expect(issued()).toBe(2);
  });

  it('does not hide a wrong password', async () => {
    const { url } = await service();
    await command(url);
    const wrong = command(url, { credentials: { ...credentials, password: 'wrong' } });
    expect((await failureOf(wrong)).problem.service?.code).toBe('3007');
  });

  it('is that of one account at one address', async () => {
    const first = await service();
    const second = await service();
    await command(first.url);
    await command(second.url);
    const other = command(first.url, { credentials: { ...credentials, account: 'other' } });
    expect((await failureOf(other)).problem.service?.code).toBe('3007');
    expect([first.issued(), second.issued()]).toEqual([1, 1]);
  });

  it('can be issued by parallel commands: the file has one of their tokens', async () => {
    const { url, issued } = await service();
    await Promise.all([command(url), command(url), command(url)]);
    const before = issued();
    await command(url);
    expect(issued()).toBe(before);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it.each(['', '{"token":', '{}', '{"token":"a b","until":9e15,"salt":"","password":""}'])(
    'is issued if the file has %j',
    async (text) => {
      const { url, issued } = await service();
      await command(url);
      await writeFile(await only(), text);
      await command(url);
      expect(issued()).toBe(2);
    },
  );

  it('is issued if the folder cannot be written, and the command goes on', async () => {
    const { url, issued } = await service();
    await command(url);
    const file = await only();
    await rm(file);
    // Root may write into every folder, and nobody into a file as if it were one.
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await command(url);
    await command(url);
    expect(issued()).toBe(3);
  });

  it('is hidden in the words of the service, also if an earlier command got it', async () => {
    const { url, words } = await service();
    await command(url);
    words('no access with token-1');
    expect((await failureOf(command(url))).problem.service?.message).toBe('no access with ****');
  });
});
