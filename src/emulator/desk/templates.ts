import type { Machine } from '../machine.ts';
import { bodyOf } from '../message/notification/matching.ts';
import { templateCategories } from '../resource/categories.ts';
import { applicants, isApplicant } from '../resource/profile/control.ts';
import { applyDormancy, inspectionRequests } from '../resource/template/operations.ts';
import { type InspectionComment, serviceStatus, type Template } from '../resource/template/template.ts';
import { attachmentLink } from './attachments.ts';
import { applicationDetail, applicationEntry, brandDetail, brandEntry } from './brand.ts';
import { templateBubble } from './bubbles.ts';
import { changesPart } from './changes.ts';
import { html, type Part } from './html.ts';
import { meanings } from './meanings.ts';
import {
  type Area,
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  fileList,
  filledBubble,
  listed,
  namesOf,
  part,
  quote,
  sampleForm,
  shownTime,
  targetList,
  time,
  under,
} from './parts.ts';
import { keyOf, partsOf } from './place.ts';

/** The templates that wait for a verdict, or all of them, and the profiles that applied for brand messages. */
export const templates: Area = {
  title: 'Templates',
  noun: 'template',
  placeholder: 'Search templates',
  empty: 'No templates yet. Templates that are registered through the API appear here.',
  filters: ({ words }) => {
    const stateOf = (kind: 'notification' | 'brand', before = '') =>
      Object.keys(meanings[kind]).map((one) => [one, `${before}${words.meaning(kind, one)} (${one})`] as const);
    const states = [...stateOf('notification'), ...stateOf('brand', `${words.t('Brand')}: `)];
    const waiting = ['waiting', words.t('Waiting for inspection')] as const;
    return [{ name: 'state', label: words.t('State'), options: [waiting, ['', words.t('Any state')], ...states] }];
  },
  entries: (desk) => (desk.place.state === 'waiting' ? waiting(desk) : all(desk, desk.place.state)),
  detail: (desk, key) => {
    const { store } = desk.machine;
    const [product, senderKey = '', code = ''] = partsOf(key);
    if (product === 'profile') {
      const profile = store.profiles.get(senderKey);
      return profile && isApplicant(profile) ? applicationDetail(desk, profile) : undefined;
    }
    if (product === 'brand') {
      const template = store.brandTemplates.of(senderKey, code);
      return template && brandDetail(desk, template);
    }
    const template = store.templates.of(senderKey, code);
    return template && notificationDetail(desk, template);
  },
};

export function countWaiting(machine: Machine): number {
  return inspectionRequests(machine).length + applicants(machine).length;
}

/** Everything that waits for a verdict, oldest first. */
function waiting(desk: Desk): Entry[] {
  const requests = inspectionRequests(desk.machine).map((template) => ({
    at: template.requestedAt ?? 0,
    ...notificationEntry(desk, template),
  }));
  const applications = applicants(desk.machine).map((profile) => ({
    at: profile.brandAppliedAt,
    ...applicationEntry(desk, profile),
  }));
  return [...requests, ...applications].sort((a, b) => a.at - b.at);
}

/** The templates of a state, newest first; "" is any. */
function all(desk: Desk, state: string): Entry[] {
  const { templates: notifications, brandTemplates: brands } = desk.machine.store;
  const rows: { serial: number; entry(): Entry }[] = [];
  for (const one of notifications.values())
    if (state === '' || serviceStatus(applyDormancy(desk.machine, one)) === state)
      rows.push({ serial: one.serial, entry: () => notificationEntry(desk, one) });
  for (const one of brands.values())
    if (state === '' || one.status === state) rows.push({ serial: one.serial, entry: () => brandEntry(desk, one) });
  return rows.sort((a, b) => b.serial - a.serial).map(({ entry }) => entry());
}

function notificationEntry(desk: Desk, template: Template): Entry {
  const { senderKey, templateCode, content, requestedAt, modifiedAt } = template;
  return listed(desk, {
    key: keyOf('notification', senderKey, templateCode),
    title: content.templateName,
    mark: () => [waitingMark(desk, template), desk.place.state === 'waiting' ? null : stateBadge(desk, template)],
    names: namesOf(desk, template),
    at: requestedAt ?? modifiedAt,
    files: requestOf(template)?.attachment.length ?? 0,
    texts: [templateCode, content.templateContent],
  });
}

function stateBadge({ words }: Desk, template: Template): Part {
  const state = serviceStatus(template);
  return badge(words.meaning('notification', state), state);
}

/** The badge of a pending request: rejected before, or a new version. */
function waitingMark({ machine, words }: Desk, template: Template): Part {
  if (template.requestedAt === null) return null;
  if (template.judged?.verdict === 'REJ' || template.comments.some(({ status }) => status === 'REJ'))
    return badge(words.t('Was rejected'), 'REJ');
  const before = template.judged ? undefined : versionBefore(machine, template);
  return before === undefined ? null : badge(words.t('New version of {}', before.templateCode), 'INQ');
}

function requestOf({ comments, requestedAt }: Template): InspectionComment | undefined {
  return comments.findLast(({ status, at }) => status === 'REQ' && at === requestedAt);
}

/** Everything about a template that a person needs for a verdict. */
function notificationDetail(desk: Desk, template: Template): Detail {
  const { machine, words, place } = desk;
  const { content, requestedAt } = applyDormancy(machine, template);
  const { templateName: title, templateMessageType, templateEmphasizeType } = content;
  const request = requestOf(template);
  const others = template.comments.filter((comment) => comment !== request).reverse();
  const bubble = templateBubble(machine, template);
  const category = templateCategories.get(content.categoryCode);
  const form = `${words.withMeaning('form', templateMessageType)} · ${words.withMeaning('emphasis', templateEmphasizeType)}`;
  return {
    title,
    mark: [stateBadge(desk, template), waitingMark(desk, template)],
    line: under(namesOf(desk, template), ` · ${form}`),
    bubble: filledBubble(bubble, place.samples),
    ...(requestedAt === null ? {} : { subject: { hasComment: true } }),
    before: [
      requestedAt === null
        ? null
        : part(
            words.t('Inspection request'),
            under(`${words.t('Requested')} `, time(desk, requestedAt)),
            request === undefined ? html`<p class="quiet">${words.t('No comment')}</p>` : quote(request.content),
            filesOf(desk, template, request),
          ),
      sinceThen(desk, template),
    ],
    after: [
      sampleForm(desk, bubble),
      part(
        words.t('Comments'),
        others.length === 0 ? null : html`<ol class="remarks">${others.map((one) => remark(desk, template, one))}</ol>`,
      ),
      part(words.t('Links'), targetList(desk, bodyOf(content, ''))),
      part(
        words.t('Details'),
        factList(desk, {
          [words.meaning('member', 'categoryCode')]: category
            ? `${category.groupName} / ${category.name} (${category.code})`
            : content.categoryCode,
          [words.meaning('member', 'templatePreviewMessage')]: content.templatePreviewMessage,
          [words.meaning('member', 'securityFlag')]: content.securityFlag
            ? words.t('shown only on the main device')
            : null,
          'Registered on': shownTime(machine, template.createdAt),
          Changed: shownTime(machine, template.modifiedAt),
        }),
      ),
    ],
  };
}

/** Compares the template with its content at the last verdict, or a new version with the version that it replaces. */
function sinceThen({ machine, words }: Desk, template: Template): Part {
  const { content, judged } = template;
  if (judged) {
    const title = judged.verdict === 'APR' ? 'Changed since it was approved' : 'Changed since it was rejected';
    return changesPart(words, words.t(title), judged.content, content);
  }
  const before = versionBefore(machine, template);
  if (before === undefined) return null;
  return changesPart(words, words.t('Compared with {}', before.templateCode), before.content, content);
}

/** The newest earlier version: `order_paid_v2` for `order_paid_v3`, else `order_paid`. */
function versionBefore({ store }: Machine, { senderKey, templateCode }: Template): Template | undefined {
  const [, base = '', number = ''] = /^(.+)_v([1-9]\d{0,3})$/.exec(templateCode) ?? [];
  for (let version = Number(number) - 1; version >= 1; version -= 1) {
    const found = store.templates.of(senderKey, `${base}_v${version}`);
    if (found) return found;
  }
  return base === '' ? undefined : store.templates.of(senderKey, base);
}

function filesOf(desk: Desk, template: Template, comment: InspectionComment | undefined): Part {
  return fileList(
    desk,
    (comment?.attachment ?? []).map((one) => attachmentLink(template, one)),
  );
}

/** Author names of the emulator. */
const OWN_AUTHORS = ['inspector', 'emulator'];

function remark(desk: Desk, template: Template, comment: InspectionComment): Part {
  const { words } = desk;
  const { status, userName, at, content } = comment;
  const author = OWN_AUTHORS.includes(userName) ? words.translated(userName) : userName;
  const head = under(badge(words.meaning('comment', status), status), ` ${author} · `, time(desk, at));
  return html`<li>${head}${quote(content)}${filesOf(desk, template, comment)}</li>`;
}
