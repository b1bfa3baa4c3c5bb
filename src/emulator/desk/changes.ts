import { type ChangeObject, diffArrays } from 'diff';
import { wordSegments } from '../../text/graphemes.ts';
import type { BrandContent } from '../resource/brand-template/template.ts';
import type { TemplateContent } from '../resource/template/template.ts';
import { html, type Part } from './html.ts';
import { meanings } from './meanings.ts';
import { part } from './parts.ts';
import type { Words } from './words.ts';

/** A comparison with more added and removed words is stopped, and both texts are shown as a whole. */
const MOST_CHANGES = 1000;

type TemplateText = TemplateContent | BrandContent;

/** The texts that differ between two contents of one template, word by word. */
export function changesPart(words: Words, title: string, before: TemplateText, after: TemplateText): Part {
  const [old, now] = [textsOf(words, before), textsOf(words, after)];
  const rows = [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const [left = '', right = ''] = [old.get(name), now.get(name)];
    return left === right ? [] : [html`<div><dt>${name}</dt><dd>${piecesOf(left, right)}</dd></div>`];
  });
  const none = html`<p class="quiet">${words.t('No changes')}</p>`;
  return part(title, rows.length === 0 ? none : html`<dl class="changes">${rows}</dl>`);
}

/** Addresses that are new at every upload, and therefore no difference. */
const UPLOADS = new Set(['imageUrl', 'thumbnailUrl']);

/** The texts of a content in reading order, by the names of their members in the reader's language. */
function textsOf(words: Words, content: TemplateText): Map<string, string> {
  const rows = (part: object, card = ''): [name: string, text: string][] => {
    const values = new Map<string, unknown>(Object.entries(part));
    return Object.keys(meanings.member)
      .filter((member) => values.has(member))
      .map((member) => [card + words.meaning('member', member), textOf(words, values.get(member), member)]);
  };
  if ('templateContent' in content) return new Map(rows({ ...content, ...content.templateItem }));
  const { carousel, commerce, mainWideItem, subWideItemList, ...rest } = content;
  const { list: cards = [], ...frame } = carousel ?? {};
  return new Map([
    ...rows({ ...rest, ...frame, ...commerce, list: [mainWideItem, ...subWideItemList] }),
    ...cards.flatMap((card, index) => rows({ ...card, ...card.commerce }, `${words.t('Card {}', index + 1)} · `)),
  ]);
}

/** A line for each element of a list and for each member of an object. Every number in a template is a price. */
function textOf(words: Words, value: unknown, member: string, separator = '\n'): string {
  if (value === null || value === undefined || UPLOADS.has(member)) return '';
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no');
  if (typeof value === 'number') return member === 'discountRate' ? `${value}%` : `${value.toLocaleString('en')}원`;
  if (typeof value !== 'object') return String(value);
  const inner = Array.isArray(value) ? ' · ' : separator;
  const texts = Object.entries(value).map(([name, one]) => textOf(words, one, name, inner));
  return texts.filter(Boolean).join(separator);
}

function piecesOf(before: string, after: string): Part {
  const changes = diffArrays(wordSegments(before), wordSegments(after), { maxEditLength: MOST_CHANGES });
  if (changes !== undefined) return changes.map(pieceOf);
  return [html`<del>${before}</del>`, html`<ins>${after}</ins>`];
}

function pieceOf({ added, removed, value }: ChangeObject<string[]>): Part {
  const text = value.join('');
  if (added) return html`<ins>${text}</ins>`;
  return removed ? html`<del>${text}</del>` : text;
}
