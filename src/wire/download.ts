import type { Dispatcher } from 'undici';
import { ServiceFailure } from '../core/failure.ts';
import type { Clock } from '../core/ports.ts';
import type { Redaction } from '../core/redaction.ts';
import { isExposed, placeOf } from './base.ts';
import { type Exchange, exchange } from './exchange.ts';
import { outcomeOf } from './outcome.ts';
import { shown } from './telling.ts';
import { tlsWords } from './unreachable.ts';

/** The longest image that any endpoint takes (resource API 4.7a). */
const MOST_BYTES = 5 * 1024 * 1024;

export interface DownloadParts {
  dispatcher: Dispatcher;
  clock: Clock;
  watch: Clock;
  timeoutMs: number;
  redaction: Redaction;
  trace: (line: string) => void;
  closing: AbortSignal;
  /** Origin of the files of this machine; that of their addresses if undefined. */
  localFiles: string | undefined;
  insecureHttp: boolean;
}

/**
 * Fetches an image that the service keeps: no credential is sent, no redirection followed, no body read beyond 5 MB.
 * Tried once, because a caller without the bytes has another way.
 */
export async function download(parts: DownloadParts, address: string, caller: AbortSignal): Promise<Uint8Array> {
  const url = placeOf(address, parts.localFiles);
  if (!url?.host || isExposed(url, parts.insecureHttp))
    throw failed(parts, address, 'its address is not one of https', 'unreachable');
  const request = {
    method: 'GET' as const,
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    headers: { accept: 'image/png, image/jpeg', 'user-agent': 'notiform' },
    timeoutMs: parts.timeoutMs,
    mostBytes: MOST_BYTES,
  };
  const began = parts.clock.now();
  const ended = await exchange(parts.dispatcher, parts.watch, request, AbortSignal.any([caller, parts.closing]));
  const said = ended.ended === 'answered' ? ended.response.status : `- ${ended.ended}`;
  parts.trace(`GET ${shown(url.host + url.pathname, parts.redaction)} ${said} ${parts.clock.now() - began} ms, try 1`);
  return bytesOf(parts, url.host, ended);
}

function bytesOf(parts: DownloadParts, host: string, ended: Exchange): Uint8Array {
  if (ended.ended === 'too-long') throw failed(parts, host, 'it is longer than 5 MB', 'unfit');
  if (ended.ended === 'interrupted') throw interrupted();
  if (ended.ended !== 'answered') {
    const outcome = outcomeOf(ended);
    const fault = 'fault' in outcome && outcome.fault !== 'time-out' ? outcome.fault : undefined;
    const [tls] = fault?.tls ? tlsWords(fault, fault.tls, { ...parts, host, setting: 'resourceUrl' }) : [];
    throw failed(parts, host, tls ?? fault?.code ?? 'time-out', tls === undefined ? 'unreachable' : 'untrusted');
  }
  const { status, body } = ended.response;
  if (status !== 200) throw failed(parts, host, `HTTP ${status}`, 'refused');
  return body;
}

const CODES = {
  unreachable: 'service-unreachable',
  untrusted: 'service-tls',
  unfit: 'service-unfit',
  refused: 'service-refused',
} as const;

function failed(parts: DownloadParts, from: string, why: string, kind: keyof typeof CODES): ServiceFailure {
  return new ServiceFailure(kind === 'untrusted' ? 'unreachable' : kind, {
    code: CODES[kind],
    severity: 'error',
    message: `The image at ${shown(from, parts.redaction, 120)} could not be fetched: ${why}`,
    hint: 'The image in the service is taken as the one of the manifest, or `--reupload` uploads it again',
  });
}

function interrupted(): ServiceFailure {
  return new ServiceFailure('interrupted', {
    code: 'interrupted',
    severity: 'error',
    message: 'Stopped before an image was fetched',
    hint: 'Nothing was changed by it. Run the same command again',
  });
}
