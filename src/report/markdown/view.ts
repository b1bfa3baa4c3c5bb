import { fill, type Language, type Phrase } from '../../core/language.ts';
import { type ManifestLine, plainText, type Text } from '../text.ts';
import type { Entry, ItemList, ReportView, ViewPart } from '../view/blocks.ts';
import { diffLines, type FieldTexts } from './fields.ts';
import { fitReview, fitted, type ReviewCut, type ReviewItem } from './fit.ts';
import { fenced, inert } from './markdown.ts';

/** How a view is written for reviewers. */
export interface MarkdownOptions extends FieldTexts {
  /** The most characters (UTF-16 units) of the text. */
  limit?: number | undefined;
  /** Returns the address of a manifest's line. */
  linkOf?(source: ManifestLine): string | undefined;
  /** Called with what is left out, also if that is nothing. */
  onCut?(left: ReviewCut): void;
}

/** The last line of a list that is cut. */
const MORE: Phrase = { en: '… and {count} more', ko: '… 외 {count}건' };

/** A comment of GitHub holds 65,536 characters; some are left for the Action. */
export const COMMENT_LIMIT = 63_000;

const MOST_ITEMS = 20;
/** The most characters of a line of a list; a longer one is left out. Together they have at most a quarter of the text. */
const LONGEST = 4000;

/**
 * Writes a view as Markdown for its reviewers. If it were longer than the limit, the last resources have only their line, and
 * then only their number. Ends with a line break.
 */
export function writeMarkdown(view: ReportView, options: MarkdownOptions = {}): string {
  const writer = new MarkdownWriter(options);
  const items = view.sections.flatMap(({ entries = [] }) => entries).map((entry) => writer.item(entry));
  const head = [`### ${writer.text(view.title ?? [])}`, writer.parts(view.head ?? [])]
    .filter((text) => text !== '')
    .join('\n\n');
  const rest = view.rest.map((part) => writer.part(part)).filter((text) => text !== '');
  const columns = (view.columns ?? []).map((column) => writer.text(column));
  return fitReview(items, { head, rest, columns, onCut: options.onCut }, writer);
}

/** Writes parts and texts alone. */
export class MarkdownWriter {
  readonly language: Language;
  readonly limit: number;
  readonly #options: MarkdownOptions;

  constructor(options: MarkdownOptions) {
    this.language = options.language ?? 'en';
    this.limit = options.limit ?? COMMENT_LIMIT;
    this.#options = options;
  }

  /** A text in one line. Only our own phrases may have Markdown in them. */
  text(text: Text): string {
    const pieces = text.map(({ text: words, as, tones, line }) => {
      const shown = as === 'code' ? code(words) : as === 'ours' ? words : inert(words);
      const url = line && this.#options.linkOf?.(line);
      const strong = tones.includes('bold') ? `**${shown}**` : shown;
      return url === undefined ? strong : link(strong, url);
    });
    return pieces.join('');
  }

  parts(parts: readonly ViewPart[]): string {
    const texts = parts.map((part) => this.part(part));
    return texts.filter((text) => text !== '').join('\n\n');
  }

  /** A part without a line break at its end; empty if it has nothing in it. */
  part(part: ViewPart): string {
    if ('text' in part) return part.url === undefined ? this.text(part.text) : link(this.text(part.text), part.url);
    if ('level' in part) {
      const [lines, items] = [part.lines.map((line) => this.text(line)), this.#items(part)];
      return alert(part.level, [...lines, ...(lines.length > 0 && items.length > 0 ? [''] : []), ...items]);
    }
    if ('items' in part) {
      const [title, list] = [this.text(part.title ?? []), this.#items(part).join('\n')];
      return [title, list].filter((text) => text !== '').join('\n\n');
    }
    if ('lead' in part)
      return paragraphs(
        part.lead.map((text) => this.text(text)),
        part.more.map((text) => this.text(text)),
      );
    if ('quote' in part) {
      const about = part.about ? `${this.#small([part.about])}\n\n` : '';
      return `${about}${fenced(part.quote, 'text')}`;
    }
    if ('facts' in part) return block(diffLines(part.facts, this.#options), 'diff');
    if ('picture' in part) return block(part.picture, 'text');
    if ('fine' in part) return this.#small(part.fine);
    if ('hidden' in part) return details(this.text(part.title), this.parts(part.hidden));
    return '';
  }

  /** A row of the table, and all of an entry. */
  item({ title, noun, cells = [], summary = cells[0]?.[0] ?? [], body, text }: Entry): ReviewItem {
    const name = inert(plainText(title));
    const about = noun ? `<br>${this.#small([noun])}` : '';
    // A summary has no Markdown.
    const heading = `<b>${name}</b>: ${this.text(summary).replaceAll('**', '')}`;
    return {
      row: [`${this.text(title)}${about}`, ...cells.map((lines) => lines.map((line) => this.text(line)).join('<br>'))],
      text,
      ...(body && { whole: (isOpen: boolean) => `${details(heading, this.parts(body()), isOpen)}\n\n` }),
    };
  }

  /** Text for engineers, in small print. */
  #small(texts: readonly Text[]): string {
    const parts = texts.map((text) => this.text(text)).filter((text) => text !== '');
    return parts.length === 0 ? '' : `<sub>${parts.join(' · ')}</sub>`;
  }

  #items({ items = [], isWhole = false }: Partial<ItemList>): string[] {
    const most = isWhole ? items.length : MOST_ITEMS;
    const lines = items
      .slice(0, most)
      .map(({ text, fine = [] }) => `- ${this.text(text)} ${this.#small(fine)}`.trimEnd());
    const shown = isWhole
      ? lines
      : fitted(
          lines.filter((line) => line.length <= LONGEST),
          this.limit / 4,
        );
    const more = items.length - shown.length;
    return more === 0 ? shown : [...shown, `- ${fill(MORE, this.language, { count: more })}`];
  }
}

/** A block that opens with a click, or is open. */
function details(title: string, body: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** A callout of GitHub; nothing if it is empty. */
export function alert(level: 'WARNING' | 'CAUTION' | 'NOTE', lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`[!${level}]`, ...lines].map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** Lines behind a fence; nothing if there are none. */
function block(lines: readonly string[], language: string): string {
  return lines.length === 0 ? '' : fenced(lines.join('\n'), language);
}

/** An address or a code, perhaps between backticks. */
function code(text: string): string {
  return `<code>${inert(text.replace(/^`(.*)`$/u, '$1'))}</code>`;
}

const SENTENCES = 3;

/** Few sentences as a paragraph; more of them as a paragraph and a list. The first one is in bold type. */
function paragraphs([first = '', ...lead]: readonly string[], rest: readonly string[]): string {
  const start = [`**${first}**`, ...lead];
  if (start.length + rest.length <= SENTENCES) return [...start, ...rest].join(' ');
  return `${start.join(' ')}\n\n${rest.map((sentence) => `- ${sentence}`).join('\n')}`;
}

/** A link with a text of ours, to an address in which nothing ends a link of Markdown. */
function link(text: string, url: string): string {
  const safe = url.replace(/[^\w./:?=&%#~+,;@-]/gu, (character) =>
    encodeURIComponent(character).replace(/[()'*!]/g, hex),
  );
  return `[${text}](${safe})`;
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
