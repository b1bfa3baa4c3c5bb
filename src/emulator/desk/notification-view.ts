import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { templateCategories } from '../resource/categories.ts';
import { applyDormancy } from '../resource/template/operations.ts';
import { serviceStatus } from '../resource/template/states.ts';
import type { InspectionComment, Template } from '../resource/template/store.ts';
import { includes } from '../search.ts';
import { attachmentLink } from './attachments.ts';
import { templateBubble } from './bubble-notification.ts';
import { registeredLink } from './bubble-parts.ts';
import { changesBetween } from './changes.ts';
import type { TemplateEntry } from './entry.ts';
import { drawingKey, factsOf, linkFacts, shownTime } from './facts.ts';
import type { Remark, Target, TemplateRow, TemplateView } from './views.ts';

/** A notification template as the desk lists and shows it. */
export function notificationEntry(machine: Machine, template: Template): TemplateEntry {
  return {
    serial: template.serial,
    state: () => serviceStatus(applyDormancy(machine, template)),
    isFound: (search) => includes(textsOf(machine, template), search),
    row: () => notificationRow(machine, template),
    view: () => notificationView(machine, template),
    bubble: () => templateBubble(machine, template),
  };
}

function textsOf({ manifests }: Machine, { senderKey, templateCode, content }: Template): string[] {
  const address = manifests.addressOf('notification', senderKey, templateCode) ?? '';
  return [templateCode, address, content.templateName, content.templateContent];
}

function notificationRow(machine: Machine, template: Template): TemplateRow {
  const { content } = template;
  const request = requestOf(template);
  return {
    product: 'notification',
    profile: machine.store.profiles.get(template.senderKey)?.alias ?? template.senderKey,
    senderKey: template.senderKey,
    code: template.templateCode,
    address: machine.manifests.addressOf('notification', template.senderKey, template.templateCode),
    name: content.templateName,
    form: `${content.templateMessageType} · ${content.templateEmphasizeType}`,
    state: serviceStatus(template),
    modifiedAt: formatDateTime(template.modifiedAt),
    requestedAt: template.requestedAt === null ? null : formatDateTime(template.requestedAt),
    comment: request?.content ?? null,
    attachments: request?.attachment.length ?? 0,
    wasRejected: template.judged?.verdict === 'REJ' || template.comments.some(({ status }) => status === 'REJ'),
    follows: template.judged ? null : (versionBefore(machine, template)?.templateCode ?? null),
  };
}

function requestOf({ comments, requestedAt }: Template): InspectionComment | undefined {
  return comments.findLast(({ status, at }) => status === 'REQ' && at === requestedAt);
}

/** Everything about a template that a person needs for a verdict. */
function notificationView(machine: Machine, template: Template): TemplateView {
  const { content } = applyDormancy(machine, template);
  const category = templateCategories.get(content.categoryCode);
  return {
    ...notificationRow(machine, template),
    drawing: drawingKey(templateBubble(machine, template)),
    facts: factsOf({
      Category: category ? `${category.groupName} / ${category.name} (${category.code})` : content.categoryCode,
      'Preview message': content.templatePreviewMessage,
      Security: content.securityFlag ? 'shown only on the main device' : null,
      'Registered on': shownTime(machine, template.createdAt),
      Changed: shownTime(machine, template.modifiedAt),
    }),
    targets: targetsOf(template),
    remarks: template.comments.map((comment) => remarkOf(template, comment)).reverse(),
    since: sinceOf(machine, template),
  };
}

/** Compares the template with its content at the last verdict, or a new version with the version that it replaces. */
function sinceOf(machine: Machine, template: Template): TemplateView['since'] {
  const { content, judged } = template;
  if (judged) {
    const title = judged.verdict === 'APR' ? 'Changed since it was approved' : 'Changed since it was rejected';
    return { title, changes: changesBetween(judged.content, content) };
  }
  const before = versionBefore(machine, template);
  if (before === undefined) return null;
  return { title: `Compared with ${before.templateCode}`, changes: changesBetween(before.content, content) };
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

function remarkOf(template: Template, { status, userName, at, content, attachment }: InspectionComment): Remark {
  return {
    status,
    author: userName,
    at: formatDateTime(at),
    text: content,
    attachments: attachment.map((one) => attachmentLink(template, one)),
  };
}

/** The links of the bubble, its buttons and quick replies. The page shows them as text. */
function targetsOf({ content }: Template): Target[] {
  const { buttons, quickReplies, templateRepresentLink: link } = content;
  return [
    ...(link ? [{ part: 'The bubble', type: '', links: linkFacts(registeredLink(link)) }] : []),
    ...[...buttons, ...quickReplies].map((button) => ({
      part: button.name,
      type: button.linkType,
      links: [
        ...linkFacts(registeredLink(button)),
        ...factsOf({ 'Phone number': button.telNumber, Plugin: button.pluginId }),
      ],
    })),
  ];
}
