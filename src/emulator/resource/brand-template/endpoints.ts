import { accept, isRefused, refuse, result } from '../../answers.ts';
import type { Shape } from '../../shape.ts';
import {
  type Endpoint,
  type Endpoints,
  forbidsProfile,
  holding,
  type OneHandler,
  ofOne,
  ofProfile,
} from '../access.ts';
import { brandDetailOf, listBrandHistory, listBrandTemplates, listShape, pagingShape } from './list.ts';
import { addBrandTemplate, deleteBrandTemplate, updateBrandTemplate } from './operations.ts';
import { contentShapeOf, headShape } from './shape.ts';
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
