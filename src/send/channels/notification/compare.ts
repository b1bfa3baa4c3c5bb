import type { Json, JsonObject } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import type { Values } from '../../channel.ts';
import { contrast, differenceOf } from '../../difference.ts';
import { matchTemplate, matchUnseen } from '../../match.ts';
import { objectAt, objectsAt, textAt } from '../../members.ts';
import type { TemplateMessage } from './template.ts';

const ITEM = ['title', 'description'];
const LINKS = ['url_mobile', 'url_pc', 'scheme_android', 'scheme_ios'];
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
          const type = wrongType(`${at}type`, textAt(ours, 'type'), textAt(theirs, 'type'));
          return type ? [type] : members(at, ours, theirs, BUTTON);
        });
  };
  const [items, ownItems] = [objectsAt(item, 'list'), objectsAt(ownItem, 'list')];
  return [
    ...members('', content, texts, ['message', 'title', 'header']),
    ...compareStruck('itemhighlight.title', textAt(ownHighlight, 'title'), textAt(highlight, 'title'), values),
    ...members('itemhighlight.', highlight, ownHighlight, ['description']),
    ...(items.length === ownItems.length
      ? pairs(items, ownItems).flatMap(([ours, theirs], index) => members(`item.list[${index}].`, ours, theirs, ITEM))
      : [counted('item.list', items.length, ownItems.length)]),
    ...members('item.summary.', objectAt(item, 'summary'), objectAt(ownItem, 'summary'), ITEM),
    ...members('link.', ...within('link'), LINKS),
    ...compareButtons('button', buttons),
    ...compareButtons('quickreply', replies),
  ];
}

function pairs(given: readonly JsonObject[], expected: readonly JsonObject[]): [JsonObject, JsonObject][] {
  return expected.map((theirs, index) => [given[index] ?? {}, theirs]);
}

function compareText(
  path: string,
  template: string | undefined,
  text: string | undefined,
  values: Values,
): ProofFailure[] {
  if (template === undefined)
    return text === undefined ? [] : [parts(path, 'It is there, and the approved template has none')];
  if (text === undefined) return [parts(path, 'It is missing, and the approved template has it')];
  const differs = matchTemplate(template, text, values);
  if (!differs) return [];
  const unseen = matchUnseen(template, text, values);
  const mismatch = unseen ?? differs;
  const difference = differenceOf(mismatch, text);
  const where = text.includes('\n') || mismatch.expected.includes('\n') ? `line ${difference.line}, ` : '';
  return [
    {
      code: 'send-differs',
      path,
      message: `It differs at ${where}column ${difference.column}: ${contrast(mismatch, text)}`,
      ...(unseen && { hint: `It looks the same, and differs in: ${unseen.difference}` }),
      difference,
    },
  ];
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

/** Reports another number of buttons, or another order of the same buttons, once for the whole list. */
function wrongList(
  path: string,
  given: Json | undefined,
  buttons: readonly JsonObject[],
  expected: readonly JsonObject[],
): ProofFailure | undefined {
  const count = Array.isArray(given) ? given.length : 0;
  if (count !== expected.length || buttons.length !== count) return counted(path, count, expected.length);
  const label = (button: JsonObject): string => `${textAt(button, 'type') ?? ''} ${textAt(button, 'name') ?? ''}`;
  const [ours, theirs] = [buttons.map(label), expected.map(label)];
  const first = theirs.findIndex((one, index) => one !== ours[index]);
  if (first < 0 || [...ours].sort().join('\n') !== [...theirs].sort().join('\n')) return undefined;
  const place = `the approved template has ${theirs[first]} in place ${first + 1}, the message ${ours[first]}`;
  return parts(`${path}[${first}]`, `The order is another: ${place}`);
}

function wrongType(path: string, type = 'missing', expected = ''): ProofFailure | undefined {
  return type === expected ? undefined : parts(path, `It is ${type}, the approved template has ${expected}`);
}

function counted(path: string, ours: number, theirs: number): ProofFailure {
  return parts(path, `It has ${ours} entries, the approved template ${theirs}`);
}

function parts(path: string, message: string): ProofFailure {
  return { code: 'send-parts', path, message };
}
