import { style } from '../../../generated/statistics.js';
import { written } from '../../account/statistics/days.ts';
import type { Statistics } from '../../account/statistics/read.ts';
import { fill, grouped, type Language, type Phrase } from '../../core/language.ts';
import { safe } from '../../preview/visible.ts';
import { element, htmlPage } from '../../preview/xml.ts';
import { cellText } from '../data-table.ts';
import { barChart, type ChartEntry, rateChart, STRIPES } from './chart.ts';
import { csvColumns, memberName, valueText } from './columns.ts';
import { type ProvidedCount, type StatTotals, shareOf, totalsByUnit, totalsOf } from './totals.ts';
import { headingOf, notesOf, PAGE_LINE, scopeOf, statWords as words } from './words.ts';

/** More days than this are drawn as months. */
const MOST_BARS = 186;
/** A browser is slow with more rows. */
const MOST_ROWS = 2000;

/**
 * Draws statistics as one HTML page that requests nothing and runs no program: charts, a table of the numbers that they show,
 * and every row. The same statistics give the same bytes.
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
    statistics.rows.length > 0 ? drawNumbers(statistics, language) : element('p', {}, fill(words.nothing, language)),
    notes.length === 0 ? '' : element('ul', label, notes.join('')),
    '</main>',
  ];
  const head = { title: `${heading} · ${scope}`, css: style };
  return `${PAGE_LINE}\n${htmlPage({ lang: language }, head, body.join('\n'))}`;
}

function drawNumbers(statistics: Statistics, language: Language): string {
  const say = (phrase: Phrase): string => safe(fill(phrase, language));
  const total = totalsOf(statistics.rows);
  const units = totalsByUnit(statistics, MOST_BARS);
  const isDirect = statistics.question.of === 'direct';
  const entries = isDirect ? rowEntries(statistics.rows, language) : units.map((unit) => entryOf(unit, language));
  const facts: [Phrase, string][] = [
    [words.delivered, grouped(total.delivered)],
    [words.failed, grouped(total.failed)],
    ...(total.unknown === 0 ? [] : [[words.unknown, grouped(total.unknown)] as [Phrase, string]]),
    ...(total.read ? [[words.read, provided(total.read)] as [Phrase, string]] : []),
    ...(total.clicks ? [[words.clicks, grouped(total.clicks.count)] as [Phrase, string]] : []),
  ];
  const legend = (phrase: Phrase, paint: object): string =>
    `<li><svg viewBox="0 0 12 12" aria-hidden="true">${element('rect', { ...paint, width: 12, height: 12 })}</svg>${say(phrase)}</li>`;
  const charts =
    entries.length < 2
      ? ''
      : [
          '<figure>',
          element('figcaption', { id: 'sends' }, say(words.chart)),
          barChart(entries, 'sends'),
          `<ul class="legend">${legend(words.delivered, { class: 'delivered' })}${legend(words.failed, { fill: 'url(#stripes)' })}</ul>`,
          '</figure>',
          !isDirect && entries.some(({ rate }) => rate !== undefined)
            ? `<figure>${element('figcaption', { id: 'reads' }, say(words.readChart))}${rateChart(entries, 'reads')}</figure>`
            : '',
        ].join('');
  return [
    `<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>${STRIPES}</defs></svg>`,
    element(
      'dl',
      { class: 'numbers' },
      facts.map(([name, value]) => `<div><dt>${say(name)}</dt><dd>${value}</dd></div>`).join(''),
    ),
    charts,
    units.length < 2 ? '' : drawTotals(units, total, language),
    drawRows(statistics, language),
  ].join('\n');
}

function provided(count: ProvidedCount): string {
  return `${grouped(count.count)} <small>/ ${grouped(count.of)} ${shareOf(count)}</small>`;
}

function entryOf({ when, delivered, failed, read }: StatTotals, language: Language): ChartEntry {
  const say = (phrase: Phrase): string => fill(phrase, language);
  const rate = read && read.of > 0 ? (read.count / read.of) * 100 : undefined;
  const parts = [`${say(words.delivered)} ${grouped(delivered)}`, `${say(words.failed)} ${grouped(failed)}`];
  if (read && rate !== undefined) parts.push(`${say(words.read)} ${grouped(read.count)} (${shareOf(read)})`);
  const label = written(when);
  const title = safe([...(label === '' ? [] : [label]), ...parts].join(', '));
  return { label: safe(label), title, delivered, failed, rate };
}

/** Most rows of one day that are drawn. */
const MOST_ROW_BARS = 24;

/** The rows of one day with the most deliveries, one bar each. */
function rowEntries(rows: Statistics['rows'], language: Language): ChartEntry[] {
  return [...rows]
    .sort((a, b) => Number(b['successCount'] ?? 0) - Number(a['successCount'] ?? 0))
    .slice(0, MOST_ROW_BARS)
    .map((row) => {
      const names = ['templateCode', 'messageType', 'chatBubbleType', 'targeting'].flatMap((name) => row[name] ?? []);
      return { ...entryOf(totalsOf([row]), language), label: safe(names.map(cellText).join(' ')) };
    });
}

function drawTotals(units: readonly StatTotals[], total: StatTotals, language: Language): string {
  const say = (phrase: Phrase): string => safe(fill(phrase, language));
  const absent = say(words.notProvided);
  const hasClicks = Boolean(total.clicks);
  const counted = (of: ProvidedCount | null | undefined): string =>
    of ? grouped(of.count) : of === null ? absent : '';
  const { delivered, failed, unknown, read, readShare, clicks } = words;
  const heads = [delivered, failed, unknown, read, readShare, ...(hasClicks ? [clicks] : [])];
  const cells = ({ delivered, failed, unknown, read, clicks }: StatTotals): string =>
    [
      grouped(delivered),
      grouped(failed),
      grouped(unknown),
      counted(read),
      read ? shareOf(read) : '',
      ...(hasClicks ? [counted(clicks)] : []),
    ]
      .map((cell) => element('td', { class: 'right' }, cell))
      .join('');
  const isMonthly = units[0]?.when.length === 6;
  const first = say(isMonthly ? words.month : words.day);
  const caption = say(isMonthly ? words.byMonths : words.byDays);
  return [
    `<div class="scrolled" role="group" tabindex="0" aria-label="${caption}"><table>`,
    element('caption', {}, caption),
    `<thead><tr><th scope="col">${first}</th>${heads.map((name) => `<th scope="col" class="right">${say(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${units.map((unit) => `<tr><th scope="row">${written(unit.when)}</th>${cells(unit)}</tr>`).join('\n')}</tbody>`,
    `<tfoot><tr><th scope="row">${say(words.total)}</th>${cells(total)}</tr></tfoot>`,
    '</table></div>',
  ].join('\n');
}

/** Every row with every number. A number that is not provided says so. */
function drawRows({ question, rows }: Statistics, language: Language): string {
  const shown = rows.slice(0, MOST_ROWS);
  const columns = csvColumns(question).filter(({ key }) => rows.some((row) => row[key] !== undefined));
  const absent = safe(fill(words.notProvided, language));
  const cell = (row: Statistics['rows'][number], key: string): string => {
    const value = row[key];
    if (typeof value === 'number') return element('td', { class: 'right' }, grouped(value));
    const isCount = /Count$|^clickInfo$/.test(key);
    const text = value === null && isCount ? absent : safe(valueText(key, value ?? null, language));
    return element('td', isCount ? { class: 'right' } : {}, text);
  };
  const count = rows.length;
  const summary = safe(fill(words.everyRow, language, { count }));
  const more =
    shown.length < count ? element('p', {}, safe(fill(words.someRows, language, { shown: shown.length, count }))) : '';
  return [
    // With one day there is no chart, so the rows are what a reader came for.
    `<details${question.of === 'direct' ? ' open=""' : ''}><summary>${summary}</summary>${more}`,
    `<div class="scrolled" role="group" tabindex="0" aria-label="${summary}"><table>`,
    `<thead><tr>${columns.map(({ key }) => element('th', { scope: 'col' }, safe(memberName(key, language) ?? key))).join('')}</tr></thead>`,
    `<tbody>${shown.map((row) => `<tr>${columns.map(({ key }) => cell(row, key)).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div></details>',
  ].join('\n');
}
