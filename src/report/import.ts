import type { ImportReport } from '../core/import.ts';
import { EMPTY, type Line, render, span, whole } from './line.ts';
import { addressSpans, listed, wrapped } from './part.ts';
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

function drawWritten({ written }: ImportReport, style: Style): Line[] {
  return drawTable(
    written.map(({ address, state, file }) => ({
      cells: [[span('+ ', 'green', 'bold'), ...addressSpans(address)], stateSpans(state), [whole(file, 'dim')]],
    })),
    style.width,
  );
}

function drawUpdated({ updated }: ImportReport, style: Style): Line[] {
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

const BECAUSE = { managed: 'has a manifest', declared: 'has a manifest, and is taken over by the next apply' } as const;

function drawSkipped({ skipped }: ImportReport, style: Style): Line[] {
  return section('Skipped', style, skipped, ({ because }) => BECAUSE[because]);
}

function drawLeft({ left }: ImportReport, style: Style): Line[] {
  return section('Left as they are, without a manifest', style, left, ({ reason }) => reason);
}

function section<Row extends { address: string; name: string; title: string }>(
  title: string,
  style: Style,
  rows: readonly Row[],
  about: (row: Row) => string,
): Line[] {
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

function ending({ written, updated, images, skipped, left }: ImportReport, style: Style): Line[] {
  if (written.length + updated.length + skipped.length + left.length === 0) {
    return [[span('There is nothing live to import.')]];
  }
  const rewritten = updated.filter(({ fields }) => fields.length > 0).length;
  const parts = [
    ...(updated.length === 0 ? [`${written.length} written and bound`] : [`${rewritten} rewritten`]),
    ...(updated.length === rewritten ? [] : [`${updated.length - rewritten} as they are`]),
    ...(images.length === 0 ? [] : [counted(images.length, 'image')]),
    ...(skipped.length === 0 ? [] : [`${skipped.length} skipped`]),
    ...(left.length === 0 ? [] : [`${left.length} left`]),
  ];
  return wrapped(listed('Import: ', parts, 'bold'), style.width, 0);
}
