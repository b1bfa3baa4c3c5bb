import type { Address } from './address.ts';
import type { FileNode } from './content.ts';
import type { FileRules } from './declaration.ts';
import type { Json, JsonObject } from './json.ts';
import type { Place } from './problem.ts';

/** Values of a button that a template does not have, for one send (message API 2.9). `tel`, `plugin` and links are the template's. */
export interface ButtonValues {
  relayId?: string;
  oneclickId?: string;
  productId?: string;
  chatExtra?: string;
  chatEvent?: string;
  bizFormId?: number;
  map?: { address?: string; coordinates?: string };
}

/** The most recipients of one send, unless `--max-recipients` allows more. */
export const MAX_RECIPIENTS = 5;

/** An image of an mms. The documents show no types and no limits (message API 8; assumption 92). */
export const MMS_IMAGE: FileRules = {
  types: ['jpeg', 'png'],
  endings: ['jpg', 'jpeg', 'png'],
  likelyEndings: ['jpg', 'jpeg'],
  maxBytes: 5 * 1024 * 1024,
  likelyBytes: 300 * 1024,
  image: { minWidth: 1, ratio: { min: 0, max: Number.POSITIVE_INFINITY }, shape: 'any shape' },
};

/** A message that a test send writes in full, without a template. */
export interface WrittenMessage {
  type: 'sms' | 'lms' | 'mms' | 'rcs' | 'ntalk';
  subject?: string;
  text?: string;
  /** The images of an mms. */
  files?: FileNode[];
  /** The payload of rcs and ntalk. */
  content?: JsonObject;
}

/** A message of another channel that is sent if the message fails (message API 2.11). */
export interface FallbackMessage extends Omit<WrittenMessage, 'type'> {
  type: string;
  /** Address of the template. A fallback has either this or the fields of a written message. */
  template?: string;
  /** As in a test send, for the template of the fallback. */
  profile?: string;
  sample?: string;
  variables?: Record<string, string>;
  buttons?: Record<string, ButtonValues>;
  brand?: BrandSend;
}

/** How a brand message has its content (message API 2.10, the four variants). */
export type BrandMode = 'template' | 'variables' | 'full' | 'free';

/**
 * Settings of a brand message (message API 2.10). Images are in normal form: a `FileNode` or `{url}`, with a `link` if the manifest
 * has one.
 */
export interface BrandSend {
  mode?: BrandMode;
  target?: 'friend' | 'marketing';
  targeting?: 'M' | 'N' | 'O';
  push?: boolean;
  adult?: boolean;
  unsubscribe?: { phone: string; auth?: string };
  /** The address of a declared tag, or the key of any other. */
  groupTag?: { address: Address } | { key: string };
  /** Leaves out the template's coupons. */
  coupon?: 'omit';
  /** An image in place of that of an IMAGE or WIDE template. */
  image?: Json;
  /** Images in place of those of a WIDE_ITEM_LIST template. */
  images?: Json[];
  /** A video in place of that of a PREMIUM_VIDEO template. */
  video?: JsonObject;
  /** The parts of a carousel: the intro first if the template has one, then the cards. */
  cards?: BrandCard[];
  /** The content that the test send writes itself, in the manifest form of a BrandTemplate. */
  body?: JsonObject;
}

export interface BrandCard {
  variables?: Record<string, string>;
  image?: Json;
  coupon?: 'omit';
}

/** A test send, as a manifest declares it (docs/manifests.md, TestSend). Plain data. */
export interface TestSend {
  id: string;
  source: Place;
  /** The template's address. A test send has either this or `message`. */
  template?: string;
  message?: WrittenMessage;
  /** Alias of the profile that sends; needed where the template is a group's. */
  profile?: string;
  /** Name of `senders`. */
  from?: string;
  /** Names of `recipients`. */
  to: string[];
  sample?: string;
  variables?: Record<string, string>;
  /** ISO 8601. */
  at?: string;
  /** `delivered` or `failed:7322`. */
  expect: string;
  /** Values for buttons by the button's name. */
  buttons: Record<string, ButtonValues>;
  country?: string;
  userinfo?: string;
  resellercode?: string;
  allow: string[];
  /** The fields that the command line gave, as paths: `at`, `variables.이름`. */
  given?: readonly string[];
  brand?: BrandSend;
  /** Messages of other channels that are sent instead. */
  fallback?: FallbackMessage[];
}
