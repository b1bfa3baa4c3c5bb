import { bindKeys, byId, singleKeys } from './keys.ts';
import { listen, type Status } from './live.ts';
import { morph } from './morph.ts';

/** The program of the desk. The emulator draws every page; this loads it again, keeps the focus and the drafts, and has the keys. */

const wide = matchMedia('(min-width: 56rem)');
/** For this time after the form moved or changed, it takes no verdict: the click may be meant for the previous content. */
const REST_MS = 500;
const TOAST_MS = 5000;

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
const form = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('form.verdict');
const comment = (): HTMLTextAreaElement | null => document.querySelector('#comment');

/** A word of the page, with a number for its 0. */
function word(name: string, number?: number): string {
  const words: Record<string, string> = JSON.parse(document.body.dataset['words'] ?? '{}');
  const text = words[name] ?? '';
  return number === undefined ? text : text.replace(/\d+/, String(number));
}

/** An answer is drawn unless a later one was: `asked` counts the questions, `drawn` is the last that was answered. */
let asked = 0;
let drawn = 0;
/** The address that is shown, or on its way. */
let current = location.pathname + location.search;

/** Asks for a page and draws it. Returns false without an answer. */
async function load(url: string, given?: RequestInit): Promise<boolean> {
  asked += 1;
  const own = asked;
  try {
    const response = await fetch(url, given);
    const text = await response.text();
    // The answer to a form is never dropped.
    if (given === undefined && own < drawn) return true;
    if (given !== undefined) asked += 1;
    drawn = given === undefined ? own : asked;
    draw(new DOMParser().parseFromString(text, 'text/html'));
    return true;
  } catch {
    return false;
  }
}

function draw(page: Document): void {
  const place = rowInFocus();
  const view = find('#pane')?.dataset['view'];
  const subject = form()?.dataset['key'];
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  morph(document.body, page.body);
  const said = page.querySelector('#toast')?.textContent ?? '';
  if (said !== '') say(said);
  if (place >= 0 && rowInFocus() < 0) rows()[Math.min(place, rows().length - 1)]?.focus({ preventScroll: true });
  if (form()?.dataset['key'] !== subject) open();
  else if (find('#pane')?.dataset['view'] !== view) rest();
}

/** Goes to a page of the desk. */
async function go(url: string, how: 'push' | 'replace'): Promise<void> {
  current = url;
  if (!(await load(url))) return say(word('silent'));
  current = document.body.dataset['url'] ?? url;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', current);
  const search = document.querySelector<HTMLInputElement>('.tools [name=search]');
  if (search && search !== document.activeElement) search.value = search.getAttribute('value') ?? '';
  for (const select of document.querySelectorAll<HTMLSelectElement>('.tools select'))
    if (select !== document.activeElement)
      select.value = select.querySelector('[selected]')?.getAttribute('value') ?? '';
}

/** Draws the page again. It keeps the row that it shows. */
function refresh(): void {
  const url = new URL(current, location.href);
  url.searchParams.set('shown', document.body.dataset['shown'] ?? '');
  void load(url.pathname + url.search);
}

function say(words: string): void {
  const toast = byId('toast');
  toast.textContent = words;
  void toast.animate(null, TOAST_MS).finished.then(() => {
    if (toast.textContent === words) toast.textContent = '';
  });
}

// Rows

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.rows .row-link')];

function rowInFocus(): number {
  return document.activeElement instanceof HTMLElement ? rows().indexOf(document.activeElement) : -1;
}

/** Focuses an element, unless the reader has begun to write a comment. */
function focusOn(target: HTMLElement | null | undefined): void {
  if (document.activeElement === comment() && wasRejecting) return;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
}

const isOverlaid = (): boolean => !wide.matches && find('.area.open') !== null;

async function openRow(link: HTMLElement): Promise<void> {
  const key = link.closest('.row')?.getAttribute('data-key');
  await go(link.getAttribute('href') ?? '/', wide.matches ? 'replace' : 'push');
  focusOn(
    wide.matches ? rows().find((one) => one.closest('.row')?.getAttribute('data-key') === key) : find('#pane h2'),
  );
}

function move(by: number): void {
  const all = rows();
  const chosen = wide.matches || isOverlaid() ? all.findIndex((one) => one.closest('.chosen') !== null) : rowInFocus();
  const link = all[chosen < 0 ? 0 : Math.min(Math.max(chosen + by, 0), all.length - 1)];
  if (link === undefined) return;
  if (wide.matches || isOverlaid()) void openRow(link);
  else focusOn(link);
}

/** Goes back from the open row to the list. */
async function leave(): Promise<void> {
  const key = document.body.dataset['shown'];
  if (isOverlaid()) await go(find('.back')?.getAttribute('href') ?? '/', 'push');
  focusOn(rows().find((one) => one.closest('.row')?.getAttribute('data-key') === key));
}

// Verdicts

/** True after an incomplete rejection: an approval must then be repeated. */
let wasRejecting = false;
let rests = 0;
const draftOf = (subject: string | undefined): string => `notiform-desk comment ${subject}`;

/** The form is that of another request. */
function open(): void {
  const [field, subject] = [comment(), form()?.dataset['key']];
  wasRejecting = false;
  if (field) field.value = sessionStorage.getItem(draftOf(subject)) ?? '';
  complain('');
  rest();
}

/** Takes no verdict for a moment. Not `disabled`: the button would lose the focus. */
function rest(): void {
  const choices = find('.choices');
  if (choices === null) return;
  rests += 1;
  const own = rests;
  const set = (isResting: boolean): void => {
    for (const button of choices.children) button.setAttribute('aria-disabled', String(isResting));
  };
  set(true);
  // An empty animation is the page's only timer.
  void choices.animate(null, REST_MS).finished.then(() => {
    if (own === rests) set(false);
  });
}

function complain(words: string): void {
  // A new text node each time, so that a repeated message is announced again.
  find('#problem')?.replaceChildren(words);
  if (words === '') comment()?.removeAttribute('aria-invalid');
  else comment()?.setAttribute('aria-invalid', 'true');
}

/** Gives the verdict. A rejection without a comment asks for one; an approval after that must be repeated. */
function give(verdict: 'approve' | 'reject', focus: FocusOptions = {}): void {
  const [own, field] = [form(), comment()];
  if (own === null || own.getAttribute('aria-busy') !== null) return;
  const isResting = find('.approve')?.getAttribute('aria-disabled') === 'true';
  if (verdict === 'reject' && field && (field.value.trim() === '' || isResting)) {
    // The next letters belong to the comment, also during the rest: outside the field they would be shortcuts.
    wasRejecting = true;
    complain(word(field.value.trim() === '' ? 'comment' : 'changed'));
    field.focus(focus);
  } else if (isResting) complain(word('changed'));
  else if (verdict === 'approve' && wasRejecting) {
    wasRejecting = false;
    complain(word('again'));
    rest();
  } else void ask(own, verdict);
}

async function ask(own: HTMLFormElement, verdict: string): Promise<void> {
  const subject = own.dataset['key'];
  const body = new URLSearchParams({ verdict });
  for (const [name, value] of new FormData(own)) body.set(name, String(value));
  own.setAttribute('aria-busy', 'true');
  wasRejecting = false;
  const isAnswered = await load(own.action, { method: 'POST', body });
  own.removeAttribute('aria-busy');
  if (!isAnswered) {
    complain(word('silent'));
    return say(word('silent'));
  }
  current = document.body.dataset['url'] ?? current;
  history.replaceState(null, '', current);
  if (document.body.dataset['said'] === 'false') return complain(byId('toast').textContent ?? '');
  sessionStorage.removeItem(draftOf(subject));
  if (form()?.dataset['key'] === subject) open();
  focusOn(wide.matches ? (find('.row.chosen .row-link') ?? find('.tools [type=search]')) : find('#pane h2'));
}

// Events

let status: Status | undefined;

/** Announces new entries to screen readers. */
function announce(now: Status): void {
  const before = status ?? now;
  status = now;
  const [requests, messages] = [now.waiting - before.waiting, now.messages - before.messages];
  const news = [
    ...(requests > 0
      ? [`${word(requests === 1 ? 'request' : 'requests', requests)}, ${word('waiting', now.waiting)}`]
      : []),
    ...(messages > 0 ? [word(messages === 1 ? 'message' : 'messages', messages)] : []),
  ];
  if (news.length > 0) byId('news').textContent = news.join('. ');
}

listen({
  changed: (now) => {
    announce(now);
    refresh();
  },
  connected: (isLive) => {
    const connection = byId('connection');
    connection.textContent = word(isLive ? 'live' : 'connecting');
    connection.classList.toggle('live', isLive);
  },
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '';
  if (link === null || !/^\/(?:\?|$)/.test(href) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches('.row-link')) void openRow(link);
  else if (link.matches('.back')) void leave();
  else void go(href, link.matches('.more') ? 'replace' : 'push');
});

document.addEventListener('submit', (event) => {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (target.matches('.verdict')) {
    const verdict = submitter?.getAttribute('value') === 'approve' ? 'approve' : 'reject';
    give(verdict, { preventScroll: true });
  } else if (target.method === 'post') void send(target);
  else void go(addressOf(target), 'replace');
});

/** Sends the form of the language. */
async function send(own: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(own)) body.set(name, String(value));
  if (!(await load(own.action, { method: 'POST', body }))) return say(word('silent'));
  byId('connection').textContent = word('live');
}

function addressOf(own: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(own)) query.set(name, String(value));
  return `/?${query}`;
}

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const tools = target.closest<HTMLFormElement>('form.tools');
  if (tools) void go(addressOf(tools), 'replace');
  if (target !== comment()) return;
  sessionStorage.setItem(draftOf(form()?.dataset['key']), comment()?.value ?? '');
  complain('');
});

document.addEventListener('keydown', (event) => {
  if (event.target === comment() && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) give('reject');
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === 'single-keys') singleKeys.isOn = target.checked;
});

addEventListener('popstate', () => {
  current = location.pathname + location.search;
  void load(current);
});

const dialog = (): HTMLDialogElement | null => document.querySelector<HTMLDialogElement>('#help');

function showHelp(): void {
  const single = document.querySelector<HTMLInputElement>('#single-keys');
  if (single) single.checked = singleKeys.isOn;
  dialog()?.showModal();
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest('#help-open')) showHelp();
  if (target.closest('#help-close')) dialog()?.close();
});

const area = (place: number) => () => document.querySelectorAll<HTMLElement>('#areas a')[place]?.click();

bindKeys({
  j: () => move(1),
  k: () => move(-1),
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  a: () => give('approve'),
  r: () => give('reject'),
  '/': () => find('.tools [type=search]')?.focus(),
  '?': showHelp,
  Escape: () => void leave(),
  1: area(0),
  2: area(1),
  3: area(2),
});
open();
if (current !== document.body.dataset['url']) history.replaceState(null, '', document.body.dataset['url']);
if (isOverlaid()) find('#pane h2')?.focus();
