import type { ProblemCode } from '../../core/codes.ts';
import type { GoalCheck, Kind, Operation, Past, Refusal, Risk } from '../../core/kind.ts';
import type { Phrase } from '../../core/language.ts';
import type { Path } from '../../core/path.ts';
import type { Blocked, Point, Step } from '../../core/plan.ts';
import type { Live, Resource, ResourceState } from '../../core/resource.ts';
import { sentenceOf, textOf, type Wording } from '../../core/sentence.ts';
import { say } from '../sentences.ts';
import { basisOf, type Subject } from '../subject/subject.ts';

/** The route from a live state to the declared one, or why there is no allowed route. */
export type Route = OpenRoute | NoRoute;

export interface OpenRoute {
  found: 'satisfied' | 'waiting';
  waitsFor?: string;
  steps: Step[];
  risks: Risk[];
}

/** Why there is no route. */
export interface NoRoute {
  found: 'blocked';
  reason: Wording;
  /** The way to make a route possible: a change of a manifest, or an action elsewhere. */
  opens: Wording | null;
  /** The problem to report if the manifest itself is wrong. */
  code?: ProblemCode;
  /** The field of the manifest that is wrong. */
  at?: Path;
  /** The first risk in the way, if nothing but risks is in the way. */
  risk?: Risk;
  riskySteps?: NonNullable<Blocked['riskySteps']>;
  /** The flags of a plan that allow it. */
  flags?: string[];
}

/**
 * The price that a risk adds to a route's length. Every level costs more than any sum of the levels below it, so that a route is never
 * riskier for being shorter. Waiting and repeating are cheaper than a new approval, and that is cheaper than interrupted
 * messages.
 */
const RISK_PRICE: Readonly<Record<Risk, number>> = {
  'queues-again': 1e3,
  resubmits: 1e3,
  destroys: 1e3,
  reverses: 1e3,
  'takes-over': 1e3,
  older: 1e3,
  'loses-approval': 1e6,
  'interrupts-sending': 1e9,
};

/** What a risk costs, for every reader of a plan. */
export const RISK_WORDS: Readonly<Record<Risk, Phrase>> = {
  'queues-again': { en: 'loses its place in the inspection queue', ko: '진행 중인 검수 요청이 취소됨' },
  'loses-approval': {
    en: 'loses its approval and cannot be sent until the new text is approved',
    ko: '승인이 취소되어, 새 문구가 승인될 때까지 발송할 수 없음',
  },
  'interrupts-sending': { en: 'messages with it can no longer be sent', ko: '발송이 중단됨' },
  destroys: { en: 'deletes it permanently', ko: '삭제하면 되돌릴 수 없음' },
  resubmits: {
    en: 'requests inspection of the same rejected content again',
    ko: '반려된 문구를 그대로 다시 검수 요청함',
  },
  reverses: { en: 'undoes what a person did outside notiform', ko: 'notiform 밖에서 한 작업을 되돌림' },
  'takes-over': {
    en: 'changes a resource that notiform has never applied',
    ko: 'notiform이 적용한 적 없는 대상을 바꿈',
  },
  older: { en: 'the commit does not contain the last apply', ko: '마지막 적용이 이 커밋에 포함되지 않음' },
};

/** The same on a route that deletes. */
export const RISK_OF_DELETION_WORDS: Readonly<Record<Risk, Phrase>> = {
  ...RISK_WORDS,
  'loses-approval': { en: 'loses its approval', ko: '승인이 취소됨' },
};

/** An operation that was taken, and its risk. */
interface Leg {
  step: Step;
  risk: Risk | undefined;
}

/** The end of a route: one state, or every state that its last step may lead to. */
interface Reached {
  ends: { at: ResourceState; point: Point }[];
  cost: number;
  legs: Leg[];
}

interface LegalPath {
  end: Exclude<GoalCheck, { meets: 'no' }>;
  legs: Leg[];
}

/** The past of a state that notiform made, or about which the state document says nothing. */
const OURS: Past = { madeBy: 'notiform', isUnchanged: false };

/**
 * Finds the cheapest legal route from a state to the declared one: one uniform-cost search whose edges
 * are the kind's operations, by `requires`, `risk` and `predicts` only. Notiform makes every state after the first. An outcome of several states ends a route, and all of
 * them have to meet the declaration. The order of the table decides between equal costs. If no allowed route exists, the reason
 * is the first forbidden step of the cheapest route with every risk allowed, or else the requirement of the operation that the
 * kind names (`blockedBy`). Pure.
 */
export function findRoute<S>(
  kind: Kind<S>,
  at: ResourceState,
  want: Resource,
  allows: (risk: Risk) => boolean,
  past = OURS,
): Route {
  const path = search(kind, at, want, allows, past);
  if (path) return found(path);
  const legs = search(kind, at, want, () => true, past)?.legs ?? [];
  const forbidden = legs.flatMap(({ step, risk }) => (risk === undefined || allows(risk) ? [] : [{ step, risk }]));
  const [first] = forbidden;
  if (!first) return blocked(kind, at, want);
  const risks = new Set(forbidden.map(({ risk }) => risk));
  const words = deletes(legs.map(({ step }) => step)) ? RISK_OF_DELETION_WORDS : RISK_WORDS;
  const riskySteps = legs
    .slice(legs.findIndex(({ step }) => step === first.step))
    .flatMap(({ step, risk }) => (risk === undefined ? [] : [{ ...titleOf(step), risk }]));
  const reason = riskySteps.map(({ title, risk }) => `${title}: ${words[risk].en} (${risk})`).join('; then ');
  const flags = [...risks].flatMap((risk) => flagsFor(risk, want));
  return {
    found: 'blocked',
    reason,
    opens: kind.blockedBy(at, want).opens ?? null,
    risk: first.risk,
    riskySteps,
    flags,
  };
}

/** True if the steps end with the resource gone. */
function deletes(steps: readonly Step[]): boolean {
  return steps.at(-1)?.to.every(({ state }) => state === 'absent') ?? false;
}

/** True if the route with every risk allowed deletes the resource. */
export function wouldDelete<S>(kind: Kind<S>, live: Live, want: Resource): boolean {
  const route = findRoute(kind, live, want, () => true);
  return route.found !== 'blocked' && deletes(route.steps);
}

/** True if a resource was rejected: only the same request again would lead to its declared state. */
export function isRejected<S>({ kind, want, declared }: Subject<S>, live: Live | undefined): boolean {
  if (!declared || !live) return false;
  const route = findRoute(kind, live, want, (risk) => risk !== 'resubmits');
  return route.found === 'blocked' && route.risk === 'resubmits';
}

function found({ end, legs }: LegalPath): Route {
  const steps = legs.map((leg) => leg.step);
  const risks = [...new Set(legs.flatMap((leg) => leg.risk ?? []))];
  if (end.meets === 'yes') return { found: 'satisfied', steps, risks };
  return { found: 'waiting', waitsFor: end.waitsFor, steps, risks };
}

/** The flags that allow a risk for an address. */
export function flagsFor(risk: Risk, { address }: Pick<Resource, 'address'>): string[] {
  return risk === 'resubmits' ? ['--resubmit', address] : ['--allow', `${risk}=${address}`];
}

function blocked<S>(kind: Kind<S>, at: ResourceState, want: Resource): Route {
  const { operation: name, opens } = kind.blockedBy(at, want);
  const refusal: Partial<Refusal> = kind.operations.find((row) => row.name === name)?.requires(at, want) ?? {};
  return {
    found: 'blocked',
    ...refusal,
    reason: refusal.reason ?? say('no-route', { state: wordOf(at), goal: want.goal }),
    opens: opens ?? refusal.opens ?? null,
  };
}

function search<S>(
  kind: Kind<S>,
  start: ResourceState,
  want: Resource,
  allows: (risk: Risk) => boolean,
  past: Past,
): LegalPath | undefined {
  const visited = new Set<string>();
  const here = kind.meets(start, want);
  if (here.meets !== 'no') return { end: here, legs: [] };
  const frontier: Reached[] = [{ ends: [endAt(kind, start)], cost: 0, legs: [] }];
  for (let reach = takeCheapest(frontier); reach; reach = takeCheapest(frontier)) {
    const { ends, cost, legs } = reach;
    const end = goalCheck(kind, reach, want);
    if (end.meets !== 'no') return { end, legs };
    const [from, ...others] = ends;
    if (!from || others.length > 0 || visited.has(from.point.basis)) continue;
    visited.add(from.point.basis);
    const { at } = from;
    const known: Past = legs.length === 0 ? past : { ...past, madeBy: 'notiform' };
    for (const operation of kind.operations) {
      if (operation.requires(at, want)) continue;
      const risk = operation.risk?.(at, want, known);
      if (risk !== undefined && !allows(risk)) continue;
      const next = operation.predicts(at, want).map((one) => endAt(kind, one));
      const to = next.map(({ point }) => point);
      const step: Step = { operation: operation.name, ...titledBy(operation, at, want), from: from.point, to };
      const price = (operation.price ?? 1) + (risk === undefined ? 0 : RISK_PRICE[risk]);
      frontier.push({ ends: next, cost: cost + price, legs: [...legs, { step, risk }] });
    }
  }
  return undefined;
}

function titledBy<S>({ title, note: noteOf }: Operation<S>, at: ResourceState, want: Resource) {
  const note = noteOf?.(at, want);
  if (note === undefined) return { title };
  return { title: `${title} (${textOf(note)})`, note: typeof note === 'string' ? note : sentenceOf(note) };
}

/** Returns the operation of a step with its title. */
export function titleOf({ operation, title, note }: Step): Pick<Step, 'operation' | 'title' | 'note'> {
  return { operation, title, ...(note !== undefined && { note }) };
}

/** Removes the cheapest end, the first of equal ones. There are only a few, so no heap is needed. */
function takeCheapest(frontier: Reached[]): Reached | undefined {
  const best = frontier.reduce<Reached | undefined>(
    (least, reach) => (least && least.cost <= reach.cost ? least : reach),
    undefined,
  );
  if (best) frontier.splice(frontier.indexOf(best), 1);
  return best;
}

function goalCheck<S>(kind: Kind<S>, reach: Reached, want: Resource): GoalCheck {
  const verdicts = reach.ends.map((end) => kind.meets(end.at, want));
  return (
    verdicts.find((verdict) => verdict.meets === 'no') ??
    verdicts.find((verdict) => verdict.meets === 'waiting') ?? { meets: 'yes' }
  );
}

function endAt<S>(kind: Kind<S>, at: ResourceState): Reached['ends'][number] {
  return { at, point: { state: wordOf(at), basis: basisOf(kind, at) } };
}

function wordOf(at: ResourceState): string {
  return at?.status.state ?? 'absent';
}
