import type { Bubble } from '../../preview/bubble.ts';
import type { Machine } from '../machine.ts';
import { includes } from '../numbers.ts';
import { bodyOf } from '../resource/brand-template/body.ts';
import type { BrandTemplate } from '../resource/brand-template/template.ts';
import { templateCategories } from '../resource/categories.ts';
import { applicants, isApplicant } from '../resource/profile/brand.ts';
import { applyDormancy, inspectionRequests } from '../resource/template/operations.ts';
import { type InspectionComment, serviceStatus, type Template } from '../resource/template/template.ts';
import { applicationDetail, applicationEntry } from './applications.ts';
import { attachmentLink } from './attachments.ts';
import { brandTemplateBubble } from './bubble-brand.ts';
import { templateBubble } from './bubble-notification.ts';
import { registeredLink } from './bubble-parts.ts';
import { type Change, changesBetween } from './changes.ts';
import { html, type Part } from './html.ts';
import {
  type Area,
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  fileList,
  filesOf,
  filledBubble,
  linkFacts,
  manifestLine,
  part,
  quote,
  sampleForm,
  shownTime,
  type Target,
  targetList,
  targetsIn,
  time,
  under,
} from './parts.ts';
import { keyOf, partsOf } from './place.ts';
import { states } from './words.ts';

/** The templates that wait for a verdict, or all of them, and the profiles that applied for brand messages. */
export const templates: Area = {
  name: 'templates',
  word: 'Templates',
  title: 'Templates',
  noun: 'template',
  placeholder: 'Search templates',
  empty: 'No templates yet. Templates that are registered through the API appear here.',
  filters: ({ words }) => [
    {
      name: 'state',
      label: words.t('State'),
      options: [
        ['waiting', words.t('Waiting for inspection')],
        ['', words.t('Any state')],
        ...states.notification.map((state) => [state, `${words.meaning('notification', state)} (${state})`] as const),
        ...states.brand.map(
          (state) => [state, `${words.t('Brand')}: ${words.meaning('brand', state)} (${state})`] as const,
        ),
      ],
    },
    {
      name: 'product',
      label: words.t('Kind'),
      options: [
        ['', words.t('Both kinds')],
        ['notification', words.t('Notification template')],
        ['brand', words.t('Brand')],
      ],
    },
  ],
  entries: (desk) => {
    const { state = '', product = '' } = desk.place.filters;
    return state === 'waiting' ? waiting(desk, product) : all(desk, state, product);
  },
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
function waiting(desk: Desk, product: string): Entry[] {
  const { machine } = desk;
  const requests = product === 'brand' ? [] : inspectionRequests(machine);
  const applications = product === 'notification' ? [] : applicants(machine);
  return [
    ...requests.map((template) => ({ at: template.requestedAt ?? 0, ...notificationEntry(desk, template) })),
    ...applications.map((profile) => ({ at: profile.brandAppliedAt, ...applicationEntry(desk, profile) })),
  ].sort((a, b) => a.at - b.at);
}

/** The templates of a state, newest first; "" is any. */
function all(desk: Desk, state: string, product: string): Entry[] {
  const { templates: notifications, brandTemplates: brands } = desk.machine.store;
  const rows: { serial: number; entry(): Entry }[] = [];
  for (const one of product === 'brand' ? [] : notifications.values())
    if (state === '' || serviceStatus(applyDormancy(desk.machine, one)) === state)
      rows.push({ serial: one.serial, entry: () => notificationEntry(desk, one) });
  for (const one of product === 'notification' ? [] : brands.values())
    if (state === '' || one.status === state) rows.push({ serial: one.serial, entry: () => brandEntry(desk, one) });
  return rows.sort((a, b) => b.serial - a.serial).map(({ entry }) => entry());
}

function aliasOf({ machine }: Desk, senderKey: string): string {
  return machine.store.profiles.get(senderKey)?.alias ?? senderKey;
}

/** The code, profile and form of a template. */
function codeLine({ words }: Desk, code: string, profile: string, form: string): Part {
  return under(html`<code>${code}</code>`, ` · ${profile} · ${words.withMeaning(form)}`);
}

function addressOfTemplate({ machine }: Desk, template: Template): string | null {
  return machine.manifests.addressOf('notification', template.senderKey, template.templateCode);
}

function notificationEntry(desk: Desk, template: Template): Entry {
  const { words } = desk;
  const { senderKey, templateCode, content } = template;
  const address = addressOfTemplate(desk, template);
  return {
    key: keyOf('notification', senderKey, templateCode),
    isFound: (search) => includes([templateCode, address ?? '', content.templateName, content.templateContent], search),
    row: () => ({
      title: content.templateName,
      mark: [waitingMark(desk, template), stateBadge(desk, template)],
      lines: [
        under(
          html`<code>${templateCode}</code>`,
          ` · ${aliasOf(desk, senderKey)} · `,
          time(desk, template.requestedAt ?? template.modifiedAt),
          filesOf(desk, requestOf(template)?.attachment.length ?? 0),
          address === null ? null : html` · <code>${address}</code>`,
        ),
      ],
    }),
  };

  function stateBadge(of: Desk, one: Template): Part {
    const state = serviceStatus(one);
    return of.place.filters['state'] === 'waiting' ? null : badge(words.meaning('notification', state), state);
  }
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
  const { content, senderKey, templateCode, requestedAt } = applyDormancy(machine, template);
  const state = serviceStatus(template);
  const request = requestOf(template);
  const others = template.comments.filter((comment) => comment !== request).reverse();
  const bubble = templateBubble(machine, template);
  const category = templateCategories.get(content.categoryCode);
  return {
    title: content.templateName,
    mark: [badge(words.meaning('notification', state), state), waitingMark(desk, template)],
    line: [
      codeLine(
        desk,
        templateCode,
        aliasOf(desk, senderKey),
        `${content.templateMessageType} · ${content.templateEmphasizeType}`,
      ),
      manifestLine(desk, addressOfTemplate(desk, template)),
    ],
    bubble: filledBubble(bubble, place.samples),
    ...(requestedAt === null ? {} : { subject: { hasComment: true } }),
    before: [
      requestedAt === null
        ? null
        : part(
            words.t('Inspection request'),
            under(`${words.t('Requested')} `, time(desk, requestedAt)),
            request === undefined ? html`<p class="quiet">${words.t('No comment')}</p>` : quote(request.content),
            fileList(
              desk,
              (request?.attachment ?? []).map((one) => attachmentLink(template, one)),
            ),
          ),
      changesPart(desk, sinceOf(machine, template)),
    ],
    after: [
      sampleForm(desk, bubble),
      part(
        words.t('Comments'),
        others.length === 0 ? null : html`<ol class="remarks">${others.map((one) => remark(desk, template, one))}</ol>`,
      ),
      part(words.t('Links'), targetList(desk, targetsOf(template))),
      part(
        words.t('Details'),
        factList(desk, {
          Category: category ? `${category.groupName} / ${category.name} (${category.code})` : content.categoryCode,
          'Preview message': content.templatePreviewMessage,
          Security: content.securityFlag ? 'shown only on the main device' : null,
          'Registered on': shownTime(machine, template.createdAt),
          Changed: shownTime(machine, template.modifiedAt),
        }),
      ),
    ],
  };
}

interface Since {
  title: string;
  changes: Change[];
}

/** Compares the template with its content at the last verdict, or a new version with the version that it replaces. */
function sinceOf(machine: Machine, template: Template): Since | undefined {
  const { content, judged } = template;
  if (judged) {
    const title = judged.verdict === 'APR' ? 'Changed since it was approved' : 'Changed since it was rejected';
    return { title, changes: changesBetween(judged.content, content) };
  }
  const before = versionBefore(machine, template);
  return before && { title: `Compared with ${before.templateCode}`, changes: changesBetween(before.content, content) };
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

function changesPart({ words }: Desk, since: Since | undefined): Part {
  if (since === undefined) return null;
  const rows = since.changes.map(({ name, pieces }) => {
    const shown = name.split(' · ').map((one) => words.translated(one));
    const texts = pieces.map(({ side, text }) => {
      if (side === 'both') return text;
      return side === 'after' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
    });
    return html`<div><dt>${shown.join(' · ')}</dt><dd>${texts}</dd></div>`;
  });
  const none = html`<p class="quiet">${words.t('No changes')}</p>`;
  return part(words.translated(since.title), rows.length === 0 ? none : html`<dl class="changes">${rows}</dl>`);
}

/** Author names of the emulator. */
const OWN_AUTHORS = ['inspector', 'emulator'];

function remark(
  desk: Desk,
  template: Template,
  { status, userName, at, content, attachment }: InspectionComment,
): Part {
  const { words } = desk;
  const author = OWN_AUTHORS.includes(userName) ? words.translated(userName) : userName;
  const files = fileList(
    desk,
    attachment.map((one) => attachmentLink(template, one)),
  );
  const head = under(badge(words.meaning('comment', status), status), ` ${author} · `, time(desk, at));
  return html`<li>${head}${quote(content)}${files}</li>`;
}

/** The links of the bubble, its buttons and quick replies. */
function targetsOf({ content }: Template): Target[] {
  const { buttons, quickReplies, templateRepresentLink: link } = content;
  return [
    ...(link ? [{ part: 'The bubble', type: '', links: linkFacts(registeredLink(link)) }] : []),
    ...[...buttons, ...quickReplies].map((button) => ({
      part: button.name,
      type: button.linkType,
      links: { ...linkFacts(registeredLink(button)), 'Phone number': button.telNumber, Plugin: button.pluginId },
    })),
  ];
}

function brandEntry(desk: Desk, { senderKey, templateCode, content, status, modifiedAt }: BrandTemplate): Entry {
  const { templateName, content: body, header, carousel } = content;
  const cards = (carousel?.list ?? []).flatMap((card) => [card.header ?? '', card.content ?? '']);
  const address = desk.machine.manifests.addressOf('brand', senderKey, templateName);
  return {
    key: keyOf('brand', senderKey, templateCode),
    isFound: (search) =>
      includes([templateCode, address ?? '', templateName, body ?? '', header ?? '', ...cards], search),
    row: () => ({
      title: templateName,
      mark: badge(desk.words.meaning('brand', status), status),
      lines: [
        under(
          html`<code>${templateCode}</code>`,
          ` · ${aliasOf(desk, senderKey)} · `,
          time(desk, modifiedAt),
          address === null ? null : html` · <code>${address}</code>`,
        ),
      ],
    }),
  };
}

function brandDetail(desk: Desk, template: BrandTemplate): Detail {
  const { machine, words, place } = desk;
  const { senderKey, templateCode, content, status, version } = template;
  const before = machine.store.brandPasts.of(template, version - 1);
  const bubble: Bubble = brandTemplateBubble(machine, template);
  return {
    title: content.templateName,
    mark: badge(words.meaning('brand', status), status),
    line: [
      codeLine(desk, templateCode, aliasOf(desk, senderKey), content.chatBubbleType),
      manifestLine(desk, machine.manifests.addressOf('brand', senderKey, content.templateName)),
    ],
    bubble: filledBubble(bubble, place.samples),
    before: [
      changesPart(
        desk,
        before && {
          title: `Changed since version ${before.version}`,
          changes: changesBetween(before.content, content),
        },
      ),
    ],
    after: [
      sampleForm(desk, bubble),
      part(words.t('Links'), targetList(desk, targetsIn(bodyOf(content)))),
      part(
        words.t('Details'),
        factList(desk, {
          Adult: content.adult ? 'yes' : null,
          Version: String(version),
          'Registered on': shownTime(machine, template.createdAt),
          Changed: shownTime(machine, template.modifiedAt),
        }),
      ),
    ],
  };
}
