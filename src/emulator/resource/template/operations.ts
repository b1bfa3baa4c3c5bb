import { type JsonObject, own } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { isRefused, type Refused, refuse, result } from '../../answers.ts';
import { CODE_BYTES, type Context, freeCode } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import type { Profile } from '../entities.ts';
import { CHANNEL_ADD_NAME, MAX_BUTTONS, MAX_BUTTONS_BESIDE_QUICK_REPLIES, readTemplate } from './rules.ts';
import type { Button, TemplateContent } from './shape.ts';
import { type Action, forbids, serviceStatus, type Template } from './store.ts';

/** A released template becomes dormant again after 30 days without use (resource API 3). */
const DORMANT_AFTER_MS = 30 * 86_400_000;

/** Registers a template, with inspection status REG and status R (resource API 3, `template/add`). */
export function addTemplate(
  machine: Machine,
  profile: Profile,
  code: string | null,
  body: JsonObject,
): Template | Refused {
  const content = readTemplate(machine, profile, body);
  if (isRefused(content)) return content;
  const isTaken = (candidate: string): boolean => machine.store.templates.of(profile.key, candidate) !== undefined;
  if (code !== null && isTaken(code)) return refuse(result.codeTaken, 'templateCode is taken');
  const template = newTemplate(machine, profile, code ?? freeCode(machine, CODE_BYTES, isTaken), content);
  machine.store.templates.put(template);
  return template;
}

/** Replaces the content, and the code if `newTemplateCode` is sent. A rejected template becomes REG (assumption 1). */
export function updateTemplate(
  machine: Machine,
  profile: Profile,
  template: Template,
  newCode: string | null,
  body: JsonObject,
): Refused | undefined {
  const forbidden = forbids('update', template);
  if (forbidden) return forbidden;
  const code = newCode ?? template.templateCode;
  const content = readTemplate(machine, profile, body, template.content);
  if (isRefused(content)) return content;
  const renamed = code !== template.templateCode;
  if (renamed && machine.store.templates.of(profile.key, code))
    return refuse(result.codeTaken, 'newTemplateCode is taken');
  template.content = content;
  template.templateCode = code;
  template.inspectionStatus = 'REG';
  touch(machine, template);
  return undefined;
}

export function deleteTemplate(context: Context, template: Template): Refused | undefined {
  const forbidden = forbids('delete', template);
  if (!forbidden) context.store.templates.remove(String(template.serial));
  return forbidden;
}

type Transition = (context: Context, template: Template) => Refused | undefined;

function transition(action: Action, change: (template: Template, now: number) => Partial<Template>): Transition {
  return (context, template) => {
    const forbidden = forbids(action, template);
    if (forbidden) return forbidden;
    Object.assign(template, change(template, context.clock.now()));
    touch(context, template);
    return undefined;
  };
}

export const transitions = {
  cancelRequest: transition('cancel_request', () => ({ inspectionStatus: 'REG', requestedAt: null })),
  // Assumption 6: status S, and a dormancy ends. A dormancy that is due later waits for the end of the stop.
  stop: transition('stop', ({ status }) => ({
    statusBeforeStop: status === 'A' ? 'A' : 'R',
    status: 'S',
    dormant: false,
  })),
  // Assumption 2: restores the status before the stop.
  reuse: transition('reuse', ({ statusBeforeStop }) => ({ status: statusBeforeStop ?? 'A', statusBeforeStop: null })),
  // Assumption 9: REG again, with its content. A template that cannot be sent does not become dormant.
  cancelApproval: transition('cancel_approval', () => ({ inspectionStatus: 'REG', dormantAgainAt: null })),
  release: transition('release', (_template, now) => ({ dormant: false, dormantAgainAt: now + DORMANT_AFTER_MS })),
};

export function convertToChannelAdd(context: Context, template: Template): Refused | undefined {
  const content = convert(template);
  if (isRefused(content)) return content;
  template.content = content;
  touch(context, template);
  return undefined;
}

/** Records a use: an approved template becomes active (assumption 8), a released one stays awake 30 more days. */
export function markUsed(context: Context, template: Template): void {
  const now = context.clock.now();
  if (template.dormantAgainAt !== null) template.dormantAgainAt = now + DORMANT_AFTER_MS;
  if (template.status === 'R') {
    template.status = 'A';
    template.modifiedAt = now;
  }
  context.store.templates.put(template);
}

/** Makes a released template dormant if it is due. Call this before reading a template. */
export function applyDormancy(context: Context, template: Template): Template {
  const due = template.dormantAgainAt;
  if (due !== null && due <= context.clock.now() && template.status !== 'S') {
    template.dormant = true;
    template.dormantAgainAt = null;
    template.modifiedAt = Math.max(due, template.modifiedAt);
    context.store.templates.put(template);
  }
  return template;
}

export function touch(context: Context, template: Template): void {
  template.modifiedAt = context.clock.now();
  context.store.templates.put(template);
}

export function newTemplate(context: Context, profile: Profile, code: string, content: TemplateContent): Template {
  const now = context.clock.now();
  return {
    senderKey: profile.key,
    senderKeyType: profile.type,
    templateCode: code,
    content,
    inspectionStatus: 'REG',
    status: 'R',
    block: false,
    dormant: false,
    createdAt: now,
    modifiedAt: now,
    comments: [],
    judged: null,
    requestedAt: null,
    statusBeforeStop: null,
    dormantAgainAt: null,
    serial: context.store.nextSerial(),
  };
}

/** The notice of 36 characters that a conversion appends to the body (assumption 10). */
export const CHANNEL_ADD_NOTICE = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 이 메신저로 받기';

/** Longest body in code points, including the notice (resource API 3; assumption 51). */
const CONTENT_MAX = 964;

const converted: Record<string, string> = { BA: 'AD', EX: 'MI' };

const channelAdd: Button = {
  name: CHANNEL_ADD_NAME,
  linkType: 'AC',
  linkMo: null,
  linkPc: null,
  linkAnd: null,
  linkIos: null,
  pluginId: null,
  telNumber: null,
};

/** The content after `convertAddCh`, or a refusal (resource API 3). "Normal state" means ACT (assumption 18). */
export function convert(template: Template): TemplateContent | Refused {
  const { content } = template;
  const type = own(converted, content.templateMessageType);
  if (type === undefined) return refuse(result.state, 'only a template of type BA or EX can be converted');
  if (serviceStatus(template) !== 'ACT')
    return refuse(result.state, 'only a template in its normal state can be converted');
  if (content.buttons.length >= MAX_BUTTONS) return refuse(result.buttons, 'the template has 5 buttons already');
  if (content.quickReplies.length > 0 && content.buttons.length >= MAX_BUTTONS_BESIDE_QUICK_REPLIES) {
    return refuse(result.buttons, 'the template has quick replies and 2 buttons already');
  }
  const written = content.templateContent + CHANNEL_ADD_NOTICE;
  if (length(written) > CONTENT_MAX)
    return refuse(result.bodyTooLong, `the body may have ${CONTENT_MAX} characters with the channel-add notice`);
  return {
    ...content,
    templateMessageType: type,
    templateContent: written,
    buttons: [channelAdd, ...content.buttons],
  };
}
