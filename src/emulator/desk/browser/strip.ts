import { el, setText } from './dom.ts';
import { t } from './language.ts';

/** A drawing that is wider than a phone: it slides under the finger, the arrow keys, and two buttons that count its cards. */
export function stripOf(drawing: SVGElement): HTMLElement {
  const attributes = { class: 'strip', role: 'group', 'aria-label': t('Carousel'), tabindex: '0' };
  const strip = el('div', attributes, drawing);
  const cards = [...drawing.querySelectorAll('rect[data-card]')];
  return cards.length < 2 ? strip : el('div', {}, strip, pagerOf(strip, cards));
}

function pagerOf(strip: HTMLElement, cards: readonly Element[]): HTMLElement {
  const numberOf = (card: Element | undefined, name: string): number => Number(card?.getAttribute(name));
  /** Where each card begins, as far as the strip slides to it. */
  const lefts = cards.map((card) => numberOf(card, 'x') - numberOf(cards[0], 'x'));
  const half = numberOf(cards[0], 'width') / 2;
  const back = el('button', { type: 'button', 'aria-label': t('Previous card') }, '‹');
  const on = el('button', { type: 'button', 'aria-label': t('Next card') }, '›');
  const place = el('span', { role: 'status' });
  let current = 0;
  /** Where the last press of a button scrolled to: its own scroll event changes nothing. */
  let ownLeft: number | undefined;
  const show = (card: number): void => {
    current = card;
    setText(place, `${card + 1}/${lefts.length}`);
    // Not `disabled`: the button that has the focus would lose it.
    back.setAttribute('aria-disabled', String(card === 0));
    on.setAttribute('aria-disabled', String(card === lefts.length - 1));
  };
  const goTo = (card: number): void => {
    if (card < 0 || card >= lefts.length) return;
    strip.scrollLeft = lefts[card] ?? 0;
    ownLeft = strip.scrollLeft;
    show(card);
  };
  /** The card in front where the reader has slid to. The end of the strip shows the last one. */
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
