import type { Dispatcher } from 'undici';
import type { Clock, Random } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { Redaction } from '../core/redaction.ts';
import { isExposed, placeOf } from './base.ts';
import { resourceDialect, type Words } from './dialect.ts';
import type { FileEndpoint } from './endpoint.ts';
import { type Exchange, exchange, type WireResponse } from './exchange.ts';
import { failureOf } from './failures.ts';
import { fitTo } from './fit.ts';
import { judge } from './judgement.ts';
import { type Failed, outcomeOf } from './outcome.ts';
import { type StreamedFile, streamedForm } from './streamed-form.ts';
import { shown } from './telling.ts';
import { uploadMs } from './upload-time.ts';

export interface FileUploadParts {
  dispatcher: Dispatcher;
  clock: Clock;
  watch: Clock;
  random: Random;
  timeoutMs: number;
  redaction: Redaction;
  trace: (line: string) => void;
  closing: AbortSignal;
  /** Origin of uploads to this machine. Without it the address of the ticket is used as it is. */
  localFiles: string | undefined;
  insecureHttp: boolean;
}

/** Where a file goes, and the token that allows it. */
export interface FileTicket {
  uploadUrl: string;
  token: string;
}

const MOST_BYTES = 1024 * 1024;

/**
 * Sends a file to the address of its ticket (resource API 4.8). The token goes as a Bearer: the spec shows the form with
 * the file only, and the address may be signed (assumption 170). Tries once, because only the caller knows how much time
 * is left. Throws ServiceFailure, or what reading the file throws.
 */
export async function sendFile<T>(
  parts: FileUploadParts,
  endpoint: FileEndpoint<T>,
  ticket: FileTicket,
  file: StreamedFile,
  withinMs: number,
  caller: AbortSignal,
): Promise<T> {
  const { redaction } = parts;
  redaction.hide(ticket.token);
  const url = placeOf(ticket.uploadUrl, parts.localFiles);
  const timeoutMs = Math.max(1, Math.min(withinMs, uploadMs(parts.timeoutMs, file.bytes)));
  const fail = (failed: Failed) =>
    failureOf(failed, {
      name: endpoint.name,
      kind: 'write',
      help: endpoint.help,
      host: url?.host ?? '',
      isPlain: url?.protocol === 'http:',
      setting: 'resourceUrl',
      dialect: resourceDialect,
      timeoutMs,
      tries: 1,
      redaction,
    });
  if (!url?.host || isExposed(url, parts.insecureHttp)) {
    throw fail({ is: 'misfit', misfit: { path: endpoint.addressAt, why: 'not an address of https' } });
  }
  const { headers, body } = streamedForm(file, `notiform-${parts.random.hex(16)}`);
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
  parts.trace(`POST ${shown(url.host + url.pathname, redaction)} ${said} ${parts.clock.now() - began} ms, try 1`);
  // The file changed since the plan. That it was not sent completely follows from it.
  if (ended.ended === 'broken' && ended.cause instanceof NotiformError) throw ended.cause;
  const read = answerOf(endpoint, ended);
  if ('failed' in read) throw fail(read.failed);
  return read.answer;
}

function answerOf<T>(endpoint: FileEndpoint<T>, ended: Exchange): { answer: T } | { failed: Failed } {
  if (ended.ended !== 'answered') return { failed: outcomeOf(ended) };
  const { status } = ended.response;
  const words = refusalOf(endpoint, ended.response);
  if (words && status < 500 && status !== 429) return { failed: { is: 'refused', words } };
  const judgement = judge(resourceDialect, ended.response);
  if (judgement.is !== 'good') return { failed: judgement };
  const read = fitTo(endpoint.answer, judgement.body);
  return 'value' in read ? { answer: read.value } : { failed: { is: 'misfit', misfit: read.misfit } };
}

/** The words of an answer that reports an error, whatever its HTTP status. */
function refusalOf<T>(endpoint: FileEndpoint<T>, { body }: WireResponse): Words | undefined {
  try {
    const read = endpoint.answer.safeParse(JSON.parse(Buffer.from(body).toString()));
    return read.success ? endpoint.refusal(read.data) : undefined;
  } catch {
    return undefined;
  }
}
