import type { JsonObject } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import { type Form, oneFile, type UploadedFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import { ENVELOPE_BYTES } from '../../resource/access.ts';
import { isAsNamed } from '../../resource/file-types.ts';
import { type Measured, measure } from '../../resource/image/rules.ts';
import type { UploadedImage } from '../../resource/image/store.ts';
import { type Shape, textOf, unknownMembers } from '../../shape.ts';
import { check } from '../channel.ts';
import { RETENTION_MS } from '../retention.ts';

/** The longest `file[].key` (message API 2.7). */
export const FILEKEY_MAX = 40;

/** 300 KB, the limit of phones (assumption 92). */
const MMS_BYTES = 300 * 1024;

export const FILE_REQUEST_BYTES = MMS_BYTES + ENVELOPE_BYTES;

export const fileTooLarge: MessageError = messageError(2000, `file may have ${MMS_BYTES} bytes`);

const USE: UploadedImage['use'] = 'message/mms';

const formShape: Shape = { account: { is: 'text', required: true, max: 20 } };

export function unknownInForm({ fields, files }: Form): string[] {
  const others = files.map(({ field }) => field).filter((field) => field !== 'file');
  return [...unknownMembers(fields, formShape), ...others];
}

/** `POST /v2/file` (message API 4.4; shapes and limits: assumption 92). The image's id is its filekey. */
export async function takeFile(machine: Machine, form: Form): Promise<JsonObject | MessageError> {
  const wrong = check(form.fields, formShape, '');
  if (wrong) return wrong;
  if (textOf(form.fields, 'account') !== machine.credentials.account) return messageError(3006);
  const file = oneFile(form, 'file');
  if (typeof file === 'string') return messageError(2000, file);
  const measured = measureFile(file);
  if ('error' in measured) return measured;
  const { id } = await machine.gallery.take(file.bytes, USE, measured);
  return { code: 1000, description: 'success', filekey: id };
}

function measureFile({ name, size, bytes }: UploadedFile): Measured | MessageError {
  if (size > MMS_BYTES) return fileTooLarge;
  const measured = measure(bytes);
  if (measured?.type !== 'jpg') return messageError(2000, 'file is not a readable JPEG');
  if (!isAsNamed(name, bytes)) return messageError(2000, 'the name of file must end in jpg or jpeg');
  return measured;
}

/** True if this is the filekey of an upload that is not older than the retention of messages (assumption 91). */
export function isFilekey({ store, clock }: Context, key: string): boolean {
  const image = store.images.get(key);
  return image?.use === USE && image.uploadedAt + RETENTION_MS >= clock.now();
}
