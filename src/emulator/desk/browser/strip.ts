import { el, setText } from './dom.ts';
import { t } from './language.ts';

/** How wide a card of a carousel is drawn: `CARD_WIDTH` of the preview. */
const CARD_WIDTH = '252';

/** A drawing that is wider than a phone: it slides under the finger, the arrow keys, and two buttons that count its cards. */
export function stripOf(drawing: SVGElement): HTMLElement {
  const attributes = { class: 'strip', role: 'group', 'aria-label': t('Carousel'), tabindex: '0' };
  const strip = el('div', attributes, drawing);
  const lefts = leftsOf(drawing);
  return lefts.length < 2 ? strip : el('div', {}, strip, pagerOf(strip, lefts));
}

/** Where each card begins, as far as the strip slides to it. */
function leftsOf(drawing: SVGElement): number[] {
  const cards = drawing.querySelectorAll(`rect.nf-fill-bubble[width="${CARD_WIDTH}"]`);
  const lefts = Array.from(cards, (card) => Number(card.getAttribute('x')));
  const first = Math.min(...lefts);
  return [...new Set(lefts.map((left) => left - first))].sort((a, b) => a - b);
}

function pagerOf(strip: HTMLElement, lefts: readonly number[]): HTMLElement {
  const back = el('button', { type: 'button', 'aria-label': t('Previous card') }, '‹');
  const on = el('button', { type: 'button', 'aria-label': t('Next card') }, '›');
  const place = el('span', { role: 'status' });
  let current = 0;
  let isOwnScroll = false;
  const show = (card: number): void => {
    current = card;
    setText(place, `${card + 1}/${lefts.length}`);
    // Not `disabled`: the button that has the focus would lose it.
    back.setAttribute('aria-disabled', String(card === 0));
    on.setAttribute('aria-disabled', String(card === lefts.length - 1));
  };
  const goTo = (card: number): void => {
    if (card < 0 || card >= lefts.length) return;
    const before = strip.scrollLeft;
    strip.scrollLeft = lefts[card] ?? 0;
    isOwnScroll = strip.scrollLeft !== before;
    show(card);
  };
  strip.addEventListener('scroll', () => {
    if (!isOwnScroll) show(cardAt(strip, lefts));
    isOwnScroll = false;
  });
  back.addEventListener('click', () => goTo(current - 1));
  on.addEventListener('click', () => goTo(current + 1));
  show(0);
  return el('div', { class: 'pager' }, back, place, on);
}

/** The card that is in front where the reader has slid to. The end of the strip shows the last one. */
function cardAt({ scrollLeft, scrollWidth, clientWidth }: HTMLElement, lefts: readonly number[]): number {
  if (scrollLeft > 0 && scrollLeft >= scrollWidth - clientWidth - 1) return lefts.length - 1;
  const half = Number(CARD_WIDTH) / 2;
  return Math.max(0, lefts.filter((left) => left <= scrollLeft + half).length - 1);
}
