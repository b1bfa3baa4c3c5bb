import type { Place } from './problem.ts';

/** A test send, as a manifest declares it (docs/manifests.md, TestSend). Plain data. */
export interface TestSend {
  id: string;
  source: Place;
  /** The template's address, or a message written in full. */
  template?: string;
  message?: { type: 'sms' | 'lms' | 'mms' | 'rcs' | 'ntalk'; subject?: string; text?: string };
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
  buttons: Record<string, Record<string, string>>;
  country?: string;
  userinfo?: string;
  resellercode?: string;
  allow: string[];
}
