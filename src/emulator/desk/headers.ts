/**
 * The page loads what this emulator serves and nothing else: no script or style of its own text, no other origin, no
 * frame around it, no form that goes anywhere.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

/** For a drawing or an uploaded file in a tab of its own: it may have its own style, and runs nothing. */
export const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox";

/** What every answer of the desk carries. */
export function deskHeaders(type: string, policy = POLICY): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
