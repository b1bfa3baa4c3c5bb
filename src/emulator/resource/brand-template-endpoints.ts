import type { JsonObject } from '../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { BrandTemplate } from '../store/brand-template.ts';
import type { Profile } from '../store/profile.ts';
import { forbidsProfile, type Handler, withProfile } from './access.ts';
import { brandDetailOf } from './brand-template-detail.ts';
import { listBrandHistory, listBrandTemplates } from './brand-template-list.ts';
import { addBrandTemplate, deleteBrandTemplate, updateBrandTemplate } from './brand-templates.ts';
import { Reading } from './guards/reading.ts';

const CODE_MAX = 30;

/** The endpoints of resource API 4.7, by their path behind `/v4/msgr/brand/template`. */
export const brandTemplateEndpoints: Record<string, Handler> = {
  '/add': withProfile((machine, body, profile) => {
    const template = forbidsProfile(profile) ?? addBrandTemplate(machine, profile, body);
    return isRefused(template) ? template : accept({ data: brandDetailOf(template) });
  }),

  '/detail': withBrandTemplate((_machine, _body, template) => accept({ data: brandDetailOf(template) })),

  '/update': withBrandTemplate((machine, body, template, profile) => {
    const refused = forbidsProfile(profile) ?? updateBrandTemplate(machine, profile, template, body);
    return refused ?? accept({ data: brandDetailOf(template) });
  }),

  '/delete': withBrandTemplate(
    (machine, _body, template, profile) =>
      forbidsProfile(profile) ?? deleteBrandTemplate(machine, template) ?? accept(),
  ),

  '/list': withProfile(listBrandTemplates),

  '/history': withBrandTemplate(listBrandHistory),
};

/** A handler that is given the template of `templateCode`; 508 where there is none (assumption 11). */
function withBrandTemplate(
  handle: (machine: Machine, body: JsonObject, template: BrandTemplate, profile: Profile) => JsonObject | Refused,
): Handler {
  return withProfile((machine, body, profile) => {
    const reading = new Reading(body);
    const code = reading.requiredText('templateCode', { max: CODE_MAX });
    if (reading.failure) return reading.failure;
    const template = machine.store.brandTemplates.of(profile.key, code);
    return template ? handle(machine, body, template, profile) : refuse(result.notFound, 'no such template');
  });
}
