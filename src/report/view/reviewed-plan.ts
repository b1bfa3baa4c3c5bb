import { kindOf, splitVersion } from '../../core/address.ts';
import type { Phrase } from '../../core/language.ts';
import type { Change, Moved, Plan, Reason, Remembers, Unmanaged, Waiting } from '../../core/plan.ts';
import { isLint, type Problem } from '../../core/problem.ts';
import { RISK_WORDS } from '../../engine/route/route.ts';
import { pictures } from '../../kinds/registry.ts';
import { partOf } from '../command.ts';
import { dotted, ours, type Text } from '../text.ts';
import { Audience, type AudienceOptions, type NamedResource, type OfKind, placeOf } from './audience.ts';
import { blockedAlert, blockedEntry, blockedItem } from './blocked.ts';
import type { Entry, ListItem, ReportView, ViewPart } from './blocks.ts';
import { reviewedChange } from './change.ts';
import { EFFECT_WORDS, EFFECTS, type Effect, effectsOf, uploadsIn } from './effect.ts';
import { PLAN_WORDS } from './phrases.ts';
import { madeBy } from './plan.ts';
import { problemItem, problemParts } from './problems.ts';
import { GROUP_WORDS } from './status-groups.ts';
import { waitsText } from './waiting.ts';
import { ACTION_SENTENCES, ACTIONS, stateName } from './words.ts';

export interface ReviewedPlanOptions extends AudienceOptions {
  previewUrl?: string | undefined;
  /** The problems of the project. Only warnings about the content of what changes are shown. */
  problems?: readonly Problem[] | undefined;
}

/** A plan for reviewers: what changes and what it costs in sentences, a row for each resource, and its differences. */
export function reviewedPlan(made: Plan, options: ReviewedPlanOptions = {}): ReportView {
  const uploads = uploadsIn(made);
  const others = made.changes.filter((change) => !uploads.includes(change));
  // What customers see comes first.
  const isShown = ({ kind }: Change): boolean => pictures.has(kind);
  const changes = [...others.filter(isShown), ...others.filter((one) => !isShown(one))];
  const plan = { ...made, changes, problems: [...made.problems, ...lintOf(made, options)] };
  const { environment } = plan;
  const audience = new Audience({ ...options, naming: { ...options.naming, environment } }, resourcesIn(made));
  const { previewUrl } = options;
  const hints = plan.problems.filter((one) => one.severity !== 'error' && !isTakeover(one));
  return {
    title: audience.say(PLAN_WORDS.title, { environment }),
    head: [
      ...alertsOf(plan, audience),
      ...leadOf(plan, audience),
      ...warningsOf(plan, audience),
      ...(previewUrl === undefined ? [] : [{ text: audience.say(PLAN_WORDS.preview), url: previewUrl }]),
    ],
    sections: [{ entries: entriesOf(plan, audience) }],
    columns: [PLAN_WORDS.resource, PLAN_WORDS.what, PLAN_WORDS.cost].map((phrase) => audience.say(phrase)),
    rest: [...restOf(plan, uploads, audience), ...problemParts(hints, audience), { fine: [madeBy(plan, audience)] }],
  };
}

/** Returns the resources of a plan. One that waits for its own change has the name of the change. */
export function resourcesIn({ changes = [], waiting = [], blocked = [] }: Partial<Plan>): NamedResource[] {
  return [...waiting, ...waiting.flatMap(({ held }) => held?.change ?? []), ...changes, ...blocked];
}

/** The warnings about the content of changed resources that the plan does not have itself: of lint rules, and `not-sendable`. */
function lintOf({ changes, waiting, problems: own }: Plan, { problems = [] }: ReviewedPlanOptions): Problem[] {
  const planned = [...changes, ...waiting.filter(({ held }) => held)];
  const changed = new Set(planned.map(({ address }) => splitVersion(address).of));
  const keyOf = ({ rule, address, path, message }: Problem): string => JSON.stringify([rule, address, path, message]);
  const known = new Set(own.map(keyOf));
  const isOfContent = (one: Problem): boolean => isLint(one) || one.code === 'not-sendable';
  return problems.filter((one) => isOfContent(one) && changed.has(one.address ?? '') && !known.has(keyOf(one)));
}

/** What cannot be restored, and above the changes what an apply leaves undone, each with what would allow it. */
function alertsOf({ changes, blocked, waiting }: Plan, audience: Audience): ViewPart[] {
  const planned = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const lost = planned.filter((change) => effectsOf(change).includes('destroys'));
  return [
    { level: 'CAUTION', lines: audience.about(sentenceOf('destroys'), lost) },
    ...blockedAlert(
      blocked.filter(({ unapplied }) => unapplied),
      audience,
    ),
  ];
}

/** Returns the changes and their effects, in sentences that need no other knowledge. */
function leadOf({ changes, blocked, waiting }: Plan, audience: Audience): ViewPart[] {
  const kinds = new Set([...changes, ...blocked].map(({ address }) => kindOf(address)));
  const held = waiting.flatMap((one) => one.held?.change ?? []);
  const open = waiting.filter((one) => !one.held);
  const made = ACTIONS.flatMap((action) =>
    audience.about(
      ACTION_SENTENCES[action],
      changes.filter((change) => change.action === action),
    ),
  );
  const isOne = changes.length + blocked.length + waiting.length === 1;
  const effects = changes.map((change) => ({ ...change, effects: effectsOf(change) }));
  const costs = EFFECTS.filter((effect) => effect !== 'destroys').flatMap((effect) => {
    const some = effects.filter((change) => change.effects.includes(effect));
    // The sentence before named the only resource.
    if (isOne) return audience.about(sentenceOf(effect, ''), some, { what: 'It', ...NO_DETAILS });
    return audience.about(sentenceOf(effect), some, { ...(kinds.size > 1 ? {} : audience.names(some)), ...NO_DETAILS });
  });
  const drifted = [
    ...changes.filter(({ reasons }) => reasons.some(isDrift)),
    ...blocked.filter(({ moved }) => moved.some(isDrift)),
  ];
  const others = [
    ...audience.about(GROUP_WORDS.drifted, drifted),
    ...audience.about(PLAN_WORDS.held, held),
    ...audience
      .byDecision(open)
      .flatMap(({ decision, some }) => audience.about(PLAN_WORDS.waiting, some, { decision })),
  ];
  const lead = made.length === 0 ? others.splice(0) : made;
  // The box above says what is left undone.
  if (lead.length === 0 && blocked.some(({ unapplied }) => unapplied)) return [];
  return [{ lead: lead.length === 0 ? [audience.say(PLAN_WORDS.nothing)] : lead, more: [...costs, ...others] }];
}

function isDrift(reason: Reason | Moved): boolean {
  return reason === 'drifted' || reason === 'vanished';
}

/** A sentence names no codes and variables: the cells do. */
const NO_DETAILS = { code: '', variables: '' };

/** The sentence about what an effect means for `{what}`. Korean needs no subject if the sentence before has it. */
function sentenceOf(effect: Effect, subject = '{what}는 '): Phrase {
  const { en, ko } = EFFECT_WORDS[effect];
  return { en: `{what} ${en}.`, ko: `${subject}${ko}.` };
}

/** True for the warning about state that an apply takes over. A list of warnings may leave some out. */
function isTakeover({ code, severity }: Problem): boolean {
  return severity !== 'error' && (code === 'account-changed' || code === 'profile-changed');
}

function warningsOf(plan: Plan, audience: Audience): ViewPart[] {
  const { language } = audience;
  const rules = Object.entries(plan.policy.allowFor ?? {}).map(
    ([address, risks]) => `${audience.nameOf(address)}: ${risks.map((risk) => RISK_WORDS[risk][language]).join(', ')}`,
  );
  const part = partOf(plan.policy);
  const takeovers = plan.problems.filter(isTakeover).map((one) => problemItem(one, audience));
  const errors = plan.problems.filter(({ severity }) => severity === 'error');
  const sayIf = (isSaid: boolean, phrase: Phrase, values = {}): Text[] =>
    isSaid ? [audience.say(phrase, values)] : [];
  return [
    { level: 'WARNING', lines: sayIf(!plan.complete, PLAN_WORDS.unread) },
    {
      level: 'CAUTION',
      lines: sayIf(errors.length > 0 && !plan.applyable, PLAN_WORDS.errors, { count: errors.length }),
    },
    { level: 'WARNING', lines: [], items: takeovers, isWhole: true },
    { level: 'NOTE', lines: sayIf(part !== undefined, PLAN_WORDS.part, { part }) },
    { level: 'NOTE', lines: sayIf(rules.length > 0, PLAN_WORDS.allowedForOne, { rules: rules.join('; ') }) },
    ...problemParts(errors, audience),
  ];
}

/** Changes that are blocked come first: they need a person. What was blocked before has a line in `restOf`. Changes for later come last. */
function entriesOf({ blocked, changes, waiting }: Plan, audience: Audience): Entry[] {
  return [
    ...blocked.filter(({ unapplied }) => unapplied).map((one) => blockedEntry(one, audience)),
    ...changes.map((change) => reviewedChange(change, audience)),
    ...waiting.flatMap(({ held }) => (held ? [reviewedChange(held.change, audience, held.by)] : [])),
  ];
}

/** Returns the unchanged parts: waiting resources, protections and unmanaged resources. */
function restOf(
  { blocked, waiting, remembers, unmanaged }: Plan,
  uploads: readonly Change[],
  audience: Audience,
): ViewPart[] {
  const open = waiting.filter(({ held }) => !held);
  const before = blocked.filter(({ unapplied }) => !unapplied);
  return [
    ...foldedList(PLAN_WORDS.blockedBefore, before, (one) => blockedItem(one, audience), audience),
    ...uploadList(PLAN_WORDS.uploads, uploads, audience),
    ...audience
      .byDecision(open)
      .flatMap(({ decision, some }) =>
        foldedList(PLAN_WORDS.waiting, some, (one) => waitingItem(one, audience), audience, { decision }),
      ),
    // An apply changes them, so a reviewer sees each of them.
    ...foldedList(PLAN_WORDS.protection, remembers, (one) => protectionItem(one, audience), audience, {
      isWhole: true,
    }),
    ...unmanagedList(unmanaged, audience),
  ];
}

/** A list with its sentence, closed until a click; nothing if it is empty. */
function foldedList<T extends OfKind>(
  phrase: Phrase,
  some: readonly T[],
  itemOf: (item: T) => ListItem,
  audience: Audience,
  { isWhole = false, ...values }: { isWhole?: boolean; decision?: string } = {},
): ViewPart[] {
  if (some.length === 0) return [];
  const title = audience.say(phrase, { what: audience.what(some), count: some.length, ...values });
  return [{ title, hidden: [{ items: some.map(itemOf), isWhole }] }];
}

/** Files that were uploaded for changes. */
export function uploadList(title: Phrase, uploads: readonly { address: string }[], audience: Audience): ViewPart[] {
  return foldedList(title, uploads, ({ address }) => ({ text: audience.title(address) }), audience);
}

/** The resources that notiform does not manage. */
export function unmanagedList(unmanaged: readonly Unmanaged[], audience: Audience): ViewPart[] {
  const itemOf = ({ name, title, state }: Unmanaged): ListItem => ({
    text: dotted([title || name, name, stateName(state, audience.language)]),
  });
  return foldedList(PLAN_WORDS.unmanaged, unmanaged, itemOf, audience);
}

function protectionItem({ address, protect }: Remembers, audience: Audience): ListItem {
  const words = audience.say(protect ? PLAN_WORDS.protectedNow : PLAN_WORDS.protectedNoMore);
  return { text: [...audience.title(address), ours(': '), ...words], fine: placeOf({ address }) };
}

function waitingItem(one: Waiting, audience: Audience): ListItem {
  return { text: [...audience.title(one.address), ours(': '), ...waitsText(one, audience)], fine: placeOf(one) };
}
