import { isObject, type Json, sha256 } from '../../core/json.ts';
import { zonedTime } from '../../core/zone.ts';
import type { Bubble, BubbleLink } from '../../preview/bubble.ts';
import { sentLink, textAt } from '../../preview/sent/parts.ts';
import type { Context } from '../context.ts';
import type { Fact, Target } from './views.ts';

/** The members that have a value. */
export function factsOf(members: Record<string, string | null>): Fact[] {
  return Object.entries(members).flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

export function linkFacts({ mobile, pc, android, ios }: BubbleLink): Fact[] {
  return factsOf({ Mobile: mobile ?? null, PC: pc ?? null, Android: android ?? null, iOS: ios ?? null });
}

/** Names of parts without a text. */
const unnamed: Record<string, string> = { tail: 'More', head: 'Intro', image: 'Image', link: 'The bubble' };

/** Every part with links, in the order of the bubble. `member` is its name in the body. */
export function targetsIn(value: Json, member = ''): Target[] {
  if (Array.isArray(value)) return value.flatMap((one) => targetsIn(one, member));
  if (!isObject(value)) return [];
  const links = [...linkFacts(sentLink(value)), ...factsOf({ 'When tapped': textAt(value, 'img_link') })];
  const part = textAt(value, 'name') || textAt(value, 'title') || textAt(value, 'header') || (unnamed[member] ?? '');
  const own = links.length > 0 || textAt(value, 'type') !== '' ? [{ part, type: textAt(value, 'type'), links }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => targetsIn(inner, name))];
}

/** A time in the time zone of the desk: `2026-11-20 12:00:00 KST`. */
export function shownTime({ timezone }: Context, ms: number): string {
  return zonedTime(ms, timezone, 'second');
}

/** A file size: `12 KB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** A digest of a bubble. Equal bubbles have equal keys. */
export function drawingKey(bubble: Bubble): string {
  return sha256(JSON.stringify(bubble)).slice(0, 16);
}
