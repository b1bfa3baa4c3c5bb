import type { MessageView } from '../views.ts';
import { api } from './api.ts';
import type { Detail } from './area.ts';
import { BubblePlace } from './bubble.ts';
import { el } from './dom.ts';
import { t } from './language.ts';
import { badge, factList, part, time } from './parts.ts';
import { partsOf } from './place.ts';
import { arrivalWords, typeWord } from './words.ts';

const NOT_HERE = 'This message is not in this emulator. Check the address, or search for the message.';
/** The page cannot know which: both look the same from here. */
const GONE = 'This message is no longer here: it was deleted, or the emulator was restarted.';

/** One message: its bubble, what became of it, and what was sent. */
export class MessageDetail implements Detail {
  readonly element = el('article', { class: 'detail-pane' });
  readonly #back: HTMLElement;
  readonly #idle = el('p', { class: 'idle' }, t('Select a message to see its result.'));
  /** The key of what is drawn. */
  #key: string | undefined;
  /** Counts the calls of `show`: an answer that comes late does not replace a newer one. */
  #turn = 0;
  #shown = '';
  /** True if this page has shown the message before. */
  #wasShown = false;
  #bubble: BubblePlace | undefined;

  constructor(back: () => void) {
    this.#back = el('button', { type: 'button', class: 'back plain' }, t('← Back'));
    this.#back.addEventListener('click', back);
    this.element.append(this.#idle);
  }

  async show(key: string | undefined): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    if (key === undefined) {
      this.#key = undefined;
      return this.#say(this.#idle);
    }
    const query = { key: partsOf(key)[0] ?? '' };
    const view = await api.message(query);
    if (this.#turn !== turn) return;
    const isOther = key !== this.#key;
    this.#key = key;
    if (isOther) this.#wasShown = false;
    if (view === undefined)
      return this.#say(this.#back, el('p', { class: 'idle' }, t(this.#wasShown ? GONE : NOT_HERE)));
    this.#wasShown = true;
    if (isOther || this.#bubble === undefined) this.#bubble = new BubblePlace('message', query);
    const text = JSON.stringify(view);
    if (!isOther && text === this.#shown) return;
    this.#shown = text;
    void this.#bubble.draw();
    this.#draw(view, this.#bubble.element);
    if (isOther) this.element.scrollTop = 0;
  }

  #say(...content: HTMLElement[]): void {
    this.#shown = '';
    this.element.replaceChildren(...content);
  }

  #draw(view: MessageView, bubble: HTMLElement): void {
    const { type, arrival, to, from, at, result, reason, content } = view;
    const title = el('h2', { tabindex: '-1' }, `${t(typeWord(type))} ${t('to')} ${to}`);
    const head = el(
      'header',
      { class: 'detail-head' },
      this.#back,
      el('div', { class: 'titles' }, title, badge(arrivalWords[arrival], arrival)),
      el('p', { class: 'under' }, `${t('from')} ${from} · `, time(at)),
    );
    const words = el(
      'div',
      { class: 'words' },
      part('Result', resultLine(result, arrival), reason === null ? null : el('p', { class: 'said' }, t(reason))),
      part('Details', factList(view.facts)),
      content === null
        ? null
        : part('Request body', el('pre', { tabindex: '0', 'aria-label': t('Request body') }, content)),
    );
    this.element.replaceChildren(head, el('div', { class: 'phone' }, bubble), words);
  }
}

function resultLine(result: string | null, arrival: MessageView['arrival']): HTMLElement {
  const code = result === null ? null : el('code', {}, result);
  return el('p', {}, t(arrivalWords[arrival]), code === null ? null : ' ', code);
}
