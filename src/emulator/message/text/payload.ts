import { messageError } from '../../answers.ts';
import { type EucKr, listOf, type Shape, textOf } from '../../shape.ts';
import { check, type MessageChannel } from '../channel.ts';
import type { TextType } from '../message.ts';
import { FILEKEY_MAX, isFilekey } from './mms-files.ts';

/** `content.sms`, `content.lms`, `content.mms` (message API 2.5 to 2.7). */
function textShape(type: TextType, codec: EucKr): Shape {
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

/** The channel of text messages. Lengths are in EUC-KR, and images must be uploaded (assumption 91). */
export function textChannel(type: TextType): MessageChannel {
  return {
    family: 'text',
    success: type === 'mms' ? '6600' : '4100',
    shape: async () => textShape(type, await loadEucKr()),
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

/** Loads the tables of EUC-KR, half a megabyte, only when a text message needs them. */
export async function loadEucKr(): Promise<EucKr> {
  const { default: iconv } = await import('iconv-lite');
  const encode = (text: string): Buffer => iconv.encode(text, 'euc-kr');
  return {
    bytes: (text) => encode(text).byteLength,
    // A character that cannot be encoded becomes a question mark.
    unencodable: (text) => {
      for (const char of text) if (char !== '?' && encode(char).equals(QUESTION_MARK)) return char;
      return undefined;
    },
  };
}

const QUESTION_MARK = Buffer.from('?');
