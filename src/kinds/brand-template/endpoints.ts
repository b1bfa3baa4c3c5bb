import * as z from 'zod';
import { none, optional, text, withData } from '../../wire/shape.ts';
import { publicPage, templatePage } from '../discovery.ts';
import { endpoint } from '../endpoint.ts';
import { shapesOf } from '../fields.ts';
import { brandFields } from './fields.ts';

/** `data` of add, detail and update (resource API 2.4). Unknown members are kept. */
const brandTemplateDetail = z.looseObject({
  ...shapesOf(brandFields),
  templateCode: text,
  modifiedAt: optional(z.string()),
  status: text,
});

/** An entry of `brandTemplate.history`: what was written, and when. */
export const brandTemplateVersion = brandTemplateDetail.extend({
  version: z.int(),
});

export type BrandTemplateDetail = z.infer<typeof brandTemplateDetail>;

const path = '/v4/{segment}/brand/template';

/** Resource API 4.7. */
export const brandTemplateEndpoints = {
  add: endpoint('brandTemplate.add', `${path}/add`, 'write', withData(brandTemplateDetail)),
  detail: endpoint('brandTemplate.detail', `${path}/detail`, 'read', withData(brandTemplateDetail)),
  /** Replaces the whole template. */
  update: endpoint('brandTemplate.update', `${path}/update`, 'write', withData(brandTemplateDetail)),
  delete: endpoint('brandTemplate.delete', `${path}/delete`, 'write', none),
  list: endpoint('brandTemplate.list', `${path}/list`, 'read', templatePage),
  history: endpoint('brandTemplate.history', `${path}/history`, 'read', publicPage),
};
