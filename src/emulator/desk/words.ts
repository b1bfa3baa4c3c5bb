import { fill, koreanOf, nouns, type Text, texts } from './texts.ts';

/** The meanings of the service's codes, by type of code. */
const meanings = {
  notification: {
    REG: 'Draft',
    REQ: 'Waiting',
    REJ: 'Rejected',
    RDY: 'Approved, never sent',
    ACT: 'In use',
    STP: 'Stopped',
    DMT: 'Dormant',
    BLK: 'Blocked',
  },
  brand: { A: 'Registered', S: 'Blocked' },
  arrival: { waiting: 'On its way', delivered: 'Delivered', fallback: 'Delivered as a text', failed: 'Failed' },
  comment: { REQ: 'Requested', INQ: 'Asked', APR: 'Approved', REJ: 'Rejected', REP: 'Answered' },
  message: {
    at: 'Notification',
    ai: 'Notification, image',
    token: 'Verification token',
    ut: 'Brand, text',
    ui: 'Brand, image',
    uw: 'Brand, wide',
    ul: 'Brand, wide list',
    uc: 'Brand, carousel feed',
    um: 'Brand, commerce',
    up: 'Brand, video',
    ua: 'Brand, carousel commerce',
  },
  emphasis: { NONE: 'No emphasis', TEXT: 'Emphasized text', IMAGE: 'Image type', ITEM_LIST: 'Item list' },
  form: {
    BA: 'Basic',
    EX: 'With extra text',
    AD: 'With channel notice',
    MI: 'Mixed',
    TEXT: 'Text type',
    IMAGE: 'Image type',
    WIDE: 'Wide type',
    WIDE_ITEM_LIST: 'Wide list',
    CAROUSEL_FEED: 'Carousel feed',
    PREMIUM_VIDEO: 'Premium video',
    COMMERCE: 'Commerce type',
    CAROUSEL_COMMERCE: 'Carousel commerce',
    WL: 'Web link',
    AL: 'App link',
    DS: 'Delivery tracking',
    BK: 'Bot keyword',
    MD: 'Message forward',
    BC: 'Chat consultation',
    BT: 'Bot switch',
    AC: 'Add channel',
    BF: 'Business form',
    TN: 'Phone call',
  },
} as const satisfies Record<string, Record<string, Text>>;

/** The texts of the desk in the language of its reader. */
export class Words {
  readonly isKorean: boolean;

  constructor(isKorean: boolean) {
    this.isKorean = isKorean;
  }

  /** A text of the desk, with values for its `{}`. */
  t(text: Text, ...values: readonly (string | number)[]): string {
    return fill(this.isKorean ? texts[text] : text, values);
  }

  /** Translates a text of the emulator. A text of a user does not change. */
  translated(english: string): string {
    return this.isKorean ? koreanOf(english) : english;
  }

  /** `3 requests`, `요청 3건` */
  count(number: number, noun: keyof typeof nouns): string {
    const shown = number.toLocaleString('en');
    const [one, many, korean] = nouns[noun];
    return this.isKorean ? `${korean} ${shown}건` : `${shown} ${number === 1 ? one : many}`;
  }

  /** The meaning of a code; the code itself if it has none. */
  meaning(kind: keyof typeof meanings, code: string): string {
    const known: Readonly<Record<string, Text>> = meanings[kind];
    const text = Object.hasOwn(known, code) ? known[code] : undefined;
    return text === undefined ? code : this.t(text);
  }

  /** The name of a type of message: `Brand, image`, `LMS`. */
  typeName(type: string): string {
    return ['sms', 'lms', 'mms', 'rcs'].includes(type) ? type.toUpperCase() : this.meaning('message', type);
  }

  /** A form or button type with its meaning: `BA · NONE (Basic, No emphasis)`. */
  withMeaning(code: string): string {
    const [form = '', emphasis] = code.split(' · ');
    const words = [this.meaning('form', form), ...(emphasis === undefined ? [] : [this.meaning('emphasis', emphasis)])];
    const shown = words.join(', ');
    return shown === code ? code : `${code} (${shown})`;
  }
}

/** The states of notification templates and of brand templates, for a filter. */
export const states = {
  notification: Object.keys(meanings.notification),
  brand: Object.keys(meanings.brand),
};

/** The colour of a state or an arrival. */
export function toneOf(word: string): 'good' | 'bad' | 'due' | 'still' {
  if (['RDY', 'ACT', 'A', 'delivered', 'APR'].includes(word)) return 'good';
  if (['REJ', 'BLK', 'S', 'failed'].includes(word)) return 'bad';
  return ['REQ', 'waiting', 'fallback', 'INQ'].includes(word) ? 'due' : 'still';
}
