import type { Path } from '../../core/path.ts';
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
/** Other blanks are reported as unseen characters: `%20` would be wrong for them. */
const ASCII_SPACE = /[ \t\n\v\f\r]/;

/** AT12: the form of an address, by the device at the end of its place. An address that begins with a variable is only known when it is sent. */
export function linkMistake(at: Path, address: string): Hit[] {
  const isApp = ['android', 'ios'].includes(String(at.at(-1)));
  if (!(isApp ? APP : WEB).test(address)) return [{ at, message: say(isApp ? 'link-app' : 'link-web') }];
  return ASCII_SPACE.test(masked(address)) ? [{ at, message: say('link-space'), hint: say('link-space-way') }] : [];
}
