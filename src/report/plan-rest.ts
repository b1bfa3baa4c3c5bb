import { columns } from '../core/columns.ts';
import type { Blocked, Remembers, Unmanaged, Waiting } from '../core/plan.ts';
import { foldAlike, moreWaiting } from './alike.ts';
import { withNaming } from './command.ts';
import { drawFields } from './field.ts';
import { foldFields } from './fold.ts';
import { type DrawnLine, EMPTY, indent, padLine, sentenceSpans, span } from './line.ts';
import { addressSpans, drawComments, presentComments, section, sourceSpan, titled, wrapped } from './part.ts';
import { drawChange } from './plan-change.ts';
import type { Style } from './style.ts';
import { CONTEXT } from './text-block.ts';
import { serviceTime } from './time.ts';
import { visible } from './visible.ts';
import { REASON_WORDS, stateSpan, stateSpans, waitsWord } from './words.ts';

/** What is as wanted as far as we can bring it, and what is done once something else is through. */
export function drawWaiting(waiting: readonly Waiting[], style: Style, verbose: boolean): DrawnLine[] {
  if (waiting.length === 0) return [];
  const alike = ({ state, waitsFor }: Waiting): string => `${state} ${waitsFor}`;
  const groups = foldAlike(
    waiting.filter(({ held }) => held === undefined),
    alike,
    verbose,
  );
  const own = groups.flatMap(({ shown, rest }) => [
    ...shown.flatMap((one) => drawOwnWaiting(one, style)),
    ...moreWaiting(rest, shown[0]?.waitsFor ?? '').map((row) => indent(row, 2)),
  ]);
  const held = waiting.flatMap((one) => drawHeld(one, style, verbose));
  return [
    section('Waiting', 'somebody else has the next word'),
    ...own,
    ...held.flatMap((part, index) => (index === 0 && own.length === 0 ? part : [EMPTY, ...part])),
  ];
}

function drawOwnWaiting({ address, state, waitsFor, since }: Waiting, style: Style): DrawnLine[] {
  const about = [stateSpan(state), span(`, waits for ${waitsWord(waitsFor)}`)];
  const from = since === null ? [] : [span(` since ${serviceTime(since, style)}`, 'dim')];
  return titled([span('⧖ ', 'yellow', 'bold'), ...addressSpans(address)], [...about, ...from], style.width - 2, 2).map(
    (row) => indent(row, 2),
  );
}

/** A change that is for later: after what, and all that is done then, since nobody is asked again. */
function drawHeld({ held, waitsFor }: Waiting, style: Style, verbose: boolean): DrawnLine[][] {
  if (!held) return [];
  const lead: DrawnLine = [
    span('⧖ ', 'yellow', 'bold'),
    span('after '),
    ...addressSpans(held.by),
    span(`, which waits for ${waitsWord(waitsFor)}:`),
  ];
  const inner = { ...style, width: style.width - 4 };
  return [[...wrapped(lead, style.width, 2), ...drawChange(held.change, inner, verbose).map((row) => indent(row, 4))]];
}

/** What no allowed route leads to: why, what people said, what would open a way, what is wanted of it. */
export function drawBlocked(blocked: readonly Blocked[], style: Style, verbose: boolean): DrawnLine[] {
  if (blocked.length === 0) return [];
  const items = blocked.map((item) => drawOneBlocked(item, style, verbose));
  return [
    section('Blocked', 'no allowed route leads to what is wanted'),
    ...items.flatMap((item, index) => (index === 0 ? item : [EMPTY, ...item])),
  ];
}

function drawOneBlocked(item: Blocked, style: Style, verbose: boolean): DrawnLine[] {
  const { address, source, state, reason, opens, comments, fields, moved } = item;
  const room = {
    color: style.color,
    width: style.width - 6,
    context: verbose ? Number.POSITIVE_INFINITY : CONTEXT,
  };
  const changes = drawFields(address, foldFields(fields, item.before, item.after), room).map((row) => indent(row, 6));
  return [
    ...titled([span('✗ ', 'red', 'bold'), ...addressSpans(address)], sourceSpan(source), style.width - 2, 2).map(
      (row) => indent(row, 2),
    ),
    ...wrapped(stateSpans(state), style.width, 4),
    ...wrapped([span(reason)], style.width, 4),
    ...(moved.length === 0
      ? []
      : wrapped([span(moved.map((one) => REASON_WORDS[one]).join('; '), 'dim')], style.width, 4)),
    ...drawComments(verbose ? comments : presentComments(comments, state), style, 4),
    ...wrapped(wayOf(opens, style), style.width, 4),
    ...(changes.length === 0 ? [] : [EMPTY, ...changes]),
  ];
}

function wayOf(opens: string | null, { naming }: Style): DrawnLine {
  if (opens === null) return [span('→ no flag and no setting opens a way: that has to change first')];
  return [span('→ what opens a way: '), ...sentenceSpans(withNaming(opens, naming), 'cyan')];
}

/** What the state is told of protection, without anything being done at the service. */
export function drawRemembered(remembers: readonly Remembers[], style: Style): DrawnLine[] {
  if (remembers.length === 0) return [];
  return [
    section('Remembered', 'in the state; nothing is done at the service'),
    ...remembers.flatMap(({ address, protect }) =>
      titled(
        [span('◆ ', 'blue', 'bold'), ...addressSpans(address)],
        [span(protect ? 'protected from now on' : 'protected no more', protect ? 'dim' : 'yellow')],
        style.width - 2,
        2,
      ).map((row) => indent(row, 2)),
    ),
  ];
}

/** What is live and not ours, by kind and profile. */
export function drawUnmanaged(unmanaged: readonly Unmanaged[], style: Style, verbose: boolean): DrawnLine[] {
  if (unmanaged.length === 0) return [];
  const groupOf = ({ kind, profile }: Unmanaged): string => (profile === '' ? kind : `${kind}/${profile}`);
  return [
    section('Not managed', 'live, not ours, never touched'),
    ...foldAlike(unmanaged, groupOf, verbose).flatMap(({ key, shown, rest }) => [
      indent([span(key), span(`  ${shown.length + rest}`, 'dim')], 2),
      ...unmanagedRows(shown).flatMap((row) => wrapped(row, style.width, 4)),
      ...(rest === 0 ? [] : [indent([span(`… and ${rest} more`, 'dim')], 4)]),
    ]),
  ];
}

/** Names, states and titles in columns. */
function unmanagedRows(items: readonly Unmanaged[]): DrawnLine[] {
  const widest = Math.min(32, Math.max(...items.map(({ name }) => columns(visible(name)))));
  return items.map(({ name, title, state }) => [
    ...padLine([span(name)], widest),
    span('  '),
    stateSpan(state),
    span(title === '' ? '' : `  ${title}`, 'dim'),
  ]);
}
