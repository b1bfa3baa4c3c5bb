import { api, type Query } from './api.ts';
import { el } from './dom.ts';
import { stripOf } from './strip.ts';

/** Bubbles arrive as SVG text and become a part of the page. */

const BANNED = new Set(['script', 'foreignobject', 'iframe', 'style', 'use', 'a', 'animate', 'set']);
const isOwnImage = (href: string): boolean =>
  /^\/(?:images|thumbnails)\/[\w.-]+$|^data:image\/(?:png|jpeg);base64,/.test(href);

/**
 * Parses a drawing. The emulator has escaped its texts; as a second barrier, this removes everything that could run or
 * load.
 */
function drawingOf(svg: string): SVGElement | undefined {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  if (!(root instanceof SVGElement) || root.nodeName !== 'svg') return undefined;
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (BANNED.has(element.localName.toLowerCase())) element.remove();
    else
      for (const { name, value } of [...element.attributes]) if (isUnsafe(name, value)) element.removeAttribute(name);
  }
  return document.importNode(root, true);
}

function isUnsafe(name: string, value: string): boolean {
  if (/^on/i.test(name)) return true;
  return /href$/i.test(name) && !value.startsWith('#') && !isOwnImage(value);
}

/** A wider bubble is shown as a strip, in pixels. */
const PHONE_WIDTH = 480;

/** A place for a bubble. */
export class BubblePlace {
  readonly element = el('div', { class: 'bubble', 'aria-busy': 'true' });
  readonly #of: 'template' | 'message';
  readonly #query: Query;
  /** The same bubble can be on the page twice, so the ids in its drawing must differ. */
  readonly #id = nextId();
  #drawn: string | undefined;

  constructor(of: 'template' | 'message', query: Query) {
    this.#of = of;
    this.#query = query;
  }

  async draw(): Promise<void> {
    const svg = await api.bubble(this.#of, { ...this.#query, id: this.#id }).catch(() => undefined);
    this.element.removeAttribute('aria-busy');
    if (svg === undefined || svg === this.#drawn) return;
    this.#drawn = svg;
    const drawing = drawingOf(svg);
    if (drawing === undefined) return;
    const isStrip = Number(drawing.getAttribute('width')) > PHONE_WIDTH;
    this.element.replaceChildren(isStrip ? stripOf(drawing) : drawing);
  }
}

let places = 0;

function nextId(): string {
  places += 1;
  return String(places);
}
