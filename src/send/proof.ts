import { isObject, type JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { variableNames } from '../core/variables.ts';
import type { ApprovedTemplate, Channel, Values } from './channel.ts';
import { checkControls, checkEnvelope, wrongValue } from './envelope.ts';
import { textAt, textsIn } from './members.ts';

/** The template that a payload is proved against. */
export interface Against {
  approved: ApprovedTemplate;
  /** The texts are compared exactly, filled with these values; without them a variable stands for any text. */
  values?: Values;
}

/**
 * Proves a payload of `POST /v3/message` offline, against its template if it names one (message API 2.4 to 2.10). Returns every
 * reason why the service would refuse it or the delivery would fail. The payload may come from another program.
 */
export function proveMessage(
  payload: JsonObject,
  { check, templates }: Channel,
  { approved, values = new Map() }: Partial<Against> = {},
): ProofFailure[] {
  const type = String(payload['type']);
  const content = contentOf(payload);
  const ofState = (approved && templates?.checkState(approved)) ?? [];
  if (content === undefined) return [...ofState, noContent()];
  const { content: _, ...envelope } = payload;
  return [
    ...ofState,
    ...((approved && templates?.compare(type, content, approved, values)) ?? []),
    ...(approved ? checkCode(content, approved) : []),
    ...unfilled(content),
    ...checkEnvelope(payload),
    ...checkControls([...textsIn(envelope, ''), ...textsIn(content, '')]),
    ...check(type, content),
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
