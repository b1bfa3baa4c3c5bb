import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { textAt } from './members.ts';
import { checkShape, isAbsent, missingMember, object, shape, wrongValue } from './shape.ts';

const TEXTS = ['sms', 'lms', 'mms'];
const MESSENGER = ['at', 'ai', 'ut', 'ui', 'uw', 'ul', 'uc', 'um', 'up', 'ua'];

/** A row of the table of message API 2.11. */
interface FallbackRow {
  main: readonly string[];
  first: readonly string[];
  /** The first fallbacks after which a text may be the second. */
  second: readonly string[];
}

const TABLE: readonly FallbackRow[] = [
  { main: TEXTS, first: [], second: [] },
  { main: MESSENGER, first: [...TEXTS, 'rcs'], second: ['rcs'] },
  { main: ['rcs'], first: [...TEXTS, ...MESSENGER], second: MESSENGER },
  { main: ['ntalk'], first: [], second: [] },
];

/** The places of a fallback in `resend`, in their order (assumption 94). */
export const PLACES = ['first', 'second'] as const;

export type FallbackPlace = (typeof PLACES)[number];

export interface FallbackBody {
  type: string;
  content: JsonObject;
  /** Its place in the payload: `recontent.lms`. */
  path: string;
  /** The member that names its type: `resend.first`. */
  named: string;
}

/** Returns the bodies of a payload's fallbacks, in their order. A body that `checkFallback` refuses is left out. */
export function fallbacksOf({ resend, recontent }: JsonObject): FallbackBody[] {
  if (!isObject(resend) || !isObject(recontent)) return [];
  return PLACES.flatMap((place) => {
    const type = textAt(resend, place);
    const content = type === undefined ? undefined : own(recontent, type);
    return type !== undefined && isObject(content)
      ? [{ type, content, path: `recontent.${type}`, named: `resend.${place}` }]
      : [];
  });
}

/**
 * Returns why the service would refuse the fallbacks of a payload: a combination that the table does not have, or a body that is
 * missing or not named (message API 2.11; assumption 94). The bodies themselves are checked by their channels.
 */
export function checkFallback(payload: JsonObject): ProofFailure[] {
  const { resend, recontent } = payload;
  const row = TABLE.find(({ main }) => main.some((type) => type === payload['type']));
  if (row === undefined || (isAbsent(resend) && isAbsent(recontent))) return [];
  if (row.first.length === 0) {
    const member = isAbsent(resend) ? 'recontent' : 'resend';
    return [wrongValue(member, `A message of type ${payload['type']} has no fallback`, 'Leave the fallback out')];
  }
  if (!isObject(resend) || !isObject(recontent)) return checkShape(payload, BOTH);
  return [...checkChain(row, resend), ...checkBodies(resend, recontent)];
}

const anObject = object({}, { required: true });
const BOTH = shape({ resend: anObject, recontent: anObject });

function checkChain({ main, first: firsts, second: seconds }: FallbackRow, resend: JsonObject): ProofFailure[] {
  const { first, second } = resend;
  if (isAbsent(first)) return [missingMember('resend.first')];
  if (!firsts.some((type) => type === first)) {
    const bothMessenger = MESSENGER.some((type) => type === first) && main.some((type) => MESSENGER.includes(type));
    const why = bothMessenger ? ', and messages of the messenger cannot fall back to each other' : '';
    return [notOneOf('resend.first', first, firsts, why)];
  }
  if (isAbsent(second)) return [];
  if (!seconds.some((type) => type === first)) {
    const message = `It is not allowed: a second fallback can only follow ${listed(seconds)}, and the first is ${first}`;
    return [wrongValue('resend.second', message, 'Leave the second fallback out')];
  }
  return TEXTS.some((type) => type === second) ? [] : [notOneOf('resend.second', second, TEXTS)];
}

function notOneOf(path: string, value: Json | undefined, allowed: readonly string[], why = ''): ProofFailure {
  const given = typeof value === 'string' ? value : 'not a text';
  return wrongValue(path, `It is ${given}${why}`, `Use ${listed(allowed)}`);
}

/** Every fallback has a body, and every body is of a fallback. */
function checkBodies(resend: JsonObject, recontent: JsonObject): ProofFailure[] {
  const types = PLACES.flatMap((place) => textAt(resend, place) ?? []);
  const bodies = shape(Object.fromEntries(types.map((type) => [type, anObject])));
  const needless = Object.keys(recontent)
    .filter((type) => !types.includes(type))
    .map((type) => wrongValue(`recontent.${type}`, 'It is not named by `resend`', 'Remove it, or name it in `resend`'));
  return [...checkShape(recontent, bodies, 'recontent'), ...needless];
}

function listed(types: readonly string[]): string {
  return types.length < 2 ? types.join('') : `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;
}
