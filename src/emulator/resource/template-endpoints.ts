import type { JsonObject } from '../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { KeyType, Template } from '../store/template.ts';
import { forbidsProfile, type Handler, withProfile, withTemplate } from './access.ts';
import { templateCategories } from './categories.ts';
import { detailOf } from './detail.ts';
import { Reading } from './guards/reading.ts';
import { readCode } from './guards/template.ts';
import { COMMENT_MAX, requestInspection } from './inspector.ts';
import { listPublicTemplates } from './public-templates.ts';
import { listTemplates } from './template-list.ts';
import {
  addTemplate,
  cancelApproval,
  cancelRequest,
  convertToChannelAdd,
  deleteTemplate,
  release,
  reuse,
  stop,
  updateTemplate,
} from './templates.ts';

/** The endpoints of resource API 4.1 that take JSON, by their path behind `/v3/msgr/template`. */
export const templateEndpoints: Record<string, Handler> = {
  '/add': withProfile((machine, body, profile) => {
    const template = forbidsProfile(profile) ?? addTemplate(machine, profile, body);
    return isRefused(template) ? template : accept({ data: detailOf(template) });
  }),

  '/codeCheck': withProfile((machine, body, profile) => {
    const reading = new Reading(body);
    const code = readCode(reading, 'templateCode', true) ?? '';
    if (reading.failure) return reading.failure;
    return machine.store.templates.of(profile.key, code) ? refuse(result.codeTaken, 'templateCode is taken') : accept();
  }),

  '/list': withProfile(listTemplates),

  '/detail': withTemplate((_machine, _body, template) => accept({ data: detailOf(template) })),

  // Its code is called optional, but nothing else names the template (assumption 141).
  '/update': withTemplate((machine, body, template, profile) => {
    const refused = forbidsProfile(profile) ?? updateTemplate(machine, profile, template, body);
    return refused ?? accept({ data: detailOf(template) });
  }),

  '/delete': act(deleteTemplate),
  '/cancel_request': act(cancelRequest),
  '/stop': act(stop),
  '/reuse': act(reuse),
  '/cancel_approval': act(cancelApproval),
  '/release': act(release),
  // Its request knows no senderKeyType: the key is a profile's (assumption 18).
  '/convertAddCh': act(convertToChannelAdd, 'S'),

  '/request': withTemplate((machine, body, template, profile) => {
    const reading = new Reading(body);
    const comment = reading.text('comment', { max: COMMENT_MAX });
    const refused = reading.failure ?? forbidsProfile(profile);
    return refused ?? requestInspection(machine, template, comment, []) ?? accept();
  }),

  '/category/all': () => accept({ data: [...templateCategories.values()].map((category) => ({ ...category })) }),

  '/category': (_machine, body) => {
    const reading = new Reading(body);
    const category = templateCategories.get(reading.requiredText('categoryCode'));
    if (reading.failure) return reading.failure;
    return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
  },

  '/public/list': listPublicTemplates,
};

function act(perform: (machine: Machine, template: Template) => Refused | undefined, only?: KeyType): Handler {
  return withTemplate((machine: Machine, _body: JsonObject, template, profile) => {
    return forbidsProfile(profile) ?? perform(machine, template) ?? accept();
  }, only);
}
