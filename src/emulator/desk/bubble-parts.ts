import { isObject, type JsonObject } from '../../core/json.ts';
import { zonedTime } from '../../core/zone.ts';
import type { BubbleLink } from '../../preview/bubble.ts';
import type { Context } from '../context.ts';

/** The sender that the phone shows: the alias of the profile, or a substitute. */
export function senderOf(context: Context, senderKey: string): string {
  return context.store.profiles.get(senderKey)?.alias ?? '알 수 없는 채널';
}

/** A time as a phone shows it, in the project's time zone: `오후 2:30 KST`. */
export function phoneTime({ timezone }: Context, ms: number): string {
  const [, time = '', zone = ''] = zonedTime(ms, timezone, 'minute').split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${zone}`;
}

/** The links of a part of a template. `linkMo` of notification templates is `linkMobile` of brand templates. */
export function registeredLink(part: object): BubbleLink {
  const links: Record<string, unknown> = { ...part };
  const text = (...names: string[]): string => names.map((name) => links[name]).find(isText) ?? '';
  return {
    mobile: text('linkMo', 'linkMobile'),
    pc: text('linkPc'),
    android: text('linkAnd', 'linkAndroid'),
    ios: text('linkIos'),
  };
}

/** The links of a part of a send (message API 2.9 and 2.10). */
export function sentLink(part: JsonObject): BubbleLink {
  return {
    mobile: textAt(part, 'url_mobile'),
    pc: textAt(part, 'url_pc'),
    android: textAt(part, 'scheme_android'),
    ios: textAt(part, 'scheme_ios'),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The member as text, if it is a text or a number; else "". */
export function textAt(source: JsonObject, name: string): string {
  const value = source[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function objectAt(source: JsonObject, name: string): JsonObject | undefined {
  const value = source[name];
  return isObject(value) ? value : undefined;
}
