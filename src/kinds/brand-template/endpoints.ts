import * as z from 'zod';
import { informative, none, optional, text, withData } from '../../wire/shape.ts';
import { endpoint } from '../endpoint.ts';
import { publicPage, templatePage } from '../template-page.ts';

/** Shapes of a brand template as the service answers it (resource API 2.4). Unknown members are kept. */

const links = {
  linkMobile: optional(z.string()),
  linkPc: optional(z.string()),
  linkAndroid: optional(z.string()),
  linkIos: optional(z.string()),
};

/** `linkType` is open: the service may know more than its document. */
const button = z.looseObject({
  name: optional(z.string()),
  linkType: text,
  ordering: optional(z.int()),
  ...links,
  bizFormId: optional(z.union([z.string(), z.number()])),
});

const coupon = z.looseObject({ title: optional(z.string()), description: optional(z.string()), ...links });

/** A number, or the variable that stands for a price that was left out. */
const price = optional(z.union([z.number(), z.string()]));

const commerce = z.looseObject({
  title: optional(z.string()),
  regularPrice: price,
  discountPrice: price,
  discountRate: price,
  discountFixed: price,
  regularPriceName: optional(z.string()),
  discountPriceName: optional(z.string()),
  discountRateName: optional(z.string()),
  discountFixedName: optional(z.string()),
});

const wideItem = z.looseObject({ title: optional(z.string()), imageUrl: optional(z.string()), ...links });

const head = z.looseObject({
  header: optional(z.string()),
  content: optional(z.string()),
  imageUrl: optional(z.string()),
  ...links,
});

const card = z.looseObject({
  header: optional(z.string()),
  content: optional(z.string()),
  additionalContent: optional(z.string()),
  imageUrl: optional(z.string()),
  imageLink: optional(z.string()),
  commerce: optional(commerce),
  buttons: optional(z.array(button)),
  coupon: optional(coupon),
});

const carousel = z.looseObject({
  head: optional(head),
  list: optional(z.array(card)),
  tail: optional(z.looseObject(links)),
});

/** The documents do not show the members (assumption 123). */
const video = z.looseObject({
  vid: optional(z.string()),
  videoUrl: optional(z.string()),
  thumbnailUrl: optional(z.string()),
});

/** `data` of add, detail and update. Answers hold `wideItemList` where requests hold main and sub items. */
const brandTemplateDetail = z.looseObject({
  templateCode: text,
  templateName: z.string(),
  chatBubbleType: text,
  adult: optional(z.boolean()),
  header: optional(z.string()),
  content: optional(z.string()),
  additionalContent: optional(z.string()),
  imageUrl: optional(z.string()),
  imageLink: optional(z.string()),
  carousel: optional(carousel),
  wideItemList: optional(z.array(wideItem)),
  video: optional(video),
  commerce: optional(commerce),
  buttons: optional(z.array(button)),
  coupon: optional(coupon),
  createdAt: informative(z.string()),
  modifiedAt: optional(z.string()),
  status: text,
});

/** A row of `brandTemplate.list`. `serviceStatus` is open: a detail decides, the row only tells that something moved. */
export const brandTemplateRow = z.looseObject({
  senderKey: informative(z.string()),
  senderKeyType: informative(z.enum(['S', 'G'])),
  templateCode: text,
  templateName: z.string(),
  createdAt: informative(z.string()),
  modifiedAt: optional(z.string()),
  serviceStatus: text,
});

/** An entry of `brandTemplate.history`: what was written, and when. */
export const brandTemplateVersion = brandTemplateDetail.extend({
  version: z.int(),
  insertedAt: informative(z.string()),
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
