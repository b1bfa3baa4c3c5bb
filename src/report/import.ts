import type { ImportReport } from '../core/import.ts';
import { own } from '../core/json.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, renderBlocks, span, whole } from './line.ts';
import { addressSpans, listed, titled, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { counted, numbered, stateSpans } from './words.ts';

/** Draws the files that an import wrote, the resources that have a manifest already, and those left without one. */
export function drawImport(report: ImportReport, style: Style): string {
  const { written, updated, skipped, left } = report;
  const blocks = [
    drawTable(
      written.map(({ address, state, file }) => ({
        cells: [[span('+ ', 'green', 'bold'), ...addressSpans(address)], stateSpans(state), [whole(file, 'dim')]],
      })),
      style.width,
    ),
    drawTable(
      updated.map(({ address, file, fields }) => ({
        cells: [
          [span(fields.length === 0 ? '  ' : '~ ', 'yellow', 'bold'), ...addressSpans(address)],
          fields.length === 0 ? [span('as it is', 'dim')] : [span(fields.join(', '))],
          [whole(file, 'dim')],
        ],
      })),
      style.width,
    ),
    ...drawSkipped(skipped, style),
    drawLeft(left, style),
    ending(report, style),
  ];
  return renderBlocks(blocks, style);
}

/** Resources that have a manifest already, a line each: drifted ones, the others, other versions, and those not bound yet. */
function drawSkipped(skipped: ImportReport['skipped'], style: Style): DrawnLine[][] {
  const managed = skipped.filter(({ because }) => because === 'managed');
  const groups: Record<string, ImportReport['skipped']> = {
    'Drifted from their manifests': managed.filter(({ drifted }) => drifted.length > 0),
    'As their manifests say': managed.filter(({ drifted }) => drifted.length === 0),
    'Versions beside those that their manifests stand for': skipped.filter(({ because }) => because === 'version'),
    'Have a manifest: the next apply takes them over, and writes what differs': skipped.filter(
      ({ because }) => because === 'declared',
    ),
  };
  return Object.entries(groups)
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => [
      [span(title, 'bold')],
      ...rows.flatMap(({ address, drifted, alike = {} }) => {
        const about = drifted.map((field) => driftOf(field, alike)).join(', ');
        const aside = about === '' ? [] : [span(about, 'yellow')];
        return titled([span('  '), ...addressSpans(address)], aside, style.width, 4);
      }),
    ]);
}

function driftOf(field: string, alike: Readonly<Record<string, string>>): string {
  const why = own(alike, field);
  return why === undefined ? field : `${field} (looks the same, differs in: ${why})`;
}

function drawLeft(left: ImportReport['left'], style: Style): DrawnLine[] {
  if (left.length === 0) return [];
  const rows = left.map(({ address, name, title, reason }) => ({
    cells: [
      [span('  '), ...addressSpans(address)],
      [span(title === name ? name : `${name} ${title}`, 'dim')],
      [span(reason)],
    ],
  }));
  return [[span('Left as they are, without a manifest', 'bold')], ...drawTable(rows, style.width)];
}

function ending({ written, updated, images, skipped, left }: ImportReport, style: Style): DrawnLine[] {
  if (written.length + updated.length + skipped.length + left.length === 0) {
    return [[span('There is nothing live to import.')]];
  }
  const drifted = skipped.filter((one) => one.because === 'managed' && one.drifted.length > 0).length;
  const rewritten = updated.filter(({ fields }) => fields.length > 0).length;
  const parts = [
    updated.length === 0 ? `${written.length} written and bound` : `${rewritten} rewritten`,
    ...numbered({ 'as they are': updated.length - rewritten }),
    ...(images.length === 0 ? [] : [counted(images.length, 'image')]),
    ...numbered({ 'with a manifest already': skipped.length, drifted, left: left.length }),
  ];
  const hint = '`notiform import ADDRESS --update` rewrites the manifest of what drifted.';
  return [
    ...wrapped(listed('Import: ', parts, 'bold'), style.width, 0),
    ...(drifted === 0 ? [] : wrapped([span(withNaming(hint, style.naming))], style.width, 0)),
  ];
}
