import type { ImportReport } from '../core/import.ts';
import { own } from '../core/json.ts';
import type { Phrase } from '../core/language.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, renderBlocks, span, whole } from './line.ts';
import { addressSpans, listed, markSpan, titled, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { IMPORT_TEXTS, IMPORTED_TEXTS, said } from './terminal-words.ts';
import { ACTION_WORDS, stateSpans } from './words.ts';

/**
 * Draws the files that an import wrote, the resources that have a manifest already, and those left without one.
 * @param view `offersVersions`: true if the project does not say if its templates have versions
 */
export function drawImport(report: ImportReport, style: Style, { offersVersions = false } = {}): string {
  const { written, updated, skipped, left } = report;
  const fresh = written.map(({ address, state, file }) => {
    const name = [markSpan(ACTION_WORDS.create), ...addressSpans(address)];
    return { cells: [name, stateSpans(state, style.language), [whole(file, 'dim')]] };
  });
  const changed = updated.map(({ address, file, fields, edited }) => {
    const isSame = fields.length === 0;
    const name = [isSame ? span('  ') : markSpan(ACTION_WORDS.update), ...addressSpans(address)];
    const left = span(said(style, edited ? IMPORT_TEXTS.editedOnly : IMPORT_TEXTS.asItIs), 'dim');
    return { cells: [name, [isSame ? left : span(fields.join(', '))], [whole(file, 'dim')]] };
  });
  const blocks = [
    drawTable(fresh, style.width),
    drawTable(changed, style.width),
    ...drawSkipped(skipped, style),
    drawLeft(left, style),
    ending(report, style),
    offersVersions ? wrapped([span(said(style, IMPORT_TEXTS.versions))], style) : [],
  ];
  return renderBlocks(blocks, style);
}

/** Resources that have a manifest already, a line each: differing ones, the others, other versions, and those not bound yet. */
function drawSkipped(skipped: ImportReport['skipped'], style: Style): DrawnLine[][] {
  const managed = skipped.filter(({ because }) => because === 'managed');
  const groups: [Phrase, ImportReport['skipped']][] = [
    [IMPORT_TEXTS.drifted, managed.filter(isDrifted)],
    [IMPORT_TEXTS.editedAndDrifted, managed.filter(({ moved }) => moved?.includes('drifted'))],
    [IMPORT_TEXTS.edited, managed.filter(({ moved }) => moved && !moved.includes('drifted'))],
    [IMPORT_TEXTS.same, managed.filter(({ drifted }) => drifted.length === 0)],
    [IMPORT_TEXTS.version, skipped.filter(({ because }) => because === 'version')],
    [IMPORT_TEXTS.declared, skipped.filter(({ because }) => because === 'declared')],
  ];
  return groups
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => [
      [span(said(style, title), 'bold')],
      ...rows.flatMap(({ address, drifted, alike = {} }) => {
        const about = drifted.map((field) => driftOf(field, alike, style)).join(', ');
        const aside = about === '' ? [] : [span(about, 'yellow')];
        return titled([span('  '), ...addressSpans(address)], aside, style, 4);
      }),
    ]);
}

/** True if `--update` would rewrite its manifest. */
function isDrifted({ because, drifted, moved }: ImportReport['skipped'][number]): boolean {
  return because === 'managed' && drifted.length > 0 && !moved;
}

function driftOf(field: string, alike: Readonly<Record<string, string>>, style: Style): string {
  const why = own(alike, field);
  return why === undefined ? field : said(style, IMPORT_TEXTS.looksTheSame, { field, why });
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
  return [[span(said(style, IMPORT_TEXTS.left), 'bold')], ...drawTable(rows, style.width)];
}

function ending({ written, updated, images, skipped, left }: ImportReport, style: Style): DrawnLine[] {
  if (written.length + updated.length + skipped.length + left.length === 0) {
    return [[span(said(style, IMPORT_TEXTS.none))]];
  }
  const drifted = skipped.filter(isDrifted).length;
  const edited = updated.filter((one) => one.edited).length + skipped.filter(({ moved }) => moved).length;
  const rewritten = updated.filter(({ fields }) => fields.length > 0).length;
  const some = (phrase: Phrase, count: number): string[] => (count === 0 ? [] : [said(style, phrase, { count })]);
  const parts = [
    updated.length === 0
      ? said(style, IMPORTED_TEXTS.written, { count: written.length })
      : said(style, IMPORTED_TEXTS.rewritten, { count: rewritten }),
    ...some(IMPORTED_TEXTS.same, updated.filter((one) => one.fields.length === 0 && !one.edited).length),
    ...some(IMPORTED_TEXTS.images, images.length),
    ...some(IMPORTED_TEXTS.declared, skipped.length),
    ...some(IMPORTED_TEXTS.drifted, drifted),
    ...some(IMPORTED_TEXTS.edited, edited),
    ...some(IMPORTED_TEXTS.left, left.length),
  ];
  const hint = said(style, IMPORT_TEXTS.hint);
  return [
    ...wrapped(listed(said(style, IMPORT_TEXTS.title), parts, 'bold'), style),
    ...(drifted === 0 ? [] : wrapped([span(withNaming(hint, style.naming))], style)),
  ];
}
