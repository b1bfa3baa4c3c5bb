import { columns } from '../../core/columns.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { type Shape, shapeOf } from '../writer/key-order.ts';
import { MAX_WIDTH } from '../writer/writer.ts';
import { blockHeader } from './block-text.ts';
import type { Block, BlockText, Entry, Flow, FlowEntry, Line, Node, Page } from './tree.ts';

const STEP = 2;

/** The text of a file of manifests in canonical layout. */
export function writePages(pages: readonly Page[]): string {
  const sheet = new Sheet();
  for (const page of pages) writePage(sheet, page);
  return sheet.text();
}

/** Lines, with at most one blank one in a row, and none where it would begin something or join a text. */
class Sheet {
  readonly #lines: string[] = [];
  #wantsBlank = false;
  #mayBlank = false;

  line(text: string): void {
    if (this.#wantsBlank && this.#mayBlank) this.#lines.push('');
    this.#wantsBlank = false;
    this.#mayBlank = true;
    this.#lines.push(text);
  }

  /** A comment or a blank line. */
  note(line: Line, indent: number): void {
    if (line === '') this.#wantsBlank = true;
    else this.line(`${spaces(indent)}${line}`);
  }

  /** A further line of a scalar: a blank one is the text's own. */
  raw(text: string): void {
    this.#lines.push(text);
  }

  /** No blank line here: something begins, or a text ends that would take it for its own. */
  seal(): void {
    this.#wantsBlank = false;
    this.#mayBlank = false;
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }
}

function writePage(sheet: Sheet, page: Page): void {
  sheet.seal();
  for (const line of page.above) sheet.note(line, 0);
  if (page.marker) {
    sheet.seal();
    sheet.line(beside('---', page.marker.beside));
    sheet.seal();
  }
  for (const line of page.header) sheet.note(line, 0);
  if (page.root) writeRoot(sheet, page.root);
  for (const line of page.trailing) sheet.note(line, 0);
  if (page.end) {
    sheet.seal();
    sheet.line(beside('...', page.end.beside));
  }
}

function writeRoot(sheet: Sheet, { value, beside: comment }: Entry): void {
  if (!value) return;
  const json = plain(value);
  const manifest = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
  const shape = shapeOf(String(manifest['kind']), manifest);
  if (value.type === 'map' || value.type === 'list') writeBlock(sheet, value, shape, 0);
  if (value.type !== 'flow') return;
  const line = value.broken ? undefined : inline(value, shape);
  if (line === undefined) writeFlow(sheet, value, shape, { lead: '', indent: 0, tail: '', comment });
  else sheet.line(beside(line, comment));
}

/** @param lead what the first entry stands behind: `- ` */
function writeBlock(sheet: Sheet, block: Block, shape: Shape, indent: number, lead?: string): void {
  inOrder(block.entries, shape).forEach((entry, index) => {
    const isLed = index === 0 && lead !== undefined;
    if (!isLed) for (const line of [...entry.before, ...raised(entry, shape)]) sheet.note(line, indent);
    writeEntry(sheet, entry, memberShape(shape, entry), indent, isLed ? lead : spaces(indent));
  });
  for (const line of block.trailing) sheet.note(line, indent);
}

/** The comments above the first entry of what begins beside a hyphen: they have no place but above the hyphen. */
function raised(entry: Entry, shape: Shape): Line[] {
  if (!beginsBeside(entry)) return [];
  const own = memberShape(shape, entry);
  const [first] = inOrder(entry.value.entries, own);
  return first ? [...first.before.filter((line) => line !== ''), ...raised(first, own)] : [];
}

function beginsBeside(entry: Entry): entry is Entry & { value: Block } {
  const { key, value, tags, beside: comment } = entry;
  return !key && tags.length === 0 && comment === undefined && (value?.type === 'map' || value?.type === 'list');
}

function writeEntry(sheet: Sheet, entry: Entry, shape: Shape, indent: number, start: string): void {
  const { key, tags, value, beside: comment } = entry;
  const lead = [`${start}${key ? `${key.source}:` : '-'}`, ...tags].join(' ');
  if (beginsBeside(entry)) {
    writeBlock(sheet, entry.value, shape, indent + STEP, `${lead} `);
    return;
  }
  switch (value?.type) {
    case undefined:
      sheet.line(beside(lead, comment));
      return;
    case 'map':
    case 'list':
      sheet.line(beside(lead, comment));
      sheet.seal();
      writeBlock(sheet, value, shape, indent + STEP);
      return;
    case 'text':
      writeText(sheet, beside(`${lead} ${shifted(value.source, indent + STEP)}`, comment));
      return;
    case 'block-text':
      writeBlockText(sheet, value, beside(`${lead} ${blockHeader(value)}`, comment), indent + STEP);
      return;
    case 'flow':
      writeMemberFlow(sheet, value, shape, { lead, indent: indent + STEP, tail: '', comment }, key !== undefined);
  }
}

/** The lines of a scalar; a blank one is its own. */
function writeText(sheet: Sheet, text: string): void {
  const [first = '', ...others] = text.split('\n');
  sheet.line(first);
  for (const line of others) sheet.raw(line);
}

function writeBlockText(sheet: Sheet, { style, lines }: BlockText, header: string, indent: number): void {
  sheet.line(header);
  for (const line of lines) sheet.raw(line === '' ? '' : `${spaces(indent)}${line}`);
  // A blank line would be the text's.
  if (style.endsWith('+')) sheet.seal();
}

interface FlowPlace {
  lead: string;
  /** Of its closing bracket. */
  indent: number;
  /** What follows the closing bracket: `,`. */
  tail: string;
  comment: string | undefined;
}

function writeMemberFlow(sheet: Sheet, flow: Flow, shape: Shape, place: FlowPlace, isMember: boolean): void {
  const line = inline(flow, shape);
  if (line !== undefined && fits(flow, `${place.lead} ${line}`)) {
    sheet.line(beside(`${place.lead} ${line}`, place.comment));
    return;
  }
  if (!isMember) {
    writeFlow(sheet, flow, shape, { ...place, lead: `${place.lead} ` });
    return;
  }
  // The brackets of a member may not stand below its key.
  sheet.line(place.lead);
  sheet.seal();
  writeFlow(sheet, flow, shape, { ...place, lead: spaces(place.indent) });
}

function fits(flow: Flow, line: string): boolean {
  return !flow.broken || columns(line) <= MAX_WIDTH;
}

/** A collection in brackets with a line for each entry. */
function writeFlow(sheet: Sheet, flow: Flow, shape: Shape, { lead, indent, tail, comment }: FlowPlace): void {
  sheet.line(`${lead}${flow.open}`);
  const entries = inOrder(flow.entries, shape);
  entries.forEach((entry, index) => {
    for (const line of entry.before) sheet.note(line, indent + STEP);
    writeFlowEntry(sheet, entry, memberShape(shape, entry), indent + STEP, index < entries.length - 1 ? ',' : '');
  });
  for (const line of flow.trailing) sheet.note(line, indent + STEP);
  sheet.line(beside(`${spaces(indent)}${flow.open === '{' ? '}' : ']'}${tail}`, comment));
}

function writeFlowEntry(sheet: Sheet, entry: FlowEntry, shape: Shape, indent: number, tail: string): void {
  const { value, beside: comment } = entry;
  const lead = `${spaces(indent)}${keyOf(entry)}`;
  if (value?.type === 'flow') {
    const line = inline(value, shape);
    if (line === undefined || !fits(value, `${lead}${line}`)) {
      writeFlow(sheet, value, shape, { lead, indent, tail, comment });
      return;
    }
    sheet.line(beside(`${lead}${line}${tail}`, comment));
    return;
  }
  const text = value ? `${lead}${shifted(value.source, indent + STEP)}` : lead.replace(/ $/, '');
  writeText(sheet, beside(`${text}${tail}`, comment));
}

/** A collection on one line; undefined where comments or texts of several lines are in it. */
function inline(flow: Flow, shape: Shape): string | undefined {
  if (flow.trailing.length > 0) return undefined;
  const texts = inOrder(flow.entries, shape).map((entry) => inlineEntry(entry, memberShape(shape, entry)));
  if (texts.some((text) => text === undefined)) return undefined;
  if (flow.open === '[') return `[${texts.join(', ')}]`;
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
}

function inlineEntry(entry: FlowEntry, shape: Shape): string | undefined {
  const { value, before, beside: comment } = entry;
  if (before.length > 0 || comment !== undefined) return undefined;
  if (!value) return keyOf(entry).replace(/ $/, '');
  const text = value.type === 'flow' ? inline(value, shape) : value.source;
  return text === undefined || text.includes('\n') ? undefined : `${keyOf(entry)}${text}`;
}

function keyOf({ key, colon }: FlowEntry): string {
  if (!key) return '';
  return colon ? `${key.source}: ` : key.source;
}

function inOrder<E extends Entry | FlowEntry>(entries: readonly E[], shape: Shape): readonly E[] {
  const byName = new Map(entries.flatMap((entry) => (entry.key ? [[entry.key.value, entry] as const] : [])));
  if (byName.size < entries.length) return entries;
  return shape.order([...byName.keys()]).flatMap((name) => byName.get(name) ?? []);
}

function memberShape(shape: Shape, { key, value }: Entry | FlowEntry): Shape {
  const json = value ? plain(value) : null;
  return key ? shape.member(key.value, json) : shape.element(json);
}

/** What a node says, as far as its order wants to know: texts, and their names. */
function plain(node: Node): Json {
  if (node.type === 'text') return node.value;
  if (node.type === 'block-text') return node.lines.join('\n');
  const members: JsonObject = {};
  for (const { key, value } of node.entries) {
    if (key && value?.type === 'text') members[key.value] = value.value;
  }
  return members;
}

/** A scalar of several lines at another indentation: the blanks that its lines begin with are not its own. */
function shifted(source: string, indent: number): string {
  const [first = '', ...others] = source.split('\n');
  const bare = others.map((line) => line.replace(/^[ \t]+/, ''));
  return [first, ...bare.map((line) => (line === '' ? '' : `${spaces(indent)}${line}`))].join('\n');
}

function beside(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text} ${comment}`;
}

function spaces(count: number): string {
  return ' '.repeat(count);
}
