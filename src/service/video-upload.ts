import type { Dispatcher } from 'undici';
import type { Clock, Random } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { Redaction } from '../core/redaction.ts';
import type { StreamedUpload } from './api.ts';
import { resourceDialect } from './shape/dialect.ts';
import { type VideoTicket, videoReceipt } from './shape/video.ts';
import { isExposed, placeOf } from './transport/base.ts';
import { type Exchange, exchange, type WireResponse } from './transport/exchange.ts';
import { failureOf } from './transport/failures.ts';
import { fitTo } from './transport/fit.ts';
import { judge } from './transport/judgement.ts';
import { type Failed, outcomeOf } from './transport/outcome.ts';
import { shown, type Told } from './transport/telling.ts';
import { uploadMs } from './transport/upload-time.ts';
import { videoForm } from './video-form.ts';

export interface VideoUploadParts {
  dispatcher: Dispatcher;
  clock: Clock;
  watch: Clock;
  random: Random;
  timeoutMs: number;
  redaction: Redaction;
  trace: (line: string) => void;
  closing: AbortSignal;
  /** Origin of the uploads to this machine; that of their addresses if undefined. */
  localFiles: string | undefined;
  insecureHttp: boolean;
}

const MOST_BYTES = 1024 * 1024;

/**
 * Sends a file straight to the address that `video.register` gave (resource API 4.8). The token goes as a Bearer: the form
 * is shown with the file alone, and the address may be signed as it is (assumption 170). Tried once: who calls knows what
 * is left of the five minutes. Throws ServiceFailure, or what reading the file throws.
 */
export async function uploadVideo(
  parts: VideoUploadParts,
  ticket: VideoTicket,
  file: StreamedUpload,
  withinMs: number,
  caller: AbortSignal,
): Promise<void> {
  parts.redaction.hide(ticket.token);
  const url = placeOf(ticket.uploadUrl, parts.localFiles);
  const timeoutMs = Math.max(1, Math.min(withinMs, uploadMs(parts.timeoutMs, file.bytes)));
  const fail = (failed: Failed) => failureOf(failed, toldOf(parts, url, timeoutMs));
  if (!url?.host || isExposed(url, parts.insecureHttp)) throw fail(misfit('data.uploadUrl', 'not an address of https'));
  const { headers, body } = videoForm(file, `notiform-${parts.random.hex(16)}`);
  const began = parts.clock.now();
  const ended = await exchange(
    parts.dispatcher,
    parts.watch,
    {
      method: 'POST',
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: 'application/json',
        'user-agent': 'notiform',
        authorization: `Bearer ${ticket.token}`,
        ...headers,
      },
      body,
      timeoutMs,
      mostBytes: MOST_BYTES,
    },
    AbortSignal.any([caller, parts.closing]),
  );
  body.destroy();
  const said = ended.ended === 'answered' ? ended.response.status : `- ${ended.ended}`;
  parts.trace(`POST ${shown(url.host + url.pathname, parts.redaction)} ${said} ${parts.clock.now() - began} ms, try 1`);
  // The file is not what was planned with: that it was not sent whole follows from it.
  if (ended.ended === 'broken' && ended.cause instanceof NotiformError) throw ended.cause;
  const failed = failedOf(ended, ticket);
  if (failed) throw fail(failed);
}

function failedOf(ended: Exchange, { vid }: VideoTicket): Failed | undefined {
  if (ended.ended !== 'answered') return outcomeOf(ended);
  const { status } = ended.response;
  const said = messageOf(ended.response);
  // The words of this answer have no code.
  if (said && status < 500 && status !== 429) return { is: 'refused', words: { code: '', message: said } };
  const judgement = judge(resourceDialect, ended.response);
  if (judgement.is !== 'good') return judgement;
  const read = fitTo(videoReceipt, judgement.body);
  if (!('value' in read)) return { is: 'misfit', misfit: read.misfit };
  if (!read.value.vid || read.value.vid === vid) return undefined;
  return misfit('vid', 'is another one than was registered');
}

/** The error text of an answer; empty on success (resource API 4.8). */
function messageOf({ body }: WireResponse): string {
  try {
    const read = videoReceipt.safeParse(JSON.parse(Buffer.from(body).toString()));
    return read.success ? (read.data.message ?? '') : '';
  } catch {
    return '';
  }
}

function misfit(path: string, why: string): Failed {
  return { is: 'misfit', misfit: { path, why } };
}

function toldOf({ redaction }: VideoUploadParts, url: URL | undefined, timeoutMs: number): Told {
  return {
    name: 'video.upload',
    kind: 'write',
    host: url?.host ?? '',
    isPlain: url?.protocol === 'http:',
    setting: 'resourceUrl',
    dialect: resourceDialect,
    timeoutMs,
    tries: 1,
    redaction,
  };
}
