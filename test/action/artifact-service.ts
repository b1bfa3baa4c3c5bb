import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { GitHubDouble } from './github-double.ts';

/** A server that stands in for the artifact service and its storage, as the client of @actions/artifact calls them. */
interface ArtifactService {
  url: string;
  /** The bytes of each artifact, by name. */
  blobs: Map<string, Buffer>;
  /** The token of a run's job. */
  tokenOf(run: number): string;
}

/** Starts the service. Its artifacts are in the lists of `github`, whose API redirects downloads to it. */
export async function openArtifactService(github: GitHubDouble): Promise<ArtifactService> {
  const blobs = new Map<string, Buffer>();
  const blocks = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece as Uint8Array);
    const body = Buffer.concat(pieces);
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname.startsWith('/twirp/')) {
      const call = pathname.split('/').at(-1) ?? '';
      const value = twirp(call, JSON.parse(body.toString('utf8')) as Record<string, string>);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      return;
    }
    const name = decodeURIComponent(pathname.replace('/blob/', ''));
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(blobs.get(name));
      return;
    }
    const id = `${name} ${searchParams.get('blockid')}`;
    if (searchParams.get('comp') === 'block') blocks.set(id, body);
    else if (searchParams.get('comp') === 'blocklist') {
      const ids = [...body.toString('utf8').matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, one]) => `${name} ${one}`);
      blobs.set(name, Buffer.concat(ids.map((one) => blocks.get(one) ?? Buffer.alloc(0))));
    } else blobs.set(name, body);
    const written = { etag: '"1"', 'last-modified': 'Sun, 22 Nov 2026 00:00:00 GMT', 'x-ms-version': '2024-01-01' };
    response.writeHead(201, written).end();
  }

  function twirp(call: string, given: Record<string, string>): object {
    const name = given['name'] ?? '';
    const run = Number(given['workflow_run_backend_id']);
    const own = github.artifacts.filter((one) => one.run === run);
    switch (call) {
      case 'CreateArtifact':
        return { ok: true, signed_upload_url: `${url}/blob/${run}-${encodeURIComponent(name)}?sig=upload-signature` };
      case 'FinalizeArtifact': {
        const id = github.artifacts.length + 1;
        const head = github.runs.get(run)?.head_sha ?? '';
        github.artifacts.push({ id, name, run, head, bytes: new Uint8Array() });
        return { ok: true, artifact_id: String(id) };
      }
      case 'DeleteArtifact':
        github.artifacts = github.artifacts.filter((one) => !(one.run === run && one.name === name));
        return { ok: true, artifact_id: '1' };
      case 'GetSignedArtifactURL':
        return { name, signed_url: `${url}/blob/${run}-${encodeURIComponent(name)}?sig=download-signature` };
      default:
        return {
          artifacts: own
            .filter((one) => (given['name_filter'] ?? one.name) === one.name)
            .filter((one) => (given['id_filter'] ?? String(one.id)) === String(one.id))
            .map((one) => ({
              workflow_run_backend_id: String(run),
              workflow_job_run_backend_id: 'job',
              database_id: String(one.id),
              name: one.name,
              size: '1',
              created_at: '2026-11-22T00:00:00Z',
            })),
        };
    }
  }

  github.redirects = (id) => {
    const one = github.artifacts.find((artifact) => artifact.id === id);
    return `${url}/blob/${one?.run}-${encodeURIComponent(one?.name ?? '')}`;
  };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    url,
    blobs,
    tokenOf: (run) => `${part({ alg: 'none' })}.${part({ scp: `Actions.Results:${run}:job` })}.signature-of-the-job`,
  };
}
