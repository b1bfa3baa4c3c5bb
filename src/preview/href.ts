const UNSAFE = /[\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\\]/u;
const WEB = /^https?:\/\/[^/]/i;
const DATA = /^data:image\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*,/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The address if a picture may be taken from there: `http:`, `https:`, `data:image/…`, or a path. Null for any other
 * scheme, for one that is hidden behind blanks or controls, for an unfilled message variable and for a mere fragment.
 */
export function pictureHref(href: string | null): string | null {
  if (href === null || href === '' || UNSAFE.test(href) || href.includes('#{')) return null;
  if (WEB.test(href) || DATA.test(href)) return href;
  return SCHEME.test(href) || href.startsWith('//') || href.startsWith('#') ? null : href;
}
