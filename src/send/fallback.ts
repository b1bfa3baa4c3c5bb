import { isObject, type JsonObject, own } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { textAt } from './members.ts';
import { checkShape, isAbsent, object, shape, text, unknownIn, wrongValue } from './shape.ts';

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
  const types = PLACES.flatMap((place) => textAt(resend, place) ?? []);
  // Every fallback has a body, and every body is of a fallback.
  const bodies = shape(Object.fromEntries(types.map((type) => [type, anObject])));
  const needless = unknownIn(recontent, bodies, 'recontent').map(({ path }) =>
    wrongValue(path, 'It is not named by `resend`', 'Remove it, or name it in `resend`'),
  );
  return [...checkChain(row, resend), ...checkShape(recontent, bodies, 'recontent'), ...needless];
}

const anObject = object({}, { required: true });
const BOTH = shape({ resend: anObject, recontent: anObject });

function checkChain({ first, second }: FallbackRow, resend: JsonObject): ProofFailure[] {
  const known = second.some((type) => type === resend['first']) ? TEXTS : [];
  const hint = `Leave it out, or use ${TEXTS.join(', ')} after ${second.join(', ')}`;
  const chain = shape({ first: text({ required: true, of: first }), second: text({ of: known, hint }) });
  return checkShape(resend, chain, 'resend');
}
