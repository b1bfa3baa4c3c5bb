import { accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { UploadedFile } from '../../body.ts';
import type { Machine } from '../../machine.ts';
import { readRequest } from '../../shape.ts';
import {
  ENVELOPE_BYTES,
  type Endpoint,
  type Endpoints,
  findProfile,
  findTemplate,
  forbidsProfile,
  holding,
  ofCategories,
  ofProfile,
  ofTemplate,
  type UploadEndpoint,
} from '../access.ts';
import { templateCategories } from '../categories.ts';
import { ATTACHMENT_TYPES, endingOf, isAsNamed } from '../file-types.ts';
import { COMMENT_MAX, requestInspection } from './inspector.ts';
import { detailOf, listShape, listTemplates, publicList } from './list.ts';
import { addTemplate, convertToChannelAdd, deleteTemplate, transitions, updateTemplate } from './operations.ts';
import { codeRule } from './rules.ts';
import { contentShape, type KeyType } from './shape.ts';
import type { Template } from './store.ts';

/** 50 MB for each file, of 1,024 × 1,024 bytes (resource API 4.1; assumption 23). */
const ATTACHMENT_BYTES = 50 * 1024 * 1024;
/** Maximum files of one request (assumption 12). */
const MAX_ATTACHMENTS = 10;

const comment = { is: 'text', required: true, max: COMMENT_MAX } as const;

/** `template/request_with_file` (resource API 4.1): the comment is required, attachments are optional. */
export const requestWithFile: UploadEndpoint = {
  limit: MAX_ATTACHMENTS * ATTACHMENT_BYTES + ENVELOPE_BYTES,
  shape: ofTemplate({ comment }, () => accept()).shape,
  files: /^attachment$/,
  tooLarge: refuse(result.fileSize, 'the attachments are too large'),
  unreadable: result.file,
  handle: async (machine, { fields, files }) => {
    const profile = findProfile(machine, fields);
    if (isRefused(profile)) return profile;
    const template = forbidsProfile(profile) ?? findTemplate(machine, profile, fields);
    if (isRefused(template)) return template;
    const request = readRequest(fields, { comment });
    if (isRefused(request)) return request;
    const attachment = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
    const refused = forbidsAttachments(files) ?? requestInspection(machine, template, request.comment, attachment);
    if (refused) return refused;
    for (const { bytes } of files) await machine.attachments.keep(bytes);
    return accept();
  },
};

/** The endpoints of resource API 4.1, by their path after `/v3/msgr/template`. */
export const templateEndpoints: Endpoints = {
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

  // The documents call the code optional, but nothing else identifies the template (assumption 141).
  '/update': holding(
    contentShape,
    ofTemplate({ newTemplateCode: codeRule }, (machine, template, profile, { newTemplateCode }, body) => {
      const refused = forbidsProfile(profile) ?? updateTemplate(machine, profile, template, newTemplateCode, body);
      return refused ?? accept({ data: detailOf(template) });
    }),
  ),

  '/delete': act(deleteTemplate),
  '/cancel_request': act(transitions.cancelRequest),
  '/stop': act(transitions.stop),
  '/reuse': act(transitions.reuse),
  '/cancel_approval': act(transitions.cancelApproval),
  '/release': act(transitions.release),
  // The request has no senderKeyType: the key is a profile's (assumption 18).
  '/convertAddCh': act(convertToChannelAdd, 'S'),

  '/request': ofTemplate(
    { comment: { is: 'text', max: COMMENT_MAX } },
    (machine, template, profile, { comment }) =>
      forbidsProfile(profile) ?? requestInspection(machine, template, comment, []) ?? accept(),
  ),

  ...ofCategories('/category', templateCategories),

  '/public/list': publicList,

  '/request_with_file': requestWithFile,
};

function act(perform: (machine: Machine, template: Template) => Refused | undefined, only?: KeyType): Endpoint {
  return ofTemplate(
    {},
    (machine, template, profile) => forbidsProfile(profile) ?? perform(machine, template) ?? accept(),
    only,
  );
}

function forbidsAttachments(files: readonly UploadedFile[]): Refused | undefined {
  if (files.some(({ field }) => field !== 'attachment'))
    return refuse(result.parameters, 'files are sent as attachment');
  if (files.length > MAX_ATTACHMENTS) return refuse(result.fileCount, `${MAX_ATTACHMENTS} attachments at most`);
  for (const { name, size, bytes } of files) {
    if (!ATTACHMENT_TYPES.includes(endingOf(name))) {
      return refuse(result.fileType, `an attachment is one of ${ATTACHMENT_TYPES.join(', ')}`);
    }
    if (size === 0) return refuse(result.file, 'an attachment is empty');
    if (size > ATTACHMENT_BYTES) return refuse(result.fileSize, `an attachment may have ${ATTACHMENT_BYTES} bytes`);
    if (!isAsNamed(name, bytes)) return refuse(result.fileType, 'an attachment is not what its name says');
  }
  return undefined;
}
