import { isObject, type JsonObject, own } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { variableNames } from '../core/variables.ts';
import type { ApprovedTemplate, Channel, Values } from './channel.ts';
import { channelOfType, channels } from './channels/registry.ts';
import { nameCharacter } from './compare.ts';
import { checkFallback, type FallbackBody, fallbacksOf } from './fallback.ts';
import { LONGEST_AHEAD } from './hours.ts';
import { textAt, textsIn } from './members.ts';
import { assumed, checkShape, shape, text, wrongValue } from './shape.ts';

/** The template that a payload is proved against. */
export interface Against {
  approved: ApprovedTemplate;
  /** The texts are compared exactly, filled with these values; without them a variable stands for any text. */
  values?: Values;
}

/**
 * Proves a payload of `POST /v3/message` offline, against its template if it names one (message API 2.4 to 2.11). Returns every
 * reason why the service would refuse it or the delivery would fail. The payload may come from another program.
 * @param ofFallbacks the templates of its fallbacks, by their types
 */
export function proveMessage(
  payload: JsonObject,
  channel: Channel,
  against: Partial<Against> = {},
  ofFallbacks: Readonly<Record<string, Against | undefined>> = {},
): ProofFailure[] {
  const type = String(payload['type']);
  const content = contentOf(payload);
  const { approved } = against;
  const { content: _, ...envelope } = payload;
  const around = [
    ...checkShape(payload, ENVELOPE),
    ...checkControls([...textsIn(envelope), ...textsIn(content ?? {})]),
    ...checkFallback(payload),
    ...fallbacksOf(payload).flatMap((one) => proveFallback(one, own(ofFallbacks, one.type))),
  ];
  if (content === undefined) return [...checkState(channel, approved), noContent(channel, type), ...around];
  return [...proveContent(type, content, channel, against), ...around];
}

/** Proves the content of one channel: that of the message, or of a fallback. */
function proveContent(
  type: string,
  content: JsonObject,
  channel: Channel,
  { approved, values = new Map() }: Partial<Against>,
): ProofFailure[] {
  const { check, templates } = channel;
  return [
    ...checkState(channel, approved),
    ...((approved && templates?.compare(type, content, approved, values)) ?? []),
    ...(approved ? checkCode(content, approved) : []),
    ...unfilled(content),
    ...check(type, content),
  ];
}

/** Returns why a template in this state cannot be sent. */
function checkState({ templates }: Channel, approved: ApprovedTemplate | undefined): ProofFailure[] {
  if (!templates || !approved) return [];
  const known = own(templates.states, approved.state);
  if (known === true) return [];
  const message = `The template ${approved.code} ${known?.reason ?? 'cannot be sent'} (${approved.state})`;
  return [{ code: 'send-state', path: 'templatecode', message, ...(known && { hint: known.hint }) }];
}

/** Proves the body of a fallback. The paths of its failures are those of the payload; its type is a member of `resend`. */
function proveFallback({ type, content, path, named }: FallbackBody, against: Against | undefined): ProofFailure[] {
  const channel = channelOfType(type);
  if (!channel) return [];
  return proveContent(type, content, channel, against ?? {}).map((failure) => ({
    ...failure,
    path: failure.path === 'type' ? named : `${path}.${failure.path}`,
  }));
}

/** Returns the one member of `content`, which has the name of the type (message API 2.4). */
function contentOf(payload: JsonObject): JsonObject | undefined {
  const outer = payload['content'];
  if (!isObject(outer) || Object.keys(outer).length !== 1) return undefined;
  const inner = outer[String(payload['type'])];
  return isObject(inner) ? inner : undefined;
}

function noContent({ types }: Channel, type: string): ProofFailure {
  const name = types.includes(type) ? `, \`${type}\`` : ' with the name of `type`';
  return wrongValue('content', `It must have exactly one member${name}, which is an object`);
}

function checkCode(content: JsonObject, { code }: ApprovedTemplate): ProofFailure[] {
  const named = textAt(content, 'templatecode');
  if (named === undefined || named === code) return [];
  return [{ code: 'send-differs', path: 'templatecode', message: `It is ${named}, the template is ${code}` }];
}

/** Finds variables that no value replaced, in any text of a content (assumption 320). */
function unfilled(content: JsonObject): ProofFailure[] {
  return textsIn(content).flatMap(({ path, text }) =>
    variableNames([text]).map((name): ProofFailure => {
      return { code: 'send-leftover', path, message: `\`#{${name}}\` is left in it` };
    }),
  );
}

/** Message API 2.4 gives lengths only. Digits, hyphens and a plus sign are an assumption (99). */
const number = text({ required: true, max: 16, form: [/^\+?\d[\d-]*$/, 'a phone number'], assumed: ['form'] });

/** The members around the content (message API 2.4). The account is no part of our own payloads: the client adds it. */
const ENVELOPE = shape({
  type: text({ required: true, of: channels.flatMap(({ types }) => types) }),
  account: text({ max: 20 }),
  from: number,
  to: number,
  refkey: text({ required: true, bytes: 32 }),
  country: text({ max: 5 }),
  userinfo: text({ max: 50 }),
  resellercode: text({ form: [/^\d{9}$/, 'nine digits'] }),
  sendtime: text({ form: [/^\d{1,12}$/, 'a unix time in seconds'] }),
});

/** The members of a payload (message API 2.4). */
export const MEMBERS: readonly string[] = [...Object.keys(ENVELOPE.shape), 'content', 'resend', 'recontent'];

const FOREIGN = shape({ account: text({ required: true }) });

/**
 * Returns what is wrong around the content of another program's payload. Of our own payloads, the client adds the account, and
 * the schedule is checked before (message API 2.4).
 */
export function checkForeign(payload: JsonObject, now: number): ProofFailure[] {
  // The service ignores the time of an ntalk.
  const sendtime = payload['type'] === 'ntalk' ? 0 : Number(textAt(payload, 'sendtime') ?? 0);
  return [
    ...checkShape(payload, FOREIGN),
    ...(sendtime * 1000 > now + LONGEST_AHEAD ? [wrongValue('sendtime', 'It is more than 30 days ahead')] : []),
  ];
}

/** ASCII control characters but tabs and line breaks, and halves of characters (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])[\p{Cc}\p{Cs}]/u;

/** Returns the texts that have a control character. No document forbids it. */
function checkControls(texts: readonly { path: string; text: string }[]): ProofFailure[] {
  return texts.flatMap(({ path, text }) => {
    const [control] = CONTROL.exec(text) ?? [];
    const message = `It has the control character ${nameCharacter(control)}`;
    return control === undefined ? [] : assumed([wrongValue(path, message, 'Remove the character')]);
  });
}
