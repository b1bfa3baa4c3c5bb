import { isMap, isSeq, type Node, type Pair, parseAllDocuments, type Range, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonical, isObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { formatText } from '../format/format.ts';
import { readPages } from '../format/read.ts';
import { type Shape, shapeOf } from '../writer/key-order.ts';
import { align } from './align.ts';
import { withComments } from './comments.ts';
import { type Editor, nameOf, openEditor, type Splice } from './text.ts';

/** As `parseLocated` reads them. */
const READING = {
  version: '1.2',
  uniqueKeys: false,
  stringKeys: true,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** `$${` is a literal `${`; what is left is filled in from the environment. */
const PLACEHOLDER = /\$\$\{|(\$\{)/g;

/**
 * What came of it: a text and the fields that changed in it; the field that nobody but a person can change; or that the
 * file is written in a way that nobody but its writer should change (`readPages`).
 */
export type Revised = { text: string; fields: string[] } | { placeholder: Path } | { unusual: true };

/**
 * The text of a file in which one document says something else, and everything else stays as it is written: comments, the
 * styles of scalars, order, blank lines. Both values are documents as `write` makes them; the text may say the first in
 * another way.
 * @param text normalised, and without a mistake
 * @param line of the document's first field, from 1
 */
export function reviseText(text: string, line: number, before: JsonObject, after: JsonObject): Revised {
  if (!readPages(text)) return { unusual: true };
  const index = documentsIn(text).findIndex((root) => root !== undefined && lineOf(text, root) === line);
  const isFormatted = formatText(text) === text;
  const fields = new Set<string>();
  let now = text;
  let value: Json = before;
  for (;;) {
    const root = documentsIn(now)[index];
    const step: Step | undefined = root && stepOf({ editor: openEditor(now), text: now }, root, value, after);
    // What `fmt` had nothing to say of, it has nothing to say of still.
    if (!step) return { text: isFormatted ? formatText(now) : now, fields: [...fields] };
    if ('placeholder' in step) return step;
    now = withComments(now, step.splice);
    value = step.value;
    fields.add(formatPath(step.path));
  }
}

/** The mappings that the documents of a text are; undefined for one that is none. */
function documentsIn(text: string): (YAMLMap | undefined)[] {
  const found = parseAllDocuments(text, READING);
  if (!Array.isArray(found)) return [];
  return found.map(({ contents }) => (isMap(contents) ? contents : undefined));
}

/** The line of the first field. */
function lineOf(text: string, { items }: YAMLMap): number {
  const [first] = items;
  return first ? text.slice(0, startOf(first.key as Node)).split('\n').length : 0;
}

function startOf(node: Node): number {
  return (node.range as Range)[0];
}

interface Sheet {
  editor: Editor;
  text: string;
}

/** One edit, and what the document says after it. */
type Step = { splice: Splice; value: Json; path: Path } | { placeholder: Path };

/** Where one edit cannot be made inside a collection, it is written anew. */
type Attempt = Step | 'same' | 'whole';

function stepOf(sheet: Sheet, root: YAMLMap, before: Json, after: JsonObject): Step | undefined {
  const shape = shapeOf(String(after['kind']), after);
  const step = isObject(before) ? reviseMap(sheet, root, before, after, shape, []) : 'same';
  return typeof step === 'string' ? undefined : step;
}

function revise(sheet: Sheet, node: Node | null, before: Json, after: Json, shape: Shape, path: Path): Attempt {
  if (canonical(before) === canonical(after)) return 'same';
  if (isMap(node) && isObject(before) && isObject(after)) return reviseMap(sheet, node, before, after, shape, path);
  if (!isSeq(node) || !Array.isArray(before) || !Array.isArray(after)) return 'whole';
  return node.items.length === before.length ? reviseList(sheet, node, before, after, shape, path) : 'whole';
}

function reviseMap(
  sheet: Sheet,
  map: YAMLMap,
  before: JsonObject,
  after: JsonObject,
  shape: Shape,
  path: Path,
): Attempt {
  for (const name of shape.order([...new Set([...Object.keys(before), ...Object.keys(after)])])) {
    const [old, value] = [before[name], after[name]];
    if (old !== undefined && value !== undefined && canonical(old) === canonical(value)) continue;
    const pair = map.items.find((one) => nameOf(one) === name);
    const at = [...path, name];
    if (value === undefined) {
      // What was said by leaving it out is said so still.
      if (!pair) continue;
      const splice = sheet.editor.removeMember(map, pair);
      return splice ? { splice, value: without(before, name), path: at } : 'whole';
    }
    const step = pair
      ? reviseMember(sheet, map, pair, old, value, shape.member(name, value), at)
      : edited(sheet.editor.addMember(map, name, value, shape), value, at);
    if (typeof step !== 'string')
      return 'splice' in step ? { ...step, value: { ...before, [name]: step.value } } : step;
    if (step === 'whole') return step;
  }
  return 'same';
}

function reviseMember(
  sheet: Sheet,
  map: YAMLMap,
  pair: Pair,
  before: Json | undefined,
  after: Json,
  shape: Shape,
  path: Path,
): Attempt {
  const node = pair.value as Node | null;
  const inner = before === undefined ? 'whole' : revise(sheet, node, before, after, shape, path);
  if (inner !== 'whole') return inner;
  if (holdsPlaceholder(sheet, node)) return { placeholder: path };
  return edited(sheet.editor.replaceMember(map, pair, after, shape), after, path);
}

function reviseList(sheet: Sheet, list: YAMLSeq, before: Json[], after: Json[], shape: Shape, path: Path): Attempt {
  for (const one of align(before, after)) {
    if (one.is === 'same') continue;
    if (one.is === 'gone') {
      const splice = sheet.editor.removeElement(list, one.before);
      return splice ? { splice, value: before.toSpliced(one.before, 1), path: [...path, one.before] } : 'whole';
    }
    const value = after[one.after] ?? null;
    const at = one.is === 'new' ? one.at : one.before;
    const where = [...path, at];
    const element = shape.element(value);
    const step =
      one.is === 'new'
        ? edited(sheet.editor.addElements(list, at, [value], element), value, where)
        : reviseElement(sheet, list, at, before[at] ?? null, value, element, where);
    if (typeof step === 'string') return step;
    if ('placeholder' in step) return step;
    return { ...step, value: before.toSpliced(at, one.is === 'new' ? 0 : 1, step.value) };
  }
  return 'same';
}

function reviseElement(
  sheet: Sheet,
  list: YAMLSeq,
  index: number,
  before: Json,
  after: Json,
  shape: Shape,
  path: Path,
): Attempt {
  const node = list.items[index] as Node | null;
  const inner = revise(sheet, node, before, after, shape, path);
  if (inner !== 'whole') return inner;
  if (holdsPlaceholder(sheet, node)) return { placeholder: path };
  return edited(sheet.editor.replaceElement(list, index, after, shape), after, path);
}

function edited(splice: Splice | undefined, value: Json, path: Path): Attempt {
  return splice ? { splice, value, path } : 'whole';
}

/** Whether anything in it is filled in from the environment. */
function holdsPlaceholder({ text }: Sheet, node: Node | null): boolean {
  if (!node?.range) return false;
  const [start, end] = node.range;
  const source = text.slice(start, end);

  return [...source.matchAll(PLACEHOLDER)].some((match) => match[1] !== undefined);
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...rest } = value;
  return rest;
}
