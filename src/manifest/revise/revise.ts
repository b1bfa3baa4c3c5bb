import { isMap, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonical, equalJson, isObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { parseLocated } from '../../yaml/located.ts';
import type { LocatedDocument } from '../../yaml/places.ts';
import { formatText, sameValues } from '../format/format.ts';
import { type Shape, shapeOf } from '../writer/key-order.ts';
import { nameOf } from '../writer/layout.ts';
import { partsOf } from '../writer/nodes.ts';
import { hunksOf } from './align.ts';
import { Editor } from './edit.ts';
import { type NodePlaces, placesIn, rangeOf, startOf } from './places.ts';
import { type Splice, spliced } from './splice.ts';

/** `$${` is a literal `${`. Every other `${` begins a placeholder. */
const PLACEHOLDER = /\$\$\{|(\$\{)/g;

/**
 * The result of a revision: the new text with its changed fields; or a field with a placeholder, which only a person can change; or
 * `unusual`, if the file has YAML that notiform does not rewrite.
 */
export type Revised = { text: string; fields: string[] } | { placeholder: Path } | { unusual: true };

/** Returns the changes of a collection, or undefined if the whole collection has to be rewritten. */
type RevisedFields = { splices: Splice[]; fields: Path[] } | undefined;

/**
 * Changes one document in the text of a file from one value to another. Every line that does not have to change keeps its bytes.
 * Both values are documents as `write` makes them. The text may write the first value in another way.
 * @param text of a file without a mistake
 * @param line of the document's first field, from 1
 */
export function reviseText(text: string, line: number, before: JsonObject, after: JsonObject): Revised {
  const places = placesIn(text);
  if (!places) return { unusual: true };
  const root = places.roots.find((one) => one && lineOf(places, one) === line);
  const reviser = new Reviser(places);
  const change = root && reviser.map(root, before, after, shapeOf(String(after['kind']), after), [], startOf(root));
  if (reviser.placeholder) return { placeholder: reviser.placeholder };
  if (!change || change.splices.length === 0) return { text, fields: [] };
  const now = spliced(text, places.source, change.splices);
  if (!keepsOthers({ text, now, line }, before, after)) return { unusual: true };
  const fields = [...new Set(change.fields.map(formatPath))];
  // A text that was formatted stays formatted.
  const formatted = formatText(text) === text ? formatText(now) : now;
  return { text: sameValues(now, formatted) ? formatted : now, fields };
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

/** Returns the line of the first field. */
function lineOf({ source }: NodePlaces, { items }: YAMLMap): number {
  return source.slice(0, startOf(items[0])).split('\n').length;
}

/** Adds the change of a member. The fields inside it replace the member, which is the last field so far. */
function include(change: NonNullable<RevisedFields>, { splices, fields }: NonNullable<RevisedFields>): void {
  change.splices.push(...splices);
  if (fields.length > 0) change.fields.splice(-1, 1, ...fields);
}

function withoutFields(splices: Splice[] | undefined): RevisedFields {
  return splices && { splices, fields: [] };
}

class Reviser {
  /** The first field that has to change and is filled in from the environment. */
  placeholder: Path | undefined;
  readonly #places: NodePlaces;
  readonly #editor: Editor;

  constructor(places: NodePlaces) {
    this.#places = places;
    this.#editor = new Editor(places);
  }

  map(map: YAMLMap, before: JsonObject, after: JsonObject, shape: Shape, path: Path, outer: number): RevisedFields {
    const gone = new Set<number>();
    const change: NonNullable<RevisedFields> = { splices: [], fields: [] };
    const names = shape.order([...new Set([...Object.keys(before), ...Object.keys(after)])]);
    const there = map.items.map(nameOf);
    const stays = there.filter((name) => !(name in before) || Object.hasOwn(after, name));
    for (const name of names) {
      const [old, value] = [before[name], after[name]];
      const at = [...path, name];
      const index = there.indexOf(name);
      const pair = map.items[index];
      if (old !== undefined && value !== undefined && canonical(old) === canonical(value)) continue;
      // An absent field stays absent if it is not wanted.
      if (value === undefined && !pair) continue;
      change.fields.push(at);
      if (value === undefined) {
        gone.add(index);
        continue;
      }
      const own = shape.member(name, value);
      const made = pair
        ? this.#item(pair, old, value, own, at, map.flow === true, outer)
        : this.#member(map, name, value, shape.order([...stays, name]), own);
      if (!made) return undefined;
      include(change, made);
    }
    const removed = this.#editor.remove(map, gone);
    return removed && { ...change, splices: [...change.splices, ...removed] };
  }

  #member(map: YAMLMap, name: string, value: Json, order: readonly string[], shape: Shape): RevisedFields {
    const previous = order.slice(0, order.indexOf(name)).at(-1);
    const find = (wanted: string | undefined): Pair | undefined => map.items.find((pair) => nameOf(pair) === wanted);
    const place = previous === undefined ? { before: find(order[1]) } : { after: find(previous) };
    if (!place.before && !place.after) return undefined;
    return withoutFields(this.#editor.insert(map, place, name, value, shape));
  }

  #list(list: YAMLSeq, before: Json[], after: Json[], shape: Shape, path: Path, outer: number): RevisedFields {
    const gone = new Set<number>();
    const change: NonNullable<RevisedFields> = { splices: [], fields: [] };
    const items: readonly unknown[] = list.items;
    for (const hunk of hunksOf(before.map(canonical), after.map(canonical))) {
      const { start, end } = hunk.before;
      const count = Math.max(end - start, hunk.after.end - hunk.after.start);
      for (let step = 0; step < count; step += 1) {
        const [from, to] = [start + step, hunk.after.start + step];
        const [isOld, isNew] = [from < end, to < hunk.after.end];
        const value = after[to] ?? null;
        const own = shape.element(value);
        const where = [...path, isNew ? to : hunk.after.end];
        change.fields.push(where);
        if (!isNew) {
          gone.add(from);
          continue;
        }
        const place = end < items.length ? { before: items[end] } : { after: items.at(-1) };
        if (!isOld && items.length === 0) return undefined;
        const made = isOld
          ? this.#item(items[from], before[from], value, own, where, list.flow === true, outer)
          : withoutFields(this.#editor.insert(list, place, undefined, value, own));
        if (!made) return undefined;
        include(change, made);
      }
    }
    const removed = this.#editor.remove(list, gone);
    return removed && { ...change, splices: [...change.splices, ...removed] };
  }

  #item(
    item: unknown,
    before: Json | undefined,
    after: Json,
    shape: Shape,
    path: Path,
    inFlow: boolean,
    outer: number,
  ): RevisedFields {
    const anchor = this.#editor.anchorOf(item, outer);
    const node = partsOf(item).value;
    if (before !== undefined && isMap(node) && isObject(before) && isObject(after)) {
      const change = this.map(node, before, after, shape, path, anchor);
      if (change) return change;
    }
    if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && node.items.length === before.length) {
      const change = this.#list(node, before, after, shape, path, anchor);
      if (change) return change;
    }
    if (this.#holdsPlaceholder(node)) this.placeholder ??= path;
    return withoutFields(this.#editor.replace(item, inFlow, after, shape, anchor));
  }

  /** True if anything in a node is filled in from the environment. */
  #holdsPlaceholder(node: Node | null | undefined): boolean {
    const source = this.#places.source.slice(...rangeOf(node));
    return [...source.matchAll(PLACEHOLDER)].some((match) => match[1] !== undefined);
  }
}
