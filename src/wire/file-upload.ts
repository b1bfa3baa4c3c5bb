import { parsedJson } from '../core/json.ts';
import type { Random } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { resourceDialect, type Words } from './dialect.ts';
import type { FileEndpoint } from './endpoint.ts';
import type { Exchange, WireResponse } from './exchange.ts';
import { failureOf } from './failures.ts';
import { callFileServer, type FileServerParts, fileUrl } from './file-server.ts';
import { fitTo } from './fit.ts';
import { type Failed, outcomeOf } from './outcome.ts';
import { uploadMs } from './outgoing.ts';
import { type StreamedFile, streamedForm } from './streamed-form.ts';

/** The address for a file, and the token that allows the upload. */
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
  parts: FileServerParts & { random: Random },
  endpoint: FileEndpoint<T>,
  ticket: FileTicket,
  file: StreamedFile,
  withinMs: number,
  caller: AbortSignal,
): Promise<T> {
  const { redaction } = parts;
  redaction.hide(ticket.token);
  const url = fileUrl(ticket.uploadUrl, parts);
  const timeoutMs = Math.max(1, Math.min(withinMs, uploadMs(parts.timeoutMs, file.bytes)));
  const fail = (failed: Failed) =>
    failureOf(failed, {
      name: endpoint.name,
      kind: 'write',
      help: endpoint.help,
      host: url?.host ?? '',
      isPlain: url?.protocol === 'http:',
      setting: 'resourceUrl',
      proxy: url && parts.proxyFor?.(url),
      dialect: resourceDialect,
      timeoutMs,
      tries: 1,
      redaction,
    });
  if (!url) throw fail({ is: 'misfit', misfit: { path: endpoint.addressAt, why: 'not an address of https' } });
  const { headers, body } = streamedForm(file, `notiform-${parts.random.hex(16)}`);
  const authorization = `Bearer ${ticket.token}`;
  const ended = await callFileServer(
    parts,
    url,
    {
      method: 'POST',
      headers: { accept: 'application/json', 'user-agent': 'notiform', authorization, ...headers },
      body,
      timeoutMs,
      mostBytes: MOST_BYTES,
    },
    caller,
  );
  body.destroy();
  // The file changed since the plan. That it was not sent completely follows from it.
  if (ended.ended === 'broken' && ended.cause instanceof NotiformError) throw ended.cause;
  const read = answerOf(endpoint, ended);
  if ('failed' in read) throw fail(read.failed);
  return read.answer;
}

function answerOf<T>(endpoint: FileEndpoint<T>, ended: Exchange): { answer: T } | { failed: Failed } {
  const words = ended.ended === 'answered' ? refusalOf(endpoint, ended.response) : undefined;
  if (words) return { failed: { is: 'refused', words } };
  const outcome = outcomeOf(resourceDialect, ended);
  if (outcome.is !== 'good') return { failed: outcome };
  const read = fitTo(endpoint.answer, outcome.body);
  return 'value' in read ? { answer: read.value } : { failed: { is: 'misfit', misfit: read.misfit } };
}

/** The words of an answer that reports an error. Undefined for the HTTP statuses that do not come from the service itself. */
function refusalOf<T>(endpoint: FileEndpoint<T>, { status, body }: WireResponse): Words | undefined {
  if (status >= 500 || status === 429) return undefined;
  const read = endpoint.answer.safeParse(parsedJson(Buffer.from(body).toString()));
  return read.success ? endpoint.refusal(read.data) : undefined;
}
