import type { Wire } from '../../core/wire.ts';

export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

/** The path of an address on this emulator, whose port may have changed; undefined for other addresses. */
export function ownPath(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  return LOOPBACK_NAMES.includes(hostname) ? pathname : undefined;
}

/** The path of the direct upload of a video, which is on a server of the messenger. */
export const VIDEO_UPLOAD_PATH = '/upload/video';

/** True if a path is one of the resource API, or of an upload that it announced. */
export function isResourcePath({ wire }: { wire: Wire }, path: string): boolean {
  return ['/v4/', `/v3/${wire.segment}/`, `${VIDEO_UPLOAD_PATH}/`].some((start) => path.startsWith(start));
}
