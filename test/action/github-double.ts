import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What GitHub keeps of one repository, as far as the Action asks for it. Tests read and change it. */
export interface GitHubDouble {
  url: string;
  repository: string;
  comments: DoubleComment[];
  issues: DoubleIssue[];
  pulls: DoublePull[];
  /** The pull requests of each commit. */
  pullsOf: Map<string, number[]>;
  /** The commits of the default branch, the oldest first. */
  history: string[];
  /** The commits among them that are of a branch beside: no later one contains them. */
  beside: Set<string>;
  /** The files that a commit changes; those of a manifest if left out. */
  changed: Map<string, string[]>;
  artifacts: DoubleArtifact[];
  runs: Map<number, { event: string; head_sha: string }>;
  /** The texts of each file with their commits, the newest first. */
  files: Map<string, { sha: string; text: string }[]>;
  /** Who the token belongs to. */
  login: string;
  /** True for a service that lists the issues of everybody. */
  isCreatorIgnored: boolean;
  /** Every request: `GET /repos/…`. */
  calls: string[];
  /** Answers that come instead, by the begin of a call; each once. */
  instead: { call: string; status: number; headers?: Record<string, string>; meanwhile?: () => void }[];
  /** The most rows of a page. */
  pageSize: number;
  /** When artifacts are uploaded; long ago if left out. */
  now?: number;
  bodies: string[];
  /** The commit of each branch. */
  refs: Map<string, string>;
  /** Where the bytes of an artifact are. */
  redirects: (id: number) => string;
}

interface DoubleComment {
  id: number;
  issue: number;
  login: string;
  body: string;
  /** When it was written; long ago if left out. */
  updated?: string;
}

interface DoubleIssue {
  number: number;
  title: string;
  body: string;
  state: string;
  login: string;
}

interface DoublePull {
  number: number;
  head: string;
  base: string;
  merged_at: string | null;
  /** The commit that the merge brought to the base; that of `pullsOf` if left out. */
  merge?: string;
}

interface DoubleArtifact {
  id: number;
  name: string;
  run: number;
  head: string;
  foreign?: boolean;
  bytes: Uint8Array;
}

/** Starts a server that stands in for GitHub's REST API. It ends with the test. */
export async function openGitHub(repository = 'shop/messages'): Promise<GitHubDouble> {
  const double: GitHubDouble = {
    url: '',
    repository,
    comments: [],
    issues: [],
    pulls: [],
    pullsOf: new Map(),
    history: [],
    beside: new Set(),
    changed: new Map(),
    artifacts: [],
    runs: new Map(),
    files: new Map(),
    login: 'github-actions[bot]',
    isCreatorIgnored: false,
    calls: [],
    instead: [],
    pageSize: 100,
    bodies: [],
    refs: new Map(),
    redirects: () => `${double.url}/storage`,
  };
  const server = createServer((request, response) => {
    void answer(double, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

async function answer(double: GitHubDouble, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece as Uint8Array);
  const text = Buffer.concat(pieces).toString('utf8');
  if (text !== '') double.bodies.push(text);
  const { pathname, searchParams } = new URL(url, double.url);
  double.calls.push(`${method} ${url}`);
  const at = double.instead.findIndex(({ call }) => `${method} ${pathname}`.startsWith(call));
  const [instead] = at === -1 ? [] : double.instead.splice(at, 1);
  const reply = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  instead?.meanwhile?.();
  if (instead) return reply(instead.status, { message: 'instead' }, instead.headers);
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, never>;
  const [, artifact] = /\/actions\/artifacts\/(\d+)\/zip$/.exec(pathname) ?? [];
  if (artifact !== undefined) {
    response.writeHead(302, { location: `${double.redirects(Number(artifact))}?artifact=${artifact}` }).end();
    return;
  }
  if (pathname === '/storage') {
    if (request.headers.authorization !== undefined) throw new Error('the storage got the token');
    const found = double.artifacts.find(({ id }) => id === Number(searchParams.get('artifact')));
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found?.bytes);
    return;
  }
  const found = route(double, method, pathname, searchParams, body);
  if (found === undefined) return reply(404, { message: 'Not Found' });
  const list = Array.isArray(found.body) ? found.body : undefined;
  const named = found.list === undefined ? undefined : (found.body as Record<string, unknown[]>)[found.list];
  const rows = list ?? named;
  if (!rows) return reply(found.status, found.body);
  const page = Number(searchParams.get('page') ?? 1);
  const size = Math.min(double.pageSize, Number(searchParams.get('per_page') ?? 30));
  const cut = rows.slice((page - 1) * size, page * size);
  const next = new URL(url, double.url);
  next.searchParams.set('page', String(page + 1));
  const link: Record<string, string> = page * size < rows.length ? { link: `<${next.href}>; rel="next"` } : {};
  return reply(200, list ? cut : { total_count: rows.length, [String(found.list)]: cut }, link);
}

interface Found {
  status: number;
  body: unknown;
  list?: string;
}

function route(
  double: GitHubDouble,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Record<string, never>,
): Found | undefined {
  const prefix = `/repos/${double.repository}`;
  if (!path.startsWith(prefix)) return undefined;
  const call = `${method} ${path.slice(prefix.length)}`;
  const ok = (value: unknown, list?: string): Found => ({ status: 200, body: value, ...(list ? { list } : {}) });
  const comment = (one: DoubleComment): object => ({
    id: one.id,
    body: one.body,
    user: { login: one.login },
    updated_at: one.updated ?? '2020-01-01T00:00:00Z',
    html_url: `https://github.com${prefix.slice(6)}/pull/${one.issue}#issuecomment-${one.id}`,
  });
  const issue = (one: DoubleIssue): object => ({
    ...one,
    user: { login: one.login },
    html_url: `https://github.com${prefix.slice(6)}/issues/${one.number}`,
  });
  let match: RegExpExecArray | null;
  match = /^(GET|POST) \/issues\/(\d+)\/comments$/.exec(call);
  if (match) {
    const number = Number(match[2]);
    if (method === 'GET') return ok(double.comments.filter((one) => one.issue === number).map(comment));
    const id = 1 + Math.max(999, ...double.comments.map((one) => one.id));
    const made = { id, issue: number, login: double.login, body: String(body['body']) };
    double.comments.push(made);
    return { status: 201, body: comment(made) };
  }
  match = /^(?:GET|PATCH) \/issues\/comments\/(\d+)$/.exec(call);
  if (match) {
    const one = double.comments.find(({ id }) => id === Number(match?.[1]));
    if (!one) return undefined;
    if (method === 'PATCH') one.body = String(body['body']);
    return ok(comment(one));
  }
  match = /^(GET|PATCH) \/git\/refs?\/heads\/(.+)$/.exec(call);
  if (match) {
    const name = decodeURIComponent(String(match[2]));
    if (method === 'PATCH') double.refs.set(name, String(body['sha']));
    const sha = double.refs.get(name);
    return sha === undefined ? undefined : ok({ object: { sha } });
  }
  if (call === 'GET /issues') {
    const creator = double.isCreatorIgnored ? null : query.get('creator');
    return ok(double.issues.filter(({ login }) => creator === null || login === creator).map(issue));
  }
  if (call === 'POST /issues') {
    const number = 500 + double.issues.length;
    const made = {
      number,
      title: String(body['title']),
      body: String(body['body']),
      state: 'open',
      login: double.login,
    };
    double.issues.push(made);
    return { status: 201, body: issue(made) };
  }
  match = /^PATCH \/issues\/(\d+)$/.exec(call);
  if (match) {
    const one = double.issues.find(({ number }) => number === Number(match?.[1]));
    if (!one) return undefined;
    Object.assign(one, body);
    return ok(issue(one));
  }
  const pull = ({ number, head, base, merged_at, merge }: DoublePull): object => ({
    number,
    merged_at,
    updated_at: merged_at ?? '2026-11-01T00:00:00Z',
    merge_commit_sha: merge ?? [...double.pullsOf].findLast(([, numbers]) => numbers.includes(number))?.[0] ?? null,
    base: { ref: base },
    head: { sha: head },
  });
  match = /^GET \/commits\/([^/]+)\/pulls$/.exec(call);
  if (match) {
    const numbers = double.pullsOf.get(String(match[1])) ?? [];
    return ok(double.pulls.filter(({ number }) => numbers.includes(number)).map(pull));
  }
  if (call === 'GET /pulls') return ok(double.pulls.filter(({ base }) => base === query.get('base')).map(pull));
  match = /^GET \/compare\/(.+)\.\.\.(.+)$/.exec(call);
  if (match) {
    const [base, head] = [match[1], match[2]].map((sha) => double.history.indexOf(String(sha)));
    if (base === undefined || head === undefined || base === -1 || head === -1) return undefined;
    const files = double.history
      .slice(base + 1, head + 1)
      .flatMap((sha) => double.changed.get(sha) ?? ['manifests/tags.yaml']);
    return ok({
      status:
        base === head
          ? 'identical'
          : double.beside.has(String(match[base < head ? 1 : 2]))
            ? 'diverged'
            : base < head
              ? 'ahead'
              : 'behind',
      files: files.slice(0, 300).map((filename) => ({ filename })),
    });
  }
  if (call === 'GET /commits') return ok((double.files.get(query.get('path') ?? '') ?? []).map(({ sha }) => ({ sha })));
  match = /^GET \/contents\/(.+)$/.exec(call);
  if (match) {
    const texts = double.files.get(decodeURIComponent(String(match[1])));
    const found = texts?.find(({ sha }) => sha === query.get('ref'));
    return found && ok({ content: Buffer.from(found.text).toString('base64') });
  }
  match = /^GET \/actions\/(?:runs\/(\d+)\/)?artifacts$/.exec(call);
  if (match) {
    const name = query.get('name');
    const run = match[1];
    const rows = double.artifacts
      .filter((one) => (name === null || one.name === name) && (run === undefined || one.run === Number(run)))
      .map((one) => ({
        id: one.id,
        name: one.name,
        created_at: new Date((double.now ?? 1_600_000_000_000) + one.id * 1000).toISOString(),
        workflow_run: {
          id: one.run,
          head_sha: one.head,
          repository_id: 1,
          head_repository_id: one.foreign ? 2 : 1,
        },
      }));
    return ok({ total_count: rows.length, artifacts: rows }, 'artifacts');
  }
  return undefined;
}

/** Adds a commit to main, which merges pull requests. Returns the event of its push. */
export function land(
  double: GitHubDouble,
  sha: string,
  ...numbers: number[]
): { event: 'push'; sha: string; run: number } {
  double.refs.set('main', sha);
  double.history.push(sha);
  double.pullsOf.set(sha, numbers);
  return { event: 'push', sha, run: 300 + double.history.length };
}
