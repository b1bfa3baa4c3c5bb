import { sha256 } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { drawBubble } from '../../preview/draw.ts';
import { CONTROL_PATH } from '../defaults.ts';
import { statusOf } from './feed.ts';
import { Html, html, langOf, type Part } from './html.ts';
import { log } from './log.ts';
import { inbox } from './messages.ts';
import { type Area, type Desk, type Detail, type Entry, shownTime } from './parts.ts';
import { AREAS, type AreaName, addressOf, type DeskPlace, startOf, USUAL_ROWS } from './place.ts';
import { templates } from './templates.ts';

const areas: Readonly<Record<AreaName, Area>> = { templates, inbox, log };

const isWaiting = ({ area, filters }: DeskPlace): boolean => area === 'templates' && filters['state'] === 'waiting';

/** The list of requests has other words than that of all templates. */
function areaOf({ place }: Desk): Area {
  const area = areas[place.area];
  if (!isWaiting(place)) return area;
  return {
    ...area,
    title: 'Waiting for inspection',
    noun: 'request',
    placeholder: 'Search requests',
    empty: 'Nothing is waiting. New inspection requests and applications for brand messages appear here automatically.',
    idle: 'Select a request to see it as a phone shows it.',
  };
}

/** What the page says about a verdict: the words, and if it was given. */
export interface Said {
  words: string;
  isDone: boolean;
}

/** The whole page at a place. */
export function pageOf(desk: Desk, said: Said | undefined): string {
  const { words, place, machine } = desk;
  const area = areaOf(desk);
  const all = area.entries(desk);
  const found = place.search === '' ? all : all.filter((entry) => entry.isFound(place.search));
  const key = openKey(place, found);
  const detail = key === undefined ? undefined : area.detail(desk, key);
  const title = words.t(area.title);
  const { waiting } = statusOf(machine);
  const count = waiting > 0 ? `(${waiting}) ` : '';
  const here = addressOf(place);
  return html`<!doctype html>
<html lang="${words.isKorean ? 'ko' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${count}${title} · notiform ${words.t('desk')}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M4 8a4 4 0 0 1 4-4h16a4 4 0 0 1 4 4v11a4 4 0 0 1-4 4H14l-7 6v-6a4 4 0 0 1-3-4z' fill='%23176b5b'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${CONTROL_PATH}/desk/style.css">
<script type="module" src="${CONTROL_PATH}/desk/script.js"></script>
</head>
<body data-url="${here}" data-shown="${detail === undefined ? '' : (key ?? '')}" data-said="${said === undefined ? '' : String(said.isDone)}" data-words="${wordsOf(desk)}">
${top(desk)}
<main id="main" tabindex="-1">
<section id="area" class="area ${place.area}${place.open === undefined ? '' : ' open'}" aria-labelledby="title">
<h1 id="title" class="unseen">${title}</h1>
${list(desk, area, found, key)}
${pane(desk, area, found, key, detail)}
</section>
</main>
<p id="toast" class="toast" role="status" data-still="toast">${said?.words ?? ''}</p>
<p id="news" class="unseen" role="log" aria-live="polite" data-still="news"></p>
${help(desk)}
</body>
</html>
`.text;
}

/** The row that is shown: the opened one, or the one that the page shows now if it is still there, or the first. */
function openKey({ open, shown }: DeskPlace, found: readonly Entry[]): string | undefined {
  if (open !== undefined) return open;
  return found.some(({ key }) => key === shown) ? shown : found[0]?.key;
}

/** The words that the script writes. */
function wordsOf({ words }: Desk): string {
  return JSON.stringify({
    connecting: words.t('Connecting …'),
    live: words.t('Live'),
    silent: words.t('the emulator does not answer'),
    comment: words.t('Enter a comment to reject.'),
    again: words.t('You were about to reject. Press Approve again to approve.'),
    changed: words.t('The form has just changed. Check it, then press again.'),
    request: words.count(1, 'newRequest'),
    requests: words.count(2, 'newRequest'),
    message: words.count(1, 'newMessage'),
    messages: words.count(2, 'newMessage'),
    waiting: words.t('{} waiting', 0),
  });
}

function top(desk: Desk): Html {
  const { words, place, machine } = desk;
  const status = statusOf(machine);
  const numbers = { templates: status.waiting, inbox: status.messages, log: status.journal };
  const tabs = AREAS.map((name) => {
    const current = name === place.area ? html` aria-current="page"` : null;
    const number = html`<span class="number">${numbers[name].toLocaleString('en')}</span>`;
    return html`<li><a href="${addressOf(startOf(name))}"${current}><span>${words.t(areas[name].word)}</span> ${number}</a></li>`;
  });
  const other = words.isKorean ? 'en' : 'ko';
  return html`<header class="top">
<p class="brand">notiform <span class="quiet">${words.t('desk')}</span></p>
<nav aria-label="${words.t('Areas')}"><ul id="areas">${tabs}</ul></nav>
<div class="status">
${machineFacts(desk)}
<span id="mode" class="mode"${status.inspect === 'auto' ? null : html` hidden`}>${words.t('Auto-approval is on')}</span>
<span id="connection" class="connection" role="status" data-still="connection">${words.t('Connecting …')}</span>
<form method="post" action="${CONTROL_PATH}/desk/language">
<input type="hidden" name="language" value="${other}"><input type="hidden" name="back" value="${addressOf(place)}">
<button id="language" class="plain" lang="${other}">${words.isKorean ? 'English' : '한국어'}</button></form>
<button id="help-open" class="plain" type="button" aria-haspopup="dialog">${words.t('Keys')} <kbd aria-hidden="true">?</kbd></button>
</div>
</header>`;
}

/** The clock, the active faults and the address of the webhook. */
function machineFacts({ words, machine }: Desk): Part {
  const { clock, faults, settings } = machine;
  const active = faults.rules().filter(({ rule, struck }) => rule.times === 0 || struck < (rule.times ?? 1)).length;
  return [
    clock.offset === 0
      ? null
      : html`<span class="mode" title="${words.t('The clock was moved')}">⏱ ${shownTime(machine, clock.now())}</span>`,
    active === 0 ? null : html`<span class="mode">${words.count(active, 'fault')}</span>`,
    settings.webhook === null
      ? null
      : html`<span class="webhook" title="${settings.webhook}">→ ${settings.webhook}</span>`,
  ];
}

function list(desk: Desk, area: Area, found: readonly Entry[], open: string | undefined): Html {
  const { words, place } = desk;
  const title = words.t(area.title);
  const placeholder = words.t(area.placeholder);
  const filters = area.filters(desk).map(({ name, label, options }) => {
    const made = options.map(([value, shown]) => {
      const chosen = value === place.filters[name] ? html` selected` : null;
      return html`<option value="${value}"${chosen}>${shown}</option>`;
    });
    return html`<select name="${name}" aria-label="${label}">${made}</select>`;
  });
  const shown = found.slice(0, place.count);
  const tabbed = shown.some(({ key }) => key === open) ? open : shown[0]?.key;
  const isSearched =
    place.search !== '' || (!isWaiting(place) && Object.values(place.filters).some((one) => one !== ''));
  const empty = found.length > 0 ? '' : words.t(isSearched ? 'No matches.' : area.empty);
  return html`<div class="list-pane">
<div class="list-head">
<div class="titles"><p class="list-title" aria-hidden="true">${title}</p><p class="count" role="status">${words.count(found.length, area.noun)}</p></div>
<form class="tools" role="search" action="/">
${place.area === 'templates' ? null : html`<input type="hidden" name="area" value="${place.area}">`}
<input type="search" name="search" value="${place.search}" placeholder="${placeholder}" aria-label="${placeholder}" autocomplete="off">
${filters}<noscript><button>${words.t('Search')}</button></noscript>
</form>
</div>
<ol class="rows" aria-label="${title}">${shown.map((entry) => row(place, entry, open, tabbed))}</ol>
<p class="empty">${empty}</p>
${found.length > place.count ? html`<a id="more" class="more" role="button" href="${addressOf(place, { count: place.count + USUAL_ROWS })}">${words.t('Show more')}</a>` : null}
</div>`;
}

/** A row. Only one is in the tab order; the arrow keys move to the others. */
function row(place: DeskPlace, { key, row: draw }: Entry, open: string | undefined, tabbed: string | undefined): Html {
  const { title, mark, lines } = draw();
  const current = key === open ? html` aria-current="true"` : null;
  const address = addressOf(place, { open: key, samples: new Map() });
  return html`<li class="row${key === open ? ' chosen' : ''}" data-key="${key}"><p class="row-top"><a class="row-link" href="${address}" tabindex="${key === tabbed ? 0 : -1}"${current}${langOf(title)}>${title}</a>${mark}</p>${lines}</li>`;
}

function pane(
  desk: Desk,
  area: Area,
  found: readonly Entry[],
  key: string | undefined,
  detail: Detail | undefined,
): Html {
  const { words, place } = desk;
  const back = html`<a class="back" href="${addressOf(place, { open: undefined, samples: new Map() })}">${words.t('← Back')}</a>`;
  if (detail === undefined) {
    const idle = words.t(key === undefined ? area.idle : area.missing(key, place.shown === key));
    return html`<article id="pane" class="detail-pane" aria-live="off">${key === undefined ? null : back}<p class="idle">${idle}</p></article>`;
  }
  const { title, mark, line, bubble, subject, before, after } = detail;
  const phone = bubble === undefined ? null : html`<div class="phone">${drawn(desk, bubble)}</div>`;
  const content = html`<header class="detail-head">${back}<div class="titles"><h2 tabindex="-1"${langOf(title)}>${title}</h2>${mark}</div>${line}</header>
${phone}<div class="words">${before}`;
  const form =
    subject && key !== undefined ? verdictForm(desk, key, nextOf(found, key), title, subject.hasComment) : null;
  const view = sha256(content.text).slice(0, 16);
  return html`<article id="pane" class="detail-pane" data-view="${view}" aria-live="off">${content}${form}${after}</div></article>`;
}

/** The key of the row that follows, or of the one before. */
function nextOf(found: readonly Entry[], key: string): string {
  const at = found.findIndex((entry) => entry.key === key);
  return (found[at + 1] ?? found[at - 1])?.key ?? '';
}

/** A bubble wider than this is a strip of cards. */
const PHONE_WIDTH = 480;

function drawn({ words }: Desk, bubble: Bubble): Part {
  const svg = drawBubble(bubble, 'shown');
  if (Number(/ width="(\d+)"/.exec(svg)?.[1]) <= PHONE_WIDTH) return html`<div class="bubble">${new Html(svg)}</div>`;
  return html`<div class="bubble"><div class="strip" role="group" aria-label="${words.t('Carousel')}" tabindex="0">${new Html(svg)}</div></div>`;
}

function verdictForm({ words, place }: Desk, key: string, next: string, name: string, hasComment: boolean): Html {
  const comment = html`<label for="comment">${words.t('Comment')} <span class="quiet">${words.t('(required to reject)')}</span></label>
<textarea id="comment" name="comment" rows="3" maxlength="2000" aria-describedby="problem"></textarea>`;
  const hidden = Object.entries({ key, next, name, back: addressOf(place, { open: undefined, samples: new Map() }) });
  const language = words.isKorean ? 'ko' : 'en';
  return html`<form class="verdict" method="post" action="${CONTROL_PATH}/desk/verdict" data-key="verdict ${key}" data-still="${key} ${language}" aria-label="${words.t('Verdict')}">
${hidden.map(([member, value]) => html`<input type="hidden" name="${member}" value="${value}">`)}
${hasComment ? comment : null}
<div class="choices"><button class="approve" name="verdict" value="approve">${words.t('Approve')} <kbd aria-hidden="true">a</kbd></button>
<button class="reject" name="verdict" value="reject">${words.t('Reject')} <kbd aria-hidden="true">r</kbd></button></div>
<p class="problem" role="alert" id="problem"></p>
</form>`;
}

const KEYS = [
  [['1', '2', '3'], 'Templates, inbox, request log'],
  [['j', 'k'], 'Next and previous row; in a list, the arrow keys also work'],
  [['Enter'], 'Open the selected row'],
  [['a'], 'Approve what is shown'],
  [['r'], 'Reject what is shown; a template needs a comment first'],
  [['Ctrl', 'Enter'], 'In the comment: reject'],
  [['/'], 'Search'],
  [['Esc'], 'Leave the field; back to the list'],
  [['?'], 'Show this list of keys'],
] as const;

function help({ words }: Desk): Html {
  const rows = KEYS.map(
    ([keys, does]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${words.t(does)}</dd></div>`,
  );
  return html`<dialog id="help" aria-labelledby="help-title" data-still="help ${words.isKorean ? 'ko' : 'en'}">
<h2 id="help-title">${words.t('Keys')}</h2>
<dl class="keys">${rows}</dl>
<p><label class="check"><input id="single-keys" type="checkbox" checked> ${words.t('Use single letters and digits as shortcuts')}</label></p>
<p class="end"><button id="help-close" type="button">${words.t('Close')}</button></p>
</dialog>`;
}
