import { type Refused, refuse, result } from '../../answers.ts';
import type { InspectionStatus, Template, TemplateStatus } from './template.ts';

/** The one word of the state (resource API 3; derived by assumption 3). */
export type ServiceStatus = 'REG' | 'REQ' | 'REJ' | 'STP' | 'RDY' | 'ACT' | 'DMT' | 'BLK';

export const SERVICE_STATUSES = ['REG', 'REQ', 'REJ', 'STP', 'RDY', 'ACT', 'DMT', 'BLK'] as const;

type ResourceState = Pick<Template, 'inspectionStatus' | 'status' | 'block' | 'dormant'>;

export function serviceStatus({ block, dormant, status, inspectionStatus }: ResourceState): ServiceStatus {
  if (block) return 'BLK';
  if (dormant) return 'DMT';
  if (status === 'S') return 'STP';
  if (inspectionStatus !== 'APR') return inspectionStatus;
  return status === 'A' ? 'ACT' : 'RDY';
}

type Action = 'update' | 'delete' | 'request' | 'cancel_request' | 'stop' | 'reuse' | 'cancel_approval';

interface Precondition {
  status: readonly TemplateStatus[];
  inspection: readonly InspectionStatus[];
}

/** "Required current state" of resource API 3, row by row. */
const preconditions: Record<Action, Precondition> = {
  update: { status: ['R'], inspection: ['REG', 'REJ'] },
  delete: { status: ['R'], inspection: ['REG', 'REJ'] },
  request: { status: ['R'], inspection: ['REG'] },
  cancel_request: { status: ['R'], inspection: ['REQ'] },
  stop: { status: ['R', 'A'], inspection: ['APR'] },
  reuse: { status: ['S'], inspection: ['APR'] },
  cancel_approval: { status: ['R'], inspection: ['APR'] },
};

/**
 * Why an action may not be done in this state; undefined where it may. A blocked template takes nothing but `stop`
 * (assumption 50), and a dormant one keeps its approval (assumption 52).
 */
export function forbids(action: Action, template: Template): Refused | undefined {
  if (template.block && action !== 'stop') return refuse(result.state, 'the template is blocked');
  if (template.dormant && action === 'cancel_approval') return refuse(result.state, 'the template is dormant');
  const { status, inspection } = preconditions[action];
  if (status.includes(template.status) && inspection.includes(template.inspectionStatus)) return undefined;
  return refuse(
    result.state,
    `${action} needs status ${status.join(' or ')} and inspectionStatus ${inspection.join(' or ')}, ` +
      `not ${template.status} and ${template.inspectionStatus}`,
  );
}

/** `release` is for dormant templates. */
export function forbidsRelease(template: Template): Refused | undefined {
  if (template.block) return refuse(result.state, 'the template is blocked');
  return template.dormant ? undefined : refuse(result.state, 'release needs a dormant template');
}
