import type { JournalRow } from '../views.ts';
import { type Content, el } from './dom.ts';
import { t } from './language.ts';
import { time } from './parts.ts';
import type { RollRow } from './roll.ts';

/** The table of the log, and the element of its rows. */
export function logTable(): { outer: HTMLElement; rows: HTMLElement } {
  // The roles are explicit, because a table that is styled as cards loses them.
  const rows = el('tbody', { role: 'rowgroup' });
  const heads = [t('Time'), t('Request'), 'HTTP', t('Code'), t('Took'), t('Template'), t('Fault')].map((name) =>
    el('th', { scope: 'col' }, name),
  );
  const outer = el(
    'div',
    { class: 'table', role: 'region', 'aria-label': t('Requests, newest first'), tabindex: '0' },
    el('table', { role: 'table' }, el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...heads)), rows),
  );
  return { outer, rows };
}

export function logRow(row: JournalRow, findTemplate: (code: string) => void): RollRow {
  const { at, ms, method, path, status, code, templateCode, fault } = row;
  const isDone = code === null || code === '200' || code === '1000';
  const element = el(
    'tr',
    { role: 'row' },
    cell('', time(at)),
    cell('', el('code', {}, el('span', { class: 'quiet' }, method), ` ${path}`)),
    cell('HTTP', status === null ? t('dropped') : String(status), status === null || status >= 400),
    cell(t('Code'), code === null ? null : el('code', {}, code), !isDone),
    cell(t('Took'), `${ms} ms`),
    cell(t('Template'), templateCode === null ? null : templateLink(templateCode, findTemplate)),
    cell(t('Fault'), fault, true),
  );
  return { element, target: element };
}

/** A cell. It shows its name if the table is too narrow for a head, and a dash if it is empty. */
function cell(name: string, content: Content, isBad = false): HTMLElement {
  const mark = content === null ? 'none' : isBad ? 'unwell' : null;
  return el('td', { role: 'cell', 'data-name': name || null, class: mark }, content ?? '–');
}

function templateLink(code: string, findTemplate: (code: string) => void): HTMLElement {
  const button = el('button', { type: 'button', class: 'link' }, code);
  button.addEventListener('click', () => findTemplate(code));
  return button;
}
