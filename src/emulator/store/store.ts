import type { JsonObject } from '../../core/json.ts';

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
  templateItem: { list: TitledText[]; summary: TitledText | null } | null;
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
  /** When the inspection was requested; null while none is under way. */
  requestedAt: number | null;
  statusBeforeStop: 'R' | 'A' | null;
  /** When a released template falls dormant again (resource API 3, `release`). */
  dormantAgainAt: number | null;
  /** Order of registration. */
  serial: number;
}

export interface Profile {
  alias: string;
  key: string;
  type: KeyType;
  /** Group keys that a profile was put into; null where nobody said (assumption 19). */
  groups: string[] | null;
  block: boolean;
  dormant: boolean;
  profileStatus: 'A' | 'C' | 'B' | 'E' | 'D';
  bizchat: boolean;
  createdAt: number;
}

export type ImageUse = 'notification/template' | 'notification/send' | 'notification/highlight';

export interface UploadedImage {
  id: string;
  use: ImageUse;
  type: 'png' | 'jpg';
  sha256: string;
  size: number;
  width: number;
  height: number;
  uploadedAt: number;
}

/** An accepted send. */
export interface Message {
  messagekey: string;
  msgid: string;
  type: 'at' | 'ai';
  from: string;
  to: string;
  refkey: string;
  content: JsonObject;
  /** Whether a fallback was given (`resend`). */
  fallback: boolean;
  acceptedAt: number;
  /** When it goes out; differs from `acceptedAt` for a reserved one. */
  sendAt: number;
  /** When its result is known. */
  resultAt: number;
  /** Judged when it goes out; null before. */
  outcome: Outcome | null;
  pushed: boolean;
}

export interface Outcome {
  /** The webhook's RESULT (message API 6). */
  result: string;
  /** `at`, `ai`, or the fallback's channel. */
  device: string;
  /** Why it failed, for a person: the inbox shows it, the service's result does not. */
  reason: string | null;
}

export interface PublicTemplate {
  templateCode: string;
  templateName: string;
  status: TemplateStatus;
  categoryCode: string;
  releasedAt: number;
  previewImageUrl: string | null;
}

/** Everything that the emulator remembers, in the form of its data file. */
export interface StoreDocument {
  format: 'notiform-emulator';
  version: 1;
  serial: number;
  profiles: Profile[];
  senders: string[];
  recipients: string[];
  templates: Template[];
  images: UploadedImage[];
  messages: Message[];
  publicTemplates: PublicTemplate[];
}

/** The entities, each found by its key without a scan. */
export class Store {
  serial = 0;
  readonly profiles = new Map<string, Profile>();
  readonly senders = new Set<string>();
  readonly recipients = new Set<string>();
  readonly images = new Map<string, UploadedImage>();
  readonly messages = new Map<string, Message>();
  publicTemplates: PublicTemplate[] = [];
  /** By sender key, then by template code, in order of registration. */
  readonly #templates = new Map<string, Map<string, Template>>();
  /** By sender key, then by name: how many templates bear it. */
  readonly #names = new Map<string, Map<string, number>>();

  template(senderKey: string, code: string): Template | undefined {
    return this.#templates.get(senderKey)?.get(code);
  }

  templatesOf(senderKey: string): Iterable<Template> {
    return this.#templates.get(senderKey)?.values() ?? [];
  }

  *allTemplates(): Iterable<Template> {
    for (const templates of this.#templates.values()) yield* templates.values();
  }

  countTemplates(): number {
    let count = 0;
    for (const templates of this.#templates.values()) count += templates.size;
    return count;
  }

  isNameTaken(senderKey: string, name: string): boolean {
    return (this.#names.get(senderKey)?.get(name) ?? 0) > 0;
  }

  addTemplate(template: Template): void {
    const known = this.#templates.get(template.senderKey) ?? new Map<string, Template>();
    this.#templates.set(template.senderKey, known.set(template.templateCode, template));
    this.#countName(template, 1);
  }

  removeTemplate(template: Template): void {
    this.#templates.get(template.senderKey)?.delete(template.templateCode);
    this.#countName(template, -1);
  }

  /** Changes what `add` wrote, and the code with it. The serial keeps its place in lists. */
  rewriteTemplate(template: Template, content: TemplateContent, code: string): void {
    this.removeTemplate(template);
    template.content = content;
    template.templateCode = code;
    this.addTemplate(template);
  }

  nextSerial(): number {
    this.serial += 1;
    return this.serial;
  }

  clear(): void {
    this.serial = 0;
    for (const entities of [this.profiles, this.senders, this.recipients, this.images, this.messages]) entities.clear();
    this.#templates.clear();
    this.#names.clear();
    this.publicTemplates = [];
  }

  document(): StoreDocument {
    return {
      format: 'notiform-emulator',
      version: 1,
      serial: this.serial,
      profiles: [...this.profiles.values()],
      senders: [...this.senders],
      recipients: [...this.recipients],
      templates: [...this.allTemplates()],
      images: [...this.images.values()],
      messages: [...this.messages.values()],
      publicTemplates: this.publicTemplates,
    };
  }

  load(document: StoreDocument): void {
    this.clear();
    this.serial = document.serial;
    for (const profile of document.profiles) this.profiles.set(profile.key, profile);
    for (const number of document.senders) this.senders.add(number);
    for (const number of document.recipients) this.recipients.add(number);
    for (const template of document.templates) this.addTemplate(template);
    for (const image of document.images) this.images.set(image.id, image);
    for (const message of document.messages) this.messages.set(message.messagekey, message);
    this.publicTemplates = document.publicTemplates;
  }

  #countName(template: Template, by: number): void {
    const names = this.#names.get(template.senderKey) ?? new Map<string, number>();
    const name = template.content.templateName;
    this.#names.set(template.senderKey, names.set(name, (names.get(name) ?? 0) + by));
  }
}
