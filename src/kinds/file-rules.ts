import type { FileRules } from '../core/declaration.ts';
import { imageUseOf, imageUses } from './image/uses.ts';
import { attachmentRules } from './notification-template/attachments.ts';
import { consentRules } from './sender-profile/consent.ts';
import { VIDEO_USE, videoRules } from './video/rules.ts';

/** The rules of every use that is no image's, by the use's name in `FileUse`. */
const others: ReadonlyMap<string, FileRules> = new Map([
  ['attachment', attachmentRules],
  ['profile/consent', consentRules],
  [VIDEO_USE, videoRules],
]);

/** What the service demands of a file for a use. Throws nothing: every use that a declaration names is here. */
export function fileRulesOf(use: string): FileRules {
  const image = imageUseOf(use);
  return image === undefined ? (others.get(use) ?? attachmentRules) : imageUses[image];
}
