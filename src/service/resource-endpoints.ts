import * as z from 'zod';
import type { ImageUse } from './api.ts';
import { group, profileCategory, senderProfile, senderProfiles } from './shape/account.ts';
import { brandTemplateDetail } from './shape/brand.ts';
import { type UploadedImage, uploadedImage, uploadedImages } from './shape/image.ts';
import { consentProof, registeredProfile } from './shape/profile-write.ts';
import { listOf, optional, resultCode } from './shape/shape.ts';
import { groupTag } from './shape/tag.ts';
import { templateCategory, templateDetail } from './shape/template.ts';
import { videoInfo, videoTicket } from './shape/video.ts';
import type { CallKind, Endpoint } from './transport/endpoint.ts';

/** Every endpoint of the resource API that notiform calls, as data (resource API 4). */

/** `code` and `message` alone. */
const none = z.looseObject({ code: resultCode });

function withData<T extends z.ZodType>(data: T): z.ZodObject<{ data: T }, z.core.$loose> {
  return z.looseObject({ data });
}

/** A page of rows that are read one by one, each for itself. No list at all is one without rows, if the total says so. */
const templatePage = z
  .looseObject({
    totalCount: z.int().min(0),
    totalPage: z.int().min(0),
    currentPage: z.int().min(0),
    data: optional(z.looseObject({ list: optional(z.array(z.unknown())) })),
  })
  .refine(({ totalCount, data }) => totalCount === 0 || data?.list, {
    path: ['data', 'list'],
    error: 'expected array, since totalCount is not 0',
  });

/** A list without pages. */
const rowsAlone = withData(listOf(z.unknown()));

const publicPage = z.looseObject({ hasNext: z.boolean(), data: listOf(z.unknown()) });

function endpoint<T>(name: string, path: string, kind: CallKind, answer: z.ZodType<T>): Endpoint<T> {
  return { api: 'resource', name, path, kind, answer };
}

const template = '/v3/{segment}/template';
const brandTemplate = '/v4/{segment}/brand/template';
const image = '/v3/{segment}/image/{product}';
const brandImage = '/v4/{segment}/brand/image';
const video = '/v4/{segment}/brand/video';
const profile = '/v3/{segment}/profile';
const newerProfile = '/v4/{segment}/profile';
const groups = '/v3/{segment}/group';
const tag = '/v4/{segment}/groupTag';
const plugin = '/v3/{segment}/plugin/callbackUrl';

export const templateEndpoints = {
  add: endpoint('template.add', `${template}/add`, 'write', withData(templateDetail)),
  codeCheck: endpoint('template.codeCheck', `${template}/codeCheck`, 'read', none),
  list: endpoint('template.list', `${template}/list`, 'read', templatePage),
  detail: endpoint('template.detail', `${template}/detail`, 'read', withData(templateDetail)),
  update: endpoint('template.update', `${template}/update`, 'write', withData(templateDetail)),
  delete: endpoint('template.delete', `${template}/delete`, 'write', none),
  categories: endpoint('template.categories', `${template}/category/all`, 'read', withData(listOf(templateCategory))),
  category: endpoint('template.category', `${template}/category`, 'read', withData(templateCategory)),
  request: endpoint('template.request', `${template}/request`, 'write', none),
  requestWithFile: endpoint('template.requestWithFile', `${template}/request_with_file`, 'write', none),
  cancelRequest: endpoint('template.cancelRequest', `${template}/cancel_request`, 'write', none),
  stop: endpoint('template.stop', `${template}/stop`, 'write', none),
  reuse: endpoint('template.reuse', `${template}/reuse`, 'write', none),
  cancelApproval: endpoint('template.cancelApproval', `${template}/cancel_approval`, 'write', none),
  release: endpoint('template.release', `${template}/release`, 'write', none),
  convertAddCh: endpoint('template.convertAddCh', `${template}/convertAddCh`, 'write', none),
  publicList: endpoint('template.publicList', `${template}/public/list`, 'read', publicPage),
};

export const brandTemplateEndpoints = {
  add: endpoint('brandTemplate.add', `${brandTemplate}/add`, 'write', withData(brandTemplateDetail)),
  detail: endpoint('brandTemplate.detail', `${brandTemplate}/detail`, 'read', withData(brandTemplateDetail)),
  update: endpoint('brandTemplate.update', `${brandTemplate}/update`, 'write', withData(brandTemplateDetail)),
  delete: endpoint('brandTemplate.delete', `${brandTemplate}/delete`, 'write', none),
  list: endpoint('brandTemplate.list', `${brandTemplate}/list`, 'read', templatePage),
  history: endpoint('brandTemplate.history', `${brandTemplate}/history`, 'read', publicPage),
};

/** Where an image goes, and the field that takes it there (resource API 4.2, 4.7a). */
interface ImageEndpoint {
  field: 'image' | 'imageList';
  to: Endpoint<UploadedImage>;
}

function imageUpload(name: string, path: string): ImageEndpoint {
  return { field: 'image', to: endpoint(`image.${name}`, path, 'write', uploadedImage) };
}

function imageListUpload(name: string, path: string): ImageEndpoint {
  const to = endpoint(`image.${name}`, path, 'write', uploadedImages);
  return { field: 'imageList', to: { ...to, refusal: (answer) => answer.refusal } };
}

export const imageEndpoints: Record<ImageUse, ImageEndpoint> = {
  'notification/template': imageUpload('template', `${image}/template`),
  'notification/send': imageUpload('send', image),
  'notification/highlight': imageUpload('highlight', `${image}/itemHighlight`),
  'brand/default': imageUpload('brandDefault', `${brandImage}/default`),
  'brand/wide': imageUpload('brandWide', `${brandImage}/wide`),
  'brand/wide-first': imageUpload('brandWideFirst', `${brandImage}/wideItemList/first`),
  'brand/wide-items': imageListUpload('brandWideItems', `${brandImage}/wideItemList`),
  'brand/carousel-feed': imageListUpload('brandCarouselFeed', `${brandImage}/carouselFeed`),
  'brand/carousel-commerce': imageListUpload('brandCarouselCommerce', `${brandImage}/carouselCommerce`),
};

/** The file itself goes elsewhere (`video-upload.ts`). */
export const videoEndpoints = {
  search: endpoint('video.search', `${video}/search`, 'read', withData(videoInfo)),
  register: endpoint('video.register', `${video}/upload/register`, 'write', withData(videoTicket)),
};

export const profileEndpoints = {
  get: endpoint('profile.get', profile, 'read', withData(senderProfile)),
  use: endpoint('profile.use', `${profile}/use`, 'read', withData(senderProfiles)),
  multi: endpoint('profile.multi', `${profile}/multi`, 'read', withData(senderProfiles)),
  categories: endpoint('profile.categories', `${profile}/category/all`, 'read', withData(listOf(profileCategory))),
  category: endpoint('profile.category', `${profile}/category`, 'read', withData(profileCategory)),
};

export const profileWriteEndpoints = {
  token: endpoint('profile.token', `${profile}/token`, 'write', none),
  create: endpoint('profile.create', `${profile}/create`, 'write', withData(registeredProfile)),
  recover: endpoint('profile.recover', `${profile}/recover`, 'write', none),
  unsubscribe: endpoint('profile.unsubscribe', `${newerProfile}/unsubscribeContent/update`, 'write', none),
  consent: endpoint('profile.consent', `${newerProfile}/marketingAgree/upload`, 'write', withData(consentProof)),
  applyBrand: endpoint('profile.applyBrand', `${newerProfile}/brandMessage/apply`, 'write', none),
};

export const groupWriteEndpoints = {
  add: endpoint('group.add', `${groups}/profile/add`, 'write', withData(group)),
  remove: endpoint('group.remove', `${groups}/profile/delete`, 'write', none),
};

export const tagEndpoints = {
  get: endpoint('tag.get', tag, 'read', withData(groupTag)),
  list: endpoint('tag.list', `${tag}/list`, 'read', rowsAlone),
  create: endpoint('tag.create', `${tag}/create`, 'write', withData(groupTag)),
  update: endpoint('tag.update', `${tag}/update`, 'write', withData(groupTag)),
  delete: endpoint('tag.delete', `${tag}/delete`, 'write', none),
};

export const pluginEndpoints = {
  list: endpoint('plugin.list', `${plugin}/list`, 'read', rowsAlone),
  create: endpoint('plugin.create', `${plugin}/create`, 'write', none),
  update: endpoint('plugin.update', `${plugin}/update`, 'write', none),
  delete: endpoint('plugin.delete', `${plugin}/delete`, 'write', none),
};

export const groupEndpoints = {
  list: endpoint('group.list', groups, 'read', withData(listOf(group))),
  all: endpoint('group.all', `${groups}/all`, 'read', withData(listOf(group))),
};
