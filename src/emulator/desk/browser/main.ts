import type { Status } from '../views.ts';
import type { Area } from './area.ts';
import { inboxArea, logArea, templatesArea, waitingArea } from './areas.ts';
import { byId, el, setText } from './dom.ts';
import { kept } from './kept.ts';
import { bindKeys, singleKeys } from './keys.ts';
import { count, isKorean, switchLanguage, t, translated } from './language.ts';
import { listen } from './live.ts';
import { addressOf, go, placeIn, slide } from './place.ts';
import type { Text } from './texts.ts';

if (isKorean) {
  document.documentElement.lang = 'ko';
  for (const element of document.querySelectorAll('[data-word]'))
    element.textContent = translated(element.textContent?.trim() ?? '');
  document.querySelector('nav')?.setAttribute('aria-label', t('Areas'));
  byId('language').lang = 'en';
  byId('language').textContent = 'English';
}

const surroundings = {
  say: (words: string) => say(words),
  findTemplate: (code: string) => {
    templates.search(code);
    go({ area: templates.name, key: undefined });
  },
};
const waiting = waitingArea(surroundings);
const templates = templatesArea(surroundings);
const inbox = inboxArea();
const log = logArea(surroundings);

interface Tab {
  area: Pick<Area<object>, 'name' | 'title' | 'section' | 'show' | 'hide' | 'refresh' | 'move' | 'back'> &
    Pick<Area<object>, 'approve' | 'reject' | 'focusSearch'>;
  word: Text;
  /** The member of the status with its number. */
  counts: 'waiting' | 'templates' | 'messages' | 'journal';
  topics: readonly string[];
}

const tabs: readonly Tab[] = [
  { area: waiting, word: 'Waiting', counts: 'waiting', topics: ['requests'] },
  { area: templates, word: 'Templates', counts: 'templates', topics: ['requests'] },
  { area: inbox, word: 'Inbox', counts: 'messages', topics: ['messages'] },
  { area: log, word: 'Log', counts: 'journal', topics: ['journal'] },
];

const links = tabs.map(({ area, word }, place) => {
  const number = el('span', { class: 'number' });
  const key = el('kbd', { 'aria-hidden': 'true' }, String(place + 1));
  const link = el(
    'a',
    { href: addressOf({ area: area.name, key: undefined }) },
    el('span', {}, t(word)),
    ' ',
    number,
    key,
  );
  byId('areas').append(el('li', {}, link));
  return { link, number };
});
byId('main').append(...tabs.map(({ area }) => area.section));

let current: Tab['area'] = waiting;

function follow(): void {
  const place = placeIn(location.hash);
  const tab = tabs.find(({ area }) => area.name === place?.area);
  if (tab === undefined) slide({ area: waiting.name, key: undefined });
  show(tab?.area ?? waiting, tab === undefined ? undefined : place?.key);
}

function show(area: Tab['area'], key: string | undefined): void {
  if (current !== area) current.hide();
  current = area;
  for (const [place, { link }] of links.entries()) {
    if (tabs[place]?.area === area) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  area.show(key);
  title();
}

let status: Status | undefined;

function title(): void {
  const waits = status !== undefined && status.waiting > 0 ? `(${status.waiting}) ` : '';
  document.title = `${waits}${current.title} · notiform ${t('desk')}`;
}

function say(words: string): void {
  const toast = byId('toast');
  // Restarts the animation that shows and hides the message.
  toast.classList.remove('shown');
  setText(toast, words);
  requestAnimationFrame(() => toast.classList.add('shown'));
}

/** Announces new entries to screen readers. */
function announce(before: Status | undefined, now: Status): void {
  if (before === undefined) return;
  const news: string[] = [];
  const requests = now.waiting - before.waiting;
  const messages = now.messages - before.messages;
  if (requests > 0) news.push(`${count(requests, 'newRequest')}, ${t('{} waiting', now.waiting)}`);
  if (messages > 0) news.push(count(messages, 'newMessage'));
  if (news.length > 0) byId('news').textContent = news.join('. ');
}

listen({
  changed: (topic, now) => {
    announce(status, now);
    status = now;
    for (const [place, { number }] of links.entries()) {
      const tab = tabs[place];
      if (tab) setText(number, now[tab.counts].toLocaleString('en'));
      if (tab && (topic === 'hello' || tab.topics.includes(topic))) tab.area.refresh();
    }
    byId('mode').hidden = now.inspect !== 'auto';
    title();
  },
  connected: (isLive) => {
    setText(byId('connection'), t(isLive ? 'Live' : 'Connecting …'));
    byId('connection').classList.toggle('live', isLive);
  },
});

const help = byId('help') as HTMLDialogElement; // page.html
const single = byId('single-keys') as HTMLInputElement; // page.html
single.checked = singleKeys.isOn;
single.addEventListener('change', () => {
  singleKeys.isOn = single.checked;
});
byId('help-open').addEventListener('click', () => help.showModal());
byId('help-close').addEventListener('click', () => help.close());

byId('language').addEventListener('click', () => {
  const isFocused = byId('language').matches(':focus-visible');
  fetch('/', { method: 'HEAD' }).then(
    () => {
      kept.set('focus', isFocused ? 'language' : '');
      switchLanguage();
    },
    // A reload would replace the page by an error of the browser.
    () => say(t('the emulator does not answer')),
  );
});

bindKeys({
  area: (place) => {
    const area = tabs[place]?.area;
    if (area) go({ area: area.name, key: undefined });
  },
  move: (by) => current.move(by),
  approve: () => current.approve(),
  reject: () => current.reject(),
  search: () => current.focusSearch(),
  leave: () => current.back(),
  help: () => help.showModal(),
});
addEventListener('hashchange', follow);
follow();
if (kept.get('focus') !== '') byId(kept.get('focus')).focus();
kept.set('focus', '');
