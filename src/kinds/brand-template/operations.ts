import type { Operation, Refusal, RunContext } from '../../core/kind.ts';
import type { Resource, ResourceState, Status } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import { encodeBrand } from './codec.ts';
import { brandTemplateEndpoints } from './endpoints.ts';
import { UPDATED_NAME_MAX } from './fields.ts';

type BrandOperation = Operation<Client>;
type BrandContext = RunContext<Client>;
type LiveBrand = NonNullable<ResourceState>;

/** What a template is from its registration on (assumption 126). */
const REGISTERED: Status = { state: 'A', status: 'A' };

const add: BrandOperation = {
  name: 'brandTemplate.add',
  title: 'register',
  cites: '3, 4.7 /add',
  idempotence: 'observable',
  requires: (at) => (at ? { reason: `it is registered already, with the code ${at.name}` } : undefined),
  // The service gives the code.
  predicts: (_, want) => [{ name: '', content: want.content, status: REGISTERED }],
  run: async ({ service, profile, desired, bound, signal }) => {
    const fields = { ...sender(profile), ...encodeBrand(desired.content, bound) };
    const { templateCode } = await service.call(brandTemplateEndpoints.add, fields, signal);
    return { code: templateCode };
  },
};

const update: BrandOperation = {
  name: 'brandTemplate.update',
  title: 'update',
  cites: '4.7 /update, assumptions 126, 150',
  idempotence: 'observable',
  requires: needs(
    (_, want) => (want.goal === 'removed' ? { reason: 'what is to be removed is not updated' } : undefined),
    notBlocked,
    bubbleStays,
    nameFits,
  ),
  predicts: (at, want) => (at ? [{ ...at, content: want.content }] : []),
  run: async (context) => {
    const { service, profile, desired, bound, signal } = context;
    const fields = { ...sender(profile), ...encodeBrand(desired.content, bound), templateCode: codeAt(context) };
    await service.call(brandTemplateEndpoints.update, fields, signal);
    return undefined;
  },
};

const remove: BrandOperation = {
  name: 'brandTemplate.delete',
  title: 'delete',
  cites: '3, 4.7 /delete',
  idempotence: 'observable',
  requires: needs(
    (_, want) => (want.goal === 'removed' ? undefined : { reason: 'a template that is declared is never deleted' }),
    ({ status }) =>
      status.state === 'A'
        ? undefined
        : { reason: `it can be deleted in status A alone, and the service has blocked it (status ${status.state})` },
  ),
  risk: () => 'destroys',
  predicts: () => [undefined],
  run: async (context) => {
    const fields = { ...sender(context.profile), templateCode: codeAt(context) };
    await context.service.call(brandTemplateEndpoints.delete, fields, context.signal);
    return undefined;
  },
};

/** The operation table of a brand template (resource API 3, 4.7). */
export const brandOperations: readonly BrandOperation[] = [add, update, remove];

type BrandRequirement = (template: LiveBrand, want: Resource) => Refusal | undefined;

/** The template has to be there, and the conditions hold, asked in this order. */
function needs(...requirements: BrandRequirement[]): BrandOperation['requires'] {
  return (at, want) => {
    if (!at) return { reason: 'there is no such template' };
    return requirements.map((requirement) => requirement(at, want)).find((refusal) => refusal !== undefined);
  };
}

/** What nobody can be sent is not written to either: only the service lifts a block (assumption 150). */
function notBlocked({ status }: LiveBrand): Refusal | undefined {
  if (status.state === 'A') return undefined;
  return {
    reason: `the service has blocked this template (status ${status.state}), and only the service can unblock it`,
  };
}

function bubbleStays({ content }: LiveBrand, want: Resource): Refusal | undefined {
  const [from, to] = [content['bubble'], want.content['bubble']];
  if (from === to) return undefined;
  return {
    reason: `a template keeps its bubble, and this one is ${from}, not ${to}`,
    opens: 'another id: the template of that one is made, and this one is deleted',
  };
}

/** Of an update alone (resource API 2.4). */
function nameFits(_: LiveBrand, want: Resource): Refusal | undefined {
  const count = length(String(want.content['name']));
  if (count <= UPDATED_NAME_MAX) return undefined;
  return { reason: `an update takes a name of ${UPDATED_NAME_MAX} characters, and this one has ${count}` };
}

/** The code that a call names; a plan has no such call where there is no live template. */
function codeAt({ live, desired }: BrandContext): string {
  return live?.name ?? desired.name ?? '';
}
