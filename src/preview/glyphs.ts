import { own } from '../core/json.ts';
import type { Language, Phrase } from '../core/language.ts';

/**
 * Small drawings of our own, lines on a field of 24 by 24. `solid` ones are filled, the others are strokes of 1.8 with
 * round ends.
 */
export const glyphs = {
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.6 1.5H4.4zM10 20.4a2.2 2.2 0 0 0 4 0',
  lock: 'M7.5 10.5V8a4.5 4.5 0 0 1 9 0v2.5M5.5 10.5h13v9h-13zM12 14v2.5',
  web: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17',
  app: 'M6.5 3.5h11v17h-11zM10.5 17.5h3M12 14V7M9.3 9.4L12 6.7l2.7 2.7',
  truck:
    'M2.8 6.5h11v9.5h-11zM13.8 10h4l3.4 3.2V16h-7.4M5.3 18a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M15.3 18a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0',
  keyword: 'M4 5.5h16v11h-9L7 20v-3.5H4zM9.2 8.5l-.8 5M13.8 8.5l-.8 5M7.4 10h7.4M7 12.2h7.4',
  forward: 'M3.5 6.5h17v11.5h-17zM3.8 7l8.2 6.2L20.2 7',
  add: 'M4 5h16v11.5h-8.5L7.5 20v-3.5H4zM12 7.8v6M9 10.8h6',
  consult: 'M4.5 14v-2.2a7.5 7.5 0 0 1 15 0V14M4.5 13h3v5h-3zM16.5 13h3v5h-3zM18 18c0 1.8-1.6 2.7-4 2.7',
  bot: 'M5 9h14v10H5zM12 9V5.500M10.7 4.500a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M9.2 13v1.500M14.8 13v1.500M2.8 12.500v3M21.2 12.500v3',
  shield: 'M12 3.500l7.5 2.800v5.200c0 4.5-3 7.5-7.5 9c-4.5-1.5-7.5-4.5-7.5-9V6.300zM8.8 12l2.3 2.300l4.2-4.4',
  person: 'M8.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M4.8 19.500c.6-4 3.4-6 7.2-6s6.6 2 7.2 6',
  card: 'M3 6h18v12H3zM3 10h18M6.5 14.500h4',
  phone:
    'M7 3.800l3 4.400l-1.9 2.100c1.2 2.4 3 4.2 5.5 5.500l2.1-1.900l4.4 3c-.3 2-1.7 3.3-3.7 3.300C10 20.2 3.8 14 3.8 7.500C3.8 5.5 5 4.1 7 3.800z',
  pin: 'M12 20.800c-4.3-4.6-6.5-8-6.5-10.800a6.5 6.5 0 0 1 13 0c0 2.8-2.2 6.2-6.5 10.800zM9.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0',
  form: 'M5.5 4.500h13v16h-13zM9.2 3h5.600v3H9.200zM8.8 11l1.2 1.200l2-2.400M8.8 16l1.2 1.200l2-2.400M14.2 11.500h1.600M14.2 16.500h1.6',
  tap: 'M12 3.500a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM10.3 8.500l3.5 3.500l-3.5 3.5',
  arrow: 'M5 12h14M13 6l6 6l-6 6',
  picture:
    'M3.5 5h17v14h-17zM7.3 9.500a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0M4 17.500l5.2-5l3.6 3.300l3-2.800l4.4 4.2',
  download: 'M12 4v11M7.5 11l4.5 4.500L16.5 11M5 19.500h14',
  link: 'M13.5 5H19v5.500M19 5l-8 8M10 6H5.500v12.500H18V14',
  play: 'M8.5 5.500l11 6.500l-11 6.500z',
} as const;

export type Glyph = keyof typeof glyphs;

export const solidGlyphs: ReadonlySet<Glyph> = new Set(['play']);

/** The sign of a button type, and the effect of a tap. */
const buttonTypes: Readonly<Record<string, readonly [glyph: Glyph, does: Phrase]>> = {
  WL: ['web', { en: 'web link', ko: '웹링크' }],
  AL: ['app', { en: 'app link', ko: '앱링크' }],
  DS: ['truck', { en: 'track delivery', ko: '배송조회' }],
  BK: ['keyword', { en: 'bot keyword', ko: '봇키워드' }],
  MD: ['forward', { en: 'forward message', ko: '메시지 전달' }],
  AC: ['add', { en: 'add channel', ko: '채널 추가' }],
  BC: ['consult', { en: 'talk to an agent', ko: '상담톡 전환' }],
  BT: ['bot', { en: 'switch to bot', ko: '챗봇 전환' }],
  P1: ['shield', { en: 'secure image', ko: '보안 이미지' }],
  P2: ['person', { en: 'personal data', ko: '개인정보 이용' }],
  P3: ['card', { en: 'one-click payment', ko: '원클릭 결제' }],
  TN: ['phone', { en: 'phone call', ko: '전화하기' }],
  MP: ['pin', { en: 'map', ko: '지도 보기' }],
  BF: ['form', { en: 'business form', ko: '비즈니스폼' }],
};

/** Returns the glyph of a type of button; a plain one for an unknown type. */
export function buttonGlyph(type: string): Glyph {
  return own(buttonTypes, type)?.[0] ?? 'tap';
}

/** Returns what a tap on a type of button does; the type itself if it is unknown. */
export function buttonWord(type: string, language: Language): string {
  return own(buttonTypes, type)?.[1][language] ?? type;
}
