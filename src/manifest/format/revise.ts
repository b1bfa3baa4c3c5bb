import { diffArrays } from 'diff';
import {
  Composer,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Parser,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { canonical, equalJson, isObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { parseLocated } from '../../yaml/located.ts';
import type { LocatedDocument } from '../../yaml/places.ts';
import { type Shape, shapeOf } from '../writer/key-order.ts';
import { COMPOSING, flowNoteOf, nameOf, partsOf } from '../writer/layout.ts';
import { flowText, newItem } from '../writer/writer.ts';
import { formatText } from './format.ts';

/** `$${` is a literal `${`. Every other `${` begins a placeholder. */
const PLACEHOLDER = /\$\$\{|(\$\{)/g;

/**
 * The result of a revision: the new text with its changed fields; or a field with a placeholder, which only a person can change; or
 * `unusual`, if the file has YAML that notiform does not rewrite.
 */
export type Revised = { text: string; fields: string[] } | { placeholder: Path } | { unusual: true };

/**
 * Changes one document in the text of a file from one value to another, and writes the file as `fmt` does. Comments stay with
 * their entries. A removed entry takes its comments with it. Both values are documents as `write` makes them. The text may write the
 * first value in another way.
 * @param text of a file without a mistake
 * @param line of the document's first field, from 1
 */
export function reviseText(text: string, line: number, before: JsonObject, after: JsonObject): Revised {
  const revisers: Reviser[] = [];
  const now = formatText(text, (root, source) => {
    const [start] = rangeOf(partsOf(root.items[0]).key);
    if (source.slice(0, start).split('\n').length !== line) return;
    const reviser = new Reviser(source);
    reviser.map(root, before, after, shapeOf(String(after['kind']), after), []);
    revisers.push(reviser);
  });
  const { placeholder, fields } = revisers[0] ?? {};
  if (placeholder) return { placeholder };
  if (fields?.length === 0) return { text, fields: [] };
  if (!fields || !keepsOthers({ text, now, line }, before, after)) return { unusual: true };
  return { text: now, fields: [...new Set(fields.map(formatPath))] };
}

/** Returns the line of the first field of each document of a text, from 1. */
export function documentLines(text: string): number[] {
  return parseLocated('', text).documents.map((document) => document.place([], 'key').line);
}

/** True if the other documents of a file, and the members of the revised one that should stay, have the same values as before. */
function keepsOthers(
  { text, now, line }: { text: string; now: string; line: number },
  before: JsonObject,
  after: JsonObject,
): boolean {
  const stays = (name: string): boolean => equalJson(before[name], after[name]);
  const documentsIn = (source: string, own: (index: number, document: LocatedDocument) => boolean): string[] =>
    parseLocated('', source).documents.map((document, index) => {
      const { value } = document;
      if (!own(index, document) || !isObject(value)) return canonical(value);
      return canonical(Object.fromEntries(Object.entries(value).filter(([name]) => stays(name))));
    });
  let at = -1;
  const old = documentsIn(text, (index, document) => {
    if (document.place([], 'key').line === line) at = index;
    return at === index;
  });
  return equalJson(
    old,
    documentsIn(now, (index) => index === at),
  );
}

/** Lists with more differences are written anew. */
const MOST_EDITS = 400;

/** Changes the nodes of one document. */
class Reviser {
  /** The first field that has to change and is filled in from the environment. */
  placeholder: Path | undefined;
  readonly fields: Path[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  map(map: YAMLMap, before: JsonObject, after: JsonObject, shape: Shape, path: Path): void {
    for (const name of shape.order([...new Set([...Object.keys(before), ...Object.keys(after)])])) {
      const [old, value] = [before[name], after[name]];
      const at = [...path, name];
      const pair = map.items.find((one) => nameOf(one) === name);
      if (old !== undefined && value !== undefined && canonical(old) === canonical(value)) continue;
      if (value === undefined) {
        // An absent field stays absent if it is not wanted.
        if (pair) this.fields.push(at);
        map.items = map.items.filter((one) => one !== pair);
      } else if (pair) {
        pair.value = this.#value(pair, old, value, shape.member(name, value), at, map.flow === true);
      } else {
        this.fields.push(at);
        map.items.push(newPair(name, value, shape.member(name, value), path.length, map.flow === true));
      }
    }
  }

  /** Returns undefined if the list has to be written anew. */
  #list(list: YAMLSeq, before: Json[], after: Json[], shape: Shape, path: Path): YAMLSeq | undefined {
    const parts = diffArrays(before.map(canonical), after.map(canonical), { maxEditLength: MOST_EDITS });
    if (!parts) return undefined;
    const items: unknown[] = [];
    let from = 0;
    let replaced: number[] = [];
    for (const { added, removed, value: some } of parts) {
      const indexes = some.map((_, index) => from + index);
      if (!added) from += some.length;
      if (removed) replaced = indexes;
      else if (!added) items.push(...indexes.map((index) => list.items[index]));
      else {
        for (const _ of some) {
          const at = [...path, items.length];
          const value = after[items.length] ?? null;
          const old = replaced.shift();
          const own = shape.element(value);
          if (old === undefined) this.fields.push(at);
          const isFlow = list.flow === true;
          items.push(
            old === undefined
              ? newNode(value, own, path.length, isFlow)
              : this.#value(list.items[old], before[old], value, own, at, isFlow),
          );
        }
      }
      if (!removed) {
        this.fields.push(...replaced.map((_, index) => [...path, items.length + index]));
        replaced = [];
      }
    }
    this.fields.push(...replaced.map(() => [...path, items.length]));
    list.items = items;
    return list;
  }

  /** Returns the node of a member or an element with another value: the same one if only a part of it changes. */
  #value(item: unknown, before: Json | undefined, after: Json, shape: Shape, path: Path, inFlow: boolean): unknown {
    const { key, value: node } = partsOf(item);
    if (isMap(node) && isObject(before) && isObject(after) && Object.keys(after).length > 0) {
      this.map(node, before, after, shape, path);
      if (node.items.length > 0) return node;
    }
    if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && node.items.length === before.length) {
      const isKept = node.items.length > 0 && after.length > 0;
      if (isKept && this.#list(node, before, after, shape, path)) return node;
    }
    this.fields.push(path);
    const written = this.#source.slice(...rangeOf(node));
    if ([...written.matchAll(PLACEHOLDER)].some((match) => match[1] !== undefined)) this.placeholder ??= path;
    const made = newNode(after, shape, path.length - 1, inFlow);
    if (!node || !made) return made;
    made.spaceBefore = node.spaceBefore ?? false;
    made.commentBefore = node.commentBefore ?? null;
    const isBeside = isInline(node) && isInline(made);
    if (isBeside) made.comment = node.comment ?? null;
    const lost = [...(isBeside || !node.comment ? [] : [node.comment]), ...commentsIn(node)];
    const head = key ?? made;
    if (lost.length > 0) head.commentBefore = [head.commentBefore, ...lost].filter(Boolean).join('\n');
    return made;
  }
}

/** True for a value on the line of its key. */
function isInline(node: Node): boolean {
  return isScalar(node) || (isCollection(node) && node.flow === true);
}

/** The comments inside a value. */
function commentsIn(node: Node): string[] {
  const comments: string[] = [];
  visit(node, {
    Node: (_key, one) => {
      if (one !== node) comments.push(...[one.commentBefore, one.comment].filter((text) => typeof text === 'string'));
      if (isCollection(one)) comments.push(...flowNoteOf(one).map((line) => line.slice(1)));
    },
  });
  return comments;
}

/**
 * Writes a new member, and reads it as the other members were read.
 * @param depth the number of collections around it
 */
function newPair(name: string, value: Json, own: Shape, depth: number, inFlow: boolean): Pair {
  const shape = { order: () => [name], member: () => own, element: () => own };
  const text = inFlow ? flowText({ [name]: value }, shape) : newItem(name, value, own, 2 * depth);
  const [document] = new Composer(COMPOSING).compose(new Parser().parse(`${text}\n`));
  const [pair] = isMap(document?.contents) ? document.contents.items : [];
  return pair ?? new Pair(name, null);
}

function newNode(value: Json, own: Shape, depth: number, inFlow: boolean): Node | null | undefined {
  return partsOf(newPair('_', value, own, depth, inFlow)).value;
}

function rangeOf(node: Node | null | undefined): [number, number] {
  const [start = 0, end = start] = node?.range ?? [];
  return [start, end];
}
