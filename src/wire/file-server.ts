import { isExposed, placeOf } from './base.ts';
import { type Exchange, type ExchangeParts, exchange, type WireRequest } from './exchange.ts';
import { shown } from './shown.ts';

/** Dependencies of calls to file servers. The service keeps images and videos outside of both APIs. */
export interface FileServerParts extends ExchangeParts {
  /**
   * The emulator's address. Addresses of images and uploads that name this machine lead there: the emulator may have had
   * another port when it returned them, or run on another machine. Without it they are used as they are.
   */
  localFiles: string | undefined;
  /** Accepts `http:` to another machine. For an emulator there. */
  insecureHttp: boolean;
}

/** Reads the address of a file. Returns undefined if it is no URL, or would be called without encryption. */
export function fileUrl(address: string, { localFiles, insecureHttp }: FileServerParts): URL | undefined {
  const url = placeOf(address, localFiles);
  return url?.host && !isExposed(url, insecureHttp) ? url : undefined;
}

/** Calls a file server once, and traces the call. */
export async function callFileServer(
  parts: FileServerParts,
  url: URL,
  request: Omit<WireRequest, 'origin' | 'path'>,
  caller: AbortSignal,
): Promise<Exchange> {
  const began = parts.clock.now();
  const ended = await exchange(
    parts.dispatcher,
    parts.watch,
    {
      ...request,
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
    },
    AbortSignal.any([caller, parts.closing]),
  );
  const status = ended.ended === 'answered' ? ended.response.status : `- ${ended.ended}`;
  const place = shown(url.host + url.pathname, parts.redaction);
  parts.trace(`${request.method} ${place} ${status} ${parts.clock.now() - began} ms, try 1`);
  return ended;
}
