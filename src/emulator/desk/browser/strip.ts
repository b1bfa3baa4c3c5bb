import { el, setText } from './dom.ts';
import { t } from './language.ts';

/**
 * A drawing that is wider than a phone. It scrolls by touch, by the arrow keys, and by two buttons that move card by
 * card.
 */
export function stripOf(drawing: SVGElement): HTMLElement {
  const attributes = { class: 'strip', role: 'group', 'aria-label': t('Carousel'), tabindex: '0' };
  const strip = el('div', attributes, drawing);
  const cards = [...drawing.querySelectorAll('rect[data-card]')];
  return cards.length < 2 ? strip : el('div', {}, strip, pagerOf(strip, cards));
}

function pagerOf(strip: HTMLElement, cards: readonly Element[]): HTMLElement {
  const numberOf = (card: Element | undefined, name: string): number => Number(card?.getAttribute(name));
  const lefts = cards.map((card) => numberOf(card, 'x') - numberOf(cards[0], 'x'));
  const half = numberOf(cards[0], 'width') / 2;
  const back = el('button', { type: 'button', 'aria-label': t('Previous card') }, '‹');
  const on = el('button', { type: 'button', 'aria-label': t('Next card') }, '›');
  const place = el('span', { role: 'status' });
  let current = 0;
  /** The scroll position of the last press of a button, whose scroll event is ignored. */
  let ownLeft: number | undefined;
  const show = (card: number): void => {
    current = card;
    setText(place, `${card + 1}/${lefts.length}`);
    // Not `disabled`: the button would lose the focus.
    back.setAttribute('aria-disabled', String(card === 0));
    on.setAttribute('aria-disabled', String(card === lefts.length - 1));
  };
  const goTo = (card: number): void => {
    if (card < 0 || card >= lefts.length) return;
    strip.scrollLeft = lefts[card] ?? 0;
    ownLeft = strip.scrollLeft;
    show(card);
  };
  /** The card at the current scroll position. The end of the strip is the last card. */
  const cardInFront = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): number => {
    if (scrollLeft > 0 && scrollLeft >= scrollWidth - clientWidth - 1) return lefts.length - 1;
    return Math.max(0, lefts.filter((left) => left <= scrollLeft + half).length - 1);
  };
  strip.addEventListener('scroll', () => {
    if (strip.scrollLeft !== ownLeft) show(cardInFront(strip));
    ownLeft = undefined;
  });
  back.addEventListener('click', () => goTo(current - 1));
  on.addEventListener('click', () => goTo(current + 1));
  show(0);
  return el('div', { class: 'pager' }, back, place, on);
}
