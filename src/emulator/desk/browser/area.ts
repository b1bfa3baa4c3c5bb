import type { Listing } from '../views.ts';
import type { Query } from './api.ts';
import { el, setText } from './dom.ts';
import { kept } from './kept.ts';
import { count, t } from './language.ts';
import { addressOf, go, slide } from './place.ts';
import { Roll, type RollRow } from './roll.ts';
import type { nouns, Text } from './texts.ts';

/** The pane that shows the open row. */
export interface Detail {
  element: HTMLElement;
  /** Shows or updates the entry with this key; undefined closes the pane. */
  show(key: string | undefined): Promise<void>;
  /** Loads the entry with this key, and returns the function that shows it. */
  load(key: string | undefined): Promise<() => void>;
  approve?(): void;
  reject?(): void;
}

interface AreaPlan<Row> {
  name: string;
  title: string;
  noun: keyof typeof nouns;
  empty: Text;
  placeholder: Text;
  /** Selects beside the search, named like their query. */
  filters?: readonly HTMLSelectElement[];
  /** The element around the rows; default: a list. */
  frame?: { outer: HTMLElement; rows: HTMLElement };
  list(query: Query): Promise<Listing<Row>>;
  keyOf(row: Row): string;
  draw(row: Row, address: string): RollRow;
  detail?: Detail;
}

const PAGE = 50;
const wide = matchMedia('(min-width: 56rem)');

/** A list with a search, and the pane of the open row. */
export class Area<Row> {
  readonly name: string;
  readonly title: string;
  readonly section: HTMLElement;
  readonly #plan: AreaPlan<Row>;
  readonly #search: HTMLInputElement;
  readonly #filters: readonly HTMLSelectElement[];
  readonly #count = el('p', { class: 'count', role: 'status' });
  readonly #empty = el('p', { class: 'empty' });
  readonly #more = el('button', { type: 'button', class: 'more', hidden: true }, t('Show more'));
  readonly #roll: Roll<Row>;
  #wanted = PAGE;
  #key: string | undefined;
  /** The last index of the open row, which may leave the list before its verdict is answered. */
  #place = 0;
  #isShown = false;
  #isLoading = false;
  #isStale = true;

  constructor(plan: AreaPlan<Row>) {
    const { name, title, detail } = plan;
    const placeholder = t(plan.placeholder);
    this.name = name;
    this.title = title;
    this.#plan = plan;
    this.#filters = plan.filters ?? [];
    this.#search = el('input', {
      type: 'search',
      name: 'search',
      placeholder,
      'aria-label': placeholder,
      autocomplete: 'off',
    });
    for (const field of this.#fields) field.value = kept.get(this.#nameOf(field));
    const rows = el('ol', { class: 'rows', 'aria-label': title });
    const frame = plan.frame ?? { outer: rows, rows };
    this.#roll = new Roll(frame.rows, plan.keyOf, (row) => plan.draw(row, this.#addressOf(plan.keyOf(row))));
    // The heading stays when the list is hidden behind the open row, so the visible title is another element.
    const heading = el('h1', { id: `${name}-title`, class: 'unseen' }, title);
    const shownTitle = el('p', { class: 'list-title', 'aria-hidden': 'true' }, title);
    const tools = el('div', { class: 'tools', role: 'search' }, this.#search, ...this.#filters);
    const head = el('div', { class: 'list-head' }, el('div', { class: 'titles' }, shownTitle, this.#count), tools);
    const list = el('div', { class: 'list-pane' }, head, frame.outer, this.#empty, this.#more);
    const attributes = { class: `area ${name}`, 'aria-labelledby': heading.id, hidden: true };
    this.section = el('section', attributes, heading, list, detail?.element ?? null);
    this.#listen(frame.rows);
  }

  /** Shows the area with the named row open; without a name, with the row that was open before. */
  show(named: string | undefined): void {
    const isNew = !this.#isShown;
    this.#isShown = true;
    this.section.hidden = false;
    const key = named ?? this.#usualKey();
    if (key !== named) slide({ area: this.name, key });
    void this.#open(key).then(() => {
      // The list, which had the focus, is hidden behind the open row.
      if (!wide.matches && key !== undefined) this.section.querySelector('h2')?.focus();
    });
    if (isNew || this.#isStale) this.refresh();
  }

  hide(): void {
    this.#isShown = false;
    this.section.hidden = true;
  }

  /** Loads the data again, now or when the area is shown. */
  refresh(): void {
    this.#isStale = true;
    if (this.#isShown && !this.#isLoading) void this.#load();
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  search(text: string): void {
    this.#search.value = text;
    this.#searchChanged();
  }

  move(by: number): void {
    const { keys } = this.#roll;
    const from = this.#roll.placeOf(this.#key);
    const key = keys[from < 0 ? 0 : Math.min(Math.max(from + by, 0), keys.length - 1)];
    if (key === undefined) return;
    this.#choose(key);
    this.#roll.focus(key);
  }

  approve(): void {
    this.#plan.detail?.approve?.();
  }

  reject(): void {
    this.#plan.detail?.reject?.();
  }

  /** Returns from the open row to the list. */
  back(): void {
    const key = this.#key;
    if (!wide.matches && this.section.classList.contains('open')) {
      void this.#open(undefined);
      go({ area: this.name, key: undefined });
    }
    if (key !== undefined) this.#roll.focus(key);
  }

  /** Opens the next row after a verdict. */
  async advance(): Promise<void> {
    const place = this.#roll.placeOf(this.#key);
    const { keys } = this.#roll;
    const following = place < 0 ? (keys[this.#place] ?? keys[this.#place - 1]) : (keys[place + 1] ?? keys[place - 1]);
    slide({ area: this.name, key: following });
    await this.#open(following);
    this.#isStale = true;
    await this.#load();
    if (following === undefined) this.#search.focus();
    else if (wide.matches) this.#roll.focus(following);
    else this.section.querySelector('h2')?.focus();
  }

  #listen(rows: HTMLElement): void {
    this.#search.addEventListener('input', () => this.#searchChanged());
    for (const filter of this.#filters) filter.addEventListener('change', () => this.#searchChanged());
    this.#more.addEventListener('click', () => this.#grow());
    new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.#grow();
    }).observe(this.#more);
    rows.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') this.move(1);
      else if (event.key === 'ArrowUp') this.move(-1);
      else return;
      event.preventDefault();
    });
    wide.addEventListener('change', () => void this.#open(this.#key));
  }

  get #fields(): (HTMLInputElement | HTMLSelectElement)[] {
    return [this.#search, ...this.#filters];
  }

  #nameOf(field: HTMLInputElement | HTMLSelectElement): string {
    return `${this.name} ${field.name}`;
  }

  #searchChanged(): void {
    for (const field of this.#fields) kept.set(this.#nameOf(field), field.value);
    this.#wanted = PAGE;
    this.refresh();
  }

  #grow(): void {
    if (this.#more.hidden || this.#isLoading) return;
    this.#wanted += PAGE;
    this.refresh();
  }

  #choose(key: string): void {
    const isOverlaid = !wide.matches && !this.section.classList.contains('open');
    if (this.#plan.detail === undefined || isOverlaid) {
      this.#key = key;
      this.#roll.choose(key);
      return;
    }
    slide({ area: this.name, key });
    void this.#open(key);
  }

  async #open(key: string | undefined): Promise<void> {
    this.#key = key;
    this.#roll.choose(key);
    this.section.classList.toggle('open', key !== undefined);
    await this.#plan.detail?.show(key).catch(() => undefined); // no answer: the row is shown when the connection is back
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        // Drawn together: a row that left the list must not leave its buttons in the pane.
        const [listing, showOpen] = await Promise.all([
          this.#plan.list(this.#query()),
          this.#plan.detail?.load(this.#key),
        ]);
        this.#draw(listing);
        showOpen?.();
      }
    } catch {
      // No answer: the page shows the connection's state, and loads everything again when it is back.
      this.#isStale = true;
    } finally {
      this.#isLoading = false;
    }
  }

  #query(): Query {
    const filters = this.#filters.map((filter) => [filter.name, filter.value] as const);
    return { ...Object.fromEntries(filters), search: this.#search.value.trim(), count: String(this.#wanted) };
  }

  #draw({ total, rows }: Listing<Row>): void {
    const place = this.#roll.placeOf(this.#key);
    if (place >= 0) this.#place = place;
    this.#roll.show(rows);
    setText(this.#count, count(total, this.#plan.noun));
    const isSearched = this.#search.value.trim() !== '' || this.#filters.some(({ value }) => value !== '');
    setText(this.#empty, total > 0 ? '' : isSearched ? t('No matches.') : t(this.#plan.empty));
    this.#more.hidden = rows.length >= total;
    if (total === 0 && isSearched && this.#key !== undefined) {
      slide({ area: this.name, key: undefined });
      void this.#open(undefined);
    }
    const usual = this.#usualKey();
    if (this.#key === undefined && usual !== undefined) this.#choose(usual);
  }

  /** The row to open if the reader chose none: none on a narrow screen, because it would hide the list. */
  #usualKey(): string | undefined {
    if (!wide.matches || this.#plan.detail === undefined) return undefined;
    return this.#key !== undefined && this.#roll.has(this.#key) ? this.#key : this.#roll.keys[0];
  }

  #addressOf(key: string): string {
    return addressOf({ area: this.name, key });
  }
}
