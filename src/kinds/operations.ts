import { type FileNode, fileName, sameContent } from '../core/content.ts';
import type { JsonObject } from '../core/json.ts';
import type { Bound, GoalCheck, Kind, Operation, Refusal, RunContext } from '../core/kind.ts';
import { NotiformError } from '../core/problem.ts';
import type { Live, Resource, ResourceState } from '../core/resource.ts';
import { type Phrases, sayer, type Wording } from '../core/sentence.ts';
import type { Client } from '../wire/client.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import type { Upload } from '../wire/outgoing.ts';

export interface KindOperation extends Operation<Client> {
  korean: string;
}

/** A kind whose operations have their titles in every language. */
export interface WordedKind extends Kind<Client> {
  operations: readonly KindOperation[];
}

/** Why an operation of any kind is not legal. */
export const OPERATION_SENTENCES = {
  'kind-missing': { en: 'it does not exist at the service', ko: '서비스에 없습니다' },
  'kind-exists': { en: 'it exists already ({name})', ko: '이미 있습니다({name})' },
  'kind-declared': { en: 'a declared resource is never deleted', ko: '파일에 있는 리소스는 삭제하지 않습니다' },
  'kind-no-file': { en: 'only a file of the project can be uploaded', ko: '프로젝트의 파일만 업로드할 수 있습니다' },
  'kind-removed': { en: 'a resource that is to be removed is not changed', ko: '삭제할 리소스는 변경하지 않습니다' },
} as const satisfies Phrases;

const say = sayer(OPERATION_SENTENCES);

export const NO_FILE = say('kind-no-file');

/** A live or predicted resource. */
export type Present = NonNullable<ResourceState>;

/** One condition of an operation on a resource that exists: why the service would refuse it, or undefined. */
export type Requirement = (at: Present, want: Resource) => Refusal | undefined;

/** Refuses with a reason unless a condition is true. */
export function refuseUnless(condition: boolean, reason: Wording): Refusal | undefined {
  return condition ? undefined : { reason };
}

/** The `requires` of an operation that creates a resource. */
export const isNew: KindOperation['requires'] = (at) => at && { reason: say('kind-exists', { name: at.name }) };

/** Requires that the manifest is gone. */
export const isRemoved: Requirement = (_, want) => refuseUnless(want.goal === 'removed', say('kind-declared'));

/** Requires that there is a manifest. */
export const isDeclared: Requirement = (_, want) => refuseUnless(want.goal !== 'removed', say('kind-removed'));

/** The `requires` of an operation on a resource that exists. The first refusal counts. */
export function needs(...requirements: Requirement[]): KindOperation['requires'] {
  return (at, want) => {
    if (!at) return { reason: say('kind-missing') };
    for (const requirement of requirements) {
      const refusal = requirement(at, want);
      if (refusal) return refusal;
    }
    return undefined;
  };
}

/** The `predicts` of an operation on a resource that exists. */
export function after(change: (at: Present, want: Resource) => ResourceState[]): KindOperation['predicts'] {
  return (at, want) => (at ? change(at, want) : []);
}

/**
 * The `run` of an operation that is one call.
 * @param bindingOf the binding that the answer changes
 * @param liveOf the resource that the answer shows
 */
export function calling<T>(
  endpoint: Endpoint<T>,
  fields: (context: RunContext<Client>) => object,
  bindingOf?: (answer: T, context: RunContext<Client>) => JsonObject,
  liveOf?: (answer: T, bound: Bound) => Live,
): KindOperation['run'] {
  return async (context) => {
    const answer = await context.service.call(endpoint, fields(context), context.signal);
    if (liveOf) context.answered(liveOf(answer, context.bound));
    return bindingOf?.(answer, context);
  };
}

/** The common part of the operations that delete a resource. */
export const DELETING = {
  title: 'delete',
  korean: '삭제',
  risk: () => 'destroys',
  predicts: () => [undefined],
} satisfies Partial<KindOperation>;

/** The live resource of an operation whose `requires` has made sure that it exists. */
export function there({ live, desired }: RunContext<Client>): Live {
  if (live) return live;
  throw bug(`${desired.address} is not there to be changed`);
}

/** Reads a file of the project for an upload. */
export async function uploadOf({ path, sha256 }: FileNode, { readFile }: RunContext<Client>): Promise<Upload> {
  return { name: fileName(path), bytes: await readFile(path, sha256) };
}

export function bug(message: string): NotiformError {
  return new NotiformError({ code: 'bug', severity: 'error', message });
}

/** The goal of a kind without a lifecycle: a declared resource has its content, a removed one does not exist. */
export function meetsContent(at: ResourceState, want: Resource): GoalCheck {
  const isMet = want.goal === 'removed' ? !at : at !== undefined && sameContent(at.content, want.content);
  return { meets: isMet ? 'yes' : 'no' };
}

/** A binding that stores the name of a resource under one key. */
export function boundBy(key: string): Pick<Kind<Client>, 'nameOf' | 'bindingOf'> {
  return {
    nameOf: ({ [key]: name }) => (typeof name === 'string' ? name : undefined),
    bindingOf: ({ name }) => ({ [key]: name }),
  };
}
