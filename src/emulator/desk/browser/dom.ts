/** Makes elements from names and texts. No text is ever parsed as HTML. */

export type Content = Node | string | null;

type Attributes = Record<string, string | boolean | null>;

/** Makes an element with attributes (`true` is an empty one; false and null add none) and content. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  for (const part of content) if (part !== null) element.append(part);
  return element;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** The language of a user's text: Korean if it has Hangul. */
export function langOf(text: string): 'ko' | null {
  return /\p{Script=Hangul}/u.test(text) ? 'ko' : null;
}

/** Sets the text if it differs, so that a screen reader does not announce it twice. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** True if the element takes typed text. */
export function takesText(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
}
