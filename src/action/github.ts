import { type Dispatcher, fetch } from 'undici';
import * as z from 'zod';
import { parsedJson } from '../core/json.ts';
import type { Clock } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { Redaction } from '../core/redaction.ts';
import { openConnections } from '../wire/connections.ts';
import { faultOf } from '../wire/network.ts';
import type { ProxyFor } from '../wire/proxy.ts';
import { unreachable } from '../wire/unreachable.ts';

export interface GitHubOptions {
  /** `https://api.github.com` */
  api: string;
  graphql: string;
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

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const TIMEOUT_MS = 30_000;
const MOST_TRIES = 3;
/** A job costs money while it waits: a longer wait fails. */
const LONGEST_WAIT_MS = 90_000;
const PAUSE_MS = 2000;
/** More pages than any pull request of people has; an API that never ends must end. */
const MOST_PAGES = 300;

/** For an answer that is of no interest. */
export const ignored = z.unknown();
const graphqlShape = z.looseObject({
  data: z.unknown(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});
const viewerShape = z.looseObject({ viewer: z.looseObject({ login: z.string() }) });

/** GitHub's REST and GraphQL APIs for one repository. Answers are checked by the caller's shape. */
export class GitHub {
  readonly #options: GitHubOptions;
  readonly #dispatcher: Dispatcher;
  #login: Promise<string> | undefined;

  constructor(options: GitHubOptions) {
    this.#options = options;
    // A proxy that cannot be used is reported before the first call.
    options.proxyFor?.(new URL(options.api));
    this.#dispatcher = openConnections(false, undefined, options.proxyFor);
  }

  /** @param path below `/repos/OWNER/NAME` */
  async get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    return (await this.#call('GET', this.#url(path), undefined, shape)).value;
  }

  async send<T>(method: Exclude<Method, 'GET'>, path: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    return (await this.#call(method, this.#url(path), body, shape)).value;
  }

  /** All elements of a list, over all pages. @param member the member that holds the list, if the answer is an object */
  async list<T>(path: string, shape: z.ZodType<T>, member?: string): Promise<T[]> {
    const all: T[] = [];
    let url: string | undefined = this.#url(`${path}${path.includes('?') ? '&' : '?'}per_page=100`);
    for (let pages = 0; url !== undefined && pages < MOST_PAGES; pages += 1) {
      const answer: ApiAnswer<unknown> = await this.#call('GET', url, undefined, ignored);
      const rows = member === undefined ? answer.value : parsed(z.looseObject({}), answer.value, url)[member];
      all.push(...parsed(z.array(shape), rows, url));
      url = this.#own(answer.next);
    }
    return all;
  }

  /** The login of the token's owner: `github-actions[bot]` for the token of a job. */
  login(): Promise<string> {
    this.#login ??= this.query('query { viewer { login } }', {}, viewerShape).then(({ viewer }) => viewer.login);
    return this.#login;
  }

  async query<T>(query: string, variables: Record<string, unknown>, shape: z.ZodType<T>): Promise<T> {
    // A query reads, so it may be repeated.
    const { value } = await this.#call('POST', this.#options.graphql, { query, variables }, graphqlShape, true);
    const [error] = value.errors ?? [];
    if (error) throw new GitHubFailure(200, `GitHub refused a query: ${error.message}`, PERMISSIONS);
    return parsed(shape, value.data, 'graphql');
  }

  #url(path: string): string {
    return `${this.#options.api}/repos/${this.#options.repository}${path}`;
  }

  /** The next page only on the same host: the token goes nowhere else. */
  #own(next: string | undefined): string | undefined {
    return next !== undefined && new URL(next).origin === new URL(this.#options.api).origin ? next : undefined;
  }

  async #call<T>(
    method: Method,
    url: string,
    body: unknown,
    shape: z.ZodType<T>,
    isRead = false,
  ): Promise<ApiAnswer<T>> {
    const { clock, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#try(method, url, body);
      if (!(response instanceof Error) && response.ok) {
        return { value: parsed(shape, jsonIn(response, url), url), next: nextOf(response.headers.get('link')) };
      }
      const wait = waitOf(response, attempt, method === 'GET' || isRead, clock.now());
      if (wait === undefined || attempt >= MOST_TRIES) throw this.#failureOf(method, url, response);
      await clock.sleep(wait, signal);
    }
  }

  #failureOf(method: Method, url: string, response: ReadResponse | Error): GitHubFailure {
    if (!(response instanceof Error)) return refusalOf(method, url, response);
    const address = new URL(url);
    const asked = `GitHub did not answer ${method} ${address.pathname}`;
    // `fetch` hides the failure of the connection behind its own.
    if (!(response.cause instanceof Error))
      return new GitHubFailure(0, `${asked}: ${response.message}`, 'Run the job again');
    const proxy = this.#options.proxyFor?.(address);
    const called = { host: address.host, setting: 'GITHUB_API_URL', proxy, redaction: new Redaction() };
    const { message, help } = unreachable(faultOf(innermost(response.cause)), called);
    return new GitHubFailure(0, `${asked}: ${message}`, proxy ? help : 'Run the job again');
  }

  /** An answer, or why there is no complete one. */
  async #try(method: Method, url: string, body: unknown): Promise<ReadResponse | Error> {
    const { token, signal } = this.#options;
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'notiform',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        dispatcher: this.#dispatcher,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const { ok, status, headers } = response;
      return { ok, status, headers, text: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

interface ReadResponse extends Pick<Response, 'ok' | 'status' | 'headers'> {
  text: string;
}

interface ApiAnswer<T> {
  value: T;
  next: string | undefined;
}

const PERMISSIONS = 'Check the permissions of the job, and `github-token`';

/** How long to wait before the next try, in milliseconds; undefined if the call must not be repeated. */
function waitOf(response: ReadResponse | Error, attempt: number, isRead: boolean, now: number): number | undefined {
  if (response instanceof Error) return isRead ? PAUSE_MS * attempt : undefined;
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
  return status >= 500 && isRead ? PAUSE_MS * attempt : undefined;
}

function refusalOf(method: Method, url: string, response: ReadResponse): GitHubFailure {
  const path = new URL(url).pathname;
  const words = messageOf(response.text);
  const message = `GitHub refused ${method} ${path} with ${response.status}${words === '' ? '' : `: ${words}`}`;
  const isRight = response.status === 401 || response.status === 403 || response.status === 404;
  return new GitHubFailure(response.status, message, isRight ? PERMISSIONS : 'Run the job again');
}

function messageOf(text: string): string {
  return z.looseObject({ message: z.string() }).safeParse(parsedJson(text)).data?.message ?? '';
}

/** The body of an answer; undefined if it has none. */
function jsonIn({ status, text }: ReadResponse, url: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const message = `GitHub's answer for ${new URL(url).pathname} is not JSON`;
    throw new GitHubFailure(status, message, 'Check whether a proxy answers for GitHub');
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
