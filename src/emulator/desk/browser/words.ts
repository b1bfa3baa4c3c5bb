import type { Arrival, Product } from '../views.ts';

/** What the service's short words mean to a person. */

const notificationStates: Record<string, string> = {
  REG: 'Draft',
  REQ: 'Waiting',
  REJ: 'Rejected',
  RDY: 'Approved',
  ACT: 'In use',
  STP: 'Stopped',
  DMT: 'Dormant',
  BLK: 'Blocked',
};

const brandStates: Record<string, string> = { A: 'Registered', S: 'Blocked' };

export function stateWord(product: Product, state: string): string {
  return (product === 'brand' ? brandStates : notificationStates)[state] ?? state;
}

/** The colour in which a state or an arrival is shown. */
export function toneOf(word: string): 'good' | 'bad' | 'due' | 'still' {
  if (['RDY', 'ACT', 'A', 'delivered', 'APR'].includes(word)) return 'good';
  if (['REJ', 'BLK', 'S', 'failed'].includes(word)) return 'bad';
  return ['REQ', 'waiting', 'fallback', 'INQ'].includes(word) ? 'due' : 'still';
}

export const arrivalWords: Record<Arrival, string> = {
  waiting: 'On its way',
  delivered: 'Delivered',
  fallback: 'Delivered as a text',
  failed: 'Failed',
};

const remarkWords: Record<string, string> = {
  REQ: 'Requested',
  INQ: 'Asked',
  APR: 'Approved',
  REJ: 'Rejected',
  REP: 'Answered',
};

export function remarkWord(status: string): string {
  return remarkWords[status] ?? status;
}

const typeWords: Record<string, string> = {
  sms: 'SMS',
  lms: 'LMS',
  mms: 'MMS',
  rcs: 'RCS',
  at: 'Notification',
  ai: 'Notification, image',
  ntalk: 'ntalk',
  token: 'Verification token',
  ut: 'Brand, text',
  ui: 'Brand, image',
  uw: 'Brand, wide',
  ul: 'Brand, wide list',
  uc: 'Brand, carousel feed',
  um: 'Brand, commerce',
  up: 'Brand, video',
  ua: 'Brand, carousel commerce',
};

export function typeWord(type: string): string {
  return typeWords[type] ?? type;
}

/** What the codes of forms, emphasis, bubbles and buttons mean. */
const codeWords: Record<string, string> = {
  BA: 'Basic',
  EX: 'With extra text',
  AD: 'With channel notice',
  MI: 'Mixed',
  NONE: 'No emphasis',
  'emphasis TEXT': 'Emphasized text',
  'emphasis IMAGE': 'Image type',
  ITEM_LIST: 'Item list',
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
};

/** `BA · NONE` as a list of words for `t`; a code that is not known stays. */
export function codeWordsOf(code: string): string[] {
  const [first = '', emphasis] = code.split(' · ');
  const words = emphasis === undefined ? [first] : [first, emphasis];
  return words.map(
    (word, place) => (place === 1 ? codeWords[`emphasis ${word}`] : undefined) ?? codeWords[word] ?? word,
  );
}

/** `11-20 12:00:00 KST`: the year is told when the pointer rests on it. */
export function shortTime(at: string): string {
  return at.slice(5);
}
