/** The program of the gallery: the language, the search and the samples. Everything it shows is in the page already. */

const root = document.documentElement;
const buttons = document.querySelectorAll<HTMLButtonElement>('[data-choose]');

function choose(language: string): void {
  root.lang = language;
  root.dataset['language'] = language;
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset['choose'] === language));
}

for (const button of buttons) button.addEventListener('click', () => choose(button.dataset['choose'] ?? 'en'));
const given = root.dataset['language'];
choose(given === 'auto' || given === undefined ? (/^ko\b/i.test(navigator.language) ? 'ko' : 'en') : given);

for (const radio of document.querySelectorAll<HTMLInputElement>('.samples input')) {
  const show = (): void => {
    for (const view of radio.closest('article')?.querySelectorAll<HTMLElement>('[data-view]') ?? [])
      view.hidden = view.dataset['view'] !== radio.value;
  };
  radio.addEventListener('change', show);
  // A browser that goes back to the page restores what was chosen.
  if (radio.checked) show();
}

const entries = Array.from(document.querySelectorAll<HTMLElement>('article[data-entry]'), (article) => ({
  text: (article.textContent ?? '').normalize('NFC').toLowerCase(),
  parts: document.querySelectorAll<HTMLElement>(`[data-entry="${article.dataset['entry']}"]`),
}));
const search = document.querySelector<HTMLInputElement>('#search');
const nothing = document.querySelector<HTMLElement>('#nothing');
const counts = document.querySelectorAll('[data-shown]');

function find(): void {
  const words = (search?.value ?? '').normalize('NFC').toLowerCase().split(/\s+/);
  let shown = 0;
  for (const { text, parts } of entries) {
    const isFound = words.every((word) => text.includes(word));
    if (isFound) shown += 1;
    for (const part of parts) part.hidden = !isFound;
  }
  for (const count of counts) count.textContent = shown.toLocaleString('en');
  if (nothing) nothing.hidden = shown > 0;
}

search?.addEventListener('input', find);
if (search?.value) find();

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'radio';
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search?.focus();
  }
  if (event.key === 'Escape' && event.target === search && search) {
    search.value = '';
    find();
  }
});
