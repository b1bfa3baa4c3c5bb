import type { ApplicationRow, JournalRow, MessageRow, TemplateRow, WaitingRow } from '../views.ts';
import { api } from './api.ts';
import { applicationKey } from './application-detail.ts';
import { Area } from './area.ts';
import { type Content, el, langOf } from './dom.ts';
import { count, t } from './language.ts';
import { MessageDetail } from './message-detail.ts';
import { badge, manifestLine, meaning, time } from './parts.ts';
import { keyOf } from './place.ts';
import type { RollRow } from './roll.ts';
import { TemplateDetail } from './template-detail.ts';
import { templateKey } from './template-key.ts';
import { WaitingDetail } from './waiting-detail.ts';
import { arrivalWords, stateWord, typeWord } from './words.ts';

/** What a person looks at, in the order of the keys 1 to 4. */

interface Surroundings {
  /** Tells what was done, for eyes and ears. */
  say(words: string): void;
  /** Looks for a template in the area of all templates. */
  findTemplate(code: string): void;
}

export function waitingArea({ say }: Surroundings): Area<WaitingRow> {
  const detail = new WaitingDetail({
    back: () => area.back(),
    refused: say,
    decided: (words) => {
      say(words);
      void area.advance();
    },
    idle: 'Select a request to see it as a phone shows it.',
  });
  const area = new Area<WaitingRow>({
    name: 'waiting',
    title: 'Waiting for inspection',
    nouns: ['request', 'requests'],
    empty: 'Nothing is waiting. New inspection requests and applications for brand messages appear here automatically.',
    placeholder: 'Search requests',
    list: api.waiting,
    keyOf: (row) => (row.product === 'profile' ? applicationKey(row.senderKey) : templateKey(row)),
    draw: drawWaiting,
    detail,
  });
  return area;
}

export function templatesArea({ say }: Surroundings): Area<TemplateRow> {
  const detail = new TemplateDetail({
    back: () => area.back(),
    refused: say,
    decided: (words) => {
      say(words);
      area.refresh();
    },
    idle: 'Select a template to see it as a phone shows it.',
  });
  const area = new Area<TemplateRow>({
    name: 'templates',
    title: 'Templates',
    nouns: ['template', 'templates'],
    empty: 'No templates yet. Templates that are registered through the API appear here.',
    placeholder: 'Search templates',
    filters: [
      choice('product', 'Kind', [
        ['', 'Both kinds'],
        ['notification', 'Notification'],
        ['brand', 'Brand'],
      ]),
      choice('state', 'State', [
        ['', 'Any state'],
        ...['REG', 'REQ', 'REJ', 'RDY', 'ACT', 'STP', 'DMT', 'BLK'].map(
          (state) => [state, `${t(stateWord('notification', state))} (${state})`] as const,
        ),
        ...['A', 'S'].map((state) => [state, `${t('Brand')}: ${t(stateWord('brand', state))} (${state})`] as const),
      ]),
    ],
    list: api.templates,
    keyOf: templateKey,
    draw: (row, address) => drawTemplate(row, address, badge(stateWord(row.product, row.state), row.state)),
    detail,
  });
  return area;
}

function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
): HTMLSelectElement {
  const made = options.map(([value, words]) => el('option', { value }, t(words)));
  return el('select', { name, 'aria-label': t(label) }, ...made);
}

function drawWaiting(row: WaitingRow, address: string): RollRow {
  if (row.product === 'profile') return drawApplication(row, address);
  const mark = row.follows === null ? null : badge(`New version of ${row.follows}`, 'INQ');
  return drawTemplate(row, address, row.wasRejected ? badge('Was rejected', 'REJ') : mark);
}

function drawApplication(row: ApplicationRow, address: string): RollRow {
  const { name, profile, channel, requestedAt, attachments } = row;
  const link = el('a', { class: 'row-link', href: address, lang: langOf(name) }, name);
  const element = el(
    'li',
    { class: 'row' },
    el('p', { class: 'row-top' }, link, badge('Brand messages', 'profile')),
    el('p', { class: 'under' }, `${channel} · ${profile}`),
    manifestLine(row.address),
    el('p', { class: 'row-end under' }, time(requestedAt), filesWords(attachments)),
  );
  return { element, target: link };
}

function filesWords(attachments: number): string | null {
  return attachments === 0 ? null : ` · ${count(attachments, 'file', 'files')}`;
}

function drawTemplate(row: TemplateRow, address: string, mark: HTMLElement | null): RollRow {
  const { name, code, address: manifest, profile, form, requestedAt, modifiedAt, comment, attachments } = row;
  const link = el('a', { class: 'row-link', href: address, lang: langOf(name) }, name);
  const element = el(
    'li',
    { class: 'row' },
    el('p', { class: 'row-top' }, link, mark),
    el('p', { class: 'under' }, el('code', {}, code), ` · ${profile} · ${meaning(form)}`),
    manifestLine(manifest),
    comment === null ? null : el('p', { class: 'excerpt', lang: langOf(comment) }, comment),
    el('p', { class: 'row-end under' }, time(requestedAt ?? modifiedAt), filesWords(attachments)),
  );
  return { element, target: link };
}

export function inboxArea(): Area<MessageRow> {
  const detail = new MessageDetail(() => area.back());
  const area = new Area<MessageRow>({
    name: 'inbox',
    title: 'Inbox',
    nouns: ['message', 'messages'],
    empty: 'No messages yet. Messages that the message API accepts appear here, as the phone shows them.',
    placeholder: 'Search messages',
    list: api.messages,
    keyOf: ({ key }) => keyOf(key),
    draw: drawMessage,
    detail,
  });
  return area;
}

function drawMessage(
  { type, to, at, arrival, result, reason, templateCode, line }: MessageRow,
  address: string,
): RollRow {
  const link = el('a', { class: 'row-link', href: address }, `${t('To')} ${to}`);
  const element = el(
    'li',
    { class: 'row' },
    el('p', { class: 'row-top' }, link, badge(arrivalWords[arrival], arrival)),
    el(
      'p',
      { class: 'under' },
      t(typeWord(type)),
      templateCode === null ? null : ' · ',
      templateCode === null ? null : el('code', {}, templateCode),
      ' · ',
      time(at),
    ),
    line === '' ? null : el('p', { class: 'line', lang: langOf(line) }, line),
    reason === null ? null : el('p', { class: 'reason' }, result === null ? null : `${result}: `, t(reason)),
  );
  return { element, target: link };
}

export function logArea({ findTemplate }: Surroundings): Area<JournalRow> {
  // Roles are told too: a table that is drawn as cards would lose them.
  const rows = el('tbody', { role: 'rowgroup' });
  const heads = ['Time', 'Request', 'HTTP', 'Code', 'Took', 'Template', 'Fault'].map((name) =>
    el('th', { scope: 'col' }, t(name)),
  );
  const outer = el(
    'div',
    { class: 'table', role: 'region', 'aria-label': t('Requests, newest first'), tabindex: '0' },
    el('table', { role: 'table' }, el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...heads)), rows),
  );
  return new Area<JournalRow>({
    name: 'log',
    title: 'Request log',
    nouns: ['request', 'requests'],
    empty: 'No requests yet. Every call of the resource API and the message API appears here.',
    placeholder: 'Search by path, code or template',
    frame: { outer, rows },
    list: api.journal,
    keyOf: ({ seq }) => String(seq),
    draw: (row) => drawEntry(row, findTemplate),
  });
}

function drawEntry(row: JournalRow, findTemplate: (code: string) => void): RollRow {
  const { at, ms, method, path, status, code, templateCode, fault } = row;
  const isDone = code === null || code === '200' || code === '1000';
  const element = el(
    'tr',
    { role: 'row' },
    cell('', time(at)),
    cell('', el('code', {}, el('span', { class: 'quiet' }, method), ` ${path}`)),
    cell('HTTP', status === null ? 'dropped' : String(status), status === null || status >= 400),
    cell('Code', code === null ? null : el('code', {}, code), !isDone),
    cell('Took', `${ms} ms`),
    cell('Template', templateCode === null ? null : templateLink(templateCode, findTemplate)),
    cell('Fault', fault, true),
  );
  return { element, target: element };
}

/** A cell that tells its name where the table is too narrow for heads; a dash where it holds nothing. */
function cell(name: string, content: Content, isBad = false): HTMLElement {
  const classes = [content === null ? 'none' : '', content !== null && isBad ? 'unwell' : ''].join(' ').trim();
  const attributes = { role: 'cell', 'data-name': t(name) || null, class: classes || null };
  return el('td', attributes, content ?? '–');
}

function templateLink(code: string, findTemplate: (code: string) => void): HTMLElement {
  const button = el('button', { type: 'button', class: 'link' }, code);
  button.addEventListener('click', () => findTemplate(code));
  return button;
}
