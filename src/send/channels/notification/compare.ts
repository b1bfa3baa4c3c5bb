import type { JsonObject } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import type { Values } from '../../channel.ts';
import { compareText, wrongCount, wrongList, wrongPart } from '../../compare.ts';
import { LINK_MEMBERS, objectAt, textAt } from '../../members.ts';
import { say } from '../../sentences.ts';
import type { TemplateMessage } from './template.ts';

const ITEM = ['title', 'description'];
const LINKS = Object.values(LINK_MEMBERS);
const BUTTON = ['name', ...LINKS, 'plugin_id', 'tel_number'];

/** Returns every member of a message that differs from the template, with its first difference (message API 2.9). */
export function compareContent(content: JsonObject, template: TemplateMessage, values: Values): ProofFailure[] {
  const { texts, buttons, replies } = template;
  const members = (path: string, given: JsonObject, expected: JsonObject, names: readonly string[]): ProofFailure[] =>
    names.flatMap((name) => compareText(`${path}${name}`, textAt(expected, name), textAt(given, name), values));
  const within = (name: string): [JsonObject, JsonObject] => [objectAt(content, name), objectAt(texts, name)];
  const [highlight, ownHighlight] = within('itemhighlight');
  const [item, ownItem] = within('item');
  const compareButtons = (path: string, expected: readonly JsonObject[]): ProofFailure[] => {
    const given = objectsAt(content, path);
    const wrong = wrongList(path, content[path], given, expected);
    return wrong
      ? [wrong]
      : pairs(given, expected).flatMap(([ours, theirs], index) => {
          const at = `${path}[${index}].`;
          const [type = 'missing', expectedType = ''] = [textAt(ours, 'type'), textAt(theirs, 'type')];
          return type === expectedType
            ? [...members(at, ours, theirs, BUTTON), ...compareForm(at, ours, theirs)]
            : [wrongPart(`${at}type`, say('part-value', { given: type, value: expectedType }))];
        });
  };
  const [items, ownItems] = [objectsAt(item, 'list'), objectsAt(ownItem, 'list')];
  return [
    ...compareBody(content, template, values),
    ...members('', content, texts, ['title', 'header']),
    ...compareStruck('itemhighlight.title', textAt(ownHighlight, 'title'), textAt(highlight, 'title'), values),
    ...members('itemhighlight.', highlight, ownHighlight, ['description']),
    ...(items.length === ownItems.length
      ? pairs(items, ownItems).flatMap(([ours, theirs], index) => members(`item.list[${index}].`, ours, theirs, ITEM))
      : [wrongCount('item.list', items.length, ownItems.length)]),
    ...members('item.summary.', objectAt(item, 'summary'), objectAt(ownItem, 'summary'), ITEM),
    ...members('link.', ...within('link'), LINKS),
    ...compareButtons('button', buttons),
    ...compareButtons('quickreply', replies),
  ];
}

/** A body may leave out the text that the service appended to the registered one (assumption 26). */
function compareBody(content: JsonObject, { texts, withoutNotice }: TemplateMessage, values: Values): ProofFailure[] {
  const given = textAt(content, 'message');
  const failures = compareText('message', textAt(texts, 'message'), given, values);
  const isPlain = withoutNotice !== undefined && compareText('message', withoutNotice, given, values).length === 0;
  return isPlain ? [] : failures;
}

/** Compares the number of a form, if the template has one (assumption 321). */
function compareForm(
  at: string,
  { biz_form_id: given = null }: JsonObject,
  { biz_form_id: form }: JsonObject,
): ProofFailure[] {
  if (form === undefined || form === given) return [];
  const value = String(form);
  const message =
    given === null ? say('part-value-missing', { value }) : say('part-value', { given: String(given), value });
  return [wrongPart(`${at}biz_form_id`, message)];
}

function pairs(given: readonly JsonObject[], expected: readonly JsonObject[]): [JsonObject, JsonObject][] {
  return expected.map((theirs, index) => [given[index] ?? {}, theirs]);
}

const STRUCK = '\\s';

/** A send may add the suffix that strikes the title through (message API 2.9; assumption 78). */
function compareStruck(
  path: string,
  template: string | undefined,
  title: string | undefined,
  values: Values,
): ProofFailure[] {
  const failures = compareText(path, template, title, values);
  if (failures.length === 0 || !title?.endsWith(STRUCK)) return failures;
  return compareText(path, template, title.slice(0, -STRUCK.length), values);
}
