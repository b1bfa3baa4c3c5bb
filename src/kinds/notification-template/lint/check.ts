import type { CodeList, Surroundings } from '../../../core/declaration.ts';
import { elementsOf, isObject, type JsonObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { Said } from '../../../core/sentence.ts';
import { length } from '../../../core/variables.ts';
import { KOREA, zonedTime } from '../../../core/zone.ts';
import { findingsOf } from '../../lint/rule.ts';
import { longest } from '../../lint/samples.ts';
import { filledLabel } from '../../lint/sentences.ts';
import { unseenIn } from '../../lint/unseen.ts';
import { type Button, templateOf } from '../fields.ts';
import { holdsNotice } from '../notice.ts';
import { VERSIONED_NAME_MAX } from '../versions.ts';
import { readTemplate, type TemplateReading } from './reading.ts';
import { templateRules } from './rules.ts';
import { SENDABLE } from './sendable.ts';
import { say } from './sentences.ts';

/**
 * Checks what a JSON Schema cannot express well: the lint rules, which a manifest may silence one by one, and
 * what can be registered but not sent (message API 2.9).
 */
export function checkTemplate(manifest: JsonObject, { categories, errorsOnly }: Surroundings = {}): Problem[] {
  const reading = errorsOnly ? undefined : readTemplate(manifest);
  return [
    ...(reading ? findingsOf(templateRules, reading) : []),
    ...checkCategory(manifest, categories),
    ...checkNotice(manifest),
    ...(reading
      ? [...unseenIn([{ at: ['name'], text: reading.template.name }, ...reading.whole]), ...checkSendable(reading)]
      : []),
    ...checkAttachments(manifest),
    ...checkVersionedName(manifest),
  ];
}

function checkNotice(manifest: JsonObject): Problem[] {
  const { messageType, content } = templateOf(manifest);
  if (!holdsNotice(messageType, content)) return [];
  return [
    problemAt(['content'], {
      code: 'channel-notice',
      message: say('notice'),
      hint: say('notice-way'),
    }),
  ];
}

function checkSendable(reading: TemplateReading): Problem[] {
  const { buttons = [], quickReplies = [] } = reading.template;
  return [
    ...checkTitle(reading),
    ...checkSummary(reading),
    ...buttons.flatMap((button, index) => checkButton(['buttons', index], button)),
    ...quickReplies.flatMap((reply, index) => checkQuickReply(['quickReplies', index], reply)),
  ];
}

/** A title is sent with its variables filled in (assumption 177). */
function checkTitle({ template, samples }: TemplateReading): Problem[] {
  if (template.emphasis?.type !== 'TEXT') return [];
  const title = template.emphasis.title ?? '';
  const sent = longest(title, samples);
  const what = filledLabel(say('label-title'), title, sent.sample);
  return sent.length > SENDABLE.title ? [unsendable(['emphasis', 'title'], what, sent.length, SENDABLE.title)] : [];
}

/** A send requires both texts of a summary (message API 2.9); a template may have one. */
function checkSummary({ template: { itemSummary } }: TemplateReading): Problem[] {
  return (['title', 'description'] as const).flatMap((key) => {
    if (!itemSummary || itemSummary[key] !== undefined) return [];
    const message = say('summary-lacks', { key });
    return [
      problemAt(['itemSummary'], { code: 'not-sendable', severity: 'warning', message, hint: say('add', { key }) }),
    ];
  });
}

/** Members that only some types use (resource API 2.2). */
const USED_BY = { plugin: ['P1', 'P2', 'P3'], tel: ['TN'] } as const;

function checkUnused(at: Path, button: Button): Problem[] {
  return (['plugin', 'tel'] as const).flatMap((key) => {
    if (button[key] === undefined || USED_BY[key].some((type) => type === button.type)) return [];
    const message = say('no-effect-type', { field: key, type: button.type });
    const hint = say('remove');
    return [problemAt([...at, key], { code: 'unused-member', severity: 'warning', on: 'key', message, hint })];
  });
}

function checkButton(at: Path, button: Button): Problem[] {
  const { name, tel, plugin } = button;
  return [
    ...checkUnused(at, button),
    ...tooLong([...at, 'name'], say('label-button'), name, SENDABLE.button),
    ...tooLong([...at, 'tel'], say('label-number'), tel, SENDABLE.tel),
    ...tooLong([...at, 'plugin'], say('label-plugin'), plugin, SENDABLE.plugin),
  ];
}

function checkQuickReply(at: Path, { type, name }: Button): Problem[] {
  const message = say('reply-md');
  const hint = say('reply-md-way');
  return [
    ...(type === 'MD'
      ? [problemAt([...at, 'type'], { code: 'not-sendable', severity: 'warning', message, hint })]
      : []),
    ...tooLong([...at, 'name'], say('label-reply'), name, SENDABLE.quickReply),
  ];
}

function tooLong(at: Path, what: Said, text: unknown, limit: number): Problem[] {
  if (typeof text !== 'string' || length(text) <= limit) return [];
  return [unsendable(at, what, length(text), limit)];
}

function unsendable(at: Path, what: Said, count: number, limit: number): Problem {
  const message = say('too-long-sent', { what, count, most: limit });
  return problemAt(at, {
    code: 'not-sendable',
    severity: 'warning',
    message,
    hint: say('too-long-sent-way', { count: count - limit }),
  });
}

/** Checks the length of a versioned template's name, which gets a suffix. The schema checks the code. */
function checkVersionedName(manifest: JsonObject): Problem[] {
  const { name } = templateOf(manifest);
  const excess = length(name) - VERSIONED_NAME_MAX;
  if (excess <= 0 || !manifest['versions']) return [];
  return [
    problemAt(['name'], {
      code: 'too-long',
      message: `\`name\` has ${length(name)} characters; at most ${VERSIONED_NAME_MAX} are allowed with \`versions\`, which adds a suffix`,
      hint: `Shorten it by ${excess} ${excess === 1 ? 'character' : 'characters'}`,
    }),
  ];
}

/** The file types that an inspection accepts (resource API 4.1). */
const ATTACHABLE = /\.(?:png|jpe?g|gif|pdf|hwp|docx?)$/i;

function checkAttachments({ inspection }: JsonObject): Problem[] {
  const attachments = isObject(inspection) ? inspection['attachments'] : undefined;
  return elementsOf(attachments).flatMap((file, index) => {
    const path = isObject(file) ? file['path'] : file;
    if (typeof path !== 'string' || ATTACHABLE.test(path)) return [];
    return [
      problemAt(['inspection', 'attachments', index], {
        code: 'attachment',
        message: say('attachment-type', { file: path }),
        hint: say('attachment-type-way'),
      }),
    ];
  });
}

/** A warning if the category of a template is not in the list of the environment. */
function checkCategory(manifest: JsonObject, list: CodeList | undefined): Problem[] {
  const { category } = templateOf(manifest);
  if (list === undefined || list.names.has(category)) return [];
  const { environment, readAt } = list;
  const reads = say('category-read', { environment });
  const dated =
    readAt === undefined
      ? reads
      : say('category-dated', { day: zonedTime(Date.parse(readAt), KOREA, 'minute').slice(0, 10), more: reads });
  return [
    problemAt(['category'], {
      code: 'unknown-category',
      severity: 'warning',
      message: say('category-unlisted', { category, environment }),
      hint: dated,
    }),
  ];
}
