import { type Refused, refuse, result } from '../../answers.ts';
import type { InspectionStatus, Template, TemplateStatus } from './store.ts';

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
