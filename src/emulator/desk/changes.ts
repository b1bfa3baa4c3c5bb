import { type ChangeObject, diffArrays } from 'diff';
import { segmentsOf } from '../../core/graphemes.ts';
import { isObject } from '../../core/json.ts';
import type { BrandContent } from '../resource/brand-template/shape.ts';
import type { Button, TemplateContent } from '../resource/template/shape.ts';
import type { Change, Piece } from './views.ts';

/** Comparing longer than this is given up: both texts are then shown whole. In milliseconds. */
const PATIENCE_MS = 100;

const words = new Intl.Segmenter('ko', { granularity: 'word' });

/** What a template says, text by text, for comparison. */
function textsOf(content: TemplateContent): Map<string, string> {
  const { templateItemHighlight: highlight, templateItem: item, templateRepresentLink: link } = content;
  return new Map([
    ['Name', content.templateName],
    ['Message type', content.templateMessageType],
    ['Emphasis', content.templateEmphasizeType],
    ['Category', content.categoryCode],
    ['Title', content.templateTitle ?? ''],
    ['Subtitle', content.templateSubtitle ?? ''],
    ['Header', content.templateHeader ?? ''],
    ['Image', content.templateImageName ?? ''],
    ['Highlight', linesOf([highlight?.title, highlight?.description])],
    ['Items', linesOf((item?.list ?? []).map(({ title, description }) => `${title}: ${description}`))],
    ['Summary', item?.summary ? `${item.summary.title}: ${item.summary.description}` : ''],
    ['Body', content.templateContent],
    ['Extra', content.templateExtra ?? ''],
    ['Preview message', content.templatePreviewMessage ?? ''],
    ['Security', content.securityFlag ? 'yes' : 'no'],
    ['Link', linesOf([link?.linkMo, link?.linkPc, link?.linkAnd, link?.linkIos])],
    ['Buttons', content.buttons.map(buttonText).join('\n')],
    ['Quick replies', content.quickReplies.map(buttonText).join('\n')],
  ]);
}

function linesOf(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => text).join('\n');
}

function buttonText(button: Button): string {
  const { linkMo, linkPc, linkAnd, linkIos, telNumber, pluginId } = button;
  const links = [linkMo, linkPc, linkAnd, linkIos, telNumber, pluginId].filter((text) => text);
  return [`${button.name} (${button.linkType})`, ...links].join(' ');
}

/** The texts of a template that differ, word by word; image addresses are new at every upload and are no difference. */
export function changesBetween(before: TemplateContent, after: TemplateContent): Change[] {
  return differing(textsOf(before), textsOf(after));
}

/** As `changesBetween`, of a brand template. */
export function brandChanges(before: BrandContent, after: BrandContent): Change[] {
  return differing(brandTexts(before), brandTexts(after));
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [old, text] = [before.get(name) ?? '', after.get(name) ?? ''];
    return old === text ? [] : [{ name, pieces: piecesOf(old, text) }];
  });
}

/** What a brand template says, part by part. */
function brandTexts(content: BrandContent): Map<string, string> {
  const { carousel, commerce } = content;
  return new Map([
    ['Name', content.templateName],
    ['Bubble', content.chatBubbleType],
    ['Adult', content.adult ? 'yes' : 'no'],
    ['Header', content.header ?? ''],
    ['Body', content.content ?? ''],
    ['Additional', content.additionalContent ?? ''],
    ['Image link', content.imageLink ?? ''],
    ['Items', leavesOf([content.mainWideItem, content.subWideItemList])],
    ['Intro', leavesOf(carousel?.head)],
    ...(carousel?.list ?? []).flatMap((card, index) => rowsOf(card, `Card ${index + 1} · `)),
    ['More', leavesOf(carousel?.tail)],
    ['Video', leavesOf(content.video)],
    ...rowsOf(commerce ?? {}, ''),
    ['Buttons', leavesOf(content.buttons)],
    ['Coupon', leavesOf(content.coupon)],
  ]);
}

/** What the desk calls the members of a card and of a price. */
const LABELS: Readonly<Record<string, string>> = {
  header: 'Header',
  content: 'Body',
  additionalContent: 'Additional',
  imageLink: 'Image link',
  buttons: 'Buttons',
  coupon: 'Coupon',
  title: 'Product name',
  regularPrice: 'Regular price',
  discountPrice: 'Discount price',
  discountRate: 'Discount rate',
  discountFixed: 'Discount amount',
};

/** A row for each member; prices have theirs beside the others. */
function rowsOf(part: object, prefix: string): [name: string, text: string][] {
  return Object.entries(part).flatMap(([member, value]): [string, string][] => {
    if (member === 'commerce') return rowsOf(isObject(value) ? value : {}, prefix);
    return [[prefix + (LABELS[member] ?? member), priced(member, value) ?? leavesOf(value, member)]];
  });
}

/** `29,800원`, `15%`; undefined for what is no price. */
function priced(member: string, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  return member === 'discountRate' ? `${value}%` : `${value.toLocaleString('en')}원`;
}

/** Every value inside, a line each. */
function leavesOf(value: unknown, name = ''): string {
  if (value === null || value === undefined || UPLOADS.has(name)) return '';
  if (typeof value !== 'object') return String(value);
  return linesOf(Object.entries(value).map(([member, inner]) => leavesOf(inner, member)));
}

/** Addresses that are new at every upload. */
const UPLOADS = new Set(['imageUrl', 'thumbnailUrl']);

function piecesOf(before: string, after: string): Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: PATIENCE_MS });
  const whole: Piece[] = [
    { side: 'before', text: before },
    { side: 'after', text: after },
  ];
  return (changes?.map(pieceOf) ?? whole).filter(({ text }) => text !== '');
}

function pieceOf({ added, removed, value }: ChangeObject<string[]>): Piece {
  return { side: added ? 'after' : removed ? 'before' : 'both', text: value.join('') };
}

function wordsOf(text: string): string[] {
  return segmentsOf(words, text);
}
