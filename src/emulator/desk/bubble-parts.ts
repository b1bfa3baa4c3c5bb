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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
