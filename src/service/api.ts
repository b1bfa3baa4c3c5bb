import type { Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { Group, ProfileCategory, SenderProfile, SenderProfiles } from './shape/account.ts';
import type { BrandTemplateDetail, BrandTemplateRow, BrandTemplateVersion } from './shape/brand.ts';
import type { BrandTemplateQuery, BrandTemplateRequest, BrandTemplateUpdate } from './shape/brand-request.ts';
import type { ReportAnswer, SendAnswer, SendRequest } from './shape/message.ts';
import type { PluginCallback } from './shape/plugin.ts';
import type { ConsentProof } from './shape/profile-write.ts';
import type { GroupTag } from './shape/tag.ts';
import type { PublicTemplateRow, TemplateCategory, TemplateDetail, TemplateRow } from './shape/template.ts';
import type {
  PublicTemplateQuery,
  TemplateQuery,
  TemplateRequest,
  TemplateUpdate,
  Upload,
} from './shape/template-request.ts';
import type { VideoInfo, VideoTicket } from './shape/video.ts';

/** A row of a list whose shape did not fit, with what names it where that could be read. */
export interface NamedRow {
  name?: string;
  problem: Problem;
}

/** A row of a list whose shape did not fit, with its code where that could be read. */
export interface UnreadableRow {
  templateCode?: string;
  problem: Problem;
}

export interface TemplatePage {
  rows: TemplateRow[];
  unreadable: UnreadableRow[];
  totalCount: number;
  totalPage: number;
  currentPage: number;
  /** When the server answered, by its own clock; milliseconds since the epoch, undefined where it does not say. */
  date: number | undefined;
}

export interface PublicTemplatePage {
  rows: PublicTemplateRow[];
  unreadable: UnreadableRow[];
  hasNext: boolean;
}

/** Resource API 4.1. Every method throws `ServiceFailure`. */
export interface TemplateApi {
  add(profile: ProfileRef, template: TemplateRequest, signal: AbortSignal): Promise<TemplateDetail>;
  /** Resolves where the code may be used; `refused` where not. */
  codeCheck(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  /** One row that does not fit does not spoil the page: it comes back under `unreadable`. */
  list(profile: ProfileRef, query: TemplateQuery, signal: AbortSignal): Promise<TemplatePage>;
  detail(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<TemplateDetail>;
  update(profile: ProfileRef, template: TemplateUpdate, signal: AbortSignal): Promise<TemplateDetail>;
  delete(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  categories(signal: AbortSignal): Promise<TemplateCategory[]>;
  category(categoryCode: string, signal: AbortSignal): Promise<TemplateCategory>;
  /** Comment: at most 500 characters. */
  request(profile: ProfileRef, templateCode: string, comment: string | undefined, signal: AbortSignal): Promise<void>;
  /** Attachments: png, jpg, jpeg, gif, pdf, hwp, doc, docx, at most 50 MB each. */
  requestWithFile(
    profile: ProfileRef,
    templateCode: string,
    comment: string,
    attachments: readonly Upload[],
    signal: AbortSignal,
  ): Promise<void>;
  cancelRequest(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  stop(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  reuse(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  cancelApproval(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  release(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  convertAddCh(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  publicList(query: PublicTemplateQuery, signal: AbortSignal): Promise<PublicTemplatePage>;
}

export interface BrandTemplatePage {
  rows: BrandTemplateRow[];
  unreadable: UnreadableRow[];
  totalCount: number;
  totalPage: number;
  currentPage: number;
  /** When the server answered, by its own clock; milliseconds since the epoch, undefined where it does not say. */
  date: number | undefined;
}

export interface BrandTemplateHistory {
  versions: BrandTemplateVersion[];
  unreadable: UnreadableRow[];
  hasNext: boolean;
}

/** Resource API 4.7. */
export interface BrandTemplateApi {
  /** The service gives the code. */
  add(profile: ProfileRef, template: BrandTemplateRequest, signal: AbortSignal): Promise<BrandTemplateDetail>;
  detail(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<BrandTemplateDetail>;
  /** Replaces the whole template. */
  update(profile: ProfileRef, template: BrandTemplateUpdate, signal: AbortSignal): Promise<BrandTemplateDetail>;
  delete(profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<void>;
  list(profile: ProfileRef, query: BrandTemplateQuery, signal: AbortSignal): Promise<BrandTemplatePage>;
  /** What was written over time, the newest first. */
  history(
    profile: ProfileRef,
    templateCode: string,
    paging: { page?: number; count?: number },
    signal: AbortSignal,
  ): Promise<BrandTemplateHistory>;
}

/** What an image is for; each has an endpoint of its own (resource API 4.2, 4.7a). */
export type ImageUse =
  | 'notification/template'
  | 'notification/send'
  | 'notification/highlight'
  | 'brand/default'
  | 'brand/wide'
  | 'brand/wide-first'
  | 'brand/wide-items'
  | 'brand/carousel-feed'
  | 'brand/carousel-commerce';

export interface ImageApi {
  /** Uploads an image and gives the URL that the service keeps it under. */
  upload(use: ImageUse, image: Upload, signal: AbortSignal): Promise<string>;
  /** The bytes behind a URL that the service gave: at most 5 MB, asked for without any credential. */
  fetch(url: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** A file that is sent piece by piece. */
export interface StreamedUpload {
  name: string;
  bytes: number;
  /** From its begin; what it throws ends the upload, and is thrown. */
  read(): AsyncIterable<Uint8Array>;
}

/** Resource API 4.8. Groups have no videos. */
export interface VideoApi {
  search(profile: ProfileRef, vid: string, signal: AbortSignal): Promise<VideoInfo>;
  /** Announces a file of this name (250 characters, with its ending) and size, and gives where it goes. */
  register(profile: ProfileRef, file: { name: string; bytes: number }, signal: AbortSignal): Promise<VideoTicket>;
  /**
   * Sends the file straight to the address of the ticket, which is valid for five minutes from `register` on.
   * @param withinMs what is left of them
   */
  upload(ticket: VideoTicket, file: StreamedUpload, withinMs: number, signal: AbortSignal): Promise<void>;
}

/** Resource API 4.3. */
export interface ProfileApi extends ProfileWriteApi {
  get(senderKey: string, signal: AbortSignal): Promise<SenderProfile>;
  /** Every profile of the account. */
  use(signal: AbortSignal): Promise<SenderProfiles>;
  multi(senderKeys: readonly string[], signal: AbortSignal): Promise<SenderProfiles>;
  categories(signal: AbortSignal): Promise<ProfileCategory[]>;
  category(categoryCode: string, signal: AbortSignal): Promise<ProfileCategory>;
}

/** A free number for opting out, as the service keeps it (resource API 2.3). */
export interface Unsubscribe {
  unsubscribePhoneNumber: string;
  unsubscribeAuthNumber?: string | undefined;
}

/** What it takes to register a channel's sender profile (resource API 4.3, `create`). */
export interface Registration extends Partial<Unsubscribe> {
  /** As the channel's admin was sent it. */
  token: string;
  /** The admin's phone. */
  phoneNumber: string;
  /** The channel's id, as `@name`. */
  channel: string;
  categoryCode: string;
}

/** The writes of resource API 4.3. */
export interface ProfileWriteApi {
  /** Has a verification token sent to the phone of the channel's admin. */
  token(phoneNumber: string, channel: string, signal: AbortSignal): Promise<void>;
  /** Registers a sender profile and gives its key. */
  create(registration: Registration, signal: AbortSignal): Promise<string>;
  /** Releases the dormancy of a profile. */
  recover(profile: ProfileRef, signal: AbortSignal): Promise<void>;
  /** Replaces both numbers: an auth number that is left out is gone (assumption 114). */
  unsubscribe(profile: ProfileRef, numbers: Unsubscribe, signal: AbortSignal): Promise<void>;
  /** Uploads the proof of marketing consent (png or jpg, at most 5 MB) and gives what the service calls it. */
  consent(profile: ProfileRef, proof: Upload, signal: AbortSignal): Promise<ConsentProof>;
  /** Applies for brand messages to M and N; a proof has to be uploaded before. */
  applyBrand(profile: ProfileRef, signal: AbortSignal): Promise<void>;
}

/** Resource API 4.4. */
export interface GroupApi extends GroupWriteApi {
  list(signal: AbortSignal): Promise<Group[]>;
  all(signal: AbortSignal): Promise<Group[]>;
}

/** The writes of resource API 4.4. */
export interface GroupWriteApi {
  /** Puts a profile into a group. */
  add(profile: ProfileRef, groupKey: string, signal: AbortSignal): Promise<Group>;
  /** Takes a profile out of a group. */
  remove(profile: ProfileRef, groupKey: string, signal: AbortSignal): Promise<void>;
}

/** Resource API 4.5. Every method throws `ServiceFailure`. */
export interface TagApi {
  get(profile: ProfileRef, groupTagKey: string, signal: AbortSignal): Promise<GroupTag>;
  /** All of them; one that does not fit does not spoil the others. */
  list(profile: ProfileRef, signal: AbortSignal): Promise<{ rows: GroupTag[]; unreadable: NamedRow[] }>;
  create(profile: ProfileRef, groupTagName: string, signal: AbortSignal): Promise<GroupTag>;
  update(profile: ProfileRef, groupTagKey: string, newGroupTagName: string, signal: AbortSignal): Promise<GroupTag>;
  delete(profile: ProfileRef, groupTagKey: string, signal: AbortSignal): Promise<void>;
}

/** Resource API 4.6. Every method throws `ServiceFailure`. */
export interface PluginApi {
  /** All of the profile's channel; one that does not fit does not spoil the others. */
  list(profile: ProfileRef, signal: AbortSignal): Promise<{ rows: PluginCallback[]; unreadable: NamedRow[] }>;
  create(profile: ProfileRef, callback: PluginRegistration, signal: AbortSignal): Promise<void>;
  update(profile: ProfileRef, pluginId: string, callbackUrl: string, signal: AbortSignal): Promise<void>;
  delete(profile: ProfileRef, pluginId: string, signal: AbortSignal): Promise<void>;
}

export interface PluginRegistration {
  /** SECURE_IMAGE, ONE_TIME_PROFILE */
  pluginType: string;
  pluginId: string;
  callbackUrl: string;
}

export interface ResourceApi {
  template: TemplateApi;
  brandTemplate: BrandTemplateApi;
  image: ImageApi;
  video: VideoApi;
  profile: ProfileApi;
  group: GroupApi;
  tag: TagApi;
  plugin: PluginApi;
}

/** The message API (4.1 to 4.3 of its document). Tokens are issued, kept and renewed inside. */
export interface MessageApi {
  /**
   * Sends once. It is called again by itself only where the service clearly turned it away before accepting it; a
   * failure of kind `unclear`, `unfit` or `interrupted` may have been sent.
   */
  send(payload: SendRequest, signal: AbortSignal): Promise<SendAnswer>;
  /** Asks for the result of an accepted message, up to 35 days after. */
  report(messagekey: string, signal: AbortSignal): Promise<ReportAnswer>;
  /** Makes sure of a token, so that wrong credentials show before anything is sent. */
  authenticate(signal: AbortSignal): Promise<void>;
}
