/** The cards of a carousel: two buttons move card by card, and a number says which one is in front. */
export function bindStrip(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.pager button') : null;
    const strip = document.querySelector('.strip');
    if (button === null || strip === null) return;
    const [lefts, card] = [leftsOf(strip), cardIn(strip) + Number(button.getAttribute('data-card'))];
    if (card < 0 || card >= lefts.length) return;
    strip.scrollLeft = lefts[card] ?? 0;
    strip.setAttribute('data-left', String(strip.scrollLeft));
    show(card, lefts.length);
  });
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof Element) || !target.matches('.strip')) return;
      // The scroll of a button may end before the last card is in front.
      if (Number(target.getAttribute('data-left')) !== target.scrollLeft) show(cardAt(target), leftsOf(target).length);
    },
    true,
  );
}

function show(card: number, count: number): void {
  const [back, on] = document.querySelectorAll('.pager button');
  const place = document.querySelector('.pager [role=status]');
  if (place) place.textContent = `${card + 1}/${count}`;
  // Not `disabled`: the button would lose the focus.
  back?.setAttribute('aria-disabled', String(card === 0));
  on?.setAttribute('aria-disabled', String(card === count - 1));
}

function leftsOf(strip: Element): number[] {
  const cards = [...strip.querySelectorAll('rect[data-card]')].map((one) => Number(one.getAttribute('x')));
  return cards.map((left) => left - (cards[0] ?? 0));
}

/** The card that the page names. */
function cardIn(strip: Element): number {
  const shown = document.querySelector('.pager [role=status]')?.textContent ?? '';
  return shown === '' ? cardAt(strip) : Number.parseInt(shown, 10) - 1;
}

/** The card at the scroll position. The end of the strip is the last card. */
function cardAt(strip: Element): number {
  const lefts = leftsOf(strip);
  const half = (lefts[1] ?? 0) / 2;
  if (strip.scrollLeft > 0 && strip.scrollLeft >= strip.scrollWidth - strip.clientWidth - 1) return lefts.length - 1;
  return Math.max(0, lefts.filter((left) => left <= strip.scrollLeft + half).length - 1);
}
