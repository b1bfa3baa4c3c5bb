import type { JsonObject } from '../../../core/json.ts';
import { isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import { CODE_BYTES, freeCode } from '../free-code.ts';
import type { Profile } from '../profile/store.ts';
import { convert } from './convert.ts';
import { readTemplate } from './rules.ts';
import type { TemplateContent } from './shape.ts';
import { type Action, forbids } from './states.ts';
import type { Template } from './store.ts';

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
