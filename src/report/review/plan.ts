import { kindOf, parseAddress, splitVersion } from '../../core/address.ts';
import type { Phrase } from '../../core/language.ts';
import type { Blocked, Change, Moved, Plan, Reason, Waiting } from '../../core/plan.ts';
import { isLint, type Problem } from '../../core/problem.ts';
import { RISK_WORDS } from '../../engine/route/route.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { pictures } from '../../kinds/registry.ts';
import { boxed } from '../../preview/boxed.ts';
import { partOf } from '../command.ts';
import { DIALOGUE_WORDS, dialogueOf, takeOverCommand } from '../dialogue.ts';
import { factsOf } from '../facts.ts';
import { fitReview, type ReviewCut, type ReviewItem } from '../markdown/fit.ts';
import { fenced, inert } from '../markdown/markdown.ts';
import {
  alert,
  block,
  capital,
  code,
  details,
  foldedList,
  paragraphs,
  type ReviewOptions,
  ReviewWriter,
  small,
} from '../markdown/parts.ts';
import { ourTime } from '../time.ts';
import { ACTIONS, MOVED_WORDS, stateName } from '../words.ts';
import { allowedBy, blockedAction, blockedAlert, blockedCell, blockedDetails } from './blocked.ts';
import { EFFECTS, type Effect, effectsOf, newCodeOf, newVariablesOf, uploadsIn } from './effect.ts';
import { changedWords, diffLines } from './fields.ts';
import { resourcesIn, unmanagedList } from './named.ts';
import { problemLine, problemLines } from './problems.ts';
import { reasonIn } from './reasons.ts';
import { ACTION_CELLS, ACTION_SENTENCES, EFFECT_WORDS, PLAN_WORDS, STATUS_WORDS } from './words.ts';

export interface PlanMarkdownOptions extends ReviewOptions {
  previewUrl?: string | undefined;
  /** Called with what is left out, also if that is nothing. */
  onCut?(left: ReviewCut): void;
  /** The problems of the project. Only warnings about the content of what changes are drawn. */
  problems?: readonly Problem[];
}

/**
 * Draws a plan as Markdown for its reviewers, from the plan's JSON only: what changes and what it costs in sentences, a table
 * with a line for each resource, and each resource's differences. If it were longer than the limit, the last resources have
 * only their line, and then only their number. Ends with a line break.
 */
export function drawPlanMarkdown(made: Plan, options: PlanMarkdownOptions = {}): string {
  const uploads = uploadsIn(made);
  const others = made.changes.filter((change) => !uploads.includes(change));
  // What customers see comes first.
  const changes = [...others.filter(isShown), ...others.filter((one) => !isShown(one))];
  const plan = { ...made, changes, problems: [...made.problems, ...lintOf(made, options)] };
  const { environment } = plan;
  const writer = new ReviewWriter({ ...options, naming: { ...options.naming, environment } }, resourcesIn(made));
  const items = itemsOf(plan, writer);
  const head = [
    `### ${writer.say(PLAN_WORDS.title, { environment })}`,
    '',
    ...alertsOf(plan, writer),
    ...leadOf(plan, writer),
    '',
    ...warningsOf(plan, writer),
    ...(options.previewUrl === undefined ? [] : [writer.link(writer.say(PLAN_WORDS.preview), options.previewUrl), '']),
  ];
  const hints = plan.problems.filter((one) => one.severity !== 'error' && !isTakeover(one));
  const rest = [...restOf(plan, uploads, writer), problemLines(hints, writer).join('\n'), small(madeOf(plan, options))];
  const columns = [PLAN_WORDS.resource, PLAN_WORDS.what, PLAN_WORDS.cost];
  return fitReview(items, { head, rest, columns, onCut: options.onCut }, writer);
}

/** The warnings about the content of changed resources that the plan does not have itself: of lint rules, and `not-sendable`. */
function lintOf({ changes, waiting, problems: own }: Plan, { problems = [] }: PlanMarkdownOptions): Problem[] {
  const planned = [...changes, ...waiting.filter(({ held }) => held)];
  const changed = new Set(planned.map(({ address }) => splitVersion(address).of));
  const keyOf = ({ rule, address, path, message }: Problem): string => JSON.stringify([rule, address, path, message]);
  const known = new Set(own.map(keyOf));
  const isOfContent = (one: Problem): boolean => isLint(one) || one.code === 'not-sendable';
  return problems.filter((one) => isOfContent(one) && changed.has(one.address ?? '') && !known.has(keyOf(one)));
}

/** When and by what the plan was made. */
function madeOf({ tool, git, createdAt }: Plan, { timezone }: ReviewOptions): string[] {
  const time = ourTime(createdAt, timezone === undefined ? {} : { timezone });
  return [tool, git === null ? '' : `git ${git.slice(0, 12)}`, time].map(inert);
}

/** What cannot be restored, and above the changes what an apply leaves undone, each with what would allow it. */
function alertsOf({ changes, blocked, waiting }: Plan, writer: ReviewWriter): string[] {
  const planned = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const lost = planned.filter((change) => effectsOf(change).includes('destroys'));
  return [
    ...alert('CAUTION', ...writer.about(sentenceOf('destroys'), lost)),
    ...blockedAlert(
      blocked.filter(({ unapplied }) => unapplied),
      writer,
    ),
  ];
}

/** Returns the changes and their effects, in sentences that need no other knowledge. */
function leadOf({ changes, blocked, waiting }: Plan, writer: ReviewWriter): string[] {
  const kinds = new Set([...changes, ...blocked].map(({ address }) => kindOf(address)));
  const held = waiting.flatMap((one) => one.held?.change ?? []);
  const open = waiting.filter((one) => !one.held);
  const made = ACTIONS.flatMap((action) =>
    writer.about(
      ACTION_SENTENCES[action],
      changes.filter((change) => change.action === action),
    ),
  );
  const isOne = changes.length + blocked.length + waiting.length === 1;
  const effects = changes.map((change) => ({ ...change, effects: effectsOf(change) }));
  const costs = EFFECTS.filter((effect) => effect !== 'destroys').flatMap((effect) => {
    const some = effects.filter((change) => change.effects.includes(effect));
    // The sentence before named the only resource.
    if (isOne) return writer.about(sentenceOf(effect, ''), some, { what: 'It', ...NO_DETAILS });
    return writer.about(sentenceOf(effect), some, { ...(kinds.size > 1 ? {} : writer.names(some)), ...NO_DETAILS });
  });
  const undone = blocked.filter(({ unapplied }) => unapplied);
  const drifted = [
    ...changes.filter(({ reasons }) => reasons.some(isDrift)),
    ...blocked.filter(({ moved }) => moved.some(isDrift)),
  ];
  const others = [
    ...writer.about(STATUS_WORDS.drifted, drifted),
    ...writer.about(PLAN_WORDS.held, held),
    ...writer.byDecision(open).flatMap(({ decision, some }) => writer.about(waitingWords(some), some, { decision })),
  ];
  const [first, ...more] = made.length === 0 ? others.splice(0) : made;
  // The box above says what is left undone.
  if (first === undefined && undone.length > 0) return [];
  return paragraphs([`**${first ?? writer.say(PLAN_WORDS.nothing)}**`, ...more], [...costs, ...others]);
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

function warningsOf(plan: Plan, writer: ReviewWriter): string[] {
  const rules = Object.entries(plan.policy.allowFor ?? {}).map(
    ([address, risks]) =>
      `${writer.nameOf(address)}: ${risks.map((risk) => RISK_WORDS[risk][writer.language]).join(', ')}`,
  );
  const [part, errors] = [partOf(plan.policy), plan.problems.filter(({ severity }) => severity === 'error')];
  return [
    ...(plan.complete ? [] : alert('WARNING', writer.say(PLAN_WORDS.unread))),
    ...(errors.length === 0 || plan.applyable
      ? []
      : alert('CAUTION', writer.say(PLAN_WORDS.errors, { count: errors.length }))),
    ...alert('WARNING', ...plan.problems.filter(isTakeover).map((one) => problemLine(one, writer))),
    ...(part === undefined ? [] : alert('NOTE', writer.say(PLAN_WORDS.part, { part }))),
    ...(rules.length === 0 ? [] : alert('NOTE', writer.say(PLAN_WORDS.allowedForOne, { rules: rules.join('; ') }))),
    ...problemLines(errors, writer),
  ];
}

/** Changes that are blocked come first: they need a person. What was blocked before has a line in `restOf`. Changes for later come last. */
function itemsOf(plan: Plan, writer: ReviewWriter): ReviewItem[] {
  return [
    ...plan.blocked.filter(({ unapplied }) => unapplied).map((blocked) => blockedItem(blocked, writer)),
    ...plan.changes.map((change) => changeItem(change, writer)),
    ...plan.waiting.flatMap(({ held }) => (held ? [changeItem(held.change, writer, held.by)] : [])),
  ];
}

/** True if customers see the resource. */
function isShown({ kind }: Change): boolean {
  return pictures.has(kind);
}

function changeItem(change: Change, writer: ReviewWriter, by?: string): ReviewItem {
  const { address, after, before } = change;
  const { language } = writer;
  const what = inert(whatChanges(change, writer));
  // A change for later has no effect at once.
  const effects = effectsOf(change).filter((effect) => by === undefined || effect !== 'at-once');
  const [newCode = '', variables] = [newCodeOf(change), newVariablesOf(change).join(', ')];
  const values = { count: 1, code: newCode && ` (${newCode})`, variables: variables && ` (${variables})` };
  const costs = effects.map((effect) => writer.say(EFFECT_WORDS[effect], values));
  const later =
    by === undefined ? [] : [writer.say(PLAN_WORDS.later, { name: `${writer.noun(by)} ${writer.nameOf(by)}` })];
  const cost = later.length + costs.length > 0 ? [...later, ...costs] : [PLAN_WORDS.none[language]];
  return {
    row: [writer.resource(address), what, cost.join('<br>')],
    // Of a deletion or another operation, the line says everything.
    text: after !== null && (before === null || change.fields.length > 0) ? address : undefined,
    whole: (isOpen) => {
      const content = block(diffLines(factsOf(change, change.action === 'delete'), writer), 'diff');
      const bubbles = bubbleOf(change, writer);
      // Of a new template the bubble says most. Of a changed one it is the difference, and before is on the preview page.
      const isWhole = before === null || after === null;
      return details(
        `<b>${inert(writer.nameOf(address))}</b>: ${what}`,
        [
          `${PLAN_WORDS.cost[language]}: ${cost.join(' · ')}`,
          '',
          ...dialogueLines(change, writer),
          ...movedLines(change, change.reasons, writer),
          ...(isWhole && bubbles.length > 0
            ? [...bubbles, details(PLAN_WORDS.allFields[language], content)]
            : [...content, ...bubbles]),
          small(forEngineers(change, writer)),
        ],
        isOpen,
      );
    },
  };
}

/** Returns the changed fields in a reviewer's words. */
function whatChanges(change: Change, writer: ReviewWriter): string {
  const { action, steps, before, after } = change;
  const { language } = writer;
  const titles = steps.map((step) => operationTitle(step, language)).join(', ');
  if (action === 'lifecycle') return titles;
  if (action !== 'update' && action !== 'version') return ACTION_CELLS[action][language];
  // notiform writes the number behind the name of a version. The effect names its code.
  const isNumbered = String(after?.['name']).startsWith(String(before?.['name']));
  const own = action === 'update' ? [] : ['code', ...(isNumbered ? ['name'] : [])];
  const fields = change.fields.filter(({ path }) => !own.includes(path));
  return changedWords({ ...change, fields }, language).join(', ') || titles;
}

/** Why the text was rejected, and what the inspector is told with the next one. */
function dialogueLines(one: Change | Blocked, writer: ReviewWriter): string[] {
  const { reasons, answer } = dialogueOf(one);
  const { language } = writer;
  return [
    ...(reasons.length === 0 ? [] : [`**${DIALOGUE_WORDS.reason[language]}**`, '']),
    ...writer.comments(reasons),
    ...(answer === undefined
      ? []
      : [`**${DIALOGUE_WORDS.answer[language]}**`, '', ...block(answer.split('\n'), 'text')]),
  ];
}

function movedLines(
  one: Parameters<typeof takeOverCommand>[0],
  reasons: readonly (Reason | Moved)[],
  writer: ReviewWriter,
): string[] {
  const command = takeOverCommand(one, reasons);
  return [
    ...(['drifted', 'vanished', 'adopted'] as const).flatMap((reason) =>
      reasons.includes(reason) ? [`${capital(writer.say(MOVED_WORDS[reason]))}.`, ''] : [],
    ),
    ...(command === undefined
      ? []
      : [`${writer.say(PLAN_WORDS.takeOver)} ${writer.withCommands(`\`${command}\``)}`, '']),
  ];
}

/** The bubble after the change, with its first sample; of a deletion or a change of state, the one that is concerned. */
function bubbleOf({ address, action, after, before, fields, samples }: Change, { language }: ReviewWriter): string[] {
  const content = after ?? before;
  const isWhole = action === 'create' || action === 'delete' || action === 'lifecycle';
  if (content === null || (fields.length === 0 && !isWhole)) return [];
  const { kind = '', profile = '' } = parseAddress(address) ?? {};
  const values = new Map(Object.entries(samples[0]?.values ?? {}));
  const bubble = pictures.get(kind)?.bubble(content, { sender: profile, values, files: () => null });
  const lines = bubble ? boxed(bubble, { language, sides: 'left' }) : [];
  const title = isWhole ? [] : [`**${PLAN_WORDS.after[language]}**`, ''];
  // A content without a text has no box, only its sender.
  return lines.length < 2 ? [] : [...title, fenced(lines.join('\n'), 'text'), ''];
}

/** The address, the manifest's line, the states and operations, and what it comes after. */
function forEngineers({ address, movedFrom, source, steps, dependsOn }: Change, writer: ReviewWriter): string[] {
  const { language } = writer;
  const [first] = steps;
  const isSame = steps.every((step) => step.to.every(({ state }) => state === first?.from.state));
  const route = steps.flatMap((step) => [
    operationTitle(step, language),
    [...new Set(step.to.map(({ state }) => stateName(state, language)))].join(' / '),
  ]);
  return [
    code(address),
    ...(movedFrom === undefined ? [] : [writer.say(PLAN_WORDS.movedFrom, { address: movedFrom })]),
    writer.source(source),
    first === undefined || isSame ? '' : [stateName(first.from.state, language), ...route].map(inert).join(' → '),
    ...dependsOn.map((other) => writer.say(PLAN_WORDS.afterOthers, { address: writer.nameOf(other) })),
  ];
}

function blockedItem(blocked: Blocked, writer: ReviewWriter): ReviewItem {
  const { address, source, state, comment, moved, risk, riskySteps = [], deletes } = blocked;
  const { language } = writer;
  // A risk has its own words in the cell.
  const shown = risk === undefined ? reasonIn(language, blocked) : '';
  const live = inert(stateName(state, language));
  const action = blockedAction(blocked)?.[language];
  const answer = comment === undefined ? [] : [PLAN_WORDS.answer[language]];
  // No field of a blocked stop changes.
  const steps = riskySteps.map((step) => operationTitle(step, language));
  const changed = [changedWords(blocked, language), answer, steps].find(({ length }) => length > 0) ?? [];
  const what = action ?? inert(changed.join(', '));
  const cell = blockedCell(blocked, writer);
  return {
    row: [writer.resource(address), action === undefined ? what || '-' : `**${what}**`, cell],
    whole: (isOpen) =>
      details(
        `<b>${inert(writer.nameOf(address))}</b>: ${what || live}`,
        [
          ...(shown === '' ? [] : [writer.withCommands(shown), '']),
          ...movedLines(blocked, moved, writer),
          ...dialogueLines(blocked, writer),
          ...block(diffLines(factsOf(blocked, deletes === true), writer), 'diff'),
          ...blockedDetails(blocked, [code(address), writer.source(source), live], writer),
        ],
        isOpen,
      ),
  };
}

/** Returns the unchanged parts: waiting resources, protections and unmanaged resources. */
function restOf(
  { blocked, waiting, remembers, unmanaged }: Plan,
  uploads: readonly Change[],
  writer: ReviewWriter,
): string[] {
  const open = waiting.filter(({ held }) => !held);
  const before = blocked.filter(({ unapplied }) => !unapplied);
  return [
    ...foldedList(writer, before, PLAN_WORDS.blockedBefore, (one) => blockedLine(one, writer)),
    ...foldedList(writer, uploads, PLAN_WORDS.uploads, ({ address }) => writer.linkedName(address)),
    ...writer
      .byDecision(open)
      .flatMap(({ decision, some }) =>
        foldedList(writer, some, waitingWords(some), (one) => waitingLine(one, writer), { decision }),
      ),
    ...foldedList(writer, remembers, PLAN_WORDS.protection, protectionLine(writer), {}, remembers.length),
    ...unmanagedList(unmanaged, writer),
  ];
}

/** An apply changes them, so a reviewer sees each of them. */
function protectionLine(writer: ReviewWriter): (one: Plan['remembers'][number]) => string {
  return ({ address, protect }) =>
    writer.say(protect ? PLAN_WORDS.protectedNow : PLAN_WORDS.protectedNoMore, { address });
}

function blockedLine(blocked: Blocked, writer: ReviewWriter): string {
  const { address, moved } = blocked;
  const why =
    blocked.risk === undefined ? writer.withCommands(reasonIn(writer.language, blocked)) : blockedCell(blocked, writer);
  const hints = [...movedLines(blocked, moved, writer).filter((line) => line !== ''), ...allowedBy(blocked, writer)];
  return `${writer.linkedName(address)}: ${why} ${small([code(address), ...hints])}`;
}

/** The sentence about resources that wait for one decision. */
function waitingWords([first]: readonly Waiting[]): Phrase {
  return first?.waitsFor === 'verdict' ? PLAN_WORDS.inspected : PLAN_WORDS.waiting;
}

function waitingLine({ address, waitsFor, since }: Waiting, writer: ReviewWriter): string {
  const phrase = since === null ? PLAN_WORDS.waits : PLAN_WORDS.waitsSince;
  const values = { name: writer.nameOf(address), decision: writer.decision(waitsFor), time: writer.time(since ?? '') };
  return `${writer.say(phrase, values)} ${small([code(address)])}`;
}
