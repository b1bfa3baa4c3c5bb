import { splitVersion } from '../core/address.ts';
import type { Blocked, Remembers, Unmanaged, Waiting, Way } from '../core/plan.ts';
import { serviceTime } from '../core/zone.ts';
import { columns } from '../text/columns.ts';
import { presentComments, takeOverCommand } from './dialogue.ts';
import { factsOf } from './facts.ts';
import { drawChange } from './plan-change.ts';
import { BLOCK_WORDS, blockOf } from './review/blocked.ts';
import { reasonIn, wayIn } from './review/reasons.ts';
import type { Style } from './style.ts';
import { drawFacts } from './terminal/field.ts';
import { type DrawnLine, indent, indented, padLine, sentenceSpans, separated, span } from './terminal/line.ts';
import {
  addressSpans,
  drawAnswer,
  drawComments,
  drawTakeOver,
  foldSimilar,
  marked,
  markSpan,
  moreWaiting,
  section,
  sourceSpan,
  wrapped,
} from './terminal/part.ts';
import { largest } from './terminal/table.ts';
import { visible } from './visible.ts';
import { BLOCKED, REASON_WORDS, stateSpan, stateSpans, WAITING, waitsWord } from './words.ts';

/** Resources that wait for an external decision, and changes that are made after one. */
export function drawWaiting(waiting: readonly Waiting[], style: Style, verbose: boolean): DrawnLine[] {
  if (waiting.length === 0) return [];
  const groups = foldSimilar(
    waiting.filter(({ held }) => held === undefined),
    ({ state, waitsFor }) => `${state} ${waitsFor}`,
    verbose,
  );
  const resources = groups.flatMap(({ shown, rest }) => [
    ...shown.flatMap((one) => drawWaitingResource(one, style)),
    ...indented(moreWaiting(rest, shown[0]?.waitsFor ?? ''), 2),
  ]);
  const changes = waiting.map((one) => drawLaterChange(one, style, verbose));
  return [section('Waiting', 'for an external decision'), ...separated([resources, ...changes])];
}

function drawWaitingResource({ address, state, waitsFor, since }: Waiting, style: Style): DrawnLine[] {
  const from = since === null ? [] : [span(` since ${serviceTime(since, style)}`, 'dim')];
  const decision = waitsWord(waitsFor);
  const about = [stateSpan(state), span(`, waits for ${decision}`), ...from];
  return marked(WAITING, address, about, style, 2);
}

/** A change that is made later, in full: it is made without another confirmation. */
function drawLaterChange({ held, waitsFor }: Waiting, style: Style, verbose: boolean): DrawnLine[] {
  if (!held) return [];
  const lead: DrawnLine = [
    markSpan(WAITING),
    span('after '),
    ...addressSpans(held.by),
    span(`, which waits for ${waitsWord(waitsFor)}:`),
  ];
  const change = drawChange(held.change, { ...style, width: style.width - 4 }, verbose);
  return [...wrapped(lead, style, 2), ...indented(change, 4)];
}

/** Resources that no allowed route leads to the desired state: why, the comments, what would allow it, the differences. */
export function drawBlocked(
  blocked: readonly Blocked[],
  style: Style,
  { verbose = false, flags }: { verbose?: boolean; flags?: readonly string[] },
): DrawnLine[] {
  if (blocked.length === 0) return [];
  const items = blocked.map((item) => drawOneBlocked(item, style, verbose, flags));
  return [section('Blocked', 'no allowed route leads to the desired state'), ...separated(items)];
}

function drawOneBlocked(item: Blocked, style: Style, verbose: boolean, flags?: readonly string[]): DrawnLine[] {
  const { address, source, state, ways, comments, comment, moved, deletes } = item;
  const why = moved.map((one) => REASON_WORDS[one]).join('; ');
  const inner = { ...style, width: style.width - 6 };
  return separated([
    [
      ...marked(BLOCKED, address, sourceSpan(source), style, 2),
      ...wrapped([...stateSpans(state), span(` · ${BLOCK_WORDS[blockOf(item)].en}`)], style, 4),
      ...(deletes ? wrapped([span(deletionOf(item), 'red')], style, 4) : []),
      ...wrapped([span(reasonIn('en', item))], style, 4),
      ...(why === '' ? [] : wrapped([span(why, 'dim')], style, 4)),
      ...drawComments(verbose ? comments : presentComments(comments, state), style, 4),
      ...drawAnswer(comment, style, 4),
      ...drawTakeOver(takeOverCommand(item, moved), style, 4),
      ...wrapped(wayOf(ways, style, flags), style, 4),
    ],
    indented(drawFacts(factsOf(item, deletes === true), inner, verbose), 6),
  ]);
}

/** `delete: managed by notiform, and no manifest declares it any more` */
function deletionOf({ address }: Blocked): string {
  // An older version is deleted for other reasons, and its resource is declared.
  if (splitVersion(address).of !== address) return 'delete';
  return `delete: ${REASON_WORDS['removed-from-manifests']}`;
}

function wayOf(ways: readonly Way[], style: Style, flags?: readonly string[]): DrawnLine {
  if (ways.length === 0) return [span('→ no flag and no setting allows it')];
  return [span('→ to allow it: '), ...sentenceSpans(wayIn(ways, { naming: style.naming }, flags), 'cyan')];
}

/** Changes of protection, which only the state stores. */
export function drawProtection(changes: readonly Remembers[], style: Style): DrawnLine[] {
  if (changes.length === 0) return [];
  return [
    section('Protection', 'changes in the state only'),
    ...changes.flatMap(({ address, protect }) => {
      const about = protect ? span('protected from now on', 'dim') : span('protected no more', 'yellow');
      return marked({ symbol: '◆', tone: 'blue' }, address, [about], style, 2);
    }),
  ];
}

/** Live resources that notiform does not manage, by kind and profile. */
export function drawUnmanaged(unmanaged: readonly Unmanaged[], style: Style, verbose: boolean): DrawnLine[] {
  if (unmanaged.length === 0) return [];
  const groupOf = ({ kind, profile }: Unmanaged): string => (profile === '' ? kind : `${kind}/${profile}`);
  return [
    section('Not managed', 'live, not ours, never touched'),
    ...foldSimilar(unmanaged, groupOf, verbose).flatMap(({ key, shown, rest }) => [
      indent([span(key), span(`  ${shown.length + rest}`, 'dim')], 2),
      ...unmanagedRows(shown).flatMap((row) => wrapped(row, style, 4)),
      ...(rest === 0 ? [] : [indent([span(`… and ${rest} more`, 'dim')], 4)]),
    ]),
  ];
}

/** Names, states and titles in columns. */
function unmanagedRows(items: readonly Unmanaged[]): DrawnLine[] {
  const widest = Math.min(32, largest(items.map(({ name }) => columns(visible(name)))));
  return items.map(({ name, title, state }) => [
    ...padLine([span(name)], widest),
    span('  '),
    stateSpan(state),
    span(title === '' ? '' : `  ${title}`, 'dim'),
  ]);
}
