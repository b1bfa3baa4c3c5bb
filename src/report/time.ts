import { KOREA, zonedTime } from '../core/zone.ts';
import type { Style } from './style.ts';

/**
 * A time of notiform (ISO 8601 in UTC, as in JSON), to the second, in the zone of the style: `2026-11-20 09:00:00 KST`.
 * Any other text is returned unchanged.
 */
export function ourTime(text: string, { timezone = KOREA }: Pick<Style, 'timezone'>): string {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? text : zonedTime(at, timezone, 'second');
}

/** A sentence in which notiform's own times, which have milliseconds, are shown in the zone of the style. */
export function withTimes(text: string, style: Pick<Style, 'timezone'>): string {
  return text.replace(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z(?!\w)/g, (time) => ourTime(time, style));
}
