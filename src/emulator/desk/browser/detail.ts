import type { Query } from './api.ts';
import type { Detail } from './area.ts';
import { BubblePlace } from './bubble.ts';
import { type Content, el, langOf } from './dom.ts';
import { t } from './language.ts';
import { manifestLine } from './parts.ts';
import type { Text } from './texts.ts';
import type { Subject, VerdictBox } from './verdict-box.ts';

export interface Shown {
  title: string;
  mark: Content;
  /** Under the title. */
  line: HTMLElement;
  /** The address of its manifest; null if unknown. */
  address: string | null;
  /** The subject of a verdict; null if none is pending. */
  subject: Subject | null;
  /** The parts before and after the verdict form. */
  before: readonly Content[];
  after: readonly Content[];
}

export interface DetailPlan<View> {
  /** The text if nothing is open. */
  idle: Text;
  /** The text if the emulator does not have the entry. `wasShown` is true if this page has shown it before. */
  missing(key: string, wasShown: boolean): Text;
  /** Returns undefined if the emulator does not have the entry. */
  find(key: string): Promise<View | undefined>;
  draw(view: View): Shown;
  /** The query of the bubble; undefined if the entry has none. */
  bubble(key: string): { of: 'template' | 'message'; query: Query } | undefined;
  back(): void;
  verdict?: VerdictBox;
}

/** The pane of the open row: its bubble, its details, and the form for a verdict. */
export class DetailPane<View> implements Detail {
  readonly element = el('article', { class: 'detail-pane', 'aria-live': 'off' });
  readonly #plan: DetailPlan<View>;
  readonly #back = el('button', { type: 'button', class: 'back plain' }, t('← Back'));
  #key: string | undefined;
  /** Counts the calls of `load`, so that a late answer does not replace a newer one. */
  #turn = 0;
  #shown = '';
  /** True if this page has shown the entry before. */
  #wasShown = false;
  #bubble: BubblePlace | undefined;

  constructor(plan: DetailPlan<View>) {
    this.#plan = plan;
    this.#back.addEventListener('click', plan.back);
    this.#say(plan.idle);
  }

  async show(key: string | undefined): Promise<void> {
    (await this.load(key))();
  }

  async load(key: string | undefined): Promise<() => void> {
    this.#turn += 1;
    const turn = this.#turn;
    const view = key === undefined ? undefined : await this.#plan.find(key);
    return () => {
      if (this.#turn === turn) this.#show(key, view);
    };
  }

  #show(key: string | undefined, view: View | undefined): void {
    const isOther = key !== this.#key;
    this.#key = key;
    if (isOther) this.#wasShown = false;
    if (key === undefined) this.#say(this.#plan.idle);
    else if (view === undefined) this.#say(this.#plan.missing(key, this.#wasShown), this.#back);
    else this.#update(key, view, isOther);
  }

  #update(key: string, view: View, isOther: boolean): void {
    if (!this.#wasShown) this.#bubble = this.#newBubble(key);
    this.#wasShown = true;
    const text = JSON.stringify(view);
    if (text === this.#shown && !isOther) return;
    this.#shown = text;
    const drawn = this.#bubble?.draw();
    this.#draw(this.#plan.draw(view));
    if (isOther) this.element.scrollTop = 0;
    void this.#plan.verdict?.rest(drawn); // on a narrow screen the bubble moves the form
  }

  approve(): void {
    this.#plan.verdict?.give('approve');
  }

  reject(): void {
    this.#plan.verdict?.give('reject');
  }

  #newBubble(key: string): BubblePlace | undefined {
    const bubble = this.#plan.bubble(key);
    return bubble && new BubblePlace(bubble.of, bubble.query);
  }

  #say(text: Text, ...before: HTMLElement[]): void {
    this.#shown = '';
    this.#plan.verdict?.close();
    this.element.replaceChildren(...before, el('p', { class: 'idle' }, t(text)));
  }

  #draw({ title, mark, line, address, subject, before, after }: Shown): void {
    const { verdict } = this.#plan;
    const heading = el('h2', { tabindex: '-1', lang: langOf(title) }, title);
    const titles = el('div', { class: 'titles' }, heading, mark);
    const head = el('header', { class: 'detail-head' }, this.#back, titles, line, manifestLine(address));
    const form = (subject === null ? verdict?.close() : verdict?.open(subject)) ?? null;
    const phone = this.#bubble === undefined ? [] : [el('div', { class: 'phone' }, this.#bubble.element)];
    this.element.replaceChildren(head, ...phone, el('div', { class: 'words' }, ...before, form, ...after));
  }
}
