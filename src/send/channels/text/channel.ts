import type { JsonObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { TestSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { imageOf } from '../../../kinds/bubble.ts';
import type { Bubble } from '../../../preview/bubble.ts';
import { unsupported } from '../../about.ts';
import type { Draft, ShownSend, WrittenChannel } from '../../channel.ts';
import { fillTexts } from '../../members.ts';
import { textBubble } from '../../written.ts';
import { checkText, shapeOf } from './form.ts';

/** Text messages: `sms`, `lms`, and `mms` with images (message API 2.5 to 2.7). */
export const text: WrittenChannel = { types: ['sms', 'lms', 'mms'], draft, check: checkText, shapeOf, bubble };

function bubble(type: string, content: JsonObject, shown: ShownSend): Bubble {
  const images = (shown.images ?? []).flatMap((file) => imageOf(file, shown) ?? []);
  const drawn = textBubble(type === 'lms' || type === 'mms' ? type : 'sms', content, shown);
  return images.length === 0 ? drawn : { ...drawn, images };
}

/** The key of an image until it is uploaded. */
const AFTER_UPLOAD = '<after upload>';

function draft(test: TestSend): Draft {
  const { type = 'sms', subject = '', text = '', files = [] } = test.message ?? {};
  const texts = { ...(subject === '' ? {} : { subject }), ...(text === '' ? {} : { message: text }) };
  const withKeys = (content: JsonObject, keys: readonly string[]): JsonObject => ({
    ...content,
    ...(keys.length === 0 ? {} : { file: keys.map((key) => ({ type: 'IMG', key })) }),
  });
  const placeholders = files.map(() => AFTER_UPLOAD);
  const upload: Draft['upload'] = async (content, keyOf) => {
    const keys: string[] = [];
    for (const file of files) keys.push(await keyOf(file));
    return withKeys(content, keys);
  };
  return {
    type,
    variables: variableNames([subject, text]),
    mistakes: unsupported(test, ['profile', 'buttons', 'brand'], `of type ${type}`),
    risks: [],
    fill: (_, values) => withKeys(fillTexts(texts, values), placeholders),
    fieldOf,
    ...(files.length > 0 && { upload }),
  };
}

/** The field of the test send that sets a member: `file[0].key` is of `message.files[0]`. */
function fieldOf(path: string): Path | undefined {
  const [, member, index] = /^(subject|message|file)(?:\[(\d+)\])?/.exec(path) ?? [];
  if (member === 'file') return ['message', 'files', ...(index === undefined ? [] : [Number(index)])];
  return member === undefined ? undefined : ['message', member === 'message' ? 'text' : member];
}
