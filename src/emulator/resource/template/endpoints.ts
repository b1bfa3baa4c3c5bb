import { accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import { type Endpoint, forbidsProfile, holding, ofAccount, ofProfile, ofTemplate } from '../access.ts';
import { templateCategories } from '../categories.ts';
import { detailOf } from './detail.ts';
import { COMMENT_MAX, requestInspection } from './inspector.ts';
import { listShape, listTemplates } from './list.ts';
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
} from './operations.ts';
import { publicList } from './public.ts';
import { codeRule } from './rules.ts';
import { contentShape, type KeyType, type Template } from './template.ts';

/** The endpoints of resource API 4.1 that take JSON, by their path behind `/v3/msgr/template`. */
export const templateEndpoints: Record<string, Endpoint> = {
  '/add': holding(
    contentShape,
    ofProfile({ templateCode: codeRule }, (machine, profile, { templateCode }, body) => {
      const template = forbidsProfile(profile) ?? addTemplate(machine, profile, templateCode, body);
      return isRefused(template) ? template : accept({ data: detailOf(template) });
    }),
  ),

  '/codeCheck': ofProfile({ templateCode: { ...codeRule, required: true } }, ({ store }, { key }, { templateCode }) =>
    store.templates.of(key, templateCode) ? refuse(result.codeTaken, 'templateCode is taken') : accept(),
  ),

  '/list': ofProfile(listShape, listTemplates),

  '/detail': ofTemplate({}, (_machine, template) => accept({ data: detailOf(template) })),

  // Its code is called optional, but nothing else names the template (assumption 141).
  '/update': holding(
    contentShape,
    ofTemplate({ newTemplateCode: codeRule }, (machine, template, profile, { newTemplateCode }, body) => {
      const refused = forbidsProfile(profile) ?? updateTemplate(machine, profile, template, newTemplateCode, body);
      return refused ?? accept({ data: detailOf(template) });
    }),
  ),

  '/delete': act(deleteTemplate),
  '/cancel_request': act(cancelRequest),
  '/stop': act(stop),
  '/reuse': act(reuse),
  '/cancel_approval': act(cancelApproval),
  '/release': act(release),
  // Its request knows no senderKeyType: the key is a profile's (assumption 18).
  '/convertAddCh': act(convertToChannelAdd, 'S'),

  '/request': ofTemplate(
    { comment: { is: 'text', max: COMMENT_MAX } },
    (machine, template, profile, { comment }) =>
      forbidsProfile(profile) ?? requestInspection(machine, template, comment, []) ?? accept(),
  ),

  '/category/all': ofAccount({}, () =>
    accept({ data: [...templateCategories.values()].map((category) => ({ ...category })) }),
  ),

  '/category': ofAccount({ categoryCode: { is: 'text', required: true } }, (_machine, { categoryCode }) => {
    const category = templateCategories.get(categoryCode);
    return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
  }),

  '/public/list': publicList,
};

function act(perform: (machine: Machine, template: Template) => Refused | undefined, only?: KeyType): Endpoint {
  return ofTemplate(
    {},
    (machine, template, profile) => forbidsProfile(profile) ?? perform(machine, template) ?? accept(),
    only,
  );
}
