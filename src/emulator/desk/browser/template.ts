import type { Change, Piece, Remark, TemplateRow, TemplateView } from '../views.ts';
import { api, type Query } from './api.ts';
import type { Shown } from './detail.ts';
import { type Content, el, langOf } from './dom.ts';
import { t, translated } from './language.ts';
import {
  badge,
  codeLine,
  factList,
  fileList,
  listOf,
  manifestLine,
  part,
  rowEnd,
  rowOf,
  targetList,
  time,
  under,
} from './parts.ts';
import { keyOf, partsOf } from './place.ts';
import type { RollRow } from './roll.ts';
import type { Subject } from './verdict-box.ts';
import { meaningOf } from './words.ts';

/** The key of a template in the address of the page. */
export function templateKey({ product, senderKey, code }: Pick<TemplateRow, 'product' | 'senderKey' | 'code'>): string {
  return keyOf(product, senderKey, code);
}

/** The query of a template. */
export function templateQuery(key: string): Query {
  const [product = '', senderKey = '', code = ''] = partsOf(key);
  return { product, senderKey, code };
}

export function stateBadge({ product, state }: TemplateRow): HTMLElement {
  return badge(meaningOf(product, state), state);
}

/** The badge of a pending request: rejected before, or a new version. */
export function waitingMark({ wasRejected, follows }: TemplateRow): Content {
  if (wasRejected) return badge(t('Was rejected'), 'REJ');
  return follows === null ? null : badge(t('New version of {}', follows), 'INQ');
}

export function templateRow(row: TemplateRow, address: string, mark: Content): RollRow {
  const { name, comment, requestedAt, modifiedAt, attachments } = row;
  return rowOf(
    address,
    name,
    mark,
    codeLine(row),
    manifestLine(row.address),
    comment === null ? null : el('p', { class: 'excerpt', lang: langOf(comment) }, comment),
    rowEnd(requestedAt ?? modifiedAt, attachments),
  );
}

/** One template: its request, changes, comments and links. */
export function templateDetail(view: TemplateView): Shown {
  const { name, address, requestedAt, comment, remarks, targets, facts } = view;
  const [latest] = remarks;
  const request = requestedAt !== null && latest?.status === 'REQ' && latest.text === comment ? latest : undefined;
  return {
    title: name,
    mark: stateBadge(view),
    line: codeLine(view),
    address,
    subject: requestedAt === null ? null : subjectOf(view),
    before: [requestPart(view, request), changesPart(view)],
    after: [
      part(t('Comments'), listOf('remarks', request ? remarks.slice(1) : remarks, remarkItem)),
      part(t('Links'), targetList(targets)),
      part(t('Details'), factList(facts)),
    ],
  };
}

function subjectOf(view: TemplateView): Subject {
  const { senderKey: profile, code: templateCode, name } = view;
  return {
    key: templateKey(view),
    name,
    hasComment: true,
    give: (verdict, comment) => api.verdict({ profile, templateCode, verdict, ...(comment !== '' && { comment }) }),
  };
}

/** @param request the comment that came with it, if there is one */
function requestPart({ requestedAt, comment }: TemplateView, request: Remark | undefined): HTMLElement | null {
  if (requestedAt === null) return null;
  return part(
    t('Inspection request'),
    under(`${t('Requested')} `, time(requestedAt)),
    comment === null ? el('p', { class: 'quiet' }, t('No comment')) : el('p', { class: 'quote' }, comment),
    fileList(request?.attachments ?? []),
  );
}

/** Author names of the emulator. */
const OWN_AUTHORS = ['inspector', 'emulator'];

function remarkItem({ status, author, at, text, attachments }: Remark): HTMLElement {
  const name = OWN_AUTHORS.includes(author) ? translated(author) : author;
  return el(
    'li',
    {},
    under(badge(meaningOf('comment', status), status), ` ${name} · `, time(at)),
    el('p', { class: 'quote' }, text),
    fileList(attachments),
  );
}

function changesPart({ since }: TemplateView): HTMLElement | null {
  if (since === null) return null;
  const none = el('p', { class: 'quiet' }, t('No changes'));
  const changes = el('dl', { class: 'changes' }, ...since.changes.map(changeRow));
  return part(translated(since.title), since.changes.length === 0 ? none : changes);
}

function changeRow({ name, pieces }: Change): HTMLElement {
  const shown = name.split(' · ').map(translated).join(' · ');
  return el('div', {}, el('dt', {}, shown), el('dd', {}, ...pieces.map(pieceOf)));
}

function pieceOf({ side, text }: Piece): HTMLElement | string {
  return side === 'both' ? text : el(side === 'after' ? 'ins' : 'del', {}, text);
}
