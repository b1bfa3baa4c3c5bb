import { isDeepStrictEqual } from 'node:util';
import { script, style } from '../../../generated/gallery.js';
import type { Json } from '../../core/json.ts';
import type { Risk } from '../../core/kind.ts';
import { grouped, LANGUAGES, type Language, type Phrase } from '../../core/language.ts';
import type { Action } from '../../core/plan.ts';
import type { Sentence } from '../../core/sentence.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { drawBubble } from '../../preview/draw.ts';
import { sharedPicture } from '../../preview/pen.ts';
import { drawingStyle } from '../../preview/style.ts';
import { safe, visibleText } from '../../preview/visible.ts';
import { element, escapeXml, hashOf, htmlPage } from '../../preview/xml.ts';
import { type Fact, fileIn } from '../facts.ts';
import { type DiffPiece, diffWords } from '../word-diff.ts';
import { badgeWord, both, inLanguages, labelOf, whyBlocked, galleryWords as words } from './words.ts';

/** The length of a text of a bubble, in code points. */
interface CountedText {
  /** `buttons[0].name` */
  path: string;
  length: number;
  most: number;
  /** How many of these a phone shows, if that is fewer. */
  shown?: number;
}

/** A bubble with the lengths of its texts. */
export interface Picture {
  bubble: Bubble;
  lengths: readonly CountedText[];
}

/** A template, filled with the values of one sample; before and after a change if a plan has one. */
export interface PictureView {
  /** The name of the sample; null if the variables are not filled. */
  sample: string | null;
  /** What the view shows, if not a sample: a message of a test send, or its fallback. */
  label?: Phrase | undefined;
  before?: Picture | undefined;
  after?: Picture | undefined;
}

/** A template, or a change of a plan. */
export interface GalleryEntry {
  address: string;
  /** The resource's own name. */
  title: string;
  noun: Phrase;
  source: { file: string; line: number } | null;
  /** The action of the plan; undefined without a plan. */
  action?: Action | 'blocked' | undefined;
  /** Why the plan cannot make the change, in English. */
  reason?: string | undefined;
  /** The reason as data. */
  said?: Sentence | undefined;
  /** The risk that has to be allowed first. */
  risk?: Risk | undefined;
  /** True if the change that is blocked deletes it. */
  deletes?: boolean | undefined;
  /** The inspector's last comment. */
  comment?: string | undefined;
  /** Our comment for the next inspection. */
  answer?: string | undefined;
  /** Empty if no phone shows resources of the kind. */
  views: readonly PictureView[];
  /** The values that a plan changes. */
  fields: readonly Fact[];
}

/** An image that pictures refer to by `sharedHref`. */
export interface GalleryImage {
  id: string;
  /** A data URI. */
  href: string;
  width: number;
  height: number;
}

export interface Gallery {
  entries: readonly GalleryEntry[];
  images: readonly GalleryImage[];
  /** Set if the entries are the changes of a plan. */
  plan?: { environment: string } | undefined;
  /** The manifests with errors, whose resources are no entries. */
  leftOut?: readonly string[] | undefined;
  /** Undefined for the language of the browser. */
  language?: Language | undefined;
}

const HANGUL = /\p{Script=Hangul}/u;

/**
 * Draws previews as one HTML page that requests nothing: its style, its program and its images are inside of it, and its policy
 * permits no others. The same gallery gives the same bytes.
 */
export function drawGallery(gallery: Gallery): string {
  const { entries, images, plan, language } = gallery;
  const heading = plan ? words.changes : words.previews;
  const shared = images.map(({ id, href, ...size }) => sharedPicture(id, href, size)).join('');
  const body = [
    drawTop(heading, gallery),
    element('div', { class: 'page' }, drawList(entries) + drawMain(gallery)),
    // Not `hidden`: a drawing can refer to a picture only if it is part of the page.
    element('svg', { width: 0, height: 0, class: 'images', 'aria-hidden': 'true' }, shared),
    `<script type="module">${script}</script>`,
  ];
  const html = htmlPage(
    { lang: language ?? 'en', 'data-language': language ?? 'auto' },
    {
      title: `notiform · ${safe(heading[language ?? 'en'])}`,
      css: style + drawingStyle,
      permits: [`script-src ${hashOf(script)}`, 'img-src data:'],
    },
    body.join('\n'),
  );
  return `<!doctype html>\n${html}`;
}

/** A text of a user, with Korean marked. */
function own(text: string, tag = 'span', className?: string): string {
  return element(tag, { class: className, lang: HANGUL.test(text) ? 'ko' : undefined }, safe(text));
}

function drawTop(heading: Phrase, { plan }: Gallery): string {
  const names: Record<Language, string> = { en: 'English', ko: '한국어' };
  const choices = LANGUAGES.map((lang) =>
    element('button', { type: 'button', lang, 'data-choose': lang, 'aria-pressed': 'false' }, names[lang]),
  );
  const environment = plan
    ? element('p', { class: 'environment' }, `${both(words.environment)} ${own(plan.environment, 'strong')}`)
    : '';
  return element(
    'header',
    { class: 'top' },
    [
      `<p class="brand">notiform</p><h1>${both(heading)}</h1>${environment}`,
      '<div class="languages" role="group" aria-labelledby="languages">',
      `<span id="languages" class="unseen">${both(words.language)}</span>${choices.join('')}</div>`,
    ].join(''),
  );
}

function drawList(entries: readonly GalleryEntry[]): string {
  const links = entries.map((entry, index) =>
    element(
      'li',
      {},
      `<a href="#entry-${index}">${own(entry.title, 'span', 'name')}${badge(entry)}<small>${safe(entry.address).replaceAll('/', '/<wbr>')}</small></a>`,
    ),
  );
  const heading = `<h2 id="list" class="unseen">${both(words.list)}</h2>`;
  return `<nav aria-labelledby="list">${heading}<ul>${links.join('')}</ul></nav>`;
}

function drawMain({ entries, leftOut }: Gallery): string {
  const empty = entries.length === 0 ? `<p class="nothing">${both(words.empty)}</p>` : '';
  return element('main', {}, drawLeftOut(leftOut) + empty + entries.map(drawEntry).join('\n'));
}

const SHOWN_FILES = 10;

function drawLeftOut(leftOut: readonly string[] = []): string {
  if (leftOut.length === 0) return '';
  const files = leftOut.slice(0, SHOWN_FILES).map((file) => `<code>${safe(file)}</code>`);
  const more = leftOut.length > SHOWN_FILES ? ', …' : '';
  return `<p class="reason" role="note">${both(words.leftOut, { count: leftOut.length })} ${files.join(', ')}${more}</p>`;
}

function badge({ action, risk, deletes }: GalleryEntry): string {
  if (action === undefined) return '';
  return element('span', { class: `badge ${action}` }, both(badgeWord({ action, risk, deletes })));
}

function drawReason(entry: GalleryEntry): string {
  if (entry.reason === undefined) return '';
  const said = (at: 0 | 1): string => inLanguages((language) => whyBlocked(entry, language)[at]);
  return `<p class="reason"><strong>${said(0)}</strong> ${said(1)}</p>`;
}

function drawEntry(entry: GalleryEntry, index: number): string {
  const { title, noun, address, source, action, comment, answer, views, fields } = entry;
  const id = `entry-${index}`;
  const at = source ? `<code>${safe(`${source.file}:${source.line}`)}</code>` : '';
  return element(
    'article',
    { id, 'aria-labelledby': `${id}-title`, tabindex: -1 },
    [
      `<header><h2 id="${id}-title">${own(title)}${badge(entry)}</h2>`,
      `<p class="facts">${both(noun)} <code>${safe(address)}</code> ${at}</p></header>`,
      drawReason(entry),
      comment === undefined ? '' : `<p class="comment"><strong>${both(words.comment)}</strong> ${own(comment)}</p>`,
      answer === undefined ? '' : `<p class="comment"><strong>${both(words.answer)}</strong> ${own(answer)}</p>`,
      drawSamples(views, id),
      ...views.map((view, place) => drawView(view, place, id)),
      // The picture of what is new or deleted shows all of it.
      views.length > 0 && (action === 'create' || action === 'delete') ? '' : fieldChanges(fields),
    ].join('\n'),
  );
}

function drawSamples(views: readonly PictureView[], id: string): string {
  if (views.length < 2) return '';
  const choices = views.map(({ sample, label }, place) => {
    const name = label ? both(label) : sample === null ? both(words.variables) : own(sample);
    const radio = { type: 'radio', name: `${id}-sample`, value: place, checked: place === 0 ? '' : undefined };
    return `<label>${element('input', radio)}<span>${name}</span></label>`;
  });
  return `<fieldset class="samples"><legend>${both(words.sample)}</legend>${choices.join('')}</fieldset>`;
}

function drawView({ before, after, sample, label }: PictureView, place: number, id: string): string {
  const key = `${id}-${place}`;
  const isSame = before && after && isDeepStrictEqual(before.bubble, after.bubble);
  const old = isSame ? undefined : before;
  const shown = [
    old ? figure(old, after ? words.before : words.picture, `${key}-before`) : '',
    after ? figure(after, old ? words.after : words.picture, `${key}-after`) : '',
    drawLengths((after ?? before)?.lengths ?? []),
  ];
  const attributes = { class: 'view', 'data-view': place, hidden: place > 0 ? '' : undefined };
  const name = label?.en ?? sample;
  const named = name === null ? {} : { role: 'group', 'aria-label': visibleText(name) };
  return element('div', { ...attributes, ...named }, shown.join('\n'));
}

/** A bubble under its caption. A carousel does not shrink: it is scrolled, by the keyboard too. */
function figure(picture: Picture, caption: Phrase, id: string): string {
  const name = `<figcaption id="${id}">${both(caption)}</figcaption>`;
  const drawing = drawBubble(picture.bubble, id);
  const isWide = picture.bubble.kind === 'brand' && picture.bubble.carousel;
  const scrolled = isWide
    ? { class: 'phone wide', role: 'group', tabindex: 0, 'aria-labelledby': id }
    : { class: 'phone' };
  return `<figure>${name}${element('div', scrolled, drawing)}</figure>`;
}

function drawLengths(lengths: readonly CountedText[]): string {
  if (lengths.length === 0) return '';
  const rows = lengths.map(({ path, length, most, shown }) => {
    const limit = shown ?? most;
    const over = length > most ? length - most : 0;
    const cut = over === 0 ? length - limit : 0;
    return [
      `<li${over + Math.max(cut, 0) > 0 ? ' class="over"' : ''}>`,
      `<span>${labelOf(path)}</span>`,
      `<span class="number">${grouped(length)} / ${grouped(limit)}${shown === undefined ? '' : ` ${both(words.atMost, { most })}`}</span>`,
      over > 0 ? `<strong>${both(words.tooLong, { count: over })}</strong>` : '',
      cut > 0 ? `<strong>${both(words.cut, { count: cut })}</strong>` : '',
      '</li>',
    ].join('');
  });
  return `<div class="lengths"><h3>${both(words.lengths)}</h3><ul>${rows.join('')}</ul></div>`;
}

/** Draws the changed fields of a plan beside each other, changed words marked. Empty if there are none. */
function fieldChanges(fields: readonly Fact[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(({ path, before, after }) => {
    const diff = diffWords(textOf(before), textOf(after));
    // A file can have other bytes under the same name.
    const isSame = textOf(before) === textOf(after);
    const fresh = isSame ? `<td><ins>${both(words.replaced)}</ins></td>` : cell(diff.after, 'ins', after);
    return `<tr><th scope="row">${labelOf(path)}</th>${cell(diff.before, 'del', before)}${fresh}</tr>`;
  });
  const head = `<tr><td></td><th scope="col">${both(words.before)}</th><th scope="col">${both(words.after)}</th></tr>`;
  return `<section class="changed"><h3>${both(words.changed)}</h3><div class="table"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

/** A picture at an address is a link: the page itself requests nothing. */
function cell(pieces: readonly DiffPiece[], tag: 'del' | 'ins', value: Json): string {
  if (pieces.length === 0) return `<td class="none">${both(words.none)}</td>`;
  const text = pieces.map((piece) => {
    const shown = escapeXml(visibleText(piece.text));
    return piece.changed ? element(tag, {}, shown) : shown;
  });
  const url = /^https?:\/\/.*/i.exec(fileIn(value)?.path ?? '')?.[0];
  const shown = text.join('');
  return element('td', { lang: 'ko' }, url ? element('a', { href: url, rel: 'noreferrer' }, shown) : shown);
}

function textOf(value: Json): string {
  return value === null ? '' : (fileIn(value)?.path ?? String(value));
}
