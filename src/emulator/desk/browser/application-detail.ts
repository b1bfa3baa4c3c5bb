import type { ApplicationView } from '../views.ts';
import { api } from './api.ts';
import type { Detail } from './area.ts';
import { el, langOf } from './dom.ts';
import { t } from './language.ts';
import { badge, factList, fileList, manifestLine, part, time } from './parts.ts';
import { keyOf, partsOf } from './place.ts';
import { type Told, VerdictBox } from './verdict-box.ts';

const GONE = 'No application of this profile is waiting.';

/** The key of an application in the page's addresses. */
export function applicationKey(senderKey: string): string {
  return keyOf('profile', senderKey);
}

export function isApplication(key: string): boolean {
  return partsOf(key)[0] === 'profile';
}

/** An application of a sender profile for brand messages: the proof of consent, and the verdict. */
export class ApplicationDetail implements Detail {
  readonly element = el('article', { class: 'detail-pane', 'aria-live': 'off' });
  readonly #verdict: VerdictBox;
  readonly #back: HTMLElement;
  /** Counts the calls of `show`: an answer that comes late does not replace a newer one. */
  #turn = 0;
  #shown = '';

  constructor(options: Told & { back(): void }) {
    this.#verdict = new VerdictBox(options);
    this.#back = el('button', { type: 'button', class: 'back plain' }, t('← Back'));
    this.#back.addEventListener('click', options.back);
  }

  async show(key: string | undefined): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    if (key === undefined) {
      this.#shown = '';
      this.#verdict.close();
      return;
    }
    const view = await api.application({ senderKey: partsOf(key)[1] ?? '' });
    if (this.#turn !== turn) return;
    if (view === undefined) {
      this.#shown = '';
      this.#verdict.close();
      this.element.replaceChildren(this.#back, el('p', { class: 'idle' }, t(GONE)));
      return;
    }
    const text = JSON.stringify(view);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#draw(view);
  }

  approve(): void {
    this.#verdict.give('approve');
  }

  reject(): void {
    this.#verdict.give('reject');
  }

  #draw({ senderKey, name, address, profile, channel, requestedAt, files, facts }: ApplicationView): void {
    const head = el(
      'header',
      { class: 'detail-head' },
      this.#back,
      el('div', { class: 'titles' }, el('h2', { tabindex: '-1', lang: langOf(name) }, name), badge('Waiting', 'REQ')),
      el('p', { class: 'under' }, `${t('Application for brand messages')} · ${profile} · ${channel}`),
      manifestLine(address),
    );
    const verdict = this.#verdict.open({
      key: applicationKey(senderKey),
      name,
      hasComment: false,
      give: (given) => api.brandVerdict({ profile: senderKey, verdict: given }),
    });
    const words = el(
      'div',
      { class: 'words' },
      part('Application', el('p', { class: 'under' }, `${t('Requested')} `, time(requestedAt))),
      part('Proof of consent', fileList(files) ?? el('p', { class: 'quiet' }, t('No file'))),
      verdict,
      part('Details', factList(facts)),
    );
    this.element.replaceChildren(head, words);
  }
}
