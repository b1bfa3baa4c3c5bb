import { type Refused, refuse, result } from '../../answers.ts';
import { Collection } from '../../collection.ts';
import type { KeyType, TemplateContent } from './shape.ts';

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

export type Action = keyof typeof preconditions | 'release';

interface Precondition {
  status: readonly TemplateStatus[];
  inspection: readonly InspectionStatus[];
}

/** The column "Required current state" of resource API 3. */
const preconditions = {
  update: { status: ['R'], inspection: ['REG', 'REJ'] },
  delete: { status: ['R'], inspection: ['REG', 'REJ'] },
  request: { status: ['R'], inspection: ['REG'] },
  cancel_request: { status: ['R'], inspection: ['REQ'] },
  stop: { status: ['R', 'A'], inspection: ['APR'] },
  reuse: { status: ['S'], inspection: ['APR'] },
  cancel_approval: { status: ['R'], inspection: ['APR'] },
} satisfies Record<string, Precondition>;

/** Returns why an action is not allowed. A blocked template can only be stopped (assumptions 50 and 52). */
export function forbids(action: Action, template: Template): Refused | undefined {
  if (template.block && action !== 'stop') return refuse(result.state, 'the template is blocked');
  if (template.dormant && action === 'cancel_approval') return refuse(result.state, 'the template is dormant');
  if (action === 'release')
    return template.dormant ? undefined : refuse(result.state, 'release needs a dormant template');
  const { status, inspection }: Precondition = preconditions[action];
  if (status.includes(template.status) && inspection.includes(template.inspectionStatus)) return undefined;
  return refuse(
    result.state,
    `${action} needs status ${status.join(' or ')} and inspectionStatus ${inspection.join(' or ')}, ` +
      `not ${template.status} and ${template.inspectionStatus}`,
  );
}
