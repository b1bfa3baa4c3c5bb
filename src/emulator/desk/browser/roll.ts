/** A row: its element, and the element in it that takes the focus. */
export interface RollRow {
  element: HTMLElement;
  target: HTMLElement;
}

interface RollEntry extends RollRow {
  signature: string;
}

/**
 * Rows in a container, updated while a person uses them. A row that stays keeps its element and position, and is drawn
 * again only if its data changed. Focus, selection and scroll position therefore stay. Only one row is in the tab
 * order; the arrow keys move to the others.
 */
export class Roll<Row> {
  readonly #container: HTMLElement;
  readonly #keyOf: (row: Row) => string;
  readonly #draw: (row: Row) => RollRow;
  #rows = new Map<string, RollEntry>();
  #current: string | undefined;

  constructor(container: HTMLElement, keyOf: (row: Row) => string, draw: (row: Row) => RollRow) {
    this.#container = container;
    this.#keyOf = keyOf;
    this.#draw = draw;
  }

  get keys(): string[] {
    return [...this.#rows.keys()];
  }

  get hasFocus(): boolean {
    return this.#container.contains(document.activeElement);
  }

  /** Shows rows in this order. */
  show(rows: readonly Row[]): void {
    const focused = this.hasFocus ? this.#focusedPlace() : -1;
    const wanted = new Map(rows.map((row) => [this.#keyOf(row), row]));
    for (const [key, { element }] of this.#rows) if (!wanted.has(key)) element.remove();
    const shown = new Map<string, RollEntry>();
    let place = this.#container.firstElementChild;
    for (const [key, row] of wanted) {
      const isNext = this.#rows.get(key)?.element === place;
      const entry = this.#entryOf(key, row);
      // The new element of a redrawn row has replaced the old one in the container.
      if (isNext) place = entry.element;
      shown.set(key, entry);
      if (entry.element === place) place = place.nextElementSibling;
      else this.#container.insertBefore(entry.element, place);
    }
    this.#rows = shown;
    this.#markCurrent();
    if (focused >= 0 && !this.hasFocus) this.focusAt(Math.min(focused, shown.size - 1));
  }

  /** Marks one row as chosen. */
  choose(key: string | undefined): void {
    this.#current = key;
    this.#markCurrent();
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  placeOf(key: string | undefined): number {
    return key === undefined ? -1 : this.keys.indexOf(key);
  }

  focus(key: string): void {
    const target = this.#rows.get(key)?.target;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  }

  focusAt(place: number): void {
    const key = this.keys[place];
    if (key !== undefined) this.focus(key);
  }

  #entryOf(key: string, row: Row): RollEntry {
    const signature = JSON.stringify(row);
    const known = this.#rows.get(key);
    if (known?.signature === signature) return known;
    const drawn = { ...this.#draw(row), signature };
    if (known) {
      const hadFocus = known.element.contains(document.activeElement);
      known.element.replaceWith(drawn.element);
      if (hadFocus) drawn.target.focus({ preventScroll: true });
    }
    return drawn;
  }

  #focusedPlace(): number {
    return [...this.#rows.values()].findIndex(({ element }) => element.contains(document.activeElement));
  }

  #markCurrent(): void {
    const inTabOrder = this.#current !== undefined && this.#rows.has(this.#current) ? this.#current : this.keys[0];
    for (const [key, { element, target }] of this.#rows) {
      target.tabIndex = key === inTabOrder ? 0 : -1;
      if (key === this.#current) target.setAttribute('aria-current', 'true');
      else target.removeAttribute('aria-current');
      element.classList.toggle('chosen', key === this.#current);
    }
  }
}
