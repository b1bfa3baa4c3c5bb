import { type Dispatcher, fetch, type Response } from 'undici';
import * as z from 'zod';
import { parsedJson } from '../core/json.ts';
import type { Clock } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Contains } from '../engine/types.ts';
import { openConnections } from '../wire/connections.ts';
import type { ProxyFor } from '../wire/proxy.ts';

interface GitHubOptions {
  /** `https://api.github.com` */
  api: string;
  token: string;
  repository: string;
  clock: Clock;
  signal: AbortSignal;
  /** Which addresses are called through a proxy; none if left out. */
  proxyFor?: ProxyFor | undefined;
}

/** A call that GitHub refused, with the status of its answer; 0 if there was no answer. */
export class GitHubFailure extends NotiformError {
  readonly status: number;

  constructor(status: number, message: string, hint: string) {
    super(errorProblem('github-failed', message, hint));
    this.status = status;
  }
}

type Method = 'GET' | 'POST' | 'PATCH';

const TIMEOUT_MS = 30_000;
const MOST_TRIES = 3;
/** A job costs money while it waits: a longer wait fails. */
const LONGEST_WAIT_MS = 90_000;
const PAUSE_MS = 2000;
/** More pages than any pull request of people has; an API that never ends must end. */
const MOST_PAGES = 300;
/** A comparison lists no more files. */
const MOST_FILES = 300;

/** The end of the only address that may redirect. */
const ZIP = '/zip';

/** For an answer that is of no interest. */
export const ignored = z.unknown();
const refShape = z.looseObject({ object: z.looseObject({ sha: z.string() }) });
const messageShape = z.looseObject({ message: z.string() });
const fileShape = z.looseObject({ filename: z.string(), previous_filename: z.string().optional() });
const compareShape = z.looseObject({ status: z.string(), files: z.array(fileShape).optional() });

/** GitHub's REST API for one repository. Answers are checked by the caller's shape. */
export class GitHub {
  readonly #options: GitHubOptions;
  readonly #dispatcher: Dispatcher;
  readonly #compared = new Map<string, Promise<z.infer<typeof compareShape> | undefined>>();

  constructor(options: GitHubOptions) {
    this.#options = options;
    // A proxy that cannot be used is reported before the first call.
    options.proxyFor?.(new URL(options.api));
    this.#dispatcher = openConnections(false, undefined, options.proxyFor);
  }

  /** @param path below `/repos/OWNER/NAME` */
  get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    return this.#call('GET', this.#url(path), undefined, shape);
  }

  send<T>(method: Exclude<Method, 'GET'>, path: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    return this.#call(method, this.#url(path), body, shape);
  }

  /**
   * All elements of a list, over all pages.
   * @param member the member that holds the list, if the answer is an object
   * @param isLast true for an element after whose page no other page is read
   */
  async list<T>(
    path: string,
    shape: z.ZodType<T>,
    { member, isLast = () => false }: { member?: string; isLast?: (one: T) => boolean } = {},
  ): Promise<T[]> {
    const all: T[] = [];
    let url: string | undefined = this.#url(`${path}${path.includes('?') ? '&' : '?'}per_page=100`);
    for (let pages = 0; url !== undefined && pages < MOST_PAGES && !all.slice(-100).some(isLast); pages += 1) {
      const response: ReadResponse = await this.#repeated('GET', url, undefined);
      const value = jsonIn(response, url);
      const rows = member === undefined ? value : parsed(z.looseObject({}), value, url)[member];
      all.push(...parsed(z.array(shape), rows, url));
      url = this.#own(nextOf(response.headers.get('link')));
    }
    return all;
  }

  /** The commit at the end of a branch; undefined if there is no branch of this name. */
  async headOf(branch: string): Promise<string | undefined> {
    const path = `/git/ref/heads/${encodeURIComponent(branch).replaceAll('%2F', '/')}`;
    return (await unlessMissing(this.get(path, refShape)))?.object.sha;
  }

  /** The files that differ between a commit and a later one. Undefined if it is not later, or if GitHub does not list all files. */
  async filesSince(commit: string, head: string): Promise<string[] | undefined> {
    const { status, files } = (await this.#compare(commit, head)) ?? {};
    if (status !== 'ahead' || !files || files.length >= MOST_FILES) return undefined;
    return files.flatMap(({ filename, previous_filename: before }) => [filename, before ?? filename]);
  }

  /** Whether a commit is in the history of another one. Unknown if GitHub does not know both. */
  async contains(head: string, commit: string): ReturnType<Contains> {
    const { status } = (await this.#compare(commit, head)) ?? {};
    if (status === 'ahead' || status === 'identical') return 'yes';
    return status === undefined ? 'unknown' : status === 'behind' ? status : 'no';
  }

  #compare(commit: string, head: string): Promise<z.infer<typeof compareShape> | undefined> {
    const path = `/compare/${commit}...${head}?per_page=1`;
    const found = this.#compared.get(path) ?? unlessMissing(this.get(path, compareShape));
    this.#compared.set(path, found);
    return found;
  }

  /** The bytes of an artifact that is not packed. GitHub redirects to its storage, which does not get the token. */
  async download(artifact: number): Promise<Uint8Array> {
    const url = this.#url(`/actions/artifacts/${artifact}${ZIP}`);
    return (await this.#repeated('GET', url, undefined)).bytes;
  }

  #url(path: string): string {
    return `${this.#options.api}/repos/${this.#options.repository}${path}`;
  }

  /** The next page only on the same host: the token goes nowhere else. */
  #own(next: string | undefined): string | undefined {
    return next !== undefined && new URL(next).origin === new URL(this.#options.api).origin ? next : undefined;
  }

  async #call<T>(method: Method, url: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    return parsed(shape, jsonIn(await this.#repeated(method, url, body), url), url);
  }

  async #repeated(method: Method, url: string, body: unknown): Promise<ReadResponse> {
    const { clock, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#try(method, url, body);
      if (!(response instanceof Error) && response.ok) return response;
      // A second PATCH has no other effect than the first. A second POST has.
      const wait = waitOf(response, attempt, method !== 'POST', clock.now());
      if (wait === undefined || attempt >= MOST_TRIES) throw this.#failureOf(method, url, response);
      await clock.sleep(wait, signal);
    }
  }

  #failureOf(method: Method, url: string, response: ReadResponse | Error): GitHubFailure {
    if (!(response instanceof Error)) return refusalOf(method, url, response);
    const why = innermost(response).message;
    const hint = 'Run the job again. Check the proxy, if the job has one';
    return new GitHubFailure(0, `GitHub did not answer ${method} ${new URL(url).pathname}: ${why}`, hint);
  }

  /** An answer, or why there is no complete one. */
  async #try(method: Method, url: string, body: unknown): Promise<ReadResponse | Error> {
    const { token, signal } = this.#options;
    const request = {
      dispatcher: this.#dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    };
    try {
      const response = await fetch(url, {
        ...request,
        method,
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'notiform',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
      });
      const storage = response.status === 302 && url.endsWith(ZIP) ? response.headers.get('location') : null;
      return await readAll(storage === null ? response : await fetch(storage, { ...request, redirect: 'error' }));
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

async function readAll(response: Response): Promise<ReadResponse> {
  const { ok, status, headers } = response;
  return { ok, status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** The answer of a call; undefined if GitHub has nothing at its address, or no longer. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GitHubFailure && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}

/** `fetch` hides the failure of the connection behind its own. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

interface ReadResponse extends Pick<Response, 'ok' | 'status' | 'headers'> {
  bytes: Uint8Array;
}

const PERMISSIONS = 'Check the permissions of the job, and `github-token`';

/** How long to wait before the next try, in milliseconds; undefined if the call must not be repeated. */
function waitOf(
  response: ReadResponse | Error,
  attempt: number,
  isRepeatable: boolean,
  now: number,
): number | undefined {
  if (response instanceof Error) return isRepeatable ? PAUSE_MS * attempt : undefined;
  const { status, headers } = response;
  const isLimit =
    status === 429 || (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'));
  if (isLimit) {
    const reset = Number(headers.get('x-ratelimit-reset') ?? 0) * 1000 - now;
    const wait = headers.has('retry-after')
      ? Number(headers.get('retry-after')) * 1000
      : Math.max(reset, PAUSE_MS * attempt);
    return wait <= LONGEST_WAIT_MS ? wait : undefined;
  }
  return status >= 500 && isRepeatable ? PAUSE_MS * attempt : undefined;
}

function refusalOf(method: Method, url: string, response: ReadResponse): GitHubFailure {
  const path = new URL(url).pathname;
  const words = messageShape.safeParse(parsedJson(response.bytes)).data?.message;
  const message = `GitHub refused ${method} ${path} with ${response.status}${words ? `: ${words}` : ''}`;
  const isRight = response.status === 401 || response.status === 403 || response.status === 404;
  return new GitHubFailure(response.status, message, isRight ? PERMISSIONS : 'Run the job again');
}

/** The body of an answer; undefined if it has none. */
function jsonIn(response: ReadResponse, url: string): unknown {
  if (response.bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(response.bytes));
  } catch {
    const message = `GitHub's answer for ${new URL(url).pathname} is not JSON`;
    throw new GitHubFailure(response.status, message, 'Check whether a proxy answers for GitHub');
  }
}

/** The address of the next page in a `Link` header. */
function nextOf(link: string | null): string | undefined {
  return /<([^>]+)>\s*;[^,]*rel="next"/.exec(link ?? '')?.[1];
}

function parsed<T>(shape: z.ZodType<T>, value: unknown, url: string): T {
  const { success, data, error } = shape.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new GitHubFailure(
    200,
    `GitHub's answer for ${url.replace(/\?.*/, '')} is not as documented: ${issue?.path.join('.')}`,
    'Report it',
  );
}
