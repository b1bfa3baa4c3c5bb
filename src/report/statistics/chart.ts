import { grouped } from '../../core/language.ts';
import { decimal, element } from '../../preview/xml.ts';

/** A chart as SVG for the page of statistics. Colours and lines come from its style; a stripe marks failures without colour. */

export interface ChartEntry {
  label: string;
  title: string;
  delivered: number;
  failed: number;
}

const WIDTH = 960;
const HEIGHT = 260;
const LEFT = 64;
const BOTTOM = 28;
const TOP = 12;
const PLOT = HEIGHT - BOTTOM - TOP;
/** Half of the width of a label, about. */
const LABEL = 40;
const MOST_LABELS = 10;

/** The pattern of failures. `id` is unique on the page. */
export const STRIPES = element(
  'pattern',
  { id: 'stripes', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  `${element('rect', { class: 'failed', width: 6, height: 6 })}${element('path', { class: 'stripe', d: 'M0 0V6' })}`,
);

/** Draws a bar for each entry, failures on top of deliveries. */
export function barChart(entries: readonly ChartEntry[], name: string): string {
  const most = niceTop(Math.max(1, ...entries.map(({ delivered, failed }) => delivered + failed)));
  const step = (WIDTH - LEFT) / Math.max(1, entries.length);
  const bars = entries.map(({ delivered, failed, title }, index) => {
    const [x, width] = [LEFT + index * step + step * 0.1, step * 0.8];
    const [high, above] = [(delivered / most) * PLOT, (failed / most) * PLOT];
    const base = TOP + PLOT;
    const rect = (y: number, height: number, paint: object): string =>
      height === 0 ? '' : element('rect', { ...paint, x, y, width, height: Math.max(height, 1) });
    const good = rect(base - high, high, { class: 'delivered' });
    const bad = rect(base - high - above, above, { fill: 'url(#stripes)' });
    return element('g', {}, `<title>${title}</title>${good}${bad}`);
  });
  return chart(name, gridLines(most) + bars.join('') + labels(entries, step));
}

function chart(name: string, content: string): string {
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'chart', role: 'img', 'aria-labelledby': name };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...box }, content);
}

function gridLines(most: number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((part) => {
      const y = TOP + PLOT - part * PLOT;
      const text = element('text', { x: LEFT - 8, y: y + 4, 'text-anchor': 'end' }, grouped(Math.round(most * part)));
      return element('path', { class: 'grid', d: `M${LEFT} ${decimal(y)}H${WIDTH}` }) + text;
    })
    .join('');
}

/** The labels of the axis: at most ten, the first one among them. */
function labels(entries: readonly ChartEntry[], step: number): string {
  const every = Math.ceil(entries.length / MOST_LABELS);
  return entries
    .map(({ label }, index) => {
      if (index % every !== 0) return '';
      const x = LEFT + (index + 0.5) * step;
      const isLast = x > WIDTH - LABEL;
      const place = isLast ? { x: WIDTH, 'text-anchor': 'end' } : { x, 'text-anchor': 'middle' };
      return element('text', { ...place, y: HEIGHT - 8 }, label);
    })
    .join('');
}

/** A round number at the top of an axis: 4, 8, 20, 40, 80, 100, 200, … */
export function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 8, 10].find((one) => one * power >= most) ?? 10;
  return Math.max(4, factor * power);
}
