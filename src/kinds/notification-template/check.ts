import type { Finding, Path } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { fillVariables, length } from '../../core/variables.ts';
import { isAttachable } from './attachments.ts';
import { type Button, templateOf } from './content.ts';
import { addsChannel, holdsNotice } from './notice.ts';
import { SENDABLE } from './sendable.ts';
import { shownTexts } from './texts.ts';
import { malformedVariables } from './variable-syntax.ts';

/**
 * The rules of a template that its JSON Schema cannot say well: what the inspectors' lint asks (a rule id, so that a
 * manifest may silence it), and what the message API could not carry although it can be registered (message API 2.9).
 */
export function checkTemplate(manifest: JsonObject): Finding[] {
  return [
    ...checkVariables(manifest),
    ...checkNotice(manifest),
    ...checkChannelButton(manifest),
    ...checkUnused(manifest),
    ...checkBody(manifest),
    ...checkSendable(manifest),
    ...checkAttachments(manifest),
  ];
}

type Words = Omit<Finding, 'severity' | 'at' | 'on'>;

function error(at: Path, words: Words): Finding {
  return { severity: 'error', at, on: 'value', ...words };
}

function warning(at: Path, words: Words): Finding {
  return { severity: 'warning', at, on: 'value', ...words };
}

function checkVariables(manifest: JsonObject): Finding[] {
  return shownTexts(manifest).flatMap(({ at, text }) =>
    malformedVariables(text).map((found) =>
      warning(at, {
        code: 'variable-syntax',
        message: `\`${found.text}\` ${found.why}`,
        hint: 'A message variable is written `#{name}`, with no spaces',
        rule: 'AT01',
      }),
    ),
  );
}

function checkNotice(manifest: JsonObject): Finding[] {
  const { messageType, content } = templateOf(manifest);
  if (!holdsNotice(messageType, content)) return [];
  return [
    error(['content'], {
      code: 'channel-notice',
      message: 'The body ends in the channel-add notice, which the service itself adds',
      hint: 'Leave the notice out, and the line breaks before it',
    }),
  ];
}

function checkChannelButton(manifest: JsonObject): Finding[] {
  const { messageType, buttons = [] } = templateOf(manifest);
  const places = buttons.flatMap(({ type }, index) => (type === 'AC' ? [index] : []));
  const [first, ...others] = places;
  const rule = 'AT10';
  const findings: Finding[] = others.map((index) =>
    warning(['buttons', index], { code: 'channel-button', message: 'A second channel-add button', rule }),
  );
  if (!addsChannel(messageType)) return findings;
  if (first === undefined) {
    const message = `A template of type ${messageType} carries a channel-add button, and this one has none`;
    return [
      warning(['messageType'], { code: 'channel-button', message, hint: 'Begin `buttons` with `{type: AC}`', rule }),
    ];
  }
  if (first === 0) return findings;
  return [
    warning(['buttons', first], { code: 'channel-button', message: 'The channel-add button stands first', rule }),
    ...findings,
  ];
}

function checkUnused(manifest: JsonObject): Finding[] {
  const { messageType, emphasis, extra, items, itemSummary } = templateOf(manifest);
  const unused = (key: string, why: string, rule: string): Finding => ({
    code: 'unused-member',
    severity: 'warning',
    at: [key],
    on: 'key',
    message: `\`${key}\` has no effect ${why}`,
    rule,
  });
  const { title, subtitle } = emphasis?.type === 'NONE' ? emphasis : {};
  const noList = emphasis?.type !== 'ITEM_LIST';
  return [
    ...(extra !== undefined && ['BA', 'AD'].includes(messageType)
      ? [unused('extra', `with messageType ${messageType}`, 'AT09')]
      : []),
    ...(title !== undefined || subtitle !== undefined
      ? [
          {
            ...unused('emphasis', 'with emphasis NONE', 'AT08'),
            message: 'a title and a subtitle have no effect with emphasis NONE',
          },
        ]
      : []),
    ...(items && noList ? [unused('items', 'without emphasis ITEM_LIST', 'AT14')] : []),
    ...(itemSummary && noList ? [unused('itemSummary', 'without emphasis ITEM_LIST', 'AT14')] : []),
  ];
}

function checkBody(manifest: JsonObject): Finding[] {
  const tooLong = checkRegistered(manifest);
  return tooLong.length > 0 ? tooLong : checkSent(manifest);
}

/** What could never be sent as it stands is not registered either (assumption 17). */
function checkRegistered(manifest: JsonObject): Finding[] {
  const count = length(templateOf(manifest).content);
  if (count <= SENDABLE.body) return [];
  return [
    {
      code: 'too-long',
      severity: 'error',
      at: ['content'],
      on: 'value',
      message: `The body has ${count} characters, and may have ${SENDABLE.body} at most`,
      hint: `Take ${count - SENDABLE.body} away; ${SENDABLE.recommendedBody} are recommended`,
    },
  ];
}

function checkSent(manifest: JsonObject): Finding[] {
  const sent = longestBody(manifest);
  if (sent.length <= SENDABLE.recommendedBody) return [];
  const what = sent.sample === undefined ? 'The body' : `The body with the values of sample ${sent.sample}`;
  const limit =
    sent.length > SENDABLE.body
      ? `and the message API takes ${SENDABLE.body}`
      : `and no more than ${SENDABLE.recommendedBody} are recommended`;
  const message = `${what} has ${sent.length} characters, ${limit}`;
  return [warning(['content'], { code: 'not-sendable', message, rule: 'AT15' })];
}

/** The longest body that a sample makes; without samples what stands there, variables taken as nothing. */
function longestBody(manifest: JsonObject): { length: number; sample?: string } {
  const { content } = templateOf(manifest);
  const filled = samplesOf(manifest['samples']).map(({ name, values }) => ({
    length: length(fillVariables(content, values).text),
    sample: name,
  }));
  const [longest] = filled.sort((a, b) => b.length - a.length);
  return longest ?? { length: length(content.replace(/#\{[^#{}]+\}/g, '')) };
}

function samplesOf(samples: Json | undefined): { name: string; values: Map<string, string> }[] {
  return (Array.isArray(samples) ? samples : []).filter(isObject).map(({ name, values }) => ({
    name: String(name),
    values: new Map(Object.entries(isObject(values) ? values : {}).map(([key, value]) => [key, String(value)])),
  }));
}

function checkSendable(manifest: JsonObject): Finding[] {
  const { emphasis, buttons = [], quickReplies = [] } = templateOf(manifest);
  return [
    ...tooLong(['emphasis', 'title'], 'The title', emphasis?.title, SENDABLE.title),
    ...buttons.flatMap((button, index) => checkButton(['buttons', index], button)),
    ...quickReplies.flatMap((reply, index) => checkQuickReply(['quickReplies', index], reply)),
  ];
}

function checkButton(at: Path, { name, tel, plugin }: Button): Finding[] {
  return [
    ...tooLong([...at, 'name'], 'The name of a button', name, SENDABLE.button),
    ...tooLong([...at, 'tel'], 'The number of a button', tel, SENDABLE.tel),
    ...tooLong([...at, 'plugin'], 'The plugin of a button', plugin, SENDABLE.plugin),
  ];
}

function checkQuickReply(at: Path, { type, name }: Button): Finding[] {
  const message = 'A quick reply of type MD can be registered, and no message could carry it';
  return [
    ...(type === 'MD' ? [warning([...at, 'type'], { code: 'not-sendable', message })] : []),
    ...tooLong([...at, 'name'], 'The name of a quick reply', name, SENDABLE.quickReply),
  ];
}

function tooLong(at: Path, what: string, text: unknown, limit: number): Finding[] {
  if (typeof text !== 'string' || length(text) <= limit) return [];
  const message = `${what} has ${length(text)} characters, and the message API takes ${limit}`;
  return [warning(at, { code: 'not-sendable', message, hint: 'It can be approved, and could never be sent' })];
}

function checkAttachments({ inspection }: JsonObject): Finding[] {
  const attachments = isObject(inspection) ? inspection['attachments'] : undefined;
  return (Array.isArray(attachments) ? attachments : []).flatMap((file, index) => {
    const path = isObject(file) ? file['path'] : file;
    if (typeof path !== 'string' || isAttachable(path)) return [];
    return [
      error(['inspection', 'attachments', index], {
        code: 'attachment',
        message: `${path} is not of a type that an inspection takes`,
        hint: 'png, jpg, jpeg, gif, pdf, hwp, doc or docx',
      }),
    ];
  });
}
