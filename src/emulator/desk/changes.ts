import { type ChangeObject, diffArrays } from 'diff';
import { wordSegments } from '../../text/graphemes.ts';
import type { BrandContent } from '../resource/brand-template/template.ts';
import type { TemplateContent } from '../resource/template/template.ts';

/** A text that both contents have, or only one of them. */
interface Piece {
  side: 'both' | 'before' | 'after';
  text: string;
}

export interface Change {
  name: string;
  pieces: Piece[];
}

/** A comparison with more added and removed words is stopped, and both texts are shown as a whole. */
const MOST_CHANGES = 1000;

type TemplateText = TemplateContent | BrandContent;

/** The texts that differ between two contents of one template, word by word. */
export function changesBetween(before: TemplateText, after: TemplateText): Change[] {
  const [old, now] = [textsOf(before), textsOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const [left = '', right = ''] = [old.get(name), now.get(name)];
    return left === right ? [] : [{ name, pieces: piecesOf(left, right) }];
  });
}

/** The labels of the members of a template or card, in reading order. */
const LABELS: Readonly<Record<string, string>> = {
  templateName: 'Name',
  templateMessageType: 'Message type',
  templateEmphasizeType: 'Emphasis',
  chatBubbleType: 'Bubble',
  categoryCode: 'Category',
  adult: 'Adult',
  templateTitle: 'Title',
  templateSubtitle: 'Subtitle',
  header: 'Header',
  templateHeader: 'Header',
  templateImageName: 'Image',
  templateItemHighlight: 'Highlight',
  list: 'Items',
  summary: 'Summary',
  content: 'Body',
  templateContent: 'Body',
  additionalContent: 'Additional',
  templateExtra: 'Extra',
  templatePreviewMessage: 'Preview message',
  securityFlag: 'Security',
  imageLink: 'Image link',
  templateRepresentLink: 'Link',
  head: 'Intro',
  tail: 'More',
  video: 'Video',
  title: 'Product name',
  regularPrice: 'Regular price',
  discountPrice: 'Discount price',
  discountRate: 'Discount rate',
  discountFixed: 'Discount amount',
  buttons: 'Buttons',
  quickReplies: 'Quick replies',
  coupon: 'Coupon',
};

/** Addresses that are new at every upload, and therefore no difference. */
const UPLOADS = new Set(['imageUrl', 'thumbnailUrl']);

function textsOf(content: TemplateText): Map<string, string> {
  if ('templateContent' in content) return new Map(rowsOf({ ...content, ...content.templateItem }));
  const { carousel, commerce, mainWideItem, subWideItemList, ...rest } = content;
  const { list: cards = [], ...frame } = carousel ?? {};
  return new Map([
    ...rowsOf({ ...rest, ...frame, ...commerce, list: [mainWideItem, ...subWideItemList] }),
    ...cards.flatMap((card, index) => rowsOf({ ...card, ...card.commerce }, `Card ${index + 1} · `)),
  ]);
}

function rowsOf(part: object, prefix = ''): [name: string, text: string][] {
  const values = new Map<string, unknown>(Object.entries(part));
  return Object.entries(LABELS)
    .filter(([member]) => values.has(member))
    .map(([member, label]) => [prefix + label, textOf(values.get(member), member)]);
}

/** A line for each element of a list and for each member of an object. Every number in a template is a price. */
function textOf(value: unknown, member: string, separator = '\n'): string {
  if (value === null || value === undefined || UPLOADS.has(member)) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return member === 'discountRate' ? `${value}%` : `${value.toLocaleString('en')}원`;
  if (typeof value !== 'object') return String(value);
  const inner = Array.isArray(value) ? ' · ' : separator;
  const texts = Object.entries(value).map(([name, one]) => textOf(one, name, inner));
  return texts.filter(Boolean).join(separator);
}

function piecesOf(before: string, after: string): Piece[] {
  const changes = diffArrays(wordSegments(before), wordSegments(after), { maxEditLength: MOST_CHANGES });
  const whole: Piece[] = [
    { side: 'before', text: before },
    { side: 'after', text: after },
  ];
  return (changes?.map(pieceOf) ?? whole).filter(({ text }) => text !== '');
}

function pieceOf({ added, removed, value }: ChangeObject<string[]>): Piece {
  return { side: added ? 'after' : removed ? 'before' : 'both', text: value.join('') };
}
