import type { ProblemCode } from '../core/codes.ts';
import { ServiceFailure } from '../core/failure.ts';
import { errorProblem } from '../core/problem.ts';
import { resourceDialect } from './dialect.ts';
import { STOPPED } from './failures.ts';
import { callFileServer, type FileServerParts, fileUrl } from './file-server.ts';
import { outcomeOf } from './outcome.ts';
import { shown } from './shown.ts';
import { unreachable } from './unreachable.ts';

/** The longest image that any endpoint takes (resource API 4.7a). */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Fetches an image that the service keeps. Sends no credentials, follows no redirection, and reads at most 5 MB. Tries once,
 * because a caller without the bytes has another way. Throws ServiceFailure.
 */
export async function download(parts: FileServerParts, address: string, caller: AbortSignal): Promise<Uint8Array> {
  const { redaction, timeoutMs } = parts;
  const url = fileUrl(address, parts);
  const host = url?.host ?? address;
  const fail = (
    kind: 'unreachable' | 'unfit' | 'refused',
    why: string,
    code: ProblemCode = CODES[kind],
  ): ServiceFailure =>
    new ServiceFailure(
      kind,
      errorProblem(
        code,
        `The image at ${shown(host, redaction, 120)} could not be fetched: ${why}`,
        'Check the address. A plan counts an image that it cannot fetch as another one than the file',
      ),
    );
  if (!url) throw fail('unreachable', 'its address is not one of https');
  const headers = { accept: 'image/png, image/jpeg', 'user-agent': 'notiform' };
  const ended = await callFileServer(parts, url, { method: 'GET', headers, timeoutMs, mostBytes: MOST_BYTES }, caller);
  if (ended.ended === 'too-long') throw fail('unfit', 'it is longer than 5 MB');
  if (ended.ended === 'answered') {
    if (ended.response.status !== 200) throw fail('refused', `HTTP ${ended.response.status}`);
    return ended.response.body;
  }
  const outcome = outcomeOf(resourceDialect, ended);
  if (!('fault' in outcome)) {
    const stopped = errorProblem('interrupted', 'Stopped before an image was fetched', STOPPED);
    throw new ServiceFailure('interrupted', stopped);
  }
  const proxy = parts.proxyFor?.(url);
  if (!outcome.fault.tls && !proxy) throw fail('unreachable', outcome.fault.code);
  const { message, code } = unreachable(outcome.fault, { host, setting: 'resourceUrl', redaction, proxy });
  throw fail('unreachable', message, code);
}

const CODES = { unreachable: 'service-unreachable', unfit: 'service-unfit', refused: 'service-refused' } as const;
