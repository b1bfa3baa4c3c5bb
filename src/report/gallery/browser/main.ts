/** The program of the gallery: the language and the samples. Everything it shows is in the page already. */

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
