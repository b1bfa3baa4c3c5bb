import type { Path } from '../../core/path.ts';
import type { Said } from '../../core/sentence.ts';
import type { Hit } from './rule.ts';
import { masked } from './search.ts';
import { say } from './sentences.ts';

const LOOPBACK = '(?:127(?:\\.\\d+){3}|0\\.0\\.0\\.0|\\[::1?\\]|[^\\s/?#:]*\\.localhost)(?=[/?#:]|$)';
/** A scheme and a host of several parts, of which any may come with a variable; no user before it (assumption 142). */
const WEB = new RegExp(
  `^(?:#\\{|https?://(?![^\\s/?#]*@)(?!${LOOPBACK})(?:[^\\s/?#]*#\\{|\\[[\\da-f:.]+\\]|[^\\s/?#.][^\\s/?#]*\\.[^\\s/?#.]))`,
  'i',
);
const APP = /^(?:[a-z][a-z0-9+.-]*:|#\{)/i;
/** The host of a web address without a user: one name, or an address in brackets. */
const HOST = /^https?:\/\/(?![^\s/?#]*@)([^\s/?#:.[][^\s/?#:]*|\[[^\s/?#]*\])/i;
/** A scheme that no web page has. The number after `localhost:` is a port. */
const OTHER_SCHEME = /^(?!https?:)([a-z][a-z0-9+-]*:)(?!\d)/i;
/** Other blanks are reported as unseen characters: `%20` would be wrong for them. */
const ASCII_SPACE = /[ \t\n\v\f\r]/;

/** AT12: the form of an address, by the device at the end of its place. An address that begins with a variable is only known when it is sent. */
export function linkMistake(at: Path, address: string): Hit[] {
  const isApp = ['android', 'ios'].includes(String(at.at(-1)));
  if (!(isApp ? APP : WEB).test(address)) return [{ at, message: isApp ? say('link-app') : whyNotWeb(address) }];
  return ASCII_SPACE.test(masked(address)) ? [{ at, message: say('link-space'), hint: say('link-space-way') }] : [];
}

/** Says what a web address lacks: another scheme, a host that only one machine or network has, or another form. */
function whyNotWeb(address: string): Said {
  const [, host] = HOST.exec(address) ?? [];
  if (host !== undefined) return say('host', { host });
  const [, scheme] = OTHER_SCHEME.exec(address) ?? [];
  return scheme === undefined ? say('link-web') : say('web-scheme', { scheme });
}
