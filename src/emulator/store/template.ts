export type KeyType = 'S' | 'G';

/** A link-bearing element of a template as it is registered (resource API 2.2). */
export interface Button {
  name: string;
  linkType: string;
  linkMo: string | null;
  linkPc: string | null;
  linkAnd: string | null;
  linkIos: string | null;
  pluginId: string | null;
  telNumber: string | null;
}

export interface TitledText {
  title: string;
  description: string;
}

/** As `TitledText`; either may be left out. */
export type Summary = { [member in keyof TitledText]: string | null };

export interface Highlight {
  title: string | null;
  description: string | null;
  imageUrl: string | null;
}

export interface RepresentLink {
  linkAnd: string | null;
  linkMo: string | null;
  linkIos: string | null;
  linkPc: string | null;
}

/** What `add` and `update` write: the request fields of resource API 2.2. */
export interface TemplateContent {
  templateName: string;
  templateMessageType: string;
  templateEmphasizeType: string;
  templateContent: string;
  templatePreviewMessage: string | null;
  templateExtra: string | null;
  templateImageName: string | null;
  templateImageUrl: string | null;
  templateTitle: string | null;
  templateSubtitle: string | null;
  templateHeader: string | null;
  templateItemHighlight: Highlight | null;
  templateItem: { list: TitledText[]; summary: Summary | null } | null;
  templateRepresentLink: RepresentLink | null;
  categoryCode: string;
  securityFlag: boolean;
  buttons: Button[];
  quickReplies: Button[];
}

export type InspectionStatus = 'REG' | 'REQ' | 'REJ' | 'APR';
export type TemplateStatus = 'S' | 'A' | 'R';

export interface Attachment {
  name: string;
  size: number;
  sha256: string;
}

export interface InspectionComment {
  content: string;
  at: number;
  status: 'REQ' | 'INQ' | 'APR' | 'REJ' | 'REP';
  userName: string;
  attachment: Attachment[];
}

/** A verdict, and what it was given on: updates change the content, and a later request is held against this. */
export interface Judgement {
  verdict: 'APR' | 'REJ';
  at: number;
  content: TemplateContent;
}

export interface Template {
  senderKey: string;
  senderKeyType: KeyType;
  templateCode: string;
  content: TemplateContent;
  inspectionStatus: InspectionStatus;
  status: TemplateStatus;
  block: boolean;
  dormant: boolean;
  createdAt: number;
  modifiedAt: number;
  comments: InspectionComment[];
  /** The last one; null where there was none. */
  judged: Judgement | null;
  /** When the inspection was requested; null while none is under way. */
  requestedAt: number | null;
  statusBeforeStop: 'R' | 'A' | null;
  /** When a released template falls dormant again (resource API 3, `release`). */
  dormantAgainAt: number | null;
  /** Order of registration. */
  serial: number;
}

export interface PublicTemplate {
  templateCode: string;
  templateName: string;
  status: TemplateStatus;
  categoryCode: string;
  releasedAt: number;
  previewImageUrl: string | null;
}
