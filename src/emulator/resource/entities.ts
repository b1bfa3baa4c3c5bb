import type { RegisteredProfile } from './profile/shape.ts';

/** What the store keeps of profiles, group tags, plugins and videos. */

/** The last uploaded proof that people consented to marketing (resource API 4.3). */
export interface ConsentProof {
  fileKey: string;
  name: string;
  size: number;
  sha256: string;
  uploadedAt: number;
}

/** A sender profile (type S, resource API 2.3), or a group of profiles (type G), which uses few of the members. */
export interface Profile extends Omit<Required<RegisteredProfile>, 'groups'> {
  /** Keys of a profile's groups; null means every group (assumption 19). */
  groups: string[] | null;
  consent: ConsentProof | null;
  /** When the account applied for brand messages; null if no application is pending. */
  brandAppliedAt: number | null;
}

/** A messenger channel, and the phone of its admin. */
export interface Channel {
  /** `@name` */
  id: string;
  /** Only digits. */
  phone: string;
}

/** The last token that a channel's admin received, to register a sender profile (resource API 5). */
export interface VerificationToken {
  channel: string;
  phone: string;
  token: string;
  issuedAt: number;
  /** The first moment at which it is not valid. */
  expiresAt: number;
  usedAt: number | null;
}

/** A tag that classifies sends for statistics (resource API 2.3). It belongs to one profile or group. */
export interface GroupTag {
  senderKey: string;
  groupTagKey: string;
  groupTagName: string;
  createdAt: number;
}

export const PLUGIN_TYPES = ['SECURE_IMAGE', 'ONE_TIME_PROFILE'] as const;

export type PluginType = (typeof PLUGIN_TYPES)[number];

/** The URL that the service calls for a plugin of a messenger channel (resource API 2.3, 4.6). */
export interface PluginCallback {
  /** The uuid of the channel, which all its profiles share. */
  channel: string;
  pluginId: string;
  pluginType: PluginType;
  callbackUrl: string;
  /** Both false if another hub partner registered it. */
  modifiable: boolean;
  deletable: boolean;
}

export function pluginKey(channel: string, pluginId: string): string {
  return `${channel}/${pluginId}`;
}

/** Resource API 2.5. */
export const VIDEO_STATUSES = [
  'REGISTERED',
  'ENCODING',
  'PUBLIC',
  'PRIVATE',
  'VIOLATED',
  'ILLEGAL',
  'DELETED',
  'ERROR',
] as const;

export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** An uploaded file. Its bytes are not stored, because nothing plays them. */
interface VideoUpload {
  sha256: string;
  /** Seconds; 0 if unknown. */
  duration: number;
  at: number;
  encodingAt: number;
  publicAt: number;
}

/** A registered video. `upload` is null before the upload. */
export interface Video {
  vid: string;
  senderKey: string;
  /** The file name without its extension. */
  title: string;
  fileName: string;
  fileSize: number;
  /** SHA-256 of the upload token. */
  tokenDigest: string;
  /** The end of the time for the upload. */
  uploadUntil: number;
  upload: VideoUpload | null;
  /** A status that the control API set; null if it follows from the time. */
  decided: VideoStatus | null;
}
