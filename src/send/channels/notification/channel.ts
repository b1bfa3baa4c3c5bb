import { sameContent } from '../../../core/content.ts';
import { isObject, type JsonObject, mapObject, own } from '../../../core/json.ts';
import { formatPath, type Path, parsePath, valueAt } from '../../../core/path.ts';
import type { ProfileRef, Resource } from '../../../core/resource.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import type { ButtonValues, TestSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { filled } from '../../../kinds/bubble.ts';
import { unlessUnlisted } from '../../../kinds/discovery.ts';
import { sender } from '../../../kinds/endpoint.ts';
import { templatePicture } from '../../../kinds/notification-template/bubble.ts';
import { liveTemplate } from '../../../kinds/notification-template/codec.ts';
import { templateEndpoints } from '../../../kinds/notification-template/endpoints.ts';
import { templateDiscovery } from '../../../kinds/notification-template/kind.ts';
import { UNSENT } from '../../../kinds/notification-template/message.ts';
import { addsChannel, withoutNotice } from '../../../kinds/notification-template/notice.ts';
import type { NotificationBubble } from '../../../preview/bubble.ts';
import { notificationParts } from '../../../preview/sent/notification.ts';
import { objectsAt, textAt as shownText } from '../../../preview/sent/parts.ts';
import type { Client } from '../../../wire/client.ts';
import { unknownButton, unsupported } from '../../about.ts';
import { compareMembers, wrongPart } from '../../body.ts';
import {
  type ApprovedTemplate,
  type ChannelTemplates,
  type Draft,
  type ShownSend,
  type TemplateChannel,
  UNBOUND,
  type Values,
} from '../../channel.ts';
import { knownIn } from '../../shape.ts';
import { CONTENT, checkBesideImage, checkContent, messageOf, registeredMessage, variablesOf } from './form.ts';

/** The states of a template (resource API 3). */
const STATES: ChannelTemplates['states'] = {
  RDY: true,
  ACT: true,
  REG: { reason: 'was never inspected', hint: 'Apply it with `lifecycle: approved`' },
  REQ: { reason: 'waits for its inspection', hint: 'See `notiform wait`' },
  REJ: { reason: 'was rejected', hint: 'See the inspector’s words in `notiform status`' },
  STP: { reason: 'is stopped', hint: 'Apply it with `lifecycle: approved`' },
  DMT: { reason: 'is dormant', hint: 'Apply it: that releases it' },
  BLK: { reason: 'is blocked by the service', hint: 'Only the service can lift a block' },
};

/** Messages of notification templates: `at`, and `ai` for those with an image (message API 2.4, 2.9). */
export const notification: TemplateChannel = {
  types: ['at', 'ai'],
  check: (_, content) => checkContent(content),
  shapeOf: () => CONTENT,
  bubble: notificationBubble,
  templates: {
    kind: 'NotificationTemplate',
    active: 'ACT',
    isNamedBy: () => true,
    read: readApproved,
    draft,
    states: STATES,
    compare,
  },
};

/**
 * Reads the template from the service. Returns undefined if the service's list lacks the code. Throws ServiceFailure, also if the
 * service refuses the detail of a listed template.
 * @param profile the template's own: the group's if the template belongs to a group
 */
async function readApproved(
  client: Client,
  profile: ProfileRef,
  code: string,
  signal: AbortSignal,
): Promise<ApprovedTemplate | undefined> {
  const detail = await unlessUnlisted(
    code,
    (page) => templateDiscovery.page(client, profile, page, signal),
    () => client.call(templateEndpoints.detail, { ...sender(profile), templateCode: code }, signal),
  );
  if (!detail) return undefined;
  const live = liveTemplate(detail, UNBOUND);
  const { name, status, beside } = live;
  const approved = { code: name, content: live.content, state: status.state, ...(beside && { beside }) };
  const { messageType, content } = live.content;
  if (typeof messageType !== 'string' || typeof content !== 'string' || !addsChannel(messageType)) return approved;
  return { ...approved, notice: detail.templateContent.slice(content.length) };
}

const CHAT: Readonly<Record<string, Path>> = { chat_extra: ['chatExtra'], chat_event: ['chatEvent'] };

/** The members that a test send sets, with their place in its `buttons` (message API 2.9, button item). */
const VALUES: Readonly<Record<string, Readonly<Record<string, Path>>>> = {
  button: {
    ...CHAT,
    relay_id: ['relayId'],
    oneclick_id: ['oneclickId'],
    product_id: ['productId'],
    biz_form_id: ['bizFormId'],
    map_address: ['map', 'address'],
    map_coordinates: ['map', 'coordinates'],
  },
  quickreply: CHAT,
};

function draft(test: TestSend, template: Resource, approved: ApprovedTemplate): Draft {
  // Equal texts may differ in their line breaks. The service compares the message with the approved ones.
  const message = sameContent(template.content, approved.content)
    ? registeredMessage(approved)
    : messageOf(template.content, approved.notice);
  const { type, body } = message;
  const variables = variablesOf(message);
  const names = ['button', 'quickreply'].flatMap((list) => keysOf(objectsAt(body, list)));
  const keyAt = (list: Path[number] | undefined, index: Path[number] | undefined): string =>
    keysOf(objectsAt(body, String(list)))[Number(index)] ?? '';
  return {
    type,
    variables,
    // Their variables take a value only in previews.
    optional: variableNames(UNSENT.map((at) => String(valueAt(template.content, at) ?? ''))).filter(
      (name) => !variables.includes(name),
    ),
    mistakes: [
      ...Object.keys(test.buttons).flatMap((name) =>
        names.includes(name) ? [] : [unknownButton('template', name, names)],
      ),
      ...unsupported(test, ['brand'], 'of a notification template'),
    ],
    risks: approved.state === 'RDY' ? ['locks-text'] : [],
    fill: (senderKey, values) => ({
      senderkey: senderKey,
      templatecode: approved.code,
      ...mapObject(filled(body, values), (one, [list, index, ...inner]) => {
        const members = inner.length === 0 && index !== undefined ? own(VALUES, String(list)) : undefined;
        if (!members || !isObject(one)) return undefined;
        return { ...one, ...valuesOf(own(test.buttons, keyAt(list, index)) ?? {}, members) };
      }),
    }),
    fieldOf: (path) => {
      const [list, index, member] = parsePath(path);
      const value = own(own(VALUES, String(list)) ?? {}, String(member));
      return value && ['buttons', keyAt(list, index), ...value];
    },
  };
}

function valuesOf(values: ButtonValues, members: Readonly<Record<string, Path>>): JsonObject {
  const found = Object.entries(members).map(([member, at]) => [member, valueAt(values, at)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Returns the names of buttons under `buttons` of a test send. The second of one name is `name#2`. */
function keysOf(buttons: readonly JsonObject[]): string[] {
  const names = buttons.map(({ name }) => String(name));
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((one) => one === name).length;
    return before === 0 ? name : `${name}#${before + 1}`;
  });
}

const STRUCK = '\\s';

/** Returns every difference between a message and its template (message API 2.9). */
function compare(type: string, content: JsonObject, approved: ApprovedTemplate, values: Values): ProofFailure[] {
  const { type: expected, body, withoutNotice, highlightImage } = registeredMessage(approved);
  const why = expected === 'ai' ? 'has an image' : 'has no image';
  const { senderkey: _, templatecode: _code, ...message } = knownIn(content, CONTENT);
  return [
    ...(type === expected
      ? []
      : [wrongPart('type', `It is ${type}, and the template ${why}, so it is sent as ${expected}`)]),
    ...compareMembers(body, message, {
      valuesAt: () => values,
      isAdded: (at) => own(own(VALUES, String(at[0])) ?? {}, String(at.at(-1))) !== undefined,
      instead: (at, template, text) => {
        const place = formatPath(at);
        if (place === 'message' && withoutNotice !== undefined) return { template: withoutNotice, text };
        // A send may add the suffix that strikes the title through (message API 2.9; assumption 78).
        const isStruck = place === 'itemhighlight.title' && text.endsWith(STRUCK);
        return isStruck ? { template, text: text.slice(0, -STRUCK.length) } : undefined;
      },
    }),
    ...(highlightImage ? checkBesideImage(content) : []),
  ];
}

/** The parts that a message does not have (subtitle, extra text, images) are those of its template (assumption 77). */
function notificationBubble(_type: string, content: JsonObject, shown: ShownSend): NotificationBubble {
  const { template, profile: sender = '', files } = shown;
  const parts = notificationParts(content);
  const declared = template?.content ?? {};
  const drawn = templatePicture.bubble(declared, { sender, values: new Map<string, string>(), files });
  if (drawn.kind !== 'notification') return { kind: 'notification', sender, emphasis: { type: 'NONE' }, ...parts };
  const image = drawn.highlight?.image;
  return {
    ...drawn,
    ...parts,
    emphasis:
      drawn.emphasis.type === 'TEXT' ? { ...drawn.emphasis, title: shownText(content, 'title') } : drawn.emphasis,
    ...(parts.highlight && { highlight: { ...parts.highlight, image } }),
    content: withoutNotice(shownText(declared, 'messageType'), parts.content),
  };
}
