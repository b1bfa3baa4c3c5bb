import type { JsonObject } from '../../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import { CODE_BYTES, type Context, freeCode } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import { readRequest, type Shape } from '../../shape.ts';
import {
  type Endpoint,
  type Endpoints,
  forbidsProfile,
  holding,
  type OneHandler,
  ofOne,
  ofProfile,
} from '../access.ts';
import type { Profile } from '../entities.ts';
import { brandDetailOf, listBrandHistory, listBrandTemplates, listShape, pagingShape } from './list.ts';
import { readBrandTemplate } from './rules.ts';
import { type BrandContent, contentShapeOf, headShape } from './shape.ts';
import type { BrandTemplate } from './store.ts';

/** Every member of a brand template. The bubbles differ only in lengths. */
export const brandShape: Shape = { ...headShape, ...contentShapeOf('TEXT') };

/** The endpoints of resource API 4.7, by their path after `/v4/msgr/brand/template`. */
export const brandTemplateEndpoints: Endpoints = {
  '/add': holding(
    brandShape,
    ofProfile({}, (machine, profile, _none, body) => {
      const template = forbidsProfile(profile) ?? addBrandTemplate(machine, profile, body);
      return isRefused(template) ? template : accept({ data: brandDetailOf(template) });
    }),
  ),

  '/detail': ofBrandTemplate({}, (_machine, template) => accept({ data: brandDetailOf(template) })),

  '/update': holding(
    brandShape,
    ofBrandTemplate({}, (machine, template, profile, _none, body) => {
      const refused = forbidsProfile(profile) ?? updateBrandTemplate(machine, profile, template, body);
      return refused ?? accept({ data: brandDetailOf(template) });
    }),
  ),

  '/delete': ofBrandTemplate(
    {},
    (machine, template, profile) => forbidsProfile(profile) ?? deleteBrandTemplate(machine, template) ?? accept(),
  ),

  '/list': ofProfile(listShape, listBrandTemplates),

  '/history': ofBrandTemplate(pagingShape, (machine, template, _profile, fields) =>
    listBrandHistory(machine, template, fields),
  ),
};

/** An endpoint of one brand template; 508 if it does not exist (assumption 11). */
function ofBrandTemplate<const S extends Shape>(shape: S, handle: OneHandler<BrandTemplate, S>): Endpoint {
  return ofOne(
    { templateCode: { is: 'text', required: true, max: 30 } },
    ({ store }, { key }, { templateCode }) =>
      store.brandTemplates.of(key, templateCode) ?? refuse(result.notFound, 'no such template'),
    shape,
    handle,
  );
}

/** The longest name of an update; `add` has no limit (resource API 2.4). */
const UPDATED_NAME_MAX = 200;

/** Registers a brand template with status A and version 1. The service assigns the code. */
export function addBrandTemplate(machine: Machine, profile: Profile, body: JsonObject): BrandTemplate | Refused {
  const content = readFor(machine, profile, body);
  if (isRefused(content)) return content;
  const isTaken = (code: string): boolean => machine.store.brandTemplates.of(profile.key, code) !== undefined;
  const template = newBrandTemplate(machine, profile, freeCode(machine, CODE_BYTES, isTaken), content);
  machine.store.brandTemplates.put(template);
  return template;
}

function readFor(machine: Machine, { key, type }: Profile, body: JsonObject): BrandContent | Refused {
  const { couponScheme } = machine.wire;
  return readBrandTemplate(body, { senderKeyType: type, couponScheme, uploads: { context: machine, senderKey: key } });
}

/** Replaces the content and adds the old one to the history. The bubble stays (assumption 126). */
export function updateBrandTemplate(
  machine: Machine,
  profile: Profile,
  template: BrandTemplate,
  body: JsonObject,
): Refused | undefined {
  const name = readRequest(body, { templateName: { is: 'text', max: UPDATED_NAME_MAX } });
  const content = isRefused(name) ? name : readFor(machine, profile, body);
  if (isRefused(content)) return content;
  const { chatBubbleType } = template.content;
  if (content.chatBubbleType !== chatBubbleType)
    return refuse(result.state, `chatBubbleType of a template stays as it is: ${chatBubbleType}`);
  writeContent(machine, template, content);
  return undefined;
}

/** Deletes a brand template. It must have status A (resource API 3). */
export function deleteBrandTemplate(machine: Machine, template: BrandTemplate): Refused | undefined {
  if (template.status !== 'A') return refuse(result.state, `delete needs status A, not ${template.status}`);
  removeBrandTemplate(machine, template);
  return undefined;
}

export function removeBrandTemplate({ store }: Context, template: BrandTemplate): void {
  store.brandPasts.removeAll(template);
  store.brandTemplates.removeTemplate(template);
}

function writeContent({ store, clock }: Context, template: BrandTemplate, content: BrandContent): void {
  const { senderKey, templateCode, version, insertedAt } = template;
  store.brandPasts.put({ senderKey, templateCode, version, insertedAt, content: template.content });
  const now = clock.now();
  template.version = version + 1;
  template.content = content;
  template.insertedAt = now;
  template.modifiedAt = now;
  store.brandTemplates.put(template);
}

export function newBrandTemplate(
  context: Context,
  profile: Profile,
  templateCode: string,
  content: BrandContent,
): BrandTemplate {
  const now = context.clock.now();
  return {
    senderKey: profile.key,
    senderKeyType: profile.type,
    templateCode,
    status: 'A',
    version: 1,
    content,
    insertedAt: now,
    createdAt: now,
    modifiedAt: now,
    serial: context.store.nextSerial(),
  };
}
