import { type JsonObject, own } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import { suggest } from '../core/suggest.ts';
import { channelOfType } from './channels/registry.ts';
import { MEMBERS } from './envelope.ts';
import { fallbacksOf } from './fallback.ts';
import { objectAt, textAt } from './members.ts';
import { type PayloadShape, text, type UnknownMember, unknownIn } from './shape.ts';

/** Members of other APIs for what the message API has under another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { fallback: 'resend', fallbacks: 'resend' };

const RESEND: PayloadShape = { first: text(), second: text() };

/**
 * Returns a warning for each member that a message, its content or a fallback does not have, at every depth. The service may
 * ignore it, as a fallback that it does not know.
 */
export function unknownMembers(payload: JsonObject): Problem[] {
  const around = Object.keys(payload)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => warning('a message', { name, path: name, known: MEMBERS }, own(OTHER_NAMES, name)));
  const type = textAt(payload, 'type') ?? '';
  const main = { type, content: objectAt(objectAt(payload, 'content'), type), path: `content.${type}` };
  const within = [main, ...fallbacksOf(payload)].flatMap((body) => {
    const shape = channelOfType(body.type)?.shapeOf?.(body.type);
    const unknown = shape ? unknownIn(body.content, shape, body.path) : [];
    return unknown.map((one) => warning(`a message of type ${body.type}`, one));
  });
  const resend = unknownIn(objectAt(payload, 'resend'), RESEND, 'resend');
  return [...around, ...within, ...resend.map((one) => warning('a message', one))];
}

function warning(of: string, { name, path, known }: UnknownMember, other = suggest(name, known)): Problem {
  return {
    code: 'send-value',
    severity: 'warning',
    message: `\`${path}\` is not a member of ${of}, so the service may ignore it`,
    hint: other === undefined ? 'Remove it, or correct its name' : `Did you mean \`${other}\`?`,
  };
}
