import { result } from '../../answers.ts';
import { placeOf, type Reading } from './reading.ts';

/** http or https and a host of several parts, or one of which a part comes with a variable (assumption 142). */
const WEB_LINK = /^(?:https?:\/\/(?![^\s/?#]*@)(?:[^\s/?#.][^\s/?#]*\.[^\s/?#.]|[^\s/?#]*#\{|\[[\d:.a-f]+\])|#\{)/i;

/** A web address of a notification template, of at most `max` characters. */
export function readWebAddress(reading: Reading, name: string, max: number): string | null {
  const link = reading.text(name, { max, code: result.links });
  if (link !== null && !WEB_LINK.test(link))
    reading.fail(
      result.links,
      `${placeOf(reading, name)} must begin with http:// or https:// and a host of several parts, or with a variable`,
    );
  return link;
}
