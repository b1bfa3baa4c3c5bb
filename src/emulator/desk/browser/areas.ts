import type { ApplicationView, JournalRow, MessageRow, TemplateRow, TemplateView, WaitingRow } from '../views.ts';
import { api } from './api.ts';
import { applicationDetail, applicationKey, applicationRow } from './application.ts';
import { Area } from './area.ts';
import { DetailPane, type DetailPlan } from './detail.ts';
import { el } from './dom.ts';
import { t } from './language.ts';
import { logRow, logTable } from './log.ts';
import { messageDetail, messageRow } from './message.ts';
import { keyOf, partsOf } from './place.ts';
import { stateBadge, templateDetail, templateKey, templateQuery, templateRow, waitingMark } from './template.ts';
import { VerdictBox } from './verdict-box.ts';
import { meaningOf } from './words.ts';

/** The four areas of the page, in the order of the keys 1 to 4. */

interface Surroundings {
  /** Shows and announces a message. */
  say(words: string): void;
  findTemplate(code: string): void;
}

const templatePlan = {
  // The page cannot distinguish a new code, a deletion and a restart.
  missing: (_key: string, wasShown: boolean) =>
    wasShown
      ? 'This template is no longer here: it was deleted, it has a new code, or the emulator was restarted.'
      : 'This template is not in this emulator. Check the address, or search for the template.',
  find: (key: string) => api.template(templateQuery(key)),
  draw: templateDetail,
  bubble: (key: string) => ({ of: 'template', query: templateQuery(key) }) as const,
};

export function waitingArea({ say }: Surroundings): Area<WaitingRow> {
  const decided = (words: string): void => {
    say(words);
    void area.advance();
  };
  const isApplication = (key: string): boolean => partsOf(key)[0] === 'profile';
  const detail = new DetailPane<TemplateView | ApplicationView>({
    idle: 'Select a request to see it as a phone shows it.',
    missing: (key, wasShown) =>
      isApplication(key) ? 'No application of this profile is waiting.' : templatePlan.missing(key, wasShown),
    find: (key) =>
      isApplication(key) ? api.application({ senderKey: partsOf(key)[1] ?? '' }) : templatePlan.find(key),
    draw: (view) => (view.product === 'profile' ? applicationDetail(view) : templateDetail(view)),
    bubble: (key) => (isApplication(key) ? undefined : templatePlan.bubble(key)),
    back: () => area.back(),
    verdict: new VerdictBox({ refused: say, decided }),
  });
  const area = new Area<WaitingRow>({
    name: 'waiting',
    title: t('Waiting for inspection'),
    noun: 'request',
    empty: 'Nothing is waiting. New inspection requests and applications for brand messages appear here automatically.',
    placeholder: 'Search requests',
    list: api.waiting,
    keyOf: (row) => (row.product === 'profile' ? applicationKey(row.senderKey) : templateKey(row)),
    draw: (row, address) =>
      row.product === 'profile' ? applicationRow(row, address) : templateRow(row, address, waitingMark(row)),
    detail,
  });
  return area;
}

export function templatesArea({ say }: Surroundings): Area<TemplateRow> {
  const decided = (words: string): void => {
    say(words);
    area.refresh();
  };
  const plan: DetailPlan<TemplateView> = {
    ...templatePlan,
    idle: 'Select a template to see it as a phone shows it.',
    back: () => area.back(),
    verdict: new VerdictBox({ refused: say, decided }),
  };
  const states = (['REG', 'REQ', 'REJ', 'RDY', 'ACT', 'STP', 'DMT', 'BLK'] as const).map(
    (state): Option => [state, `${meaningOf('notification', state)} (${state})`],
  );
  const brandStates = ['A', 'S'].map(
    (state): Option => [state, `${t('Brand')}: ${meaningOf('brand', state)} (${state})`],
  );
  const area = new Area<TemplateRow>({
    name: 'templates',
    title: t('Templates'),
    noun: 'template',
    empty: 'No templates yet. Templates that are registered through the API appear here.',
    placeholder: 'Search templates',
    filters: [
      choice('product', t('Kind'), [
        ['', t('Both kinds')],
        ['notification', t('Notification template')],
        ['brand', t('Brand')],
      ]),
      choice('state', t('State'), [['', t('Any state')], ...states, ...brandStates]),
    ],
    list: api.templates,
    keyOf: templateKey,
    draw: (row, address) => templateRow(row, address, stateBadge(row)),
    detail: new DetailPane(plan),
  });
  return area;
}

type Option = readonly [value: string, words: string];

function choice(name: string, label: string, options: readonly Option[]): HTMLSelectElement {
  const made = options.map(([value, words]) => el('option', { value }, words));
  return el('select', { name, 'aria-label': label }, ...made);
}

export function inboxArea(): Area<MessageRow> {
  const queryOf = (key: string): { key: string } => ({ key: partsOf(key)[0] ?? '' });
  const area = new Area<MessageRow>({
    name: 'inbox',
    title: t('Inbox'),
    noun: 'message',
    empty: 'No messages yet. Messages that the message API accepts appear here, as the phone shows them.',
    placeholder: 'Search messages',
    list: api.messages,
    keyOf: ({ key }) => keyOf(key),
    draw: messageRow,
    detail: new DetailPane({
      idle: 'Select a message to see its result.',
      missing: (_key, wasShown) =>
        wasShown
          ? 'This message is no longer here: it was deleted, or the emulator was restarted.'
          : 'This message is not in this emulator. Check the address, or search for the message.',
      find: (key) => api.message(queryOf(key)),
      draw: messageDetail,
      bubble: (key) => ({ of: 'message', query: queryOf(key) }),
      back: () => area.back(),
    }),
  });
  return area;
}

export function logArea({ findTemplate }: Surroundings): Area<JournalRow> {
  return new Area<JournalRow>({
    name: 'log',
    title: t('Request log'),
    noun: 'request',
    empty: 'No requests yet. Every call of the resource API and the message API appears here.',
    placeholder: 'Search by path, code or template',
    frame: logTable(),
    list: api.journal,
    keyOf: ({ seq }) => String(seq),
    draw: (row) => logRow(row, findTemplate),
  });
}
