import type { Bubble } from '../../preview/bubble.ts';
import { drawBubble } from '../../preview/draw.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import { Html, html, langOf, type Part } from './html.ts';
import { log } from './log.ts';
import { inbox } from './messages.ts';
import { type Area, type Desk, type Entry, shownTime } from './parts.ts';
import { AREAS, type AreaName, addressOf, type DeskPlace, rowAddress, startOf, USUAL_ROWS } from './place.ts';
import { countWaiting, templates } from './templates.ts';

const areas: Readonly<Record<AreaName, Area>> = { templates, inbox, log };

const isWaiting = ({ area, state }: DeskPlace): boolean => area === 'templates' && state === 'waiting';

/** The list of requests has other words than that of all templates. */
function areaOf({ place }: Desk): Area {
  const area = areas[place.area];
  if (!isWaiting(place)) return area;
  const empty =
    'Nothing is waiting. New inspection requests and applications for brand messages appear here automatically.';
  return { ...area, title: 'Waiting for inspection', noun: 'request', empty };
}

/** The whole page at a place. @param said what the page says about a verdict; "" for nothing */
export function pageOf(desk: Desk, said: string): string {
  const { words, place, machine } = desk;
  const area = areaOf(desk);
  const all = area.entries(desk);
  const found = place.search === '' ? all : all.filter((entry) => entry.isFound(place.search));
  const key = place.open || found[0]?.key;
  const title = words.t(area.title);
  const numbers = { templates: countWaiting(machine), inbox: messagesOf(machine), log: machine.journal.size };
  const count = numbers.templates > 0 ? `(${numbers.templates}) ` : '';
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
<body>
${top(desk, numbers)}
<main id="main" class="${place.area}${place.open === '' ? '' : ' open'}">
<h1 class="unseen">${title}</h1>
${list(desk, area, found, key)}
${key === undefined ? null : pane(desk, area, found, key, said !== '')}
</main>
<p class="toast" role="status">${said}</p>
<p id="news" class="unseen" role="status">${words.t('{} waiting', numbers.templates)}, ${words.count(numbers.inbox, 'message')}</p>
</body>
</html>
`.text;
}

function messagesOf({ store }: Machine): number {
  return store.messages.size + store.verificationTokens.size;
}

function top(desk: Desk, numbers: Readonly<Record<AreaName, number>>): Html {
  const { words, place } = desk;
  const tabs = AREAS.map((name) => {
    const current = name === place.area ? html` aria-current="page"` : null;
    const number = html`<span class="number">${numbers[name].toLocaleString('en')}</span>`;
    return html`<li><a href="${addressOf(startOf(name))}"${current}>${words.t(areas[name].title)} ${number}</a></li>`;
  });
  const other = words.isKorean ? 'en' : 'ko';
  const keys = 'j k: next and previous row · a: approve · r: reject · Ctrl Enter: reject with the comment · /: search';
  return html`<header class="top">
<p><b>notiform</b> ${words.t('desk')}</p>
<nav aria-label="${words.t('Areas')}"><ul id="areas">${tabs}</ul></nav>
<p id="machine">${machineFacts(desk)}</p>
<p id="connection" role="status" data-live="${words.t('Live')}" data-lost="${words.t('Connecting …')}"></p>
<form id="language" method="post" action="${CONTROL_PATH}/desk/language">
<input type="hidden" name="language" value="${other}"><input type="hidden" name="back" value="${addressOf(place)}">
<button lang="${other}">${words.isKorean ? 'English' : '한국어'}</button></form>
<details id="keys"><summary>${words.t('Keys')}</summary><p>${words.t(keys)}</p></details>
</header>`;
}

/** A clock that is not real, the active faults, the address of the webhook, and what decides inspections. */
function machineFacts({ words, machine }: Desk): Part {
  const { clock, faults, settings } = machine;
  const active = faults.rules().filter(({ rule, struck }) => rule.times === 0 || struck < (rule.times ?? 1)).length;
  const moved = words.t('The clock was moved');
  return [
    clock.offset === 0
      ? null
      : html`<span class="badge due" title="${moved}">⏱ ${shownTime(machine, clock.now())}</span> `,
    active === 0 ? null : html`<span class="badge due">${words.count(active, 'fault')}</span> `,
    settings.webhook === null ? null : html`<span class="webhook">→ ${settings.webhook}</span> `,
    settings.inspect === 'auto' ? html`<span class="badge due">${words.t('Auto-approval is on')}</span>` : null,
  ];
}

function list(desk: Desk, area: Area, found: readonly Entry[], open: string | undefined): Html {
  const { words, place } = desk;
  const title = words.t(area.title);
  const placeholder = words.t(area.placeholder);
  const filters = area.filters(desk).map(({ name, label, options }) => {
    const made = options.map(([value, shown]) => {
      const chosen = value === place[name] ? html` selected` : null;
      return html`<option value="${value}"${chosen}>${shown}</option>`;
    });
    return html`<select name="${name}" aria-label="${label}">${made}</select>`;
  });
  const { search, state, type, result, count } = place;
  const isFiltered = [search, type, result].some(Boolean) || !['', 'waiting'].includes(state);
  const empty = html`<p class="empty">${words.t(isFiltered ? 'No matches.' : area.empty)}</p>`;
  const most = Number(count) || USUAL_ROWS;
  const more = addressOf(place, { count: String(most + USUAL_ROWS) });
  return html`<div class="list-pane">
<form class="tools" role="search" action="/">
<strong aria-hidden="true">${title}</strong><p class="count" role="status">${words.count(found.length, area.noun)}</p>
${place.area === 'templates' ? null : html`<input type="hidden" name="area" value="${place.area}">`}
<input type="search" name="search" value="${place.search}" placeholder="${placeholder}" aria-label="${placeholder}" autocomplete="off">
${filters}<noscript><button>${words.t('Search')}</button></noscript>
</form>
<ol class="rows" aria-label="${title}">${found.slice(0, most).map((entry) => row(place, entry, open))}</ol>
${found.length === 0 ? empty : null}
${found.length > most ? html`<a class="more" href="${more}">${words.t('Show more')}</a>` : null}
</div>`;
}

function row(place: DeskPlace, { key, row: draw }: Entry, open: string | undefined): Html {
  const { title, mark, lines } = draw();
  const current = key === open ? html` aria-current="true"` : null;
  return html`<li class="row${key === open ? ' chosen' : ''}" data-key="${key}"><p class="row-top"><a class="row-link" href="${rowAddress(place, key)}"${current}${langOf(title)}>${title}</a>${mark}</p>${lines}</li>`;
}

/** The open row. @param isNext if the reader has just given a verdict and continues here */
function pane(desk: Desk, area: Area, found: readonly Entry[], key: string, isNext: boolean): Html {
  const { words, place } = desk;
  const back = html`<p class="back"><a href="${rowAddress(place, '')}">${words.t('← Back')}</a></p>`;
  // A form of the row leads back to it, also if another row comes first then.
  const detail = area.detail({ ...desk, place: { ...place, open: key } }, key);
  if (detail === undefined) {
    const missing = words.t('Not in this emulator. Check the address, or search.');
    return html`<article id="pane" class="detail-pane">${back}<p class="quiet">${missing}</p></article>`;
  }
  const { title, mark, line, bubble, subject, before, after } = detail;
  const phone = bubble === undefined ? null : html`<div class="phone">${drawn(desk, bubble)}</div>`;
  const focus = isNext ? html` autofocus` : null;
  const form = subject ? verdictForm(desk, key, nextOf(found, key), title, subject.hasComment) : null;
  return html`<article id="pane" class="detail-pane">${back}
<header class="detail-head"><h2 tabindex="-1"${focus}${langOf(title)}>${title}</h2> ${mark}${line}</header>
${phone}<div class="words">${before}${form}${after}</div></article>`;
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
  if (Number(/ width="(\d+)"/.exec(svg)?.[1]) <= PHONE_WIDTH) return new Html(svg);
  return html`<div role="group" aria-label="${words.t('Carousel')}" tabindex="0">${new Html(svg)}</div>`;
}

function verdictForm({ words, place }: Desk, key: string, next: string, name: string, hasComment: boolean): Html {
  const comment = html`<label for="comment">${words.t('Comment')} <span class="quiet">${words.t('(required to reject)')}</span></label>
<textarea id="comment" name="comment" rows="3" maxlength="2000" required></textarea>`;
  const hidden = Object.entries({ key, next, name, back: rowAddress(place, '') });
  return html`<form class="verdict" method="post" action="${CONTROL_PATH}/desk/verdict" data-key="verdict ${key}" aria-label="${words.t('Verdict')}">
${hidden.map(([member, value]) => html`<input type="hidden" name="${member}" value="${value}">`)}
${hasComment ? comment : null}
<div class="choices"><button class="approve" name="verdict" value="approve" formnovalidate>${words.t('Approve')} <kbd aria-hidden="true">a</kbd></button>
<button class="reject" name="verdict" value="reject">${words.t('Reject')} <kbd aria-hidden="true">r</kbd></button></div>
</form>`;
}
