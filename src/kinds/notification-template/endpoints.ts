import * as z from 'zod';
import { informative, listOf, none, optional, text, withData, words } from '../../wire/shape.ts';
import { publicPage, templatePage } from '../discovery.ts';
import { endpoint } from '../endpoint.ts';
import { shapesOf } from '../fields.ts';
import { templateFields } from './fields.ts';

const answeredComment = z.looseObject({
  content: informative(z.string()),
  createdAt: informative(z.string()),
  status: words,
  userName: informative(z.string()),
});

/** Comments for people to read. An element that is no object is null. */
const answeredComments = z.array(answeredComment.nullable().catch(null));

/** `data` of add, detail and update (resource API 2.2). Unknown members are kept. */
const templateDetail = z.looseObject({
  ...shapesOf(templateFields),
  templateCode: text,
  templateContent: z.string(),
  inspectionStatus: z.enum(['REG', 'REQ', 'REJ', 'APR']),
  status: z.enum(['S', 'A', 'R']),
  block: optional(z.boolean()),
  dormant: optional(z.boolean()),
  modifiedAt: optional(z.string()),
  comments: informative(answeredComments),
});

/** A row of `template.publicList`. Only people read it, so `status` is open. */
export const publicTemplateRow = z.looseObject({
  templateCode: text,
  templateName: z.string(),
  status: informative(z.string()),
  categoryCode: informative(z.string()),
  releaseDate: informative(z.string()),
  previewImageUrl: informative(z.string()),
});

/** A template category. The all-list writes `Inclusion` where the single answer writes `inclusion`; both are read. */
const templateCategory = z
  .looseObject({
    code: text,
    name: words,
    groupName: informative(z.string()),
    inclusion: informative(z.string()),
    Inclusion: informative(z.string()),
    exclusion: informative(z.string()),
  })
  .transform(({ Inclusion, ...rest }) => ({ ...rest, inclusion: rest.inclusion ?? Inclusion }));

export type TemplateDetail = z.infer<typeof templateDetail>;
export type TemplateCategory = z.infer<typeof templateCategory>;

const path = '/v3/{segment}/template';

/** Code 525: the service does not know the category. Code 530: nor the plugin. Code 600: it does not know the image, or not for this use (assumption 12). */
export const helpByCode = {
  '525': 'Check `category` in the manifest. `notiform get categories` lists the codes of the environment',
  '530':
    'Declare the plugin of the button as a PluginCallback, and refer to it: `plugin: { ref: ID }`. `notiform explain PluginCallback` shows its fields',
  '600':
    "Upload the image again: `notiform apply --reupload 'Image/**'`. The state may name an image of another account or `resourceUrl`",
};

/** Resource API 4.1. */
export const templateEndpoints = {
  add: { ...endpoint('template.add', `${path}/add`, 'write', withData(templateDetail)), helpByCode },
  codeCheck: endpoint('template.codeCheck', `${path}/codeCheck`, 'read', none),
  list: endpoint('template.list', `${path}/list`, 'read', templatePage),
  detail: { ...endpoint('template.detail', `${path}/detail`, 'read', withData(templateDetail)), clean: cleanComments },
  update: { ...endpoint('template.update', `${path}/update`, 'write', withData(templateDetail)), helpByCode },
  delete: endpoint('template.delete', `${path}/delete`, 'write', none),
  categories: endpoint('template.categories', `${path}/category/all`, 'read', withData(listOf(templateCategory))),
  category: endpoint('template.category', `${path}/category`, 'read', withData(templateCategory)),
  /** Comment: at most 500 characters. */
  request: endpoint('template.request', `${path}/request`, 'write', none),
  /** Attachments: png, jpg, jpeg, gif, pdf, hwp, doc, docx, at most 50 MB each. */
  requestWithFile: endpoint('template.requestWithFile', `${path}/request_with_file`, 'write', none),
  cancelRequest: endpoint('template.cancelRequest', `${path}/cancel_request`, 'write', none),
  stop: endpoint('template.stop', `${path}/stop`, 'write', none),
  reuse: endpoint('template.reuse', `${path}/reuse`, 'write', none),
  cancelApproval: endpoint('template.cancelApproval', `${path}/cancel_approval`, 'write', none),
  release: endpoint('template.release', `${path}/release`, 'write', none),
  convertAddCh: endpoint('template.convertAddCh', `${path}/convertAddCh`, 'write', none),
  publicList: endpoint('template.publicList', `${path}/public/list`, 'read', publicPage),
};

/** People wrote the comments: numbers and secrets in them are hidden before anything reads them. */
function cleanComments(detail: TemplateDetail, clean: (text: string) => string): TemplateDetail {
  if (!detail.comments?.length) return detail;
  const cleaned = (text: string | null | undefined) => text && clean(text);
  return {
    ...detail,
    comments: detail.comments.map(
      (one) => one && { ...one, content: cleaned(one.content), userName: cleaned(one.userName) },
    ),
  };
}
