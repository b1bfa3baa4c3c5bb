import type { CodeList, Surroundings } from '../../../core/declaration.ts';
import { elementsOf, isObject, type JsonObject } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { Said } from '../../../core/sentence.ts';
import { length } from '../../../core/variables.ts';
import { KOREA, zonedTime } from '../../../core/zone.ts';
import type { PlacedText } from '../../fields.ts';
import { findingsOf } from '../../lint/rule.ts';
import { longest, type NamedValues } from '../../lint/search.ts';
import { filledLabel } from '../../lint/sentences.ts';
import { unseenIn } from '../../lint/unseen.ts';
import { type Button, type TemplateContent, templateOf } from '../fields.ts';
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

/** The longest texts of a message, by the places of their templates, `[]` for every element (message API 2.9). */
const LONGEST: Readonly<Record<string, readonly [what: Said, most: number]>> = {
  'emphasis.title': [say('label-title'), SENDABLE.title],
  'buttons[].name': [say('label-button'), SENDABLE.button],
  'buttons[].tel': [say('label-number'), SENDABLE.tel],
  'buttons[].plugin': [say('label-plugin'), SENDABLE.plugin],
  'quickReplies[].name': [say('label-reply'), SENDABLE.quickReply],
};

function checkSendable({ template, whole, samples }: TemplateReading): Problem[] {
  const { buttons = [], quickReplies = [], emphasis } = template;
  const plugins = buttons.flatMap(({ plugin }, index) =>
    typeof plugin === 'string' ? [{ at: ['buttons', index, 'plugin'], text: plugin }] : [],
  );
  const shown = whole.filter(({ at }) => at[0] !== 'emphasis' || emphasis?.type === 'TEXT');
  return [
    ...[...shown, ...plugins].flatMap((one) => tooLong(one, samples)),
    ...checkSummary(template),
    ...buttons.flatMap((button, index) => checkUnused(['buttons', index], button)),
    ...quickReplies.flatMap(({ type }, index) =>
      type === 'MD' ? [unsendable(['quickReplies', index, 'type'], say('reply-md'), say('reply-md-way'))] : [],
    ),
  ];
}

/** A text is sent with its variables filled in (assumption 177). */
function tooLong({ at, text }: PlacedText, samples: readonly NamedValues[]): Problem[] {
  const [what, most = 0] = LONGEST[formatPath(at).replace(/\[\d+\]/g, '[]')] ?? [];
  const sent = longest(text, samples);
  if (!what || sent.length <= most) return [];
  const message = say('too-long-sent', { what: filledLabel(what, text, sent.sample), count: sent.length, most });
  return [unsendable(at, message, say('too-long-sent-way', { count: sent.length - most }))];
}

function unsendable(at: Path, message: Said, hint: Said): Problem {
  return problemAt(at, { code: 'not-sendable', severity: 'warning', message, hint });
}

/** A send requires both texts of a summary (message API 2.9); a template may have one. */
function checkSummary({ itemSummary }: TemplateContent): Problem[] {
  return (['title', 'description'] as const).flatMap((key) => {
    if (!itemSummary || itemSummary[key] !== undefined) return [];
    return [unsendable(['itemSummary'], say('summary-lacks', { key }), say('add', { key }))];
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
