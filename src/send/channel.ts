import type { Address } from '../core/address.ts';
import type { FileNode } from '../core/content.ts';
import type { JsonObject } from '../core/json.ts';
import type { Bound } from '../core/kind.ts';
import type { Path } from '../core/path.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { BrandSend, TestSend } from '../core/test-send.ts';
import type { Bubble } from '../preview/bubble.ts';
import type { Client } from '../wire/client.ts';
import type { SendMistake } from './about.ts';
import type { PayloadShape } from './shape.ts';

/** The template as the service has it. Messages are compared with it. */
export interface ApprovedTemplate {
  code: string;
  /** Manifest form, decoded from the service's answer. */
  content: JsonObject;
  /** The members that the service has and no manifest can declare, in manifest form, as `bizFormId` of a button. */
  beside?: JsonObject;
  /** `RDY`, `ACT`, … (resource API 3) */
  state: string;
  /**
   * The text that the service appends to the body (assumption 10). A manifest never contains it; a message does, because
   * the approved body contains it (assumption 77).
   */
  notice?: string;
}

/** `locks-text`: the first send of an approved template makes it active, and its text final. */
export type SendRisk = 'locks-text';

/** Uploads a file of the project and returns its key. Throws ServiceFailure, or NotiformError if the file changed. */
export type FileKeys = (file: FileNode) => Promise<string>;

export type Values = ReadonlyMap<string, string>;

/** The service's names of the project's uploads and resources, as the state stores them. */
export interface Bindings {
  /**
   * Returns the address of an uploaded file; undefined if it is not uploaded for this use.
   * @param of the template or the profile that shows it: an upload of its profile comes before equal ones of other profiles
   */
  urlOf(use: string, file: FileNode, of?: Pick<Resource, 'profile'>): string | undefined;
  /** Returns the service's name of a declared resource; undefined if it is not applied. */
  nameOf(address: Address): string | undefined;
}

/** A message has the addresses and keys that the service shows. They are not exchanged for files and aliases of the project. */
export const UNBOUND: Bound = {
  handleOf: () => undefined,
  fileOf: () => undefined,
  keyOf: () => undefined,
  aliasOf: () => undefined,
};

export interface DraftContext {
  /** The declared template whose content the message has, without naming it. */
  source: Resource | undefined;
  bindings: Bindings;
}

/** The message of a test send before it has a sender, a recipient and values. */
export interface Draft {
  /** `at`, `ai`: the member of `content` that has the message. */
  type: string;
  /** Every variable of the message, in the order in which a reader meets them. */
  variables: readonly string[];
  /** The variables that may stay without a value of the test send or of a sample, also those of parts that are not sent. */
  optional?: readonly string[];
  /** The variables that the message has. Left out if these are all of the template: a message may have other text in their place. */
  kept?: readonly string[];
  /** Fields of the test send that this message cannot have. */
  mistakes: readonly SendMistake[];
  risks: readonly SendRisk[];
  /** Makes the message itself. A variable without a value stays as it is, so that the proof finds it. */
  fill(senderKey: string, values: Values): JsonObject;
  /** The field of the test send that sets a member (`button[0].map_address`); undefined if the template sets it. */
  fieldOf(path: string): Path | undefined;
  /** Uploads the files of the message. Returns the content with their keys. Left out if the message has no files. */
  upload?(content: JsonObject, keyOf: FileKeys): Promise<JsonObject>;
}

/**
 * Everything about some message types: how a message is made, and how it is checked. A channel is a folder in `channels/`, and
 * an entry in `channels/registry.ts`.
 */
export interface Channel {
  /** Values of `type` (message API 2.4). */
  types: readonly string[];
  /** Returns everything wrong with a content by the message API's own rules: shape, limits, combinations. Needs no template. */
  check(type: string, content: JsonObject): ProofFailure[];
  /** Returns every member that the message API documents for a content of a type. Left out if it documents none. */
  shapeOf?(type: string): PayloadShape;
  /** Makes a message that a test send writes in full. Left out if the channel has none. */
  draft?(test: TestSend, context: DraftContext): Draft;
  /** Draws a message as a phone shows it. */
  bubble?(type: string, content: JsonObject, shown: ShownSend): Bubble;
  /** Left out if messages of these types have no templates. */
  templates?: ChannelTemplates;
  /** Korean time in which messages may be delivered; left out if always (message API 2.10). */
  hours?: SendingHours;
  /** True if the service ignores the time of a reservation (message API 2.4). */
  isSentAtOnce?: true;
  /** True if a reserved message cannot be cancelled (message API 2.4). */
  isReservationFinal?: true;
}

/** What the manifests know of a message besides its content. */
export interface ShownSend {
  template: Resource | undefined;
  /** The alias of the profile that sends. */
  profile: string | undefined;
  /** The number of the sender, or its name if the number is not known. */
  from: string;
  sample: string | undefined;
  variables: Readonly<Record<string, string>> | undefined;
  brand: BrandSend | undefined;
  /** The images of an mms. */
  images: readonly FileNode[] | undefined;
  /** Returns the `href` of a file's picture; null for a placeholder with the file's name. */
  files(file: FileNode): string | null;
}

/** A span of every day in Korean time: from `08:00` until before `20:50`. */
export interface SendingHours {
  opens: string;
  closes: string;
}

/** A channel whose messages are made of declared templates. */
export type TemplateChannel = Channel & Required<Pick<Channel, 'templates'>>;

/** A channel whose messages a test send can write in full. */
export type WrittenChannel = Channel & Required<Pick<Channel, 'draft'>>;

/** The templates of a channel. A message is compared with the template that the service has. */
export interface ChannelTemplates {
  kind: string;
  /** The state of a template that can be sent: `ACT`. */
  active: string;
  /** False for a content without a template, as of a brand message that is FREE. */
  isNamedBy(content: JsonObject): boolean;
  /**
   * Reads the template from the service; undefined if the service has none under this code. Throws ServiceFailure.
   * @param profile the template's own: the group's if the template belongs to a group
   */
  read(client: Client, profile: ProfileRef, code: string, signal: AbortSignal): Promise<ApprovedTemplate | undefined>;
  draft(test: TestSend, template: Resource, approved: ApprovedTemplate, bindings: Bindings): Draft;
  /** Why a template in a state cannot be sent, and what to do: `true` if it can. Any other state is unknown. */
  states: Readonly<Record<string, true | { reason: string; hint: string }>>;
  /** Returns every difference from the template. With `values` texts are compared exactly; otherwise a variable stands for any text. */
  compare(type: string, content: JsonObject, approved: ApprovedTemplate, values: Values): ProofFailure[];
}
