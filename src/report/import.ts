import type { ImportReport } from '../core/import.ts';
import { withNaming } from './command.ts';
import type { Style } from './style.ts';
import { renderBlocks } from './terminal/line.ts';
import { wrapped } from './terminal/part.ts';
import { drawTable } from './terminal/table.ts';
import { addressText, listed, markSpan, span, type Text, whole } from './text.ts';
import { ACTION_WORDS, stateSpans } from './view/words.ts';

/** How live content is taken over into its manifest. */
export const TAKE_OVER = '`notiform import ADDRESS --update` rewrites the manifest of what drifted.';

const COMPARES = '`notiform status` compares what has a manifest with it.';

/** Draws the files that an import wrote, the resources that have a manifest already, and those left without one. */
export function drawImport(report: ImportReport, style: Style, failed: boolean): string {
  const { written, updated, skipped, left } = report;
  const fresh = written.map(({ address, name: code, title, state, file, versions, bound }) => {
    const more = (bound && '  its manifest was removed') ?? (versions && `  versions ${versions.join(', ')}`) ?? '';
    const own = title === code && more === '' ? [] : [span(`  ${title}${more}`, 'dim')];
    const name = [markSpan(ACTION_WORDS.create), ...addressText(address), ...own];
    return { cells: [name, stateSpans(state), [whole(file, 'dim')]] };
  });
  const changed = updated.map(({ address, file, fields, edited }) => {
    const isSame = fields.length === 0;
    const name = [isSame ? span('  ') : markSpan(ACTION_WORDS.update), ...addressText(address)];
    const left = span(edited ? 'changed in its manifest: plan and apply it' : 'as it is', 'dim');
    return { cells: [name, [isSame ? left : span(fields.join(', '))], [whole(file, 'dim')]] };
  });
  const blocks = [
    drawTable(fresh, style.width),
    drawTable(changed, style.width),
    drawSkipped(skipped),
    drawLeft(left, style),
    ending(report, style, failed),
  ];
  return renderBlocks(blocks, style);
}

/** Resources that the next apply binds, a line each. Those that are bound are only counted. */
function drawSkipped(skipped: ImportReport['skipped']): Text[] {
  const declared = skipped.filter(({ because }) => because === 'declared');
  if (declared.length === 0) return [];
  const title = 'Have a manifest: the next apply adopts them as they are';
  return [[span(title, 'bold')], ...declared.map(({ address }) => [span('  '), ...addressText(address)])];
}

function drawLeft(left: ImportReport['left'], style: Style): Text[] {
  if (left.length === 0) return [];
  const rows = left.map(({ address, name, title, reason }) => ({
    cells: [
      [span('  '), ...addressText(address)],
      [span(title === name ? name : `${name} ${title}`, 'dim')],
      [span(reason)],
    ],
  }));
  return [[span('Left as they are, without a manifest', 'bold')], ...drawTable(rows, style.width)];
}

function ending(report: ImportReport, style: Style, failed: boolean): Text[] {
  const { dryRun, written, updated, images, skipped, left } = report;
  if (written.length + updated.length + skipped.length + left.length === 0)
    return failed ? [] : [[span('There is nothing live to import.')]];
  const edited = updated.filter((one) => one.edited).length;
  const rewritten = updated.filter(({ fields }) => fields.length > 0).length;
  const some = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);
  const parts = [
    updated.length === 0
      ? `${written.length} ${dryRun ? 'would be written' : 'written and bound'}`
      : `${rewritten} ${dryRun ? 'would be rewritten' : 'rewritten'}`,
    ...some(updated.filter((one) => one.fields.length === 0 && !one.edited).length, 'as they are'),
    ...some(images.length, images.length === 1 ? 'image' : 'images'),
    ...some(skipped.length, 'with a manifest already'),
    ...some(edited, `changed in ${edited === 1 ? 'its manifest' : 'their manifests'}`),
    ...some(left.length, 'left'),
  ];
  return [
    ...wrapped(listed('Import: ', parts, 'bold'), style),
    ...(skipped.length === 0 ? [] : wrapped([span(withNaming(COMPARES, style.naming))], style)),
  ];
}
