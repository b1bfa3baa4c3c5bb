import { isObject, type JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { variableNames } from '../core/variables.ts';
import type { ApprovedTemplate, TemplateChannel, Values, WrittenChannel } from './channel.ts';
import { checkControls, checkEnvelope, wrongValue } from './envelope.ts';
import { textAt, textsIn } from './members.ts';

/**
 * Proves a payload of `POST /v3/message` against the template that it names, offline (message API 2.4, 2.9). Returns every
 * reason why the service would refuse it or the delivery would fail. The payload may come from another program. With `values`
 * the texts are compared exactly; otherwise a variable stands for any text.
 */
export function proveMessage(
  payload: JsonObject,
  approved: ApprovedTemplate,
  { checkState, compare, checkContent }: TemplateChannel,
  values: Values = new Map(),
): ProofFailure[] {
  const content = contentOf(payload);
  if (content === undefined) return [...checkState(approved), noContent()];
  return [
    ...checkState(approved),
    ...compare(String(payload['type']), content, approved, values),
    ...checkCode(content, approved),
    ...checkMembers(payload, content),
    ...checkContent(content, approved),
  ];
}

/** Proves a payload of a message without a template, offline. Returns every reason why the service would refuse it. */
export function proveWritten(payload: JsonObject, channel: WrittenChannel): ProofFailure[] {
  const content = contentOf(payload);
  if (content === undefined) return [noContent()];
  return [...checkMembers(payload, content), ...channel.check(payload, content)];
}

/** Returns what is wrong with a payload of any channel. */
function checkMembers(payload: JsonObject, content: JsonObject): ProofFailure[] {
  const { content: _, ...envelope } = payload;
  return [
    ...unfilled(content),
    ...checkEnvelope(payload),
    ...checkControls([...textsIn(envelope, ''), ...textsIn(content, '')]),
  ];
}

/** Returns the one member of `content`, which has the name of the type (message API 2.4). */
function contentOf(payload: JsonObject): JsonObject | undefined {
  const outer = payload['content'];
  if (!isObject(outer) || Object.keys(outer).length !== 1) return undefined;
  const inner = outer[String(payload['type'])];
  return isObject(inner) ? inner : undefined;
}

function noContent(): ProofFailure {
  return wrongValue('content', 'It must hold exactly one object, under the name that `type` says');
}

function checkCode(content: JsonObject, { code }: ApprovedTemplate): ProofFailure[] {
  const named = textAt(content, 'templatecode');
  if (named === undefined || named === code) return [];
  return [{ code: 'send-differs', path: 'templatecode', message: `It is ${named}, the template is ${code}` }];
}

function unfilled(content: JsonObject): ProofFailure[] {
  return textsIn(content, '').flatMap(({ path, text }) =>
    variableNames([text]).map((name): ProofFailure => {
      return { code: 'send-leftover', path, message: `\`#{${name}}\` is left in it` };
    }),
  );
}
