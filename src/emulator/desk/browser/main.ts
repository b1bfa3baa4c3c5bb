import { morph } from './morph.ts';

/** The program of the desk. The emulator draws every page and takes its forms; this draws the page again when it changes, and has the keys. */

/** For this time after the open row changed, its form takes no verdict: the click may be meant for the previous row. */
const REST_MS = 500;
/** The parts of the page that are drawn again. */
const PARTS = ['#areas', '#machine', '#language', '#main', '#news'];

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
const comment = (): HTMLTextAreaElement | null => document.querySelector('#comment');
const draftName = (): string => `notiform-desk comment ${find('.verdict')?.dataset['key']}`;

/** An answer is drawn unless a later one was: `asked` counts the questions, `drawn` is the last that was answered. */
let asked = 0;
let drawn = 0;
let isSent = false;

/** What a verdict is given on: the title and the bubble of the open row. */
const shown = (): string => [find('.detail-head'), find('.phone')].map((part) => part?.innerHTML).join();

/** Asks for the page at the address of the browser, and draws it. Without an answer, the page stays as it is. */
async function refresh(): Promise<void> {
  asked += 1;
  const own = asked;
  const answer = await fetch(location.href).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (text === undefined || own < drawn) return;
  drawn = own;
  const page = new DOMParser().parseFromString(text, 'text/html');
  const before = shown();
  document.title = page.title;
  for (const part of PARTS) {
    const [from, to] = [find(part), page.querySelector(part)];
    if (from && to) morph(from, to);
  }
  if (shown() !== before) document.body.dataset['changed'] = String(document.timeline.currentTime);
  fillDraft();
}

/** Goes to a page of the desk. */
async function go(url: string): Promise<void> {
  history.pushState(null, '', url);
  await refresh();
  find('.chosen')?.scrollIntoView({ block: 'nearest' });
}

/** Opens the next or previous row. */
function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.row-link')];
  const open = rows.findIndex((row) => row.hasAttribute('aria-current'));
  rows[Math.min(Math.max(open + by, 0), rows.length - 1)]?.click();
}

function fillDraft(): void {
  const field = comment();
  if (field?.value === '') field.value = sessionStorage.getItem(draftName()) ?? '';
}

function openArea(index: number): void {
  document.querySelectorAll<HTMLElement>('#areas a')[index]?.click();
}

const COMMANDS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  a: () => find('.approve')?.click(),
  r: () => find('.reject')?.click(),
  '/': () => find('[type=search]')?.focus(),
  '?': () => find('#keys summary')?.click(),
  1: () => openArea(0),
  2: () => openArea(1),
  3: () => openArea(2),
};

document.addEventListener('keydown', (event) => {
  const { key, code, target, isComposing, ctrlKey, metaKey, altKey } = event;
  const isTyped = target instanceof HTMLElement && target.matches('input, textarea, select');
  if (target === comment() && key === 'Enter' && (ctrlKey || metaKey)) COMMANDS['r']?.();
  if (isTyped && key === 'Escape' && !isComposing) target.blur();
  if (isTyped || ctrlKey || metaKey || altKey) return;
  // A keyboard that writes Korean: the Latin letter of the key.
  const letter = /^Key[A-Z]$/.test(code) && !/[ -~]/.test(key) ? code.slice(3).toLowerCase() : key;
  const command = COMMANDS[letter];
  if (command === undefined) return;
  event.preventDefault();
  command();
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.list-pane a') : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(link.href);
});

document.addEventListener('input', ({ target }) => {
  const form = target instanceof HTMLElement ? target.closest<HTMLFormElement>('form[action="/"]') : null;
  if (form) {
    const members = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    history.replaceState(null, '', `/?${new URLSearchParams(members)}`);
    void refresh();
  } else if (target === comment()) {
    sessionStorage.setItem(draftName(), comment()?.value ?? '');
    // The row stays open also if a new one comes before it.
    history.replaceState(null, '', find('.chosen .row-link')?.getAttribute('href'));
  }
});

document.addEventListener('submit', (event) => {
  if (event.target !== find('.verdict')) return;
  const changedAt = Number(document.body.dataset['changed'] ?? 0);
  if (isSent || event.timeStamp - changedAt < REST_MS) return event.preventDefault();
  isSent = true;
  sessionStorage.removeItem(draftName());
});

addEventListener('popstate', () => void refresh());

function connected(isLive: boolean): void {
  const sign = find('#connection');
  if (sign === null) return;
  sign.textContent = sign.dataset[isLive ? 'live' : 'lost'] ?? '';
  sign.className = isLive ? 'badge good' : 'badge due';
}

function hear(isLive: boolean): void {
  connected(isLive);
  if (isLive) void refresh();
}

/**
 * Listens to the emulator's events. A browser opens few connections to one server, so only one tab of the desk listens
 * and informs the others. When it is closed, another tab takes over.
 */
const channel = new BroadcastChannel('notiform-desk');
channel.addEventListener('message', ({ data }: MessageEvent<boolean>) => hear(data));
void navigator.locks.request('notiform-desk', () => {
  const source = new EventSource('/_emulator/events');
  const tell = (isLive: boolean): void => {
    hear(isLive);
    channel.postMessage(isLive);
  };
  source.addEventListener('message', () => tell(true));
  source.addEventListener('error', () => tell(false));
  return new Promise<never>(() => undefined); // until the tab is closed
});

connected(true);
fillDraft();
