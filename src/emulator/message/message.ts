import type { JsonObject } from '../../core/json.ts';

/** The eight brand message types of a send (message API 2.4, 2.10). */
export const brandTypes = ['ut', 'ui', 'uw', 'ul', 'uc', 'um', 'up', 'ua'] as const;

export type BrandType = (typeof brandTypes)[number];

export function isBrandType(type: string): type is BrandType {
  return brandTypes.some((known) => known === type);
}

/** The `chatBubbleType` of a template for each type (resource API 2.4). */
export const bubbleTypes = {
  ut: 'TEXT',
  ui: 'IMAGE',
  uw: 'WIDE',
  ul: 'WIDE_ITEM_LIST',
  uc: 'CAROUSEL_FEED',
  um: 'COMMERCE',
  up: 'PREMIUM_VIDEO',
  ua: 'CAROUSEL_COMMERCE',
} as const satisfies Record<BrandType, string>;

export type TextType = 'sms' | 'lms' | 'mms';
type NotificationType = 'at' | 'ai';

/** The values of a send's `type` (message API 2.4). */
export type MessageType = TextType | 'rcs' | NotificationType | BrandType | 'ntalk';

export function isNotificationType(type: MessageType): type is NotificationType {
  return type === 'at' || type === 'ai';
}

export interface Bubble {
  type: MessageType;
  content: JsonObject;
}

export interface Message extends Bubble {
  messagekey: string;
  msgid: string;
  from: string;
  to: string;
  refkey: string;
  /** The country code of the receiver's number; null if the send has none (message API 2.4). */
  country: string | null;
  /** The first and second fallback (message API 2.11). */
  fallbacks: Bubble[];
  acceptedAt: number;
  /** When it is sent; later than `acceptedAt` for a reserved message. */
  sendAt: number;
  resultAt: number;
  /** True once the result was available. A later move of the clock does not change it. */
  isKnown: boolean;
  /** True if the result was fetched with a report. */
  isFetched?: boolean;
  /** Decided when the message is sent; null before. */
  outcome: Outcome | null;
  push: Push;
  /** The members of the request that the documents do not have, by their path. */
  unknown?: string[];
}

export interface Outcome {
  /** The webhook's RESULT (message API 6). */
  result: string;
  /** The channel of the result: the message's own, or that of a fallback. */
  device: MessageType;
  /** Why it failed or needed a fallback. The inbox shows the reason; the service's result does not have it. */
  reason: string | null;
}

/** The state of the webhook. `kept`: not delivered, or no URL is registered. */
export interface Push {
  state: 'due' | 'arrived' | 'kept';
  /** The number of failed attempts. */
  tries: number;
}

/** Returns the message that the phone shows: the message itself, or the fallback that was delivered. */
export function visibleBubble({ type, content, fallbacks, outcome }: Message): Bubble {
  return fallbacks.find((fallback) => fallback.type === outcome?.device) ?? { type, content };
}
