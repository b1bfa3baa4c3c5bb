import type { JsonObject } from '../../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { Form, FormRule, UploadedFile } from '../../body.ts';
import type { Machine } from '../../machine.ts';
import type { Shape } from '../../shape.ts';
import { accountShape, findProfile, findTemplate, forbidsProfile, ofTemplate } from '../access.ts';
import { ATTACHMENT_TYPES, endingOf, isAsNamed, SIGNATURE_BYTES } from '../file-types.ts';
import { readRequest } from '../request.ts';
import { COMMENT_MAX, requestInspection } from '../template/inspector.ts';
import type { ImageUse } from './image.ts';
import { checkImage, imageRules } from './rules.ts';

/** 50 MB a file, counted as 1,024 × 1,024 bytes each (resource API 4.1; assumption 23). */
export const ATTACHMENT_BYTES = 50 * 1024 * 1024;
/** Files of one request: the code 613 of a like service (assumption 12). */
const MAX_ATTACHMENTS = 10;
/** Room for the boundaries and fields around files. */
export const ENVELOPE_BYTES = 1024 * 1024;

export interface UploadEndpoint extends FormRule {
  /** What its fields may be, all of them. */
  shape: Shape;
  /** The fields whose files it knows. */
  files: RegExp;
  /** The answer where the body is larger, or no form. */
  tooLarge: Refused;
  unreadable: Refused;
  handle(machine: Machine, form: Form): Promise<JsonObject | Refused> | JsonObject | Refused;
}

const comment = { is: 'text', required: true, max: COMMENT_MAX } as const;

/** `template/request_with_file` (resource API 4.1): the comment is required, attachments are optional. */
export const requestWithFile: UploadEndpoint = {
  limit: MAX_ATTACHMENTS * ATTACHMENT_BYTES + ENVELOPE_BYTES,
  shape: ofTemplate({ comment }, () => accept()).shape,
  files: /^attachment$/,
  // The first bytes tell what a file is. The rest is for the desk, and kept if there is room.
  keep: SIGNATURE_BYTES,
  tooLarge: refuse(result.fileSize, 'the attachments are too large'),
  unreadable: refuse(result.file, 'the request is no complete multipart form'),
  handle: async (machine, { fields, files }) => {
    const profile = findProfile(machine, fields);
    if (isRefused(profile)) return profile;
    const template = forbidsProfile(profile) ?? findTemplate(machine, profile, fields);
    if (isRefused(template)) return template;
    const asked = readRequest(fields, { comment });
    const refused = isRefused(asked) ? asked : forbidsAttachments(files);
    if (refused || isRefused(asked)) return refused ?? asked;
    const attachment = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
    const forbidden = requestInspection(machine, template, asked.comment, attachment);
    if (forbidden) return forbidden;
    await machine.attachments.keep(files);
    return accept();
  },
};

/** The upload of one image (resource API 4.2, 4.7a). */
export function imageUpload(use: ImageUse): UploadEndpoint {
  return {
    shape: accountShape,
    files: /^image$/,
    limit: imageRules[use].maxBytes + ENVELOPE_BYTES,
    tooLarge: refuse(result.image, `the image may have ${imageRules[use].maxBytes} bytes`),
    unreadable: refuse(result.image, 'the request is no complete multipart form'),
    handle: async (machine, { files }) => {
      const [file, ...others] = files.filter(({ field }) => field === 'image');
      if (file === undefined) return refuse(result.parameters, 'image is required');
      if (others.length > 0) return refuse(result.parameters, 'one image at a time');
      const measured = checkImage(file, use);
      return isRefused(measured) ? measured : accept({ image: await machine.gallery.keep(file.bytes, use, measured) });
    },
  };
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
