import { parseAddress } from '../../core/address.ts';
import type { Change, Step } from '../../core/plan.ts';
import { RISK_WORDS } from '../../engine/route/route.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { pictures } from '../../kinds/registry.ts';
import { boxed } from '../../preview/boxed.ts';
import { changedWords, factsOf } from '../facts.ts';
import { joined, markSpan, ours, plainText, type Span, sourceText, span, type Text, whole } from '../text.ts';
import { type Audience, placeOf } from './audience.ts';
import { type Entry, type ViewPart, warning } from './blocks.ts';
import { dialogueParts } from './dialogue.ts';
import { EFFECT_WORDS, effectsOf, newCodeOf, newVariablesOf } from './effect.ts';
import { PLAN_WORDS } from './phrases.ts';
import { waitsText } from './waiting.ts';
import {
  ACTION_CELLS,
  ACTION_WORDS,
  outstandingIn,
  REASON_WORDS,
  stateName,
  stateSpan,
  WAITING,
  waitsWord,
} from './words.ts';

/** The resource whose decision a change waits for. */
interface After {
  by: string;
  waitsFor: string;
}

/** A change for engineers: its reasons, route and risks, and its content before and after. */
export function changeEntry(change: Change, audience: Audience, isWhole: boolean, after?: After): Entry {
  const { action, address, reasons, source, steps, risks } = change;
  const what = sentence(change);
  const later = after && plainText(waitsText(after, audience));
  // A plain creation needs no reason.
  const isPlain = action === 'create' && reasons.join() === 'not-there';
  const brief = isPlain ? action : `${what}${risks.length === 0 ? '' : ` (${risks.join(', ')})`}`;
  const others = change.dependsOn.filter((other) => other !== after?.by).join(', ');
  return {
    mark: ACTION_WORDS[action],
    title: audience.title(address),
    cells: [[sourceText(source)]],
    line: [span([brief, ...(later === undefined ? [] : [later])].join(', '))],
    body: () => [
      ...(later === undefined ? [] : [{ text: [markSpan(WAITING), span(later)] }]),
      { text: [span(what)] },
      ...(steps.length === 0 ? [] : [{ text: routeOf(steps, audience) }]),
      ...risks.map((risk) => warning(span(risk, 'yellow'), span(`: ${RISK_WORDS[risk].en}`))),
      ...dialogueParts(change, reasons, audience),
      ...(others === '' ? [] : [{ text: [span(`after ${others}`, 'dim')] }]),
      { facts: factsOf(change, action === 'delete'), isWhole },
    ],
  };
}

/** `update: content differs from the manifest` */
function sentence({ action, reasons, movedFrom }: Change): string {
  const former = movedFrom === undefined ? [] : [`formerly ${movedFrom}`];
  const why = [...reasons.map((reason) => REASON_WORDS[reason]), ...former].join('; ');
  const { todo } = ACTION_WORDS[action];
  return why === '' ? todo : `${todo}: ${why}`;
}

/** A sign between two words, which is never broken. */
function sign(text: string): Span {
  return { ...ours(text, 'dim'), whole: true };
}

/** `REJ ─ update → REG ─ request inspection → REQ, then waits for a verdict` */
function routeOf(steps: readonly Step[], { isEngineer, language }: Audience): Text {
  const [first] = steps;
  if (!first) return [];
  const stateOf = (state: string): Span => (isEngineer ? stateSpan(state) : span(stateName(state, language)));
  const line: Span[] = [stateOf(first.from.state)];
  for (const step of steps) {
    const title = isEngineer ? step.title : operationTitle(step, language);
    const ends = [...new Set(step.to.map(({ state }) => state))].map((state) => [stateOf(state)]);
    // A short title is not broken over two rows.
    line.push(ours(' '), sign('─ '), title.length <= 40 ? whole(title) : span(title));
    line.push(sign(' → '), ...joined(ends, sign(isEngineer ? ' or ' : ' / ')));
  }
  const [waitsFor, ...others] = new Set(steps.at(-1)?.to.map(({ state }) => outstandingIn(state)));
  if (isEngineer && waitsFor !== undefined && others.length === 0)
    line.push(span(', ', 'dim'), whole(`then waits for ${waitsWord(waitsFor)}`, 'dim'));
  return line;
}

/**
 * A change for reviewers: its fields, what it costs, its difference, and its bubble.
 * @param by the resource whose decision it waits for
 */
export function reviewedChange(change: Change, audience: Audience, by?: string): Entry {
  const { address, after, before } = change;
  const { language } = audience;
  const what = [span(whatChanges(change, audience))];
  // A change for later has no effect at once.
  const effects = effectsOf(change).filter((effect) => by === undefined || effect !== 'at-once');
  const [newCode = '', variables] = [newCodeOf(change), newVariablesOf(change).join(', ')];
  const values = { count: 1, code: newCode && ` (${newCode})`, variables: variables && ` (${variables})` };
  const costs = [
    ...(by === undefined
      ? []
      : [audience.say(PLAN_WORDS.later, { name: `${audience.noun(by)} ${audience.nameOf(by)}` })]),
    ...effects.map((effect) => audience.say(EFFECT_WORDS[effect], values)),
  ];
  const cost = costs.length > 0 ? costs : [audience.say(PLAN_WORDS.none)];
  return {
    ...audience.named(address),
    cells: [[what], cost],
    // Of a deletion or another operation, the line says everything.
    text: after !== null && (before === null || change.fields.length > 0) ? address : undefined,
    body: () => {
      const facts = { facts: factsOf(change, change.action === 'delete') };
      const bubble = bubbleOf(change, audience);
      // Of a new template the bubble says most. Of a changed one it is the difference, and before is on the preview page.
      const isWhole = (before === null || after === null) && bubble.length > 0;
      const allFields = { hidden: [facts], title: [ours(PLAN_WORDS.allFields[language])] };
      return [
        { text: [ours(`${PLAN_WORDS.cost[language]}: `), ...joined(cost, ours(' · '))] },
        ...dialogueParts(change, change.reasons, audience),
        ...(isWhole ? [...bubble, allFields] : [facts, ...bubble]),
        { fine: forEngineers(change, audience) },
      ];
    },
  };
}

/** Returns the changed fields in a reviewer's words. */
function whatChanges(change: Change, { language }: Audience): string {
  const { action, steps, before, after } = change;
  const titles = steps.map((step) => operationTitle(step, language)).join(', ');
  if (action === 'lifecycle') return titles;
  if (action !== 'update' && action !== 'version') return ACTION_CELLS[action][language];
  // notiform writes the number behind the name of a version. The effect names its code.
  const isNumbered = String(after?.['name']).startsWith(String(before?.['name']));
  const ours = action === 'update' ? [] : ['code', ...(isNumbered ? ['name'] : [])];
  const fields = change.fields.filter(({ path }) => !ours.includes(path));
  return changedWords({ ...change, fields }, language).join(', ') || titles;
}

/** The bubble after the change, with its first sample; of a deletion or a change of state, the one that is concerned. */
function bubbleOf({ address, action, after, before, fields, samples }: Change, { language }: Audience): ViewPart[] {
  const content = after ?? before;
  const isWhole = action === 'create' || action === 'delete' || action === 'lifecycle';
  if (content === null || (fields.length === 0 && !isWhole)) return [];
  const { kind = '', profile = '' } = parseAddress(address) ?? {};
  const values = new Map(Object.entries(samples[0]?.values ?? {}));
  const bubble = pictures.get(kind)?.bubble(content, { sender: profile, values, files: () => null });
  const picture = bubble ? boxed(bubble, { language, sides: 'left' }) : [];
  const title = isWhole ? [] : [{ text: [ours(PLAN_WORDS.after[language], 'bold')] }];
  // A content without a text has no box, only its sender.
  return picture.length < 2 ? [] : [...title, { picture }];
}

/** The address, the manifest's line, the states and operations, and what it comes after. */
function forEngineers(change: Change, audience: Audience): Text[] {
  const { movedFrom, steps, dependsOn } = change;
  const isSame = steps.every((step) => step.to.every(({ state }) => state === steps[0]?.from.state));
  return [
    ...placeOf(change),
    ...(movedFrom === undefined ? [] : [audience.say(PLAN_WORDS.movedFrom, { address: movedFrom })]),
    ...(isSame ? [] : [routeOf(steps, audience)]),
    ...dependsOn.map((other) => audience.say(PLAN_WORDS.afterOthers, { address: audience.nameOf(other) })),
  ];
}
