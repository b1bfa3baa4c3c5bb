import type { Refusal } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import { type Present, type Requirement, refuseUnless } from '../operations.ts';
import { tellLinks, templateOf } from './fields.ts';
import { NOTICE_LENGTH, withChannel } from './notice.ts';
import { say } from './sentences.ts';
import { codeOf, factsOf, keepsCode, same, sameText } from './states.ts';

/** Only the service can lift a block, and until then nothing else can be done (assumption 50). */
export const notBlocked: Requirement = (template) => refuseUnless(!factsOf(template).block, say('template-blocked'));

export function inspectionIs(...words: string[]): Requirement {
  return (template) => hasWord('inspection status', factsOf(template).inspectionStatus, words);
}

export function statusIs(...words: string[]): Requirement {
  return (template) => hasWord('status', factsOf(template).status, words);
}

function hasWord(what: string, word: string, words: readonly string[]): Refusal | undefined {
  return refuseUnless(words.includes(word), say('template-state', { what, words: words.join(' or '), word }));
}

export const dormant: Requirement = (template) => refuseUnless(factsOf(template).dormant, say('template-not-dormant'));

/** Requires the state that a person reads, which depends on block and dormancy too. */
export function stateIs(needed: string, code: 'template-approval-state' | 'template-convert-state'): Requirement {
  return ({ status: { state } }) => refuseUnless(state === needed, say(code, { needed, state }));
}

/** A template that was never sent can be deleted, so it is not stopped. */
export const undeletable: Requirement = ({ status }) => refuseUnless(status.state !== 'RDY', say('template-unsent'));

/** Only `update` changes the code, so a new code never costs a request or an approval (assumption 56). */
export const codeStays: Requirement = (template, want) =>
  refuseUnless(keepsCode(template, want), say('template-code-fixed', { from: template.name, to: codeOf(want) }));

/** A live `tell://` link of an AL button can stay, but a new one is refused (resource API 2.2, assumption 45). */
export function refusesTell(at: ResourceState, want: Resource): Refusal | undefined {
  const live = at ? tellLinks(at.content) : [];
  const added = tellLinks(want.content).find(({ address }) => !live.some((one) => one.address === address));
  if (!added) return undefined;
  const reason = say('template-tell-link');
  return { reason, code: 'tell-link', at: added.at };
}

/** An approved text can no longer be edited (section 3, update). */
export const editable: Requirement = (template, want) => {
  const { inspectionStatus, status } = factsOf(template);
  if (status === 'R' && (inspectionStatus === 'REG' || inspectionStatus === 'REJ')) return undefined;
  if (addsOnlyChannel(template, want)) {
    const refusal = convertible.map((requirement) => requirement(template, want)).find((one) => one !== undefined);
    if (refusal)
      return { reason: say('template-not-converted', { reason: refusal.reason, use: say('template-in-use') }) };
  }
  const notEditable = say('template-not-editable', { inspection: inspectionStatus, status });
  return codeStays(template, want) ?? { reason: inspectionStatus === 'APR' ? say('template-in-use') : notEditable };
};

/** True if an approved template would be as wanted after `convertAddCh`. */
function addsOnlyChannel(template: Present, want: Resource): boolean {
  const isApproved = factsOf(template).inspectionStatus === 'APR';
  return isApproved && same({ ...template, content: withChannel(template.content) }, want);
}

/** With `versions` an approval is kept, and the new text becomes a version of its own. */
export const noVersionWanted: Requirement = (template, want) =>
  refuseUnless(
    want.goal !== 'approved' || !want.options['versions'] || sameText(template, want),
    say('template-version-first'),
  );

/** Longest body after a conversion, with the notice (resource API 3). */
const CONVERTED_MAX = 964;

/** The failure rules of convertAddCh, except the state (section 3). Assumption 51 is about the body. */
export const convertible: readonly Requirement[] = [
  (_, want) => refuseUnless(want.options['ofGroup'] !== true, say('template-convert-group')),
  ({ content }) => refuseUnless(['BA', 'EX'].includes(templateOf(content).messageType), say('template-convert-type')),
  ({ content }) => refuseUnless(buttonsOf(content) < 5, say('template-convert-buttons')),
  ({ content }) =>
    refuseUnless(
      length(templateOf(content).content) + NOTICE_LENGTH <= CONVERTED_MAX,
      say('template-convert-length', { count: NOTICE_LENGTH, max: CONVERTED_MAX }),
    ),
  ({ content }) =>
    refuseUnless(
      (templateOf(content).quickReplies ?? []).length === 0 || buttonsOf(content) < 2,
      say('template-convert-replies'),
    ),
];

function buttonsOf(content: Present['content']): number {
  return (templateOf(content).buttons ?? []).length;
}
