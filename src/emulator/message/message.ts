import type { JsonObject } from '../../core/json.ts';
import type { BrandType } from '../resource/brand-template/type.ts';

export type TextType = 'sms' | 'lms' | 'mms';
export type NotificationType = 'at' | 'ai';

/** The values of a send's `type` (message API 2.4). */
export type MessageType = TextType | 'rcs' | NotificationType | BrandType | 'ntalk';

export function isNotificationType(type: MessageType): type is NotificationType {
  return type === 'at' || type === 'ai';
}

/** What goes out by one channel. */
export interface Bubble {
  type: MessageType;
  content: JsonObject;
}

/** An accepted send. */
export interface Message extends Bubble {
  messagekey: string;
  msgid: string;
  from: string;
  to: string;
  refkey: string;
  /** The country code of the receiver's number; null if the send named none (message API 2.4). */
  country: string | null;
  /** What is sent instead where it fails, first and second (message API 2.11). */
  fallbacks: Bubble[];
  acceptedAt: number;
  /** When it goes out; differs from `acceptedAt` for a reserved one. */
  sendAt: number;
  /** When its result is known. */
  resultAt: number;
  /** Judged when it goes out; null before. */
  outcome: Outcome | null;
  push: Push;
}

export interface Outcome {
  /** The webhook's RESULT (message API 6). */
  result: string;
  /** The channel that the result is of: the message's own, or that of a fallback. */
  device: MessageType;
  /** Why it failed, or why a fallback was needed, for a person: the inbox shows it, the service's result does not. */
  reason: string | null;
}

/** How the result came to the registered URL: `kept` means that it was not delivered, or that no URL is registered. */
export interface Push {
  state: 'due' | 'arrived' | 'kept';
  /** How many attempts failed. */
  tries: number;
}

/** What a person sees of a message: its own content, or that of the fallback that went out. */
export function visibleBubble({ type, content, fallbacks, outcome }: Message): Bubble {
  return fallbacks.find((fallback) => fallback.type === outcome?.device) ?? { type, content };
}
