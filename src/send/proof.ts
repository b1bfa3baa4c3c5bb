import { isObject, type JsonObject, own } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { findVariables } from '../core/variables.ts';
import { checkForm } from './form.ts';
import { checkLimits } from './limits.ts';
import { textAt, textsIn } from './members.ts';
import { compareParts } from './parts.ts';
import { readTemplate } from './template.ts';

/** The template as the service has it: what a message is held against. */
export interface ApprovedTemplate {
  code: string;
  /** Manifest form, decoded from the service's answer. */
  content: JsonObject;
  /** `RDY`, `ACT`, … (resource API 3) */
  state: string;
  /**
   * What the service itself put at the end of the body (assumption 10). A manifest never holds it; a message does, since
   * the body that was approved has it (assumption 77).
   */
  notice?: string;
}

/**
 * Proves a payload of `POST /v3/message` against the template that it names, offline (message API 2.4, 2.9): every reason
 * why the service would refuse it or the delivery would fail; none where it may be sent. The payload may come from
 * anywhere. With `values` the texts are compared exactly, without them a variable may stand for any text.
 */
export function proveMessage(
  payload: JsonObject,
  approved: ApprovedTemplate,
  values: ReadonlyMap<string, string> = new Map(),
): ProofFailure[] {
  const template = readTemplate(approved.content, approved.notice);
  const type = template.image ? 'ai' : 'at';
  const content = contentOf(payload);
  if (content === undefined) {
    return [
      ...checkState(approved),
      {
        code: 'send-value',
        path: 'content',
        message: 'It must hold exactly one object, under the name that `type` says',
      },
    ];
  }
  return [
    ...checkState(approved),
    ...checkType(payload, type),
    ...checkCode(content, approved),
    ...compareParts(content, template, values),
    ...leftovers(content),
    ...checkForm(payload, content),
    ...checkLimits(payload, content, template.highlight?.image ?? false),
  ];
}

/** `content` holds one key, equal to `type` (message API 2.4). */
function contentOf(payload: JsonObject): JsonObject | undefined {
  const outer = payload['content'];
  if (!isObject(outer) || Object.keys(outer).length !== 1) return undefined;
  const inner = outer[String(payload['type'])];
  return isObject(inner) ? inner : undefined;
}

/** Why a template in this state cannot be sent, and what to do (resource API 3). */
const UNSENDABLE: Readonly<Record<string, { reason: string; hint: string }>> = {
  REG: { reason: 'was never inspected', hint: 'Apply it with `lifecycle: approved`' },
  REQ: { reason: 'waits for its inspection', hint: 'See `notiform wait`' },
  REJ: { reason: 'was rejected', hint: 'See the inspector’s words in `notiform status`' },
  STP: { reason: 'is stopped', hint: 'Apply it with `lifecycle: approved`' },
  DMT: { reason: 'is dormant', hint: 'Apply it: that releases it' },
  BLK: { reason: 'is blocked by the service', hint: 'Only the service can lift a block' },
};

function checkState({ code, state }: ApprovedTemplate): ProofFailure[] {
  if (state === 'RDY' || state === 'ACT') return [];
  const known = own(UNSENDABLE, state);
  return [
    {
      code: 'send-state',
      path: 'templatecode',
      message: `The template ${code} ${known?.reason ?? 'is not approved'} (${state})`,
      ...(known ? { hint: known.hint } : {}),
    },
  ];
}

function checkType(payload: JsonObject, type: string): ProofFailure[] {
  if (payload['type'] === type) return [];
  const why = type === 'ai' ? 'has an image' : 'has no image';
  return [
    {
      code: 'send-parts',
      path: 'type',
      message: `It is ${String(payload['type'])}, and the template ${why}, so it goes as ${type}`,
    },
  ];
}

function checkCode(content: JsonObject, { code }: ApprovedTemplate): ProofFailure[] {
  const named = textAt(content, 'templatecode');
  if (named === undefined || named === code) return [];
  return [{ code: 'send-differs', path: 'templatecode', message: `It is ${named}, the template is ${code}` }];
}

function leftovers(content: JsonObject): ProofFailure[] {
  return textsIn(content, '').flatMap(({ path, text }) =>
    [...new Set(findVariables(text).map(({ name }) => name))].map((name) => ({
      code: 'send-leftover' as const,
      path,
      message: `\`#{${name}}\` is left in it`,
    })),
  );
}
