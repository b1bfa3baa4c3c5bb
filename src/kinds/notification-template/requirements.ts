import type { Refusal } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import { tellLinks, templateOf } from './fields.ts';
import { NOTICE_LENGTH } from './notice.ts';
import { codeOf, factsOf, keepsCode, sameText, type Template } from './states.ts';
import { isCodeTooLong } from './versions.ts';

/** One condition of section 3: the reason where it does not hold. */
export type Requirement = (template: Template, want: Resource) => Refusal | undefined;

/** A row's `requires`: the template has to be there, and the conditions hold, asked in this order. */
export function needs(...requirements: Requirement[]): (at: ResourceState, want: Resource) => Refusal | undefined {
  return (at, want) => {
    if (!at) return { reason: 'there is no template with this code' };
    for (const requirement of requirements) {
      const refusal = requirement(at, want);
      if (refusal) return refusal;
    }
    return undefined;
  };
}

function where(holds: boolean, reason: string): Refusal | undefined {
  return holds ? undefined : { reason };
}

/** Only the service can lift a block, and until then nothing else can be done (assumption 50). */
export const notBlocked: Requirement = (template) =>
  where(!factsOf(template).block, 'the service has blocked this template, and only the service can unblock it');

export function inspectionIs(...words: string[]): Requirement {
  return (template) => {
    const { inspectionStatus } = factsOf(template);
    return where(
      words.includes(inspectionStatus),
      `its inspection status has to be ${words.join(' or ')}, and is ${inspectionStatus}`,
    );
  };
}

export function statusIs(...words: string[]): Requirement {
  return (template) => {
    const { status } = factsOf(template);
    return where(words.includes(status), `its status has to be ${words.join(' or ')}, and is ${status}`);
  };
}

export const dormant: Requirement = (template) => where(factsOf(template).dormant, 'it is not dormant');

/** As `inspectionIs` and `statusIs` in the one word that a person reads, where block and dormancy count too. */
export function onlyWhile(word: string, what: string): Requirement {
  return ({ status }) => where(status.state === word, `${what} only while it is ${word}, and it is ${status.state}`);
}

/** What was never sent can be taken back and deleted, so that it is not left behind stopped. */
export const undeletable: Requirement = ({ status }) =>
  where(status.state !== 'RDY', 'what is to be removed and was never sent is deleted, not stopped');

/** A row that runs for some goals alone: what it would reach is not what the others want. */
export function wantedFor(reason: string, ...goals: string[]): Requirement {
  return (_, want) => where(goals.includes(want.goal), reason);
}

/** A new code is written by `update` and by nothing else, so never at the price of a request or an approval (assumption 56). */
export const codeStays: Requirement = (template, want) =>
  where(
    keepsCode(template, want),
    `its code can only be changed from ${template.name} to ${codeOf(want)} while it is registered or rejected (REG, REJ)`,
  );

/** An AL link `tell://` stays where it is live, and is never new (resource API 2.2, assumption 45). */
export function refusesTell(at: ResourceState, want: Resource): Refusal | undefined {
  const live = at ? tellLinks(at.content) : [];
  if (tellLinks(want.content).every((address) => live.includes(address))) return undefined;
  return { reason: 'a new `tell://` link of an AL button cannot be registered (resource API 2.2)', code: 'tell-link' };
}

/** What was approved can no longer be edited (section 3, update). */
export const editable: Requirement = (template, want) => {
  const { inspectionStatus, status } = factsOf(template);
  if (status === 'R' && (inspectionStatus === 'REG' || inspectionStatus === 'REJ')) return undefined;
  return codeStays(template, want) ?? { reason: inspectionStatus === 'APR' ? inUse(want) : notEditable(template) };
};

function inUse(want: Resource): string {
  const way = isCodeTooLong(want)
    ? 'its code has no room for the suffix of a version'
    : 'with `versions` the new one becomes a version under a code of its own';
  return `an approved text that is in use can never be edited: ${way}`;
}

function notEditable(template: Template): string {
  const { inspectionStatus, status } = factsOf(template);
  return `it can only be edited while its inspection status is REG or REJ and its status R, and they are ${inspectionStatus} and ${status}`;
}

/** With `versions` an approval is kept, and the new text becomes a version of its own. */
export const noVersionWanted: Requirement = (template, want) =>
  where(
    want.goal !== 'approved' || !want.options['versions'] || sameText(template, want),
    'with `versions` the approved text stays, and the new one becomes a version under a code of its own; without `versions` its approval could be cancelled',
  );

/** Longest body after a conversion, the notice included (resource API 3). */
const CONVERTED_MAX = 964;

/** The failure rules of convertAddCh (section 3), but for the state; the body's as of assumption 51. */
export const convertible: readonly Requirement[] = [
  (_, want) =>
    where(
      want.options['ofGroup'] !== true,
      'a template of a group cannot be converted to channel add: the request names no group (assumption 18)',
    ),
  ({ content }) =>
    where(
      ['BA', 'EX'].includes(templateOf(content).messageType),
      'only a BA or EX template can be converted to channel add',
    ),
  ({ content }) =>
    where(buttonsOf(content) < 5, 'it has 5 buttons already, and the channel-add button would be one more'),
  ({ content }) =>
    where(
      length(templateOf(content).content) + NOTICE_LENGTH <= CONVERTED_MAX,
      `the channel-add notice of ${NOTICE_LENGTH} characters makes its body longer than ${CONVERTED_MAX}`,
    ),
  ({ content }) =>
    where(
      (templateOf(content).quickReplies ?? []).length === 0 || buttonsOf(content) < 2,
      'it has quick replies and 2 buttons already, and the channel-add button would be one more',
    ),
];

function buttonsOf(content: Template['content']): number {
  return (templateOf(content).buttons ?? []).length;
}
