import type { Address } from '../core/address.ts';
import type { Place } from '../core/problem.ts';
import type { Tone } from './style.ts';
import { visible } from './visible.ts';

/** Texts in pieces. Every writer decides how a piece looks. */

export type ManifestLine = Pick<Place, 'file' | 'line'>;

/** A piece of a text. Only `span`, `whole` and `ours` make one. */
export interface Span {
  readonly text: string;
  readonly tones: readonly Tone[];
  /** Never broken over two rows. */
  readonly whole: boolean;
  /** `ours` is a phrase of ours, which may have Markdown in it; `code` is a command or a name that is copied. */
  readonly as?: 'ours' | 'code';
  /** The line of a manifest that a link leads to. */
  readonly line?: ManifestLine;
}

export type Text = readonly Span[];

/** A piece of text in some tones. Characters that a terminal would obey are made visible. */
export function span(text: string, ...tones: readonly Tone[]): Span {
  return { text: visible(text), tones, whole: false };
}

/** As `span`, and never broken over two rows. */
export function whole(text: string, ...tones: readonly Tone[]): Span {
  return { ...span(text, ...tones), whole: true };
}

/** A phrase of ours, as it is: a comment of the Action has paragraphs in it. No text of a user may be in it. */
export function ours(text: string, ...tones: readonly Tone[]): Span {
  return { text, tones, whole: false, as: 'ours' };
}

/** An address or a code. */
export function code(text: string): Span {
  return { ...whole(text), as: 'code' };
}

/** A sentence whose commands and names, in backticks, are never broken over two rows: they are copied. */
export function sentenceSpans(text: string, ...tones: readonly Tone[]): Span[] {
  return text
    .split(/(`[^`]+`)/u)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('`') ? { ...whole(part, ...tones), as: 'code' } : span(part, ...tones)));
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text without its looks. */
export function plainText(text: Text): string {
  return text.map((piece) => piece.text).join('');
}

/** The lines as one, with a piece between them. */
export function joined(lines: readonly Text[], between: Span = span(', ', 'dim')): Span[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [between, ...line]));
}

/** `2026-11-19 10:00 KST · rejected`: short facts side by side. */
export function dotted(words: readonly string[]): Text {
  return joined(
    words.map((word) => [span(word, 'dim')]),
    ours(' · ', 'dim'),
  );
}

/** `Done: 1 created, 2 updated.`, broken only between its parts. */
export function listed(lead: string, parts: readonly string[], ...tones: readonly Tone[]): Text {
  return [
    span(lead, ...tones),
    ...parts.flatMap((part, index): Span[] => [
      whole(`${part}${index === parts.length - 1 ? '.' : ','}`, ...tones),
      span(' ', ...tones),
    ]),
  ];
}

/** A heading with a remark. */
export function heading(title: string, about = ''): Text {
  return [span(title, 'bold'), ...(about === '' ? [] : [span(`  ${about}`, 'dim')])];
}

/** An address with its id in bold. */
export function addressText(address: Address): Text {
  const cut = address.lastIndexOf('/') + 1;
  return [span(address.slice(0, cut)), span(address.slice(cut), 'bold')];
}

/** `manifests/shop.yaml:12`, with its link. */
export function sourceText(source: ManifestLine | null | undefined): Text {
  return source ? [{ ...span(`${source.file}:${source.line}`, 'dim'), line: source }] : [];
}

/** A symbol before a line. */
export interface Mark {
  symbol: string;
  tone: Tone;
}

export function markSpan({ symbol, tone }: Mark): Span {
  return span(`${symbol} `, tone, 'bold');
}
