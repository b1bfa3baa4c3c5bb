import type { Refusal, RunContext } from '../../core/kind.ts';
import type { Resource, Status } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import { encode } from '../fields.ts';
import {
  after,
  calling,
  DELETING,
  isDeclared,
  isNew,
  isRemoved,
  type KindOperation,
  needs,
  type Present,
  refuseUnless,
  there,
} from '../operations.ts';
import { liveBrand } from './codec.ts';
import { brandTemplateEndpoints } from './endpoints.ts';
import { brandFields, UPDATED_NAME_MAX } from './fields.ts';
import { say } from './sentences.ts';

/** The status after the registration (assumption 126). */
const REGISTERED: Status = { state: 'A', status: 'A' };

export const brandOperations: readonly KindOperation[] = [
  {
    name: 'brandTemplate.add',
    title: 'register',
    korean: '등록',
    cites: '3, 4.7 /add',
    requires: isNew,
    // The service assigns the code.
    predicts: (_, want) => [{ name: '', content: want.content, status: REGISTERED }],
    run: calling(
      brandTemplateEndpoints.add,
      ({ profile, desired, bound }) => ({ ...sender(profile), ...encode(brandFields, desired.content, bound) }),
      ({ templateCode }) => ({ code: templateCode }),
      liveBrand,
    ),
  },
  {
    name: 'brandTemplate.update',
    title: 'update',
    korean: '수정',
    cites: '4.7 /update, assumptions 126, 150',
    requires: needs(
      isDeclared,
      // A blocked template cannot be sent, and only the service lifts a block (assumption 150).
      ({ status }) => refuseUnless(status.state === 'A', say('brand-blocked', { status: status.state })),
      bubbleStays,
      nameFits,
    ),
    predicts: after((at, want) => [{ ...at, content: want.content }]),
    run: calling(
      brandTemplateEndpoints.update,
      (context) => ({ ...encode(brandFields, context.desired.content, context.bound), ...templateAt(context) }),
      undefined,
      liveBrand,
    ),
  },
  {
    name: 'brandTemplate.delete',
    ...DELETING,
    cites: '3, 4.7 /delete',
    requires: needs(isRemoved, ({ status }) =>
      refuseUnless(status.state === 'A', say('brand-blocked-stays', { status: status.state })),
    ),
    run: calling(brandTemplateEndpoints.delete, templateAt),
  },
];

function templateAt(context: RunContext<Client>) {
  return { ...sender(context.profile), templateCode: there(context).name };
}

function bubbleStays({ content }: Present, want: Resource): Refusal | undefined {
  const [from, to] = [String(content['bubble']), String(want.content['bubble'])];
  if (from === to) return undefined;
  return {
    reason: say('brand-bubble', { from, to }),
    opens: say('brand-another-id'),
  };
}

/** Only an update limits the name (resource API 2.4). */
function nameFits(_: Present, want: Resource): Refusal | undefined {
  const count = length(String(want.content['name']));
  return refuseUnless(count <= UPDATED_NAME_MAX, say('brand-name-length', { max: UPDATED_NAME_MAX, count }));
}
