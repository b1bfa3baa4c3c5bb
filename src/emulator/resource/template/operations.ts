import { type JsonObject, own } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { isRefused, type Refused, refuse, result } from '../../answers.ts';
import { CODE_BYTES, type Context, freeCode } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import type { Profile } from '../entities.ts';
import { CHANNEL_ADD_NAME, MAX_BUTTONS, MAX_BUTTONS_BESIDE_QUICK_REPLIES, readTemplate } from './rules.ts';
import {
  type Action,
  type Attachment,
  type Button,
  forbids,
  serviceStatus,
  type Template,
  type TemplateContent,
} from './template.ts';

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

/** What a change of the state does (resource API 3). */
const transitions = {
  cancel_request: () => ({ inspectionStatus: 'REG', requestedAt: null }),
  // Assumption 6: status S, and a dormancy ends. A dormancy that is due later waits for the end of the stop.
  stop: ({ status }) => ({ statusBeforeStop: status === 'A' ? 'A' : 'R', status: 'S', dormant: false }),
  // Assumption 2: restores the status before the stop.
  reuse: ({ statusBeforeStop }) => ({ status: statusBeforeStop ?? 'A', statusBeforeStop: null }),
  // Assumption 9: REG again, with its content. A template that cannot be sent does not become dormant.
  cancel_approval: () => ({ inspectionStatus: 'REG', dormantAgainAt: null }),
  release: (_template, now) => ({ dormant: false, dormantAgainAt: now + DORMANT_AFTER_MS }),
} satisfies Partial<Record<Action, (template: Template, now: number) => Partial<Template>>>;

export const TRANSITIONS = Object.keys(transitions) as (keyof typeof transitions)[]; // the keys of the table

export function change(action: keyof typeof transitions, context: Context, template: Template): Refused | undefined {
  const forbidden = forbids(action, template);
  if (forbidden) return forbidden;
  Object.assign(template, transitions[action](template, context.clock.now()));
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

const NO_LINKS = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null, pluginId: null, telNumber: null };

/** `template/convertAddCh` (resource API 3). "Normal state" means ACT (assumption 18). */
export function convertToChannelAdd(context: Context, template: Template): Refused | undefined {
  const { content } = template;
  const { buttons, quickReplies } = content;
  const type = own(converted, content.templateMessageType);
  if (type === undefined) return refuse(result.state, 'only a template of type BA or EX can be converted');
  if (serviceStatus(template) !== 'ACT')
    return refuse(result.state, 'only a template in its normal state can be converted');
  if (buttons.length >= MAX_BUTTONS) return refuse(result.buttons, 'the template has 5 buttons already');
  if (quickReplies.length > 0 && buttons.length >= MAX_BUTTONS_BESIDE_QUICK_REPLIES)
    return refuse(result.buttons, 'the template has quick replies and 2 buttons already');
  const templateContent = content.templateContent + CHANNEL_ADD_NOTICE;
  if (length(templateContent) > CONTENT_MAX)
    return refuse(result.bodyTooLong, `the body may have ${CONTENT_MAX} characters with the channel-add notice`);
  const channelAdd: Button = { name: CHANNEL_ADD_NAME, linkType: 'AC', ...NO_LINKS };
  template.content = { ...content, templateMessageType: type, templateContent, buttons: [channelAdd, ...buttons] };
  touch(context, template);
  return undefined;
}

/** Longest comment of a request, in code points (resource API 4.1). */
export const COMMENT_MAX = 500;

export const INSPECTOR = 'inspector';

export interface Verdict {
  verdict: 'approve' | 'reject';
  comment?: string;
}

/** `template/request`: REG becomes REQ (resource API 3; assumption 4). The caller has checked the comment. */
export function requestInspection(
  context: Context,
  template: Template,
  comment: string | null,
  attachment: Attachment[],
): Refused | undefined {
  const forbidden = forbids('request', template);
  if (forbidden) return forbidden;
  const now = context.clock.now();
  template.inspectionStatus = 'REQ';
  template.requestedAt = now;
  if (comment !== null) {
    template.comments.push({
      content: comment,
      at: now,
      status: 'REQ',
      userName: context.credentials.bizId,
      attachment,
    });
  }
  touch(context, template);
  expectVerdict(context, template);
  return undefined;
}

/** Applies a verdict. An approved template has APR and status R (assumption 8). */
export function decide(context: Context, template: Template, { verdict, comment }: Verdict): void {
  const status = verdict === 'approve' ? 'APR' : 'REJ';
  const at = context.clock.now();
  template.inspectionStatus = status;
  template.requestedAt = null;
  template.judged = { verdict: status, at, content: template.content };
  if (comment !== undefined && comment !== '') {
    template.comments.push({ content: comment, at, status, userName: INSPECTOR, attachment: [] });
  }
  touch(context, template);
}

/** With `inspect: auto`, approves the request after `inspectMs` if it is still pending. */
export function expectVerdict(context: Context, template: Template): void {
  const { settings, clock, store } = context;
  const { requestedAt } = template;
  if (settings.inspect !== 'auto' || requestedAt === null) return;
  clock.at(requestedAt + settings.inspectMs, () => {
    if (settings.inspect === 'auto' && store.templates.includes(template) && template.requestedAt === requestedAt)
      decide(context, template, { verdict: 'approve' });
  });
}

/** The templates that wait for a verdict, oldest first. */
export function inspectionRequests(context: Context): Template[] {
  return [...context.store.templates.values()]
    .filter(({ inspectionStatus }) => inspectionStatus === 'REQ')
    .sort((a, b) => (a.requestedAt ?? 0) - (b.requestedAt ?? 0) || a.serial - b.serial);
}
