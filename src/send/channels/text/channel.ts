import type { JsonObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import type { TestSend, WrittenMessage } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { unsupported } from '../../about.ts';
import type { Draft, WrittenChannel } from '../../channel.ts';
import { isAbsent, wrongValue } from '../../envelope.ts';
import { fillTexts } from '../../members.ts';
import { checkText, type TextType } from './form.ts';

const TYPES: readonly TextType[] = ['sms', 'lms', 'mms'];

/** Text messages: `sms`, `lms`, and `mms` with images (message API 2.5 to 2.7). */
export const text: WrittenChannel = { types: TYPES, draft, check };

/** The key of an image until it is uploaded. */
const AFTER_UPLOAD = '<after upload>';

function draft(test: TestSend, { type, subject = '', text = '', files = [] }: WrittenMessage): Draft {
  const texts = { ...(subject === '' ? {} : { subject }), ...(text === '' ? {} : { message: text }) };
  const withKeys = (content: JsonObject, keys: readonly string[]): JsonObject => ({
    ...content,
    ...(keys.length === 0 ? {} : { file: keys.map((key) => ({ type: 'IMG', key })) }),
  });
  return {
    type,
    variables: variableNames([subject, text]),
    mistakes: unsupported(test, ['profile', 'buttons', 'brand', 'fallback'], `of type ${type}`),
    risks: [],
    fill: (_, values) =>
      withKeys(
        fillTexts(texts, values),
        files.map(() => AFTER_UPLOAD),
      ),
    fieldOf,
    advise: () => [],
    ...(files.length === 0
      ? {}
      : {
          upload: async (content, keyOf) => {
            const keys: string[] = [];
            for (const file of files) keys.push(await keyOf(file));
            return withKeys(content, keys);
          },
        }),
  };
}

/** The field of the test send that sets a member: `file[0].key` is of `message.files[0]`. */
function fieldOf(path: string): Path | undefined {
  const [, member, index] = /^(subject|message|file)(?:\[(\d+)\])?/.exec(path) ?? [];
  if (member === 'file') return ['message', 'files', ...(index === undefined ? [] : [Number(index)])];
  return member === undefined ? undefined : ['message', member === 'message' ? 'text' : member];
}

/** A text message has no fallback (message API 2.11). */
function check(payload: JsonObject, content: JsonObject): ProofFailure[] {
  const type = TYPES.find((one) => one === payload['type']) ?? 'sms';
  return [
    ...checkText(type, content),
    ...['resend', 'recontent']
      .filter((member) => !isAbsent(payload[member]))
      .map((member) => wrongValue(member, `A message of type ${type} has no fallback`, `Leave \`${member}\` out`)),
  ];
}
