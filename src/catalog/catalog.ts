import type { JsonObject } from '../core/json.ts';
import { compareText } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { filled } from '../kinds/bubble.ts';
import type { ApprovedTemplate } from '../send/channel.ts';
import { notification } from '../send/channels/notification/channel.ts';
import { limitOf, registeredMessage, variablesOf } from '../send/channels/notification/form.ts';
import { textAt, textsIn } from '../send/members.ts';
import { proveMessage } from '../send/proof.ts';

/** A declared template and its current version on the service; undefined if the service has no version of it. */
export interface CatalogRow {
  template: Resource;
  approved: ApprovedTemplate | undefined;
}

interface CatalogName {
  /** The code of the manifest. If several profiles declare the code: `PROFILE/CODE`. */
  key: string;
  address: string;
  profile: string;
  name: string;
}

export interface CatalogTemplate extends CatalogName {
  /** The code of the current version. */
  templatecode: string;
  type: 'at' | 'ai';
  variables: readonly string[];
  /** The message without its sender key and template code, in the names of the message API. Its variables are not filled. */
  content: JsonObject;
  /** The most characters of each text with a variable, by its path in `content`. */
  limits: Readonly<Record<string, number>>;
}

/** A template that cannot be sent now. */
export interface Unavailable extends CatalogName {
  reason: string;
}

/** The templates of an environment, sorted by key. It contains no times, so that equal templates make equal catalogs. */
export interface Catalog {
  formatVersion: '1';
  environment: string;
  templates: readonly CatalogTemplate[];
  unavailable: readonly Unavailable[];
}

/**
 * Makes the catalog of an environment from its declared templates.
 * @param isSecret true if a value contains a secret: its template is not available, because a catalog contains no secrets
 */
export function makeCatalog(
  environment: string,
  rows: readonly CatalogRow[],
  isSecret: (value: unknown) => boolean,
): Catalog {
  const counts = new Map<string, number>();
  for (const { template } of rows) counts.set(codeOf(template), (counts.get(codeOf(template)) ?? 0) + 1);
  const entries = rows
    .map(({ template, approved }) => {
      const entry = entryOf(template, counts.get(codeOf(template)) === 1, approved);
      if (!isSecret(entry)) return entry;
      const { key, address, profile, name } = entry;
      return { key, address, profile, name, reason: 'It contains a secret of notiform.yaml' };
    })
    .sort((a, b) => compareText(a.key, b.key));
  return {
    formatVersion: '1',
    environment,
    templates: entries.filter((entry) => 'content' in entry),
    unavailable: entries.filter((entry) => 'reason' in entry),
  };
}

function codeOf({ name, id }: Resource): string {
  return name ?? id;
}

function entryOf(
  template: Resource,
  isOnly: boolean,
  approved: ApprovedTemplate | undefined,
): CatalogTemplate | Unavailable {
  const { address, profile = '', content } = template;
  const key = isOnly ? codeOf(template) : `${profile}/${codeOf(template)}`;
  const named = { key, address, profile, name: textAt(content, 'name') ?? key };
  if (!approved) return { ...named, reason: 'The service has no template with this code' };
  const message = registeredMessage(approved);
  const { type, body: unfilled, highlightImage } = message;
  const variables = variablesOf(message);
  const [failure] = proveShortest(unfilled, type, variables, approved);
  if (failure) return { ...named, reason: reasonOf(failure) };
  const limits = textsIn(unfilled).flatMap(({ path, text }) => {
    const most = limitOf(path, highlightImage);
    return most === undefined || !text.includes('#{') ? [] : [[path, most] as const];
  });
  return {
    ...named,
    templatecode: approved.code,
    type,
    variables,
    content: unfilled,
    limits: Object.fromEntries(limits),
  };
}

/**
 * Proves the message with the shortest values. What fails with them fails with all: the template cannot be sent, or its message
 * needs more than variables, as a form's number.
 */
function proveShortest(
  content: JsonObject,
  type: string,
  variables: readonly string[],
  approved: ApprovedTemplate,
): ProofFailure[] {
  const values = new Map(variables.map((name) => [name, '1']));
  const message = { senderkey: '0', templatecode: approved.code, ...filled(content, values) };
  const payload = { type, from: '0', to: '0', refkey: '0', content: { [type]: message } };
  return proveMessage(payload, notification, { approved, values });
}

function reasonOf({ code, path, message }: ProofFailure): string {
  return code === 'send-state' ? message : `\`${path}\` of its message: ${message}`;
}
