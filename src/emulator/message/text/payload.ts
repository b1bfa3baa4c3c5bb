import iconv from 'iconv-lite';
import type { JsonObject } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { type MessageError, messageError } from '../../answers.ts';
import { type Form, oneFile, type UploadedFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import { array, needed, object, oneOf } from '../../members.ts';
import { ENVELOPE_BYTES } from '../../resource/access.ts';
import { isAsNamed } from '../../resource/file-types.ts';
import { type Measured, measure, type UploadedImage } from '../../resource/image/rules.ts';
import { listOf, type Rule, type Shape, textOf, unknownMembers } from '../../shape.ts';
import { check, type MessageChannel } from '../channel.ts';
import type { TextType } from '../message.ts';
import { RETENTION_MS } from '../retention.ts';

/** The longest `file[].key` (message API 2.7). */
const FILEKEY_MAX = 40;

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
  const file = oneFile(form.files, 'file');
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
function isFilekey({ store, clock }: Context, key: string): boolean {
  const image = store.images.get(key);
  return image?.use === USE && image.uploadedAt + RETENTION_MS >= clock.now();
}

function encode(text: string): Buffer {
  return iconv.encode(text, 'euc-kr');
}

/** `content.sms`, `content.lms`, `content.mms` (message API 2.5 to 2.7). */
function textShape(type: TextType): Shape {
  if (type === 'sms') return { message: measured(90, true) };
  const texts = { subject: measured(64), message: measured(2000, type === 'lms') };
  return type === 'lms' ? texts : { ...texts, file };
}

const QUESTION_MARK = Buffer.from('?');

/** A text that is measured in EUC-KR, the encoding of text messages (message API 2.5 to 2.7; assumption 90). */
function measured(max: number, required = false): Rule {
  const tooLong = `may have ${max} bytes in EUC-KR`;
  const says = (text: string): string | undefined => {
    // A character takes at least one byte, so a text that is far too long need not be encoded.
    if (length(text) > max) return tooLong;
    // A character that cannot be encoded becomes a question mark.
    const odd = Array.from(text).find((char) => char !== '?' && encode(char).equals(QUESTION_MARK));
    if (odd !== undefined) return `has a character that EUC-KR does not: ${odd}`;
    return encode(text).byteLength > max ? tooLong : undefined;
  };
  return { is: 'text', required, says };
}

const file = needed(
  array(object({ type: needed(oneOf('IMG')), key: { is: 'text', required: true, max: FILEKEY_MAX } }), { max: 3 }),
);

/** The channel of text messages. Lengths are in EUC-KR, and images must be uploaded (assumption 91). */
export function textChannel(type: TextType): MessageChannel {
  return {
    family: 'text',
    success: type === 'mms' ? '6600' : '4100',
    shape: () => textShape(type),
    check: (context, content, path, shape) => {
      const wrong = check(content, shape, path);
      if (wrong) return wrong;
      const unknown = listOf(content, 'file').findIndex((element) => !isFilekey(context, textOf(element, 'key')));
      return unknown < 0
        ? undefined
        : messageError(2000, `${path}file[${unknown}].key is not the filekey of an uploaded image`);
    },
  };
}
