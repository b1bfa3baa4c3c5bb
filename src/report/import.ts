import type { ImportReport } from '../core/import.ts';
import { own } from '../core/json.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, EMPTY, render, span, whole } from './line.ts';
import { addressSpans, listed, titled, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { counted, stateSpans } from './words.ts';

/** What an import wrote, what it found that has a manifest already, and what it left. Ends with a line break. */
export function drawImport(report: ImportReport, style: Style): string {
  const parts = [
    drawWritten(report, style),
    drawUpdated(report, style),
    drawSkipped(report, style),
    drawLeft(report, style),
    ending(report, style),
  ].filter((part) => part.length > 0);
  return render(
    parts.flatMap((part, index) => (index === 0 ? part : [EMPTY, ...part])),
    style,
  );
}

function drawWritten({ written }: ImportReport, style: Style): DrawnLine[] {
  return drawTable(
    written.map(({ address, state, file }) => ({
      cells: [[span('+ ', 'green', 'bold'), ...addressSpans(address)], stateSpans(state), [whole(file, 'dim')]],
    })),
    style.width,
  );
}

function drawUpdated({ updated }: ImportReport, style: Style): DrawnLine[] {
  return drawTable(
    updated.map(({ address, file, fields }) => ({
      cells: [
        [span(fields.length === 0 ? '  ' : '~ ', 'yellow', 'bold'), ...addressSpans(address)],
        fields.length === 0 ? [span('as it is', 'dim')] : [span(fields.join(', '))],
        [whole(file, 'dim')],
      ],
    })),
    style.width,
  );
}

/** What has a manifest already, a line each: what drifted, what did not, other versions, and what is not bound yet. */
function drawSkipped({ skipped }: ImportReport, style: Style): DrawnLine[] {
  const managed = skipped.filter(({ because }) => because === 'managed');
  const parts: [string, ImportReport['skipped']][] = [
    ['Drifted from their manifests', managed.filter(({ drifted }) => drifted.length > 0)],
    ['As their manifests say', managed.filter(({ drifted }) => drifted.length === 0)],
    ['Versions beside those that their manifests stand for', skipped.filter(({ because }) => because === 'version')],
    [
      'Have a manifest: the next apply takes them over, and writes what differs',
      skipped.filter(({ because }) => because === 'declared'),
    ],
  ];
  return parts
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([title, rows], index) => [
      ...(index === 0 ? [] : [EMPTY]),
      [span(title, 'bold')],
      ...rows.flatMap(({ address, drifted, alike = {} }) =>
        titled(
          [span('  '), ...addressSpans(address)],
          drifted.length === 0 ? [] : [span(drifted.map((field) => driftOf(field, alike)).join(', '), 'yellow')],
          style.width,
          4,
        ),
      ),
    ]);
}

function driftOf(field: string, alike: Readonly<Record<string, string>>): string {
  const why = own(alike, field);
  return why === undefined ? field : `${field} (looks the same, differs in: ${why})`;
}

function drawLeft({ left }: ImportReport, style: Style): DrawnLine[] {
  return section('Left as they are, without a manifest', style, left, ({ reason }) => reason);
}

function section<Row extends { address: string; name: string; title: string }>(
  title: string,
  style: Style,
  rows: readonly Row[],
  about: (row: Row) => string,
): DrawnLine[] {
  if (rows.length === 0) return [];
  const table = drawTable(
    rows.map((row) => ({
      cells: [
        [span('  '), ...addressSpans(row.address)],
        [span(row.title === row.name ? row.name : `${row.name} ${row.title}`, 'dim')],
        [span(about(row))],
      ],
    })),
    style.width,
  );
  return [[span(title, 'bold')], ...table];
}

function ending({ written, updated, images, skipped, left }: ImportReport, style: Style): DrawnLine[] {
  if (written.length + updated.length + skipped.length + left.length === 0) {
    return [[span('There is nothing live to import.')]];
  }
  const drifted = skipped.filter((one) => one.because === 'managed' && one.drifted.length > 0).length;
  const rewritten = updated.filter(({ fields }) => fields.length > 0).length;
  const parts = [
    ...(updated.length === 0 ? [`${written.length} written and bound`] : [`${rewritten} rewritten`]),
    ...(updated.length === rewritten ? [] : [`${updated.length - rewritten} as they are`]),
    ...(images.length === 0 ? [] : [counted(images.length, 'image')]),
    ...(skipped.length === 0 ? [] : [`${skipped.length} with a manifest already`]),
    ...(drifted === 0 ? [] : [`${drifted} drifted`]),
    ...(left.length === 0 ? [] : [`${left.length} left`]),
  ];
  return [
    ...wrapped(listed('Import: ', parts, 'bold'), style.width, 0),
    ...(drifted === 0
      ? []
      : wrapped(
          [span(withNaming('`notiform import ADDRESS --update` rewrites the manifest of what drifted.', style.naming))],
          style.width,
          0,
        )),
  ];
}
