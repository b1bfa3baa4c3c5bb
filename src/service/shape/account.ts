import * as z from 'zod';
import { informative, listOf, optional, resultCode, text, words } from './shape.ts';

/** Shapes of profiles and groups (resource API 2.3, 4.3, 4.4). */

export const group = z.looseObject({
  groupKey: text,
  name: optional(z.string()),
  createdAt: informative(z.string()),
});

export const senderProfile = z.looseObject({
  senderKey: text,
  uuid: informative(z.string()),
  name: optional(z.string()),
  status: optional(z.string()),
  block: optional(z.boolean()),
  dormant: optional(z.boolean()),
  profileStatus: optional(z.string()),
  createdAt: informative(z.string()),
  modifiedAt: optional(z.string()),
  categoryCode: optional(z.string()),
  unsubscribePhoneNumber: optional(z.string()),
  unsubscribeAuthNumber: optional(z.string()),
  bizchat: informative(z.boolean()),
  brandMessage: optional(z.boolean()),
  committalCompanyName: informative(z.string()),
  channelKey: informative(z.string()),
  businessProfile: informative(z.boolean()),
  businessType: informative(z.string()),
  profileSpamLevel: informative(z.string()),
  profileMessageSpamLevel: informative(z.string()),
  clearBlockUrl: informative(z.string()),
  groups: optional(z.array(group)),
});

/** `data` of the lookups of many: what was found, and why a key was not. */
export const senderProfiles = z.looseObject({
  success: listOf(senderProfile),
  fail: z
    .array(z.looseObject({ senderKey: z.string(), code: resultCode, message: informative(z.string()) }))
    .nullish()
    .transform((list) => list ?? []),
});

export const profileCategory = z.looseObject({ code: text, name: words });

export type Group = z.infer<typeof group>;
export type SenderProfile = z.infer<typeof senderProfile>;
export type SenderProfiles = z.infer<typeof senderProfiles>;
export type ProfileCategory = z.infer<typeof profileCategory>;
