import type { Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { Group, ProfileCategory, SenderProfile, SenderProfiles } from './account-shape.ts';
import type { ReportAnswer, SendAnswer, SendRequest } from './message-shape.ts';
import type {
  PublicTemplateQuery,
  TemplateQuery,
  TemplateRequest,
  TemplateUpdate,
  Upload,
} from './template-request.ts';
import type { PublicTemplateRow, TemplateCategory, TemplateDetail, TemplateRow } from './template-shape.ts';

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

/** What an image is for; each has an endpoint of its own (resource API 4.2). */
export type ImageUse = 'notification/template' | 'notification/send' | 'notification/highlight';

export interface ImageApi {
  /** Uploads an image and gives the URL that the service keeps it under. */
  upload(use: ImageUse, image: Upload, signal: AbortSignal): Promise<string>;
  /** The bytes behind a URL that the service gave: at most 5 MB, asked for without any credential. */
  fetch(url: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** Resource API 4.3, as far as templates need it. */
export interface ProfileApi {
  get(senderKey: string, signal: AbortSignal): Promise<SenderProfile>;
  /** Every profile of the account. */
  use(signal: AbortSignal): Promise<SenderProfiles>;
  multi(senderKeys: readonly string[], signal: AbortSignal): Promise<SenderProfiles>;
  categories(signal: AbortSignal): Promise<ProfileCategory[]>;
  category(categoryCode: string, signal: AbortSignal): Promise<ProfileCategory>;
}

/** Resource API 4.4, as far as templates need it. */
export interface GroupApi {
  list(signal: AbortSignal): Promise<Group[]>;
  all(signal: AbortSignal): Promise<Group[]>;
}

export interface ResourceApi {
  template: TemplateApi;
  image: ImageApi;
  profile: ProfileApi;
  group: GroupApi;
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
