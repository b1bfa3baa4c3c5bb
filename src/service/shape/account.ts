import * as z from 'zod';
import { listOf, optional, resultCode, text } from './shape.ts';

/** Shapes of profiles and groups (resource API 2.3, 4.3, 4.4). */

export const group = z.looseObject({
  groupKey: text,
  name: optional(z.string()),
  createdAt: optional(z.string()),
});

export const senderProfile = z.looseObject({
  senderKey: text,
  uuid: optional(z.string()),
  name: optional(z.string()),
  status: optional(z.string()),
  block: optional(z.boolean()),
  dormant: optional(z.boolean()),
  profileStatus: optional(z.string()),
  createdAt: optional(z.string()),
  modifiedAt: optional(z.string()),
  categoryCode: optional(z.string()),
  unsubscribePhoneNumber: optional(z.string()),
  unsubscribeAuthNumber: optional(z.string()),
  bizchat: optional(z.boolean()),
  brandMessage: optional(z.boolean()),
  committalCompanyName: optional(z.string()),
  channelKey: optional(z.string()),
  businessProfile: optional(z.boolean()),
  businessType: optional(z.string()),
  profileSpamLevel: optional(z.string()),
  profileMessageSpamLevel: optional(z.string()),
  clearBlockUrl: optional(z.string()),
  groups: optional(z.array(group)),
});

/** `data` of the lookups of many: what was found, and why a key was not. */
export const senderProfiles = z.looseObject({
  success: listOf(senderProfile),
  fail: z
    .array(z.looseObject({ senderKey: z.string(), code: resultCode, message: optional(z.string()) }))
    .nullish()
    .transform((list) => list ?? []),
});

export const profileCategory = z.looseObject({ code: text, name: z.string() });

export type Group = z.infer<typeof group>;
export type SenderProfile = z.infer<typeof senderProfile>;
export type SenderProfiles = z.infer<typeof senderProfiles>;
export type ProfileCategory = z.infer<typeof profileCategory>;
