export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

/** The path of an address on this emulator, whose port may have changed; undefined for other addresses. */
export function ownPath(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  return LOOPBACK_NAMES.includes(hostname) ? pathname : undefined;
}
