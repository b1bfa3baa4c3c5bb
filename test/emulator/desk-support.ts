import { SHOP } from './support.ts';

/** What the page of the desk shows. */
interface DeskPage {
  html: string;
  /** `2 requests` */
  count: string;
  rows: { key: string; text: string }[];
  /** The text of the open row, without its bubble. */
  pane: string;
  /** Names and values of its details. */
  facts: Record<string, string>;
  /** The addresses of its files. */
  files: string[];
  /** The bubble; "" if there is none. */
  svg: string;
}

/** Reads the desk. @param query of its address: `area=inbox` */
export async function shownOn({ url }: { url: string }, query = ''): Promise<DeskPage> {
  const html = await (await fetch(`${url}/?${query}`)).text();
  const all = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = '']) => found);
  const [pane = ''] = all(/<article([\s\S]*?)<\/article>/g);
  const [svg = ''] = all(/(<svg[\s\S]*?<\/svg>)/g);
  const facts = [...pane.matchAll(/<div>(<dt>[\s\S]*?<\/dd>)<\/div>/g)].map(([, fact = '']) =>
    fact.split('</dt>').map(textOf),
  );
  return {
    html,
    count: textOf(all(/<p class="count"[^>]*>([^<]*)/g)[0] ?? ''),
    rows: [...html.matchAll(/<li class="row[^"]*" data-key="([^"]*)">([\s\S]*?)<\/li>/g)].map(
      ([, key = '', text = '']) => ({ key: textOf(key), text: textOf(text) }),
    ),
    pane: textOf(`<${pane.replace(svg, '')}`),
    facts: Object.fromEntries(facts),
    files: all(/<li><a href="(\/_emulator\/[^"]*)"/g).map(textOf),
    svg,
  };
}

export function templateAt(code: string, product = 'notification'): string {
  return `state=&open=${encodeURIComponent([product, SHOP, code].map(encodeURIComponent).join('/'))}`;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
