/**
 * Makes an element equal to another one, and keeps what stays: an element with the same `data-key`, id or name keeps its
 * focus, its scroll position and what is being typed into it.
 */
export function morph(from: Element, to: Element): void {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  if (from.innerHTML !== to.innerHTML) morphChildren(from, to);
  if (isField(from) && isField(to) && from !== document.activeElement) from.value = to.value;
}

function isField(element: Element): element is HTMLInputElement | HTMLSelectElement {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

function morphChildren(from: Element, to: Element): void {
  const known = new Map<string, Element[]>();
  for (const child of from.children) known.set(keyOf(child), [...(known.get(keyOf(child)) ?? []), child]);
  const wanted = [...to.childNodes].map((child): [ChildNode, Element | undefined] => [
    child,
    child instanceof Element ? known.get(keyOf(child))?.shift() : undefined,
  ]);
  const kept = new Set<ChildNode | undefined>(wanted.map(([, own]) => own));
  for (const child of [...from.childNodes]) if (!kept.has(child)) child.remove();
  let place = from.firstChild;
  for (const [child, own] of wanted) {
    // An element in its place is not moved: moving it would take its focus.
    if (own !== undefined && own === place) place = own.nextSibling;
    else from.insertBefore(own ?? document.importNode(child, true), place);
    if (own !== undefined && child instanceof Element) morph(own, child);
  }
}

function keyOf(element: Element): string {
  return `${element.localName} ${element.getAttribute('data-key') ?? element.id} ${element.getAttribute('name') ?? ''}`;
}
