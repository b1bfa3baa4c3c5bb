import { isObject } from '../../core/json.ts';
import { textAt } from '../../preview/sent/parts.ts';
import type { Machine } from '../machine.ts';
import { includes } from '../numbers.ts';
import type { JournalEntry } from '../public-types.ts';
import { html, type Part } from './html.ts';
import { resultParts } from './messages.ts';
import {
  type Area,
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  jsonPart,
  part,
  shownTime,
  time,
  under,
  unknownPart,
} from './parts.ts';
import { addressOf, startOf } from './place.ts';

/** The requests of both APIs, newest first. */
export const log: Area = {
  title: 'Log',
  noun: 'request',
  placeholder: 'Search by path, code or template',
  empty: 'No requests yet. Every call of the resource API and the message API appears here.',
  filters: () => [],
  entries: (desk) =>
    desk.machine.journal
      .entries()
      .reverse()
      .map((entry) => requestEntry(desk, entry)),
  detail: (desk, key) => {
    const entry = desk.machine.journal.entries({ after: Number(key) - 1 })[0];
    return entry?.seq === Number(key) ? requestDetail(desk, entry) : undefined;
  },
};

function requestEntry(desk: Desk, entry: JournalEntry): Entry {
  const { method, path, templateCode, status, code, fault, seq, at, ms, unknown } = entry;
  const texts = [`${method} ${path}`, templateCode ?? '', String(status ?? ''), code ?? '', fault ?? '', ...unknown];
  return {
    key: String(seq),
    isFound: (search) => includes(texts, search),
    row: () => ({
      title: `${method} ${path}`,
      mark: statusBadge(desk, entry),
      lines: [
        under(
          time(desk, at),
          ` · ${ms} ms`,
          templateCode === null ? null : html` · <code>${templateCode}</code>`,
          fault === null ? null : html` · <span class="bad">${fault}</span>`,
          unknown.length === 0 ? null : html` · <span class="due">${unknown.join(', ')}</span>`,
        ),
      ],
    }),
  };
}

/** The HTTP status and the code of an answer: `400 · 2000`. */
function statusBadge({ words }: Desk, { status, code }: JournalEntry): Part {
  const isDone = status !== null && status < 400 && (code === null || code === '200' || code === '1000');
  const shown = status === null ? words.t('dropped') : String(status);
  return badge(code === null || code === shown ? shown : `${shown} · ${code}`, isDone ? 'delivered' : 'failed');
}

/** A request, its answer, and of a send its result, what differed from the template, and the attempts of the webhook. */
function requestDetail(desk: Desk, entry: JournalEntry): Detail {
  const { machine, words } = desk;
  const { method, path, at, ms, fault, templateCode, request, answer, unknown } = entry;
  const message = isObject(answer) ? machine.store.messages.get(textAt(answer, 'messagekey')) : undefined;
  return {
    title: `${method} ${path}`,
    mark: statusBadge(desk, entry),
    line: under(`${shownTime(machine, at)} · ${ms} ms`),
    before: [
      fault === null ? null : factList(desk, { Fault: fault }),
      templateCode === null ? null : part(words.t('Template'), html`<p>${templateLink(machine, templateCode)}</p>`),
      message ? resultParts(desk, message) : unknownPart(desk, unknown),
      jsonPart(words.t('Request'), request),
      jsonPart(words.t('Answer'), answer),
    ],
    after: [],
  };
}

/** The code of a template; a link, if there is a template with this code. */
function templateLink({ store }: Machine, templateCode: string): Part {
  const all = [...store.templates.values(), ...store.brandTemplates.values()];
  if (!all.some((one) => one.templateCode === templateCode)) return html`<code>${templateCode}</code>`;
  const place = { ...startOf('templates'), state: '', search: templateCode };
  return html`<a href="${addressOf(place)}"><code>${templateCode}</code></a>`;
}
