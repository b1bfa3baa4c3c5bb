/** The page loads only files of this emulator: no inline script or style, no other origin, no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** The policy of a drawing or an uploaded file in its own tab: inline styles, and no scripts. */
export const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox";

/** The headers of every answer of the desk. */
export function deskHeaders(type: string, policy = POLICY): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // With `no-referrer`, a form of the page would have the origin `null`.
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
