import type { ProblemCode } from '../core/codes.ts';
import { formatPath, type Path } from '../core/path.ts';
import type { Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { length, variableNames } from '../core/variables.ts';
import { type Locate, problemOf, sendMistake, within } from './about.ts';
import { PLACES } from './fallback.ts';
import { textsIn } from './members.ts';
import type { SendPart } from './parts.ts';
import { sentenceAbout } from './shape.ts';
import type { Origin } from './values.ts';

interface FaultContext {
  test: TestSend;
  locate?: Locate | undefined;
  /** True offline: the template is what its manifest says, so a manifest causes a difference from it too. */
  lenient?: boolean;
}

/** Converts a failure to a problem of the manifest's field that causes it; undefined for a difference from the live template. */
export function faultOf(
  failure: ProofFailure,
  parts: readonly SendPart[],
  { test, locate, lenient = false }: FaultContext,
): Problem | undefined {
  const { code, path, message, hint } = failure;
  const isDifference = !MANIFEST_FAULTS.has(code);
  if (isDifference && !lenient) return undefined;
  const { source, ...origin } = originIn(path, parts, isDifference);
  const member = source ? path : formatPath(origin.at);
  const subject = `\`${member}\`${source ? ' of the message' : ''}`;
  const sentence = code === 'send-state' ? message : sentenceAbout(subject, message);
  const mistake = sendMistake(origin.at, code, sentence, { ...origin, ...(hint !== undefined && { hint }) });
  return problemOf(mistake, test, { locate, ...(source ? { template: source } : {}) });
}

/** Failures that a manifest or an `apply` corrects: they are no differences from the approved template. */
export const MANIFEST_FAULTS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'send-button-value',
  'send-character',
  'send-leftover',
  'send-limit',
  'send-state',
  'send-value',
]);

/** The members of the payload's envelope that a field of the test send of the same name sets. */
const ENVELOPE_FIELDS: readonly string[] = ['from', 'to', 'country', 'userinfo', 'resellercode'];

/** The field of a manifest that decides a member of the payload. */
interface MemberOrigin extends Origin {
  /** The template whose message has the member. */
  source?: Resource | undefined;
}

/**
 * Returns the field of a manifest that decides a member of the payload.
 * @param path the member, as a proof names it: `button[0].url_mobile`, `recontent.lms.message`
 */
function originIn(path: string, parts: readonly SendPart[], isDifference: boolean): MemberOrigin {
  if (path === 'sendtime') return { at: ['at'] };
  if (ENVELOPE_FIELDS.includes(path)) return { at: [path] };
  const named = PLACES.findIndex((place) => path === `resend.${place}`);
  if (named >= 0) return { at: ['fallback', named, 'type'] };
  if (path === 'resend' || path === 'recontent') return { at: ['fallback'] };
  const [, type, member = path] = /^recontent\.(\w+)\.(.+)$/.exec(path) ?? [];
  const part = parts.find(({ base, draft }) => type === (base.length > 0 ? draft.type : undefined));
  if (!part) return { at: ['fallback'] };
  // A value of a variable is in every text that has the variable, so it causes no difference.
  const origin = isDifference ? { at: part.draft.fieldOf(member) ?? ['brand'] } : originOf(member, part);
  return { ...within(part.base, origin), source: part.source };
}

/**
 * Returns the field that decides a member of a content: a value of the test send or of a sample, a field of the test send, or
 * the template if its own text is wrong.
 */
function originOf(path: string, { draft, chosen }: SendPart): Origin {
  const at: Path | undefined = draft.fieldOf(path);
  if (at) return { at };
  // A message may leave out a variable without a value.
  const asVariables = new Map(draft.variables.map((name) => [name, `#{${name}}`]));
  const unfilled = textsIn(draft.fill('', asVariables)).find((one) => one.path === path)?.text ?? '';
  const lengthOf = (name: string): number => length(chosen.values.get(name) ?? '');
  const [longest] = variableNames([unfilled]).sort((a, b) => lengthOf(b) - lengthOf(a));
  return longest === undefined ? { at: ['template'] } : chosen.originOf(longest);
}
