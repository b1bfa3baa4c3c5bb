/**
 * Makes an element equal to another one, and keeps what stays: an element with the same `data-key`, id or name keeps its focus, its
 * scroll position and what was typed into it. Of an element whose `data-still` is the same, only hidden fields change.
 */
export function morph(from: Element, to: Element): void {
  const still = from.getAttribute('data-still');
  if (still !== null && still === to.getAttribute('data-still')) {
    morphHidden(from, to);
    return;
  }
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  if (from.innerHTML === to.innerHTML) return;
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

function morphHidden(from: Element, to: Element): void {
  for (const field of to.querySelectorAll<HTMLInputElement>('input[type=hidden]'))
    from.querySelector(`input[type=hidden][name="${field.name}"]`)?.setAttribute('value', field.value);
}
