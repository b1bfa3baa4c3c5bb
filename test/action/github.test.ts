import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { findComment, markerOf, writeComment } from '../../src/action/comment.ts';
import { GitHub } from '../../src/action/github.ts';
import { proxiesIn } from '../../src/wire/proxy.ts';
import { proxyTo } from '../wire/connect-proxy.ts';
import { type GitHubDouble, openGitHub } from './github-double.ts';

const anything = z.looseObject({});

function clientOf(double: GitHubDouble, given: Partial<ConstructorParameters<typeof GitHub>[0]> = {}) {
  const waits: number[] = [];
  const github = new GitHub({
    api: double.url,
    token: 'token',
    repository: double.repository,
    clock: {
      now: () => 1_000_000,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
    signal: new AbortController().signal,
    ...given,
  });
  return { github, waits };
}

describe('calls of GitHub', () => {
  it('read all pages', async () => {
    const double = await openGitHub();
    double.pageSize = 2;
    for (let id = 1; id <= 5; id += 1) double.comments.push({ id, issue: 1, login: 'x', body: String(id) });
    const { github } = clientOf(double);
    const all = await github.list('/issues/1/comments', z.looseObject({ id: z.number() }));
    expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are repeated if nothing was done, and wait as long as GitHub asks', async () => {
    const double = await openGitHub();
    double.instead.push(
      { call: 'GET /repos', status: 502 },
      { call: 'GET /repos', status: 403, headers: { 'retry-after': '7' } },
      { call: 'POST /repos', status: 429, headers: { 'retry-after': '3' } },
      { call: 'PATCH /repos', status: 502 },
    );
    const { github, waits } = clientOf(double);
    expect(await github.list('/issues/1/comments', anything)).toEqual([]);
    const { id } = await github.send('POST', '/issues/1/comments', { body: 'once' }, z.looseObject({ id: z.number() }));
    await github.send('PATCH', `/issues/comments/${id}`, { body: 'again' }, anything);
    expect(waits).toEqual([2000, 7000, 3000, 2000]);
    expect(double.comments.map(({ body }) => body)).toEqual(['again']);
  });

  it.each([
    ['a comment that may have been written', 'POST /repos', 502, {}, 1],
    ['a missing permission', 'GET /repos', 403, {}, 1],
    ['a wait that is too long', 'GET /repos', 429, { 'retry-after': '3600' }, 1],
    ['a service that stays away', 'GET /repos', 503, {}, 3],
  ])('are not repeated after %s', async (_name, call, status, headers, tries) => {
    const double = await openGitHub();
    for (let attempt = 0; attempt < 5; attempt += 1) double.instead.push({ call, status, headers });
    const { github } = clientOf(double);
    const work = call.startsWith('POST')
      ? github.send('POST', '/issues/1/comments', { body: 'x' }, anything)
      : github.list('/issues/1/comments', anything);
    await expect(work).rejects.toThrow(`with ${status}: instead`);
    expect(double.calls).toHaveLength(tries);
  });

  it('fail with the field that is not as documented, and without an answer', async () => {
    const double = await openGitHub();
    double.refs.set('main', 'x');
    const { github } = clientOf(double);
    const odd = github.get('/git/ref/heads/main', z.looseObject({ id: z.number() }));
    await expect(odd).rejects.toThrow('is not as documented: id');
    const { github: nowhere } = clientOf(double, { api: 'http://127.0.0.1:9' });
    await expect(nowhere.get('/x', anything)).rejects.toThrow('GitHub did not answer GET');
  });

  it('fail as calls of GitHub if the answer is no JSON or is cut', async () => {
    for (const [body, length] of [
      ['<html>', 6],
      ['{"id": 1', 20],
    ] as const) {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-length': String(length) });
        response.write(body, () => response.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => {
        server.close();
      });
      const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { github } = clientOf(await openGitHub(), { api });
      await expect(github.get('/x', anything)).rejects.toThrow(/^GitHub/);
    }
  });

  it('send the token to no other host', async () => {
    const double = await openGitHub();
    const other = await openGitHub();
    double.instead.push({ call: 'GET /repos', status: 200, headers: { link: `<${other.url}/next>; rel="next"` } });
    const { github } = clientOf(double);
    await expect(github.list('/issues/1/comments', anything)).rejects.toThrow('is not as documented');
    expect(other.calls).toEqual([]);
  });
});

describe('the comment', () => {
  const sticky = { about: 'plan', key: 'a-->b', number: 1, run: 5, author: 'github-actions[bot]' };

  it('is found on any page by its marker and its author, and updated in place', async () => {
    const double = await openGitHub();
    double.pageSize = 2;
    const { github } = clientOf(double);
    const marker = markerOf(sticky);
    expect(marker).toBe('<!-- notiform:plan:a--%3Eb ');
    const add = (login: string, body: string): number =>
      double.comments.push({ id: double.comments.length + 1, issue: 1, login, body });
    add('mallory', `${marker}run=1 -->`);
    add(double.login, `> ${marker}run=1 -->`);
    add(double.login, `${markerOf({ ...sticky, key: 'a--' })}run=1 -->`);
    expect(await findComment(github, sticky)).toBeUndefined();
    const { html_url: url } = await writeComment(github, sticky, undefined, 'first');
    const found = await findComment(github, sticky);
    expect(found?.body).toBe(`${marker}run=5 -->\nfirst`);
    expect(await writeComment(github, { ...sticky, run: 6 }, found, 'second')).toMatchObject({ html_url: url });
    expect(double.comments.map(({ body }) => body.split('\n')[1])).toEqual([undefined, undefined, undefined, 'second']);
  });

  it('of a newer run is kept', async () => {
    const double = await openGitHub();
    const { github } = clientOf(double);
    await writeComment(github, sticky, undefined, 'new');
    await writeComment(github, { ...sticky, run: 4 }, await findComment(github, sticky), 'old');
    expect(double.comments.map(({ body }) => body)).toEqual([`${markerOf(sticky)}run=5 -->\nnew`]);
  });

  it('is written again if somebody deleted it meanwhile', async () => {
    const double = await openGitHub();
    const { github } = clientOf(double);
    await writeComment(github, sticky, undefined, 'first');
    const found = await findComment(github, sticky);
    double.comments = [];
    await writeComment(github, sticky, found, 'second');
    expect(double.comments.map(({ body }) => body)).toEqual([`${markerOf(sticky)}run=5 -->\nsecond`]);
  });
});

describe('calls of GitHub through a proxy', () => {
  /** A client of `http://api.github.example` with these variables; `PROXY` is the address of a proxy. */
  async function proxied(env: Record<string, string>, answer?: string) {
    const double = await openGitHub();
    const proxy = await proxyTo(double.url, answer);
    const named = Object.entries(env).map(([name, value]) => [name, value.replace('PROXY', new URL(proxy.url).host)]);
    const { github } = clientOf(double, {
      api: 'http://api.github.example',
      proxyFor: proxiesIn(Object.fromEntries(named)),
    });
    return { double, proxy, github };
  }

  it('go there with its user and password: lists and comments', async () => {
    const { double, proxy, github } = await proxied({ HTTP_PROXY: 'http://kim:secret-word@PROXY' });
    double.comments.push({ id: 1, issue: 1, login: 'x', body: 'first' });
    expect(await github.list('/issues/1/comments', anything)).toHaveLength(1);
    await github.send('POST', '/issues/1/comments', { body: 'second' }, anything);
    expect(double.comments).toHaveLength(2);
    const credentials = Buffer.from('kim:secret-word').toString('base64');
    expect(new Set(proxy.asked)).toEqual(new Set([`api.github.example:80 Basic ${credentials}`]));
  });

  it.each([{ NO_PROXY: 'github.example' }, { no_proxy: '*' }, { NO_PROXY: 'localhost,api.github.example:80' }])(
    'go directly where %j says so',
    async (excluded) => {
      const { proxy, github } = await proxied({ HTTP_PROXY: 'http://PROXY', ...excluded });
      // Tests connect to no other host: the direct connection fails.
      await expect(github.get('/x', anything)).rejects.toThrow('GitHub did not answer GET');
      expect(proxy.asked).toEqual([]);
    },
  );

  it('go directly to this machine, whatever the variables are', async () => {
    const double = await openGitHub();
    const { github } = clientOf(double, { proxyFor: proxiesIn({ HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'x' }) });
    expect(await github.list('/issues/1/comments', anything)).toEqual([]);
  });

  it('that answers 407 fail without its password', async () => {
    const answer = '407 Proxy Authentication Required';
    const { github, double } = await proxied({ HTTP_PROXY: 'http://kim:secret-word@PROXY' }, answer);
    const failure = await github.get('/x', anything).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      status: 0,
      message: expect.stringMatching(/^GitHub did not answer GET \/repos\/\S+: /),
      problems: [{ hint: expect.stringContaining('Check the proxy') }],
    });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('secret-word');
    expect(double.calls).toEqual([]);
  });

  it('are refused before the first one if the variable is no address', async () => {
    await expect(proxied({ HTTPS_PROXY: 'socks5://PROXY', HTTP_PROXY: 'socks5://PROXY' })).rejects.toThrow(
      'HTTP_PROXY is not the address of a proxy',
    );
  });
});
