import { style } from '../../../generated/statistics.js';
import { written } from '../../account/statistics/days.ts';
import type { Statistics } from '../../account/statistics/read.ts';
import type { Json } from '../../core/json.ts';
import { fill, grouped, type Language, type Phrase } from '../../core/language.ts';
import { safe } from '../../preview/visible.ts';
import { element, htmlPage } from '../../preview/xml.ts';
import { cellText } from '../data-table.ts';
import { barChart, type ChartEntry, STRIPES } from './chart.ts';
import { tableColumns } from './columns.ts';
import { type StatTotals, shareOf, totalsByUnit, totalsOf } from './totals.ts';
import { headingOf, notesOf, PAGE_LINE, scopeOf, totalText, statWords as words } from './words.ts';

/** More days than this are drawn as months. */
const MOST_BARS = 186;
/** A browser is slow with more rows. */
const MOST_ROWS = 2000;

/**
 * Draws statistics as one HTML page that requests nothing and runs no program: a chart, and the table of a terminal with its
 * total. The same statistics give the same bytes.
 */
export function drawStatisticsPage(statistics: Statistics, environment: string, language: Language): string {
  const heading = safe(headingOf(statistics.question, language));
  const scope = safe(scopeOf(statistics.question, language));
  const notes = notesOf(statistics, language).map((note) => element('li', {}, safe(note)));
  const label = { class: 'notes', 'aria-label': fill(words.notes, language) };
  const body = [
    '<main>',
    element('h1', {}, heading),
    element('p', { class: 'facts' }, `${scope} · ${fill(words.environment, language)} ${safe(environment)}`),
    statistics.rows.length > 0
      ? drawChart(statistics, language) + drawRows(statistics, language)
      : element('p', {}, fill(words.nothing, language)),
    notes.length === 0 ? '' : element('ul', label, notes.join('')),
    '</main>',
  ];
  const head = { title: `${heading} · ${scope}`, css: style };
  return `${PAGE_LINE}\n${htmlPage({ lang: language }, head, body.join('\n'))}`;
}

function drawChart(statistics: Statistics, language: Language): string {
  const say = (phrase: Phrase): string => safe(fill(phrase, language));
  const entries = totalsByUnit(statistics, MOST_BARS).map((unit) => entryOf(unit, language));
  if (entries.length < 2) return '';
  const legend = (phrase: Phrase, paint: object): string =>
    `<li><svg viewBox="0 0 12 12" aria-hidden="true">${element('rect', { ...paint, width: 12, height: 12 })}</svg>${say(phrase)}</li>`;
  return [
    `<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>${STRIPES}</defs></svg>`,
    '<figure>',
    element('figcaption', { id: 'sends' }, say(words.chart)),
    barChart(entries, 'sends'),
    `<ul class="legend">${legend(words.delivered, { class: 'delivered' })}${legend(words.failed, { fill: 'url(#stripes)' })}</ul>`,
    '</figure>',
  ].join('');
}

function entryOf({ when, delivered, failed, read }: StatTotals, language: Language): ChartEntry {
  const say = (phrase: Phrase): string => fill(phrase, language);
  const share = read ? shareOf(read) : '';
  const parts = [`${say(words.delivered)} ${grouped(delivered)}`, `${say(words.failed)} ${grouped(failed)}`];
  if (read && share !== '') parts.push(`${say(words.read)} ${grouped(read.count)} (${share})`);
  const label = written(when);
  return { label: safe(label), title: safe([label, ...parts].join(', ')), delivered, failed };
}

/** The table of a terminal, with its total. */
function drawRows(statistics: Statistics, language: Language): string {
  const { rows } = statistics;
  const shown = rows.slice(0, MOST_ROWS);
  const columns = tableColumns(statistics, language);
  const style = { color: false, width: 0, language };
  const cells = (row: Statistics['rows'][number]): string =>
    columns
      .map(({ key, right, show }) => {
        const value: Json = row[key] ?? null;
        return element('td', right ? { class: 'right' } : {}, safe(show ? show(value, style, row) : cellText(value)));
      })
      .join('');
  const count = rows.length;
  const caption = safe(
    fill(shown.length < count ? words.someRows : words.rows, language, { shown: shown.length, count }),
  );
  return [
    `<div class="scrolled" role="group" tabindex="0" aria-label="${caption}"><table>`,
    element('caption', {}, caption),
    `<thead><tr>${columns.map(({ title, right }) => element('th', { scope: 'col', ...(right ? { class: 'right' } : {}) }, safe(title))).join('')}</tr></thead>`,
    `<tbody>${shown.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
    element('p', { class: 'total' }, safe(totalText(totalsOf(rows), language))),
  ].join('\n');
}
