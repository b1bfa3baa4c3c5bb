import type { JsonObject } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { isProblem } from '../core/problem.ts';
import type { TestSend, WrittenMessage } from '../core/test-send.ts';
import { type SendMistake, sendMistake } from './about.ts';
import { PLACES } from './fallback.ts';
import { type ApprovedSubject, type Drafted, type DraftNames, draftOf } from './parties.ts';
import type { Against } from './proof.ts';
import { type ChosenValues, chooseValues, exactValues } from './values.ts';

/** Returns each fallback of a test send as a test send of its own. Texts have the values of the main message. */
export function fallbackSends(test: TestSend): TestSend[] {
  const { id, source, to, expect, allow } = test;
  return (test.fallback ?? []).map(({ type, template, subject, text, files, content, ...own }) => {
    const whole = { id, source, to, expect, allow, buttons: {}, ...own };
    if (template !== undefined) return { ...whole, template };
    if (own.brand?.body) return whole;
    const written = {
      ...(subject && { subject }),
      ...(text && { text }),
      ...(files && { files }),
      ...(content && { content }),
    };
    // Without a template, the schema allows only these types.
    return { ...whole, message: { type: type as WrittenMessage['type'], ...written } };
  });
}

/** A fallback before it has values. */
interface FallbackDraft extends Drafted {
  /** Its place in `fallback`, from 0. */
  index: number;
  /** As the manifest writes it. */
  type: string;
  /** The fallback as a test send of its own. */
  test: TestSend;
}

export interface Fallback extends FallbackDraft {
  chosen: ChosenValues;
  content: JsonObject;
}

/** Makes the messages of the fallbacks. */
export function draftFallbacks(
  test: TestSend,
  subjects: readonly ApprovedSubject[],
  naming: DraftNames,
): { drafts: FallbackDraft[]; wrong: SendMistake[] } {
  const drafts: FallbackDraft[] = [];
  const wrong: SendMistake[] = [];
  for (const [index, own] of fallbackSends(test).entries()) {
    const subject = subjects[index];
    if (!subject) throw new Error('a fallback was not looked up'); // it would be left out in silence
    const drafted = draftOf(own, subject, naming);
    const { type = '' } = test.fallback?.[index] ?? {};
    if (isProblem(drafted)) wrong.push({ ...drafted, at: within(index, drafted.at) });
    else drafts.push({ ...drafted, index, type, test: own });
  }
  return { drafts, wrong };
}

/** Returns the variables of the texts, whose values are those of the main message. */
export function sharedVariables(drafts: readonly FallbackDraft[]): string[] {
  return drafts.flatMap(({ test, draft }) => (test.message ? draft.variables : []));
}

/** The fallback that names no template, in messages about its values. */
const UNNAMED = { address: 'the fallback', samples: [] };

/** Fills a fallback: a template or a brand message with its own values, another message with those of the main message. */
export function fillFallback(drafted: FallbackDraft, shared: ChosenValues): Fallback & { mistakes: SendMistake[] } {
  const { index, type, test, source, draft, profile } = drafted;
  const chosen = test.message ? shared : chooseValues(test, source ?? UNNAMED, draft);
  const named = `\`fallback[${index}].type\` is ${type}, and ${source?.address ?? 'its bubble'} is sent as ${draft.type}`;
  const hint = `Write \`type: ${draft.type}\``;
  const wrongType = type === draft.type ? [] : [sendMistake(['type'], 'send-value', named, { hint })];
  const own = [
    ...(test.message ? [] : chosen.mistakes.map(withoutOption)),
    ...(isProblem(profile) ? [profile] : []),
    ...wrongType,
    ...draft.mistakes,
  ];
  return {
    ...drafted,
    chosen,
    content: draft.fill(profile && !isProblem(profile) ? profile.key : '', chosen.values),
    mistakes: own.map((one) => (one.of === 'template' ? one : { ...one, at: within(index, one.at) })),
  };
}

/** `--var` gives values to the main message only. */
function withoutOption(mistake: SendMistake): SendMistake {
  const hint = 'Give it one in `variables` of the fallback, or in the sample of its template';
  return mistake.hint?.includes('--var') ? { ...mistake, hint } : mistake;
}

/** Returns the members of a payload that name the fallbacks and hold their bodies (assumption 94). */
export function payloadOf(fallbacks: readonly Fallback[]): { resend?: JsonObject; recontent?: JsonObject } {
  if (fallbacks.length === 0) return {};
  return {
    resend: Object.fromEntries(fallbacks.map(({ index, type }) => [PLACES[index] ?? '', type])),
    recontent: Object.fromEntries(fallbacks.map(({ type, content }) => [type, content])),
  };
}

/** Returns what the bodies are proved against, by their types. */
export function againstOf(fallbacks: readonly Fallback[]): Record<string, Against> {
  return Object.fromEntries(
    fallbacks.flatMap(({ type, approved, draft, chosen }) =>
      approved ? [[type, { approved, values: exactValues(draft, chosen) }]] : [],
    ),
  );
}

/** Converts a path in a fallback as a test send of its own to the path in the manifest: `message.text` is `fallback[0].text`. */
export function within(index: number, at: Path): Path {
  return ['fallback', index, ...(at[0] === 'message' ? at.slice(1) : at)];
}
