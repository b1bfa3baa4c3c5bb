import type { JsonObject } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import type { Context } from '../../context.ts';
import type { EucKr } from '../../shape.ts';
import { listOf, type Shape, textOf } from '../../shape.ts';
import { check } from '../check.ts';
import type { TextType } from '../message.ts';
import { FILEKEY_MAX, isFilekey } from './mms-files.ts';

/** `content.sms`, `content.lms`, `content.mms` (message API 2.5 to 2.7). */
export function textShape(type: TextType, codec: EucKr): Shape {
  if (type === 'sms') return { message: { is: 'text', required: true, euckr: { max: 90, codec } } };
  const subject = { is: 'text', euckr: { max: 64, codec } } as const;
  const message = { is: 'text', required: type === 'lms', euckr: { max: 2000, codec } } as const;
  return type === 'lms' ? { subject, message } : { subject, message, file };
}

const file: Shape[string] = {
  is: 'list',
  required: true,
  max: 3,
  each: {
    is: 'object',
    members: {
      type: { is: 'text', required: true, of: ['IMG'] },
      key: { is: 'text', required: true, max: FILEKEY_MAX },
    },
  },
};

/** What is wrong with a text message: its lengths in EUC-KR, and its images, which have to be uploaded (assumption 91). */
export function checkText(
  context: Context,
  type: TextType,
  content: JsonObject,
  path: string,
  codec: EucKr,
): MessageError | undefined {
  return check(content, textShape(type, codec), path) ?? checkFiles(context, content, path);
}

function checkFiles(context: Context, content: JsonObject, path: string): MessageError | undefined {
  const unknown = listOf(content, 'file').findIndex((element) => !isFilekey(context, textOf(element, 'key')));
  return unknown < 0 ? undefined : messageError(2000, `${path}file[${unknown}].key is no filekey of an uploaded image`);
}
