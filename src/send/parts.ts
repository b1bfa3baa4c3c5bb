import type { Json, JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { contrast, differenceOf } from './difference.ts';
import { matchTemplate } from './match.ts';
import { objectAt, objectsAt, textAt } from './members.ts';
import type { Links, TemplateButton, TemplateItem, TemplateParts } from './template.ts';

type Values = ReadonlyMap<string, string>;

/** Every part of a message's content that is not as the template has it, each with its first difference (message API 2.9). */
export function compareParts(content: JsonObject, template: TemplateParts, values: Values): ProofFailure[] {
  const text = comparer(values);
  const item = objectAt(content, 'item');
  const highlight = objectAt(content, 'itemhighlight');
  return [
    ...text('message', template.text, textAt(content, 'message')),
    ...text('title', template.title, textAt(content, 'title')),
    ...text('header', template.header, textAt(content, 'header')),
    ...compareStruck('itemhighlight.title', template.highlight?.title, textAt(highlight, 'title'), text),
    ...text('itemhighlight.description', template.highlight?.description, textAt(highlight, 'description')),
    ...compareItems(objectsAt(item, 'list'), template.items, text),
    ...compareItem('item.summary', objectAt(item, 'summary'), template.summary, text),
    ...compareLinks('link', objectAt(content, 'link'), template.links, text),
    ...compareButtons('button', content['button'], objectsAt(content, 'button'), template.buttons, text),
    ...compareButtons(
      'quickreply',
      content['quickreply'],
      objectsAt(content, 'quickreply'),
      template.quickReplies,
      text,
    ),
  ];
}

type CompareText = (path: string, template: string | undefined, text: string | undefined) => ProofFailure[];

function comparer(values: Values): CompareText {
  return (path, template, text) => {
    if (template === undefined || template === '') return text === undefined ? [] : [extra(path)];
    if (text === undefined) return [missing(path)];
    const mismatch = matchTemplate(template, text, values);
    if (!mismatch) return [];
    const difference = differenceOf(mismatch, text);
    const where = text.includes('\n') || mismatch.expected.includes('\n') ? `line ${difference.line}, ` : '';
    return [
      {
        code: 'send-differs',
        path,
        message: `It differs at ${where}column ${difference.column}: ${contrast(mismatch, text)}`,
        ...decomposed(text, mismatch.expected),
        difference,
      },
    ];
  };
}

/** A Mac pastes Hangul in parts: the same to the eye, another text to the service. */
function decomposed(text: string, expected: string): { hint?: string } {
  return text !== expected && text.normalize('NFC') === expected.normalize('NFC')
    ? { hint: 'They look the same: one of them has decomposed characters (NFD)' }
    : {};
}

const STRUCK = '\\s';

/** A flag at the end of the title that strikes it through may be set when sending (message API 2.9; assumption 78). */
function compareStruck(
  path: string,
  template: string | undefined,
  title: string | undefined,
  text: CompareText,
): ProofFailure[] {
  const failures = text(path, template, title);
  if (failures.length === 0 || !title?.endsWith(STRUCK)) return failures;
  return text(path, template, title.slice(0, -STRUCK.length));
}

function compareItems(
  items: readonly JsonObject[],
  template: readonly TemplateItem[],
  text: CompareText,
): ProofFailure[] {
  if (items.length !== template.length) return [counted('item.list', items.length, template.length)];
  return template.flatMap((expected, index) => compareItem(`item.list[${index}]`, items[index] ?? {}, expected, text));
}

function compareItem(
  path: string,
  item: JsonObject,
  template: TemplateItem | undefined,
  text: CompareText,
): ProofFailure[] {
  return [
    ...text(`${path}.title`, template?.title, textAt(item, 'title')),
    ...text(`${path}.description`, template?.description, textAt(item, 'description')),
  ];
}

function compareLinks(path: string, link: JsonObject, template: Links, text: CompareText): ProofFailure[] {
  return [
    ...text(`${path}.url_mobile`, template.mobile, textAt(link, 'url_mobile')),
    ...text(`${path}.url_pc`, template.pc, textAt(link, 'url_pc')),
    ...text(`${path}.scheme_android`, template.android, textAt(link, 'scheme_android')),
    ...text(`${path}.scheme_ios`, template.ios, textAt(link, 'scheme_ios')),
  ];
}

function compareButtons(
  path: string,
  given: Json | undefined,
  buttons: readonly JsonObject[],
  template: readonly TemplateButton[],
  text: CompareText,
): ProofFailure[] {
  const count = Array.isArray(given) ? given.length : 0;
  if (count !== template.length || buttons.length !== count) return [counted(path, count, template.length)];
  const moved = outOfOrder(path, buttons, template);
  if (moved) return [moved];
  return template.flatMap((expected, index) =>
    compareButton(`${path}[${index}]`, buttons[index] ?? {}, expected, text),
  );
}

/** The same buttons, by type and name, in another order: one sentence instead of one for each member. */
function outOfOrder(
  path: string,
  buttons: readonly JsonObject[],
  template: readonly TemplateButton[],
): ProofFailure | undefined {
  const ours = buttons.map((button) => `${textAt(button, 'type')} ${textAt(button, 'name')}`);
  const theirs = template.map(({ type, name }) => `${type} ${name}`);
  const first = theirs.findIndex((label, index) => label !== ours[index]);
  if (first < 0 || [...ours].sort().join('\n') !== [...theirs].sort().join('\n')) return undefined;
  return {
    code: 'send-parts',
    path: `${path}[${first}]`,
    message: `The order is another: the approved template has ${theirs[first]} in place ${first + 1}, the message ${ours[first]}`,
  };
}

function compareButton(path: string, button: JsonObject, template: TemplateButton, text: CompareText): ProofFailure[] {
  const type = textAt(button, 'type');
  if (type !== template.type) {
    return [
      {
        code: 'send-parts',
        path: `${path}.type`,
        message: `It is ${type ?? 'missing'}, the approved template has ${template.type}`,
      },
    ];
  }
  return [
    ...text(`${path}.name`, template.name, textAt(button, 'name')),
    ...compareLinks(path, button, template.links, text),
    ...text(`${path}.plugin_id`, template.pluginId, textAt(button, 'plugin_id')),
    ...text(`${path}.tel_number`, template.tel, textAt(button, 'tel_number')),
  ];
}

function missing(path: string): ProofFailure {
  return { code: 'send-parts', path, message: 'It is missing, and the approved template has it' };
}

function extra(path: string): ProofFailure {
  return { code: 'send-parts', path, message: 'It is there, and the approved template has none' };
}

function counted(path: string, ours: number, theirs: number): ProofFailure {
  return { code: 'send-parts', path, message: `It has ${ours} entries, the approved template ${theirs}` };
}
