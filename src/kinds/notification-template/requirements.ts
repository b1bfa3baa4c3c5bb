import type { Refusal } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import { needs as needsPresent, type Present, type Requirement, refuseUnless } from '../operations.ts';
import { tellLinks, templateOf } from './fields.ts';
import { NOTICE_LENGTH, withChannel } from './notice.ts';
import { codeOf, factsOf, keepsCode, same, sameText } from './states.ts';
import { isCodeTooLong } from './versions.ts';

export function needs(...requirements: Requirement[]) {
  return needsPresent('there is no template with this code', ...requirements);
}

/** Only the service can lift a block, and until then nothing else can be done (assumption 50). */
export const notBlocked: Requirement = (template) =>
  refuseUnless(!factsOf(template).block, 'the service has blocked this template, and only the service can unblock it');

export function inspectionIs(...words: string[]): Requirement {
  return (template) => hasWord('inspection status', factsOf(template).inspectionStatus, words);
}

export function statusIs(...words: string[]): Requirement {
  return (template) => hasWord('status', factsOf(template).status, words);
}

function hasWord(what: string, word: string, words: readonly string[]): Refusal | undefined {
  return refuseUnless(words.includes(word), `its ${what} has to be ${words.join(' or ')}, and is ${word}`);
}

export const dormant: Requirement = (template) => refuseUnless(factsOf(template).dormant, 'it is not dormant');

/** Requires the state that a person reads, which depends on block and dormancy too. */
export function stateIs(word: string, what: string): Requirement {
  return ({ status }) =>
    refuseUnless(status.state === word, `${what} only while it is ${word}, and it is ${status.state}`);
}

/** A template that was never sent can be deleted, so it is not stopped. */
export const undeletable: Requirement = ({ status }) =>
  refuseUnless(status.state !== 'RDY', 'a template that was never sent is deleted, not stopped');

/** Allows an operation for some goals only, because its result is wrong for all others. */
export function goalIs(reason: string, ...goals: string[]): Requirement {
  return (_, want) => refuseUnless(goals.includes(want.goal), reason);
}

/** Only `update` changes the code, so a new code never costs a request or an approval (assumption 56). */
export const codeStays: Requirement = (template, want) =>
  refuseUnless(
    keepsCode(template, want),
    `its code can only be changed from ${template.name} to ${codeOf(want)} while it is registered or rejected (REG, REJ)`,
  );

/** A live `tell://` link of an AL button can stay, but a new one is refused (resource API 2.2, assumption 45). */
export function refusesTell(at: ResourceState, want: Resource): Refusal | undefined {
  const live = at ? tellLinks(at.content) : [];
  const added = tellLinks(want.content).find(({ address }) => !live.some((one) => one.address === address));
  if (!added) return undefined;
  const reason = 'a new `tell://` link of an AL button cannot be registered (resource API 2.2)';
  return { reason, code: 'tell-link', at: added.at };
}

/** An approved text can no longer be edited (section 3, update). */
export const editable: Requirement = (template, want) => {
  const { inspectionStatus, status } = factsOf(template);
  if (status === 'R' && (inspectionStatus === 'REG' || inspectionStatus === 'REJ')) return undefined;
  if (addsOnlyChannel(template, want)) {
    const refusal = convertible.map((requirement) => requirement(template, want)).find((one) => one !== undefined);
    if (refusal) return { reason: `${refusal.reason}; ${inUse(want)}` };
  }
  const notEditable = `it can only be edited while its inspection status is REG or REJ and its status R, and they are ${inspectionStatus} and ${status}`;
  return codeStays(template, want) ?? { reason: inspectionStatus === 'APR' ? inUse(want) : notEditable };
};

/** True if an approved template would be as wanted after `convertAddCh`. */
function addsOnlyChannel(template: Present, want: Resource): boolean {
  const isApproved = factsOf(template).inspectionStatus === 'APR';
  return isApproved && same({ ...template, content: withChannel(template.content) }, want);
}

function inUse(want: Resource): string {
  const way = isCodeTooLong(want)
    ? 'its code has no room for the suffix of a version'
    : 'with `versions` the new one becomes a version under a code of its own';
  return `an approved text that is in use can never be edited: ${way}`;
}

/** With `versions` an approval is kept, and the new text becomes a version of its own. */
export const noVersionWanted: Requirement = (template, want) =>
  refuseUnless(
    want.goal !== 'approved' || !want.options['versions'] || sameText(template, want),
    'with `versions` the approved text stays, and the new one becomes a version under a code of its own; without `versions` its approval could be cancelled',
  );

/** Longest body after a conversion, with the notice (resource API 3). */
const CONVERTED_MAX = 964;

/** The failure rules of convertAddCh, except the state (section 3). Assumption 51 is about the body. */
export const convertible: readonly Requirement[] = [
  (_, want) =>
    refuseUnless(
      want.options['ofGroup'] !== true,
      'a template of a group cannot be converted to channel add: the request names no group (assumption 18)',
    ),
  ({ content }) =>
    refuseUnless(
      ['BA', 'EX'].includes(templateOf(content).messageType),
      'only a BA or EX template can be converted to channel add',
    ),
  ({ content }) =>
    refuseUnless(buttonsOf(content) < 5, 'it has 5 buttons already, and the channel-add button would be one more'),
  ({ content }) =>
    refuseUnless(
      length(templateOf(content).content) + NOTICE_LENGTH <= CONVERTED_MAX,
      `the channel-add notice of ${NOTICE_LENGTH} characters makes its body longer than ${CONVERTED_MAX}`,
    ),
  ({ content }) =>
    refuseUnless(
      (templateOf(content).quickReplies ?? []).length === 0 || buttonsOf(content) < 2,
      'it has quick replies and 2 buttons already, and the channel-add button would be one more',
    ),
];

function buttonsOf(content: Present['content']): number {
  return (templateOf(content).buttons ?? []).length;
}
