import type { ImportReport } from '../core/import.ts';
import { withNaming } from './command.ts';
import type { Style } from './style.ts';
import { writeTerminal } from './terminal/view.ts';
import { addressText, heading, listed, span, whole } from './text.ts';
import type { Entry, ViewPart, ViewSection } from './view/blocks.ts';
import { ACTION_WORDS, stateSpans } from './view/words.ts';

/** How live content is taken over into its manifest. */
export const TAKE_OVER = '`notiform import ADDRESS --update` rewrites the manifest of what drifted.';

const COMPARES = '`notiform status` compares what has a manifest with it.';

/** Draws the files that an import wrote, the resources that have a manifest already, and those left without one. */
export function drawImport(report: ImportReport, style: Style, failed: boolean): string {
  const { written, updated, skipped, left } = report;
  const fresh = written.map(({ address, name: code, title, state, file, versions, bound }): Entry => {
    const more = (bound && '  its manifest was removed') ?? (versions && `  versions ${versions.join(', ')}`) ?? '';
    const own = title === code && more === '' ? [] : [span(`  ${title}${more}`, 'dim')];
    const name = [...addressText(address), ...own];
    return { mark: ACTION_WORDS.create, title: name, cells: [[stateSpans(state)], [[whole(file, 'dim')]]] };
  });
  const changed = updated.map(({ address, file, fields, edited }): Entry => {
    const isSame = fields.length === 0;
    const asIs = span(edited ? 'changed in its manifest: plan and apply it' : 'as it is', 'dim');
    const mark = isSame ? ({ symbol: ' ', tone: 'dim' } as const) : ACTION_WORDS.update;
    const cells = [[[isSame ? asIs : span(fields.join(', '))]], [[whole(file, 'dim')]]];
    return { mark, title: addressText(address), cells };
  });
  // Resources that the next apply binds, a line each. Those that are bound are only counted.
  const declared = skipped.filter(({ because }) => because === 'declared');
  const others = left.map(({ address, name, title, reason }): Entry => {
    const about = span(title === name ? name : `${name} ${title}`, 'dim');
    return { title: addressText(address), cells: [[[about]], [[span(reason)]]] };
  });
  const sections = [
    { entries: fresh, isTable: true },
    { entries: changed, isTable: true },
    titledTable(
      'Have a manifest: the next apply adopts them as they are',
      declared.map(({ address }) => ({ title: addressText(address) })),
    ),
    titledTable('Left as they are, without a manifest', others),
  ];
  return writeTerminal({ sections, rest: endingOf(report, style, failed) }, style);
}

function titledTable(title: string, entries: readonly Entry[]): ViewSection {
  return entries.length === 0 ? {} : { title: heading(title), entries, isTable: true };
}

function endingOf(report: ImportReport, style: Style, failed: boolean): ViewPart[] {
  const { dryRun, written, updated, images, skipped, left } = report;
  if (written.length + updated.length + skipped.length + left.length === 0)
    return failed ? [] : [{ text: [span('There is nothing live to import.')] }];
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
    { text: listed('Import: ', parts, 'bold') },
    ...(skipped.length === 0 ? [] : [{ text: [span(withNaming(COMPARES, style.naming))] }]),
  ];
}
