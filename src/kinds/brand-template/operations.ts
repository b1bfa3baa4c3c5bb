import type { Refusal, RunContext } from '../../core/kind.ts';
import type { Resource, Status } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import {
  after,
  calling,
  DELETING,
  type KindOperation,
  needs,
  type Present,
  refuseUnless,
  there,
} from '../operations.ts';
import { encodeBrand } from './codec.ts';
import { brandTemplateEndpoints } from './endpoints.ts';
import { UPDATED_NAME_MAX } from './fields.ts';

/** The status after the registration (assumption 126). */
const REGISTERED: Status = { state: 'A', status: 'A' };

const ABSENT = 'the template does not exist';

export const brandOperations: readonly KindOperation[] = [
  {
    name: 'brandTemplate.add',
    title: 'register',
    korean: '등록',
    cites: '3, 4.7 /add',
    idempotence: 'observable',
    requires: (at) => (at ? { reason: `it is registered already, with the code ${at.name}` } : undefined),
    // The service assigns the code.
    predicts: (_, want) => [{ name: '', content: want.content, status: REGISTERED }],
    run: calling(
      brandTemplateEndpoints.add,
      ({ profile, desired, bound }) => ({ ...sender(profile), ...encodeBrand(desired.content, bound) }),
      ({ templateCode }) => ({ code: templateCode }),
    ),
  },
  {
    name: 'brandTemplate.update',
    title: 'update',
    korean: '수정',
    cites: '4.7 /update, assumptions 126, 150',
    idempotence: 'observable',
    requires: needs(
      ABSENT,
      (_, want) => refuseUnless(want.goal !== 'removed', 'a template that is to be removed is not updated'),
      // A blocked template cannot be sent, and only the service lifts a block (assumption 150).
      ({ status }) =>
        refuseUnless(
          status.state === 'A',
          `the service has blocked this template (status ${status.state}), and only the service can unblock it`,
        ),
      bubbleStays,
      nameFits,
    ),
    predicts: after((at, want) => [{ ...at, content: want.content }]),
    run: calling(brandTemplateEndpoints.update, (context) => ({
      ...encodeBrand(context.desired.content, context.bound),
      ...templateAt(context),
    })),
  },
  {
    name: 'brandTemplate.delete',
    ...DELETING,
    cites: '3, 4.7 /delete',
    requires: needs(
      ABSENT,
      (_, want) => refuseUnless(want.goal === 'removed', 'a template that is declared is never deleted'),
      ({ status }) =>
        refuseUnless(
          status.state === 'A',
          `it can be deleted in status A only, and the service has blocked it (status ${status.state})`,
        ),
    ),
    run: calling(brandTemplateEndpoints.delete, templateAt),
  },
];

function templateAt(context: RunContext<Client>) {
  return { ...sender(context.profile), templateCode: there(context).name };
}

function bubbleStays({ content }: Present, want: Resource): Refusal | undefined {
  const [from, to] = [content['bubble'], want.content['bubble']];
  if (from === to) return undefined;
  return {
    reason: `a template keeps its bubble, and this one is ${from}, not ${to}`,
    opens: 'another id: a template with the new bubble is registered, and this one is deleted',
  };
}

/** Only an update limits the name (resource API 2.4). */
function nameFits(_: Present, want: Resource): Refusal | undefined {
  const count = length(String(want.content['name']));
  return refuseUnless(
    count <= UPDATED_NAME_MAX,
    `an update takes a name of ${UPDATED_NAME_MAX} characters, and this one has ${count}`,
  );
}
