import { type Refused, refuse, result } from '../../answers.ts';
import { Collection } from '../../collection.ts';
import { array, flag, needed, object, oneOf, text } from '../../members.ts';
import type { Read, Shape } from '../../shape.ts';

export type KeyType = 'S' | 'G';

const link = { is: 'text', code: result.links } as const;
const longLink = { ...link, max: 500 } as const;
const BUTTON_TYPES: readonly string[] = ['DS', 'WL', 'AL', 'BK', 'MD', 'AC', 'BC', 'BT', 'P1', 'P2', 'P3', 'TN', 'MP'];
const QUICK_REPLY_TYPES: readonly string[] = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT'];

const button = {
  name: needed(text),
  linkType: needed(oneOf(...BUTTON_TYPES)),
  ...{ linkMo: link, linkPc: link, linkAnd: link, linkIos: link },
  pluginId: { is: 'text', code: result.plugin },
  telNumber: text,
} as const satisfies Shape;

const quickReply = { ...button, linkType: needed(oneOf(...QUICK_REPLY_TYPES)) };

const listed = object({
  title: { is: 'text', required: true, max: 6 },
  description: { is: 'text', required: true, max: 23 },
});

const MESSAGE_TYPES: readonly string[] = ['BA', 'EX', 'AD', 'MI'];
const EMPHASES: readonly string[] = ['NONE', 'TEXT', 'IMAGE', 'ITEM_LIST'];

/** The request fields of `add` and `update` (resource API 2.2). The longest name: assumption 17. */
export const contentShape = {
  templateName: { is: 'text', required: true, max: 200 },
  templateMessageType: needed(oneOf(...MESSAGE_TYPES)),
  templateEmphasizeType: needed(oneOf(...EMPHASES)),
  templateContent: needed(text),
  templatePreviewMessage: { is: 'text', max: 40 },
  ...{ templateExtra: text, templateImageName: text, templateImageUrl: text },
  ...{ templateTitle: text, templateSubtitle: text },
  templateHeader: { is: 'text', max: 16 },
  // `rules.ts` checks the lengths, which depend on the thumbnail.
  templateItemHighlight: object({ title: text, description: text, imageUrl: { is: 'text', max: 500 } }),
  templateItem: object({
    list: array(listed),
    summary: object({ title: { is: 'text', max: 6 }, description: { is: 'text', max: 14 } }),
  }),
  templateRepresentLink: object({ linkAnd: longLink, linkMo: longLink, linkIos: longLink, linkPc: longLink }),
  categoryCode: needed(text),
  securityFlag: flag,
  buttons: { ...array(object(button), { max: 5 }), code: result.buttons },
  quickReplies: { ...array(object(quickReply), { max: 10 }), code: result.buttons },
} as const satisfies Shape;

export type TemplateContent = Read<typeof contentShape>;
export type Button = Read<typeof button>;

/** The states of a template (resource API 3), and what the store keeps of it. */

type InspectionStatus = 'REG' | 'REQ' | 'REJ' | 'APR';
type TemplateStatus = 'S' | 'A' | 'R';

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

/** A verdict and its content, with which the desk compares a later request. */
interface Judgement {
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
  judged: Judgement | null;
  /** When the inspection was requested; null if none is pending. */
  requestedAt: number | null;
  statusBeforeStop: 'R' | 'A' | null;
  /** When a released template becomes dormant again (resource API 3, `release`). */
  dormantAgainAt: number | null;
  /** Registration number. */
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

export interface Registered {
  senderKey: string;
  createdAt: number;
  /** Registration number, which orders templates of the same moment. */
  serial: number;
}

export class SenderCollection<T extends Registered> extends Collection<T> {
  /** The templates of one profile or group, oldest first. */
  all(senderKey: string): T[] {
    return [...this.values()]
      .filter((entity) => entity.senderKey === senderKey)
      .sort((a, b) => a.createdAt - b.createdAt || a.serial - b.serial);
  }
}

/** Notification templates by their serial, which does not change with the code. */
export class TemplateCollection extends SenderCollection<Template> {
  /** Keeps seeds of many thousand templates fast. The old entry of a renamed template is skipped. */
  readonly #byCode = new Map<string, Template>();

  constructor() {
    super(({ serial }) => String(serial));
  }

  of(senderKey: string, code: string): Template | undefined {
    const found = this.#byCode.get(`${code} ${senderKey}`);
    return found?.templateCode === code && this.includes(found) ? found : undefined;
  }

  override put(template: Template): void {
    super.put(template);
    this.#byCode.set(`${template.templateCode} ${template.senderKey}`, template);
  }

  override remove(key: string): void {
    const template = this.get(key);
    super.remove(key);
    if (template) this.#byCode.delete(`${template.templateCode} ${template.senderKey}`);
  }
}

export const SERVICE_STATUSES = ['REG', 'REQ', 'REJ', 'STP', 'RDY', 'ACT', 'DMT', 'BLK'] as const;

/** The state in one word (resource API 3; assumption 3). */
type ServiceStatus = (typeof SERVICE_STATUSES)[number];

type States = Pick<Template, 'inspectionStatus' | 'status' | 'block' | 'dormant'>;

export function serviceStatus({ block, dormant, status, inspectionStatus }: States): ServiceStatus {
  if (block) return 'BLK';
  if (dormant) return 'DMT';
  if (status === 'S') return 'STP';
  if (inspectionStatus !== 'APR') return inspectionStatus;
  return status === 'A' ? 'ACT' : 'RDY';
}

export type Action = keyof typeof preconditions;

/** The column "Required current state" of resource API 3: status, and inspectionStatus. */
const preconditions = {
  update: [['R'], ['REG', 'REJ']],
  delete: [['R'], ['REG', 'REJ']],
  request: [['R'], ['REG']],
  cancel_request: [['R'], ['REQ']],
  stop: [['R', 'A'], ['APR']],
  reuse: [['S'], ['APR']],
  cancel_approval: [['R'], ['APR']],
  release: [
    ['R', 'A', 'S'],
    ['REG', 'REQ', 'REJ', 'APR'],
  ],
} satisfies Record<string, [TemplateStatus[], InspectionStatus[]]>;

/** Returns why an action is not allowed. A blocked template can only be stopped (assumptions 50 and 52). */
export function forbids(action: Action, template: Template): Refused | undefined {
  if (template.block && action !== 'stop') return refuse(result.state, 'the template is blocked');
  if (template.dormant && action === 'cancel_approval') return refuse(result.state, 'the template is dormant');
  if (!template.dormant && action === 'release') return refuse(result.state, 'release needs a dormant template');
  const [status, inspection]: [TemplateStatus[], InspectionStatus[]] = preconditions[action];
  if (status.includes(template.status) && inspection.includes(template.inspectionStatus)) return undefined;
  return refuse(
    result.state,
    `${action} needs status ${status.join(' or ')} and inspectionStatus ${inspection.join(' or ')}, ` +
      `not ${template.status} and ${template.inspectionStatus}`,
  );
}
