import { codePointName } from '../text/graphemes.ts';
import { type Explained, FIELD, lookalike, type SourceLine, WRONG_DASHES, wrongSign } from './signs.ts';

/** A mapping (`fields`) or list that is still open above a line. */
interface Open {
  kind: 'fields' | 'list';
  column: number;
  /** The last field or dash seen in it. */
  line: number;
  name: string;
  /** True if nothing follows the colon or the dash, so that deeper lines may follow. */
  isEmpty: boolean;
}

/** A block text that a line may belong to. */
interface OpenBlock {
  /** Its field and sign: `content: |`. */
  header: string;
  line: number;
  parent: number;
  /** The spaces before its first line; undefined until there is one. */
  indent?: number | undefined;
  /** The first line below it that is not indented and has no field of a manifest: `주문번호: 1`. */
  left?: SourceLine;
}

const DASH = /^-(?:(\s+)|$)/;
const BLOCK_HEADER = /^[|>][-+\d]*(?:\s+#.*)?$/;
/** The name of a field. Other names are texts before a colon. */
const FIELD_NAME = /^[A-Za-z]\w*$/;
/** Characters that look like a space, and that YAML does not read as one. */
export const WIDE_SPACE = /[\u00a0\u3000\u2000-\u200a]/;

/** A wrong dash before a field, a quote or a bracket. */
const WRONG_DASH = new RegExp(`^[${WRONG_DASHES}](?:\\s+\\S+:\\s|\\s*(?:["'[{]|[a-z]\\w*:\\s))`);

interface OpenAbove {
  open: readonly Open[];
  block?: OpenBlock | undefined;
}

/**
 * Explains a mistake by the line at an offset, or by the line after it. Undefined if neither shows a mistake.
 * @param first the number of the text's first line in its file
 */
export function explainLine(text: string, at: number, first = 1): Explained | undefined {
  const lines = linesOf(text, first);
  const index = lines.findLastIndex(({ offset }) => offset <= at);
  let context: OpenAbove = { open: [] };
  let found: Explained | undefined;
  for (const [number, line] of lines.slice(0, index + 2).entries()) {
    const early = openQuote(lines, number, context) ?? wrongHeader(line, context);
    if (early) return early;
    if (number >= index - 1) found ??= wrongDash(line, context);
    if (number >= index) found ??= explain(lines, number, context);
    context = below(context, line);
  }
  return found;
}

function linesOf(text: string, first: number): SourceLine[] {
  let offset = 0;
  return text.split('\n').map((whole, index) => {
    const lead = whole.slice(0, whole.length - whole.trimStart().length);
    const line = { number: first + index, offset, lead, text: whole.slice(lead.length).trimEnd() };
    offset += whole.length + 1;
    return line;
  });
}

/** Finds a quote that is still open at the end of its line, although the next line begins a field or an item. */
function openQuote(lines: readonly SourceLine[], index: number, { block }: OpenAbove): Explained | undefined {
  const line = lines[index] as SourceLine;
  const at = unclosed(line.text);
  if (at === undefined || (block && line.lead.length > block.parent)) return undefined;
  const next = lines.slice(index + 1, index + 10).find(({ text }) => text !== '');
  if (next && !FIELD.test(next.text) && !DASH.test(next.text)) return undefined;
  const start = line.offset + line.lead.length + at;
  return {
    range: [start, start + 1],
    message: `The quote ${line.text.charAt(at)} that opens here is never closed`,
    hint: 'Close it where the value ends',
  };
}

/** Finds a block text whose sign is not `|` or `>`. The parser reports it only several lines later. */
function wrongHeader(line: SourceLine, { block }: OpenAbove): Explained | undefined {
  const [, sign] = /:\s+([｜＞])[-+]?$/.exec(line.text) ?? [];
  const isText = block !== undefined && line.lead.length > block.parent;
  return sign === undefined || isText ? undefined : lookalike(line, line.text.lastIndexOf(sign));
}

/** Finds a wrong dash character before a field. The parser reads it as a part of the name. */
function wrongDash(line: SourceLine, { block }: OpenAbove): Explained | undefined {
  const isText = block !== undefined && line.lead.length > block.parent;
  return WRONG_DASH.test(line.text) && !isText ? lookalike(line, 0) : undefined;
}

/** Returns the offset of a quote that the line does not close. */
function unclosed(text: string): number | undefined {
  const quoted = /(?:^|[:,{[-]\s*)(?:"((?:[^"\\]|\\.)*"?)|'((?:[^']|'')*'?))/g;
  for (const match of text.matchAll(quoted)) {
    const [whole, double, single = ''] = match;
    if (!(double ?? single).endsWith(double === undefined ? "'" : '"')) {
      return match.index + whole.search(/["']/);
    }
  }
  return undefined;
}

function below({ open, block }: OpenAbove, line: SourceLine): OpenAbove {
  const { text, lead, number } = line;
  if (text === '') return { open, block };
  if (block && lead.length > block.parent) return { open, block: { indent: lead.length, ...block } };
  if (text.startsWith('#')) return { open, block: block?.indent === undefined ? block : undefined };
  if (lead === '' && /^---(?:\s|$)/.test(text)) return { open: [] };
  let column = lead.length;
  let rest = text;
  const after = open.filter((one) => one.column < column || (one.column === column && one.kind === 'fields'));
  for (let dash = DASH.exec(rest); dash; dash = DASH.exec(rest)) {
    rest = rest.slice(dash[0].length);
    after.push({ kind: 'list', column, line: number, name: '-', isEmpty: rest === '' });
    column += dash[0].length;
  }
  const field = FIELD.exec(rest);
  if (!field) return { open: after };
  if (block && !FIELD_NAME.test(String(field[1]))) return { open, block: { left: line, ...block } };
  return belowField(after, field, column, number);
}

function belowField(open: readonly Open[], field: RegExpExecArray, column: number, line: number): OpenAbove {
  const [, name = '', value = ''] = field;
  const fields = open.filter((one) => one.column !== column || one.kind !== 'fields');
  const isEmpty = value === '' || value.startsWith('#');
  return {
    open: [...fields, { kind: 'fields', column, line, name, isEmpty }],
    block: BLOCK_HEADER.test(value) ? { header: `${name}: ${value.split(' ')[0]}`, line, parent: column } : undefined,
  };
}

function explain(lines: readonly SourceLine[], index: number, { open, block }: OpenAbove): Explained | undefined {
  const line = lines[index] as SourceLine;
  if (line.text === '') return undefined;
  return (
    wrongSpace(line, block) ??
    (block ? besideBlock(lines, line, block, open) : undefined) ??
    wrongSign(line) ??
    misplaced(line, open)
  );
}

function wrongSpace({ lead, offset }: SourceLine, block: OpenBlock | undefined): Explained | undefined {
  const inside = block ? ` of the text under \`${block.header}\`` : '';
  const tab = lead.indexOf('\t');
  if (tab !== -1) {
    const message = `A tab cannot indent a line${inside}`;
    return { range: [offset + tab, offset + tab + 1], message, hint: 'Indent with spaces' };
  }
  const wide = lead.search(WIDE_SPACE);
  if (wide === -1) return undefined;
  return {
    range: [offset + wide, offset + wide + 1],
    message: `The character ${codePointName(lead.slice(wide))} looks like a space, but cannot indent a line${inside}`,
    hint: 'Indent with ordinary spaces',
  };
}

/** Finds a line after a block text that is not indented enough to belong to it. */
function besideBlock(
  lines: readonly SourceLine[],
  line: SourceLine,
  block: OpenBlock,
  open: readonly Open[],
): Explained | undefined {
  const { line: number, parent, indent, left } = block;
  const own = line.lead.length;
  const name = FIELD.exec(line.text)?.[1];
  const kind = name === undefined ? DASH.test(line.text) && 'list' : FIELD_NAME.test(name) && 'fields';
  const isNext = open.some((one) => one.column === own && one.kind === kind);
  if (isNext || own >= (indent ?? parent + 1)) return undefined;
  if (indent !== undefined) return outsideBlock(left ?? line, block);
  return outsideBlock(lines.find((one) => one.number > number && one.text !== '') as SourceLine, block);
}

/** Explains a line that is not indented enough to belong to the block text above it. */
export function outsideBlock(line: SourceLine, block: OpenBlock): Explained {
  const { header, parent, indent } = block;
  const range = rangeOf(line);
  const own = line.lead.length;
  const field = `\`${header}\``;
  const space = wrongSpace(line, block);
  if (space) return space;
  if (indent === undefined) {
    return {
      range,
      message: `The text under ${field} is not indented`,
      hint: `Indent every line of it by ${parent + 2} spaces`,
    };
  }
  if (own > parent) {
    return {
      range,
      message: `This line is indented by ${count(own)}, and the text under ${field} begins with ${indent}`,
      hint: 'Indent every line of the text by at least as much as its first line',
    };
  }
  return {
    range,
    message: `This line is not indented like the text under ${field}, so it does not belong to it`,
    hint: `Indent it by ${count(indent)}`,
  };
}

/** Finds a field or dash at a column where no mapping or list is open. */
function misplaced(line: SourceLine, open: readonly Open[]): Explained | undefined {
  const own = line.lead.length;
  const last = open.at(-1);
  if (!last) return undefined;
  const list = open.findLast(({ kind }) => kind === 'list');
  if (DASH.test(line.text)) return misplacedDash(line, list, last);
  if (!FIELD.test(line.text)) {
    if (last.kind === 'fields' && last.isEmpty && own > last.column && !/^[{["'|>&*!]/.test(line.text)) {
      return asBlock(line, last.name);
    }
    return list && own === list.column && /^[{["']/.test(line.text) ? withoutDash(line) : undefined;
  }
  if (open.some(({ kind, column }) => kind === 'fields' && column === own)) return undefined;
  if (last.isEmpty && own > last.column) return undefined;
  const [, name = ''] = FIELD.exec(line.text) as RegExpExecArray;
  const range = [line.offset + own, line.offset + own + name.length] as const;
  const fields = open.findLast(({ kind }) => kind === 'fields');
  if (!fields) return undefined;
  if (list && own === list.column) {
    if (fields.column <= own) return withoutDash(line);
    return {
      range,
      message: `\`${name}\` is at the column of the list's dashes`,
      hint: `Indent it by ${count(fields.column)}, under \`${fields.name}\``,
    };
  }
  const continues = own > fields.column && !fields.isEmpty;
  if (continues && !FIELD_NAME.test(name)) return asBlock(line, fields.name);
  return {
    range,
    message: `\`${name}\` is indented by ${count(own)}, and \`${fields.name}\` on line ${fields.line} by ${fields.column}`,
    hint: `Give the fields of one mapping the same indentation${continues ? `. If this line continues the value of \`${fields.name}\`, put that value in double quotes` : ''}`,
  };
}

function withoutDash({ offset, lead }: SourceLine): Explained {
  return {
    range: [offset + lead.length, offset + lead.length + 1],
    message: 'This item of the list has no dash',
    hint: 'Begin it with `- `',
  };
}

/** Finds a text of several lines without `|`. */
function asBlock(line: SourceLine, field: string): Explained {
  return {
    range: rangeOf(line),
    message: `The text of \`${field}\` has several lines, and YAML does not read this one as a part of it`,
    hint: `Write \`${field}: |\`, and every line of the text below it, indented`,
  };
}

function misplacedDash(line: SourceLine, list: Open | undefined, last: Open): Explained | undefined {
  const own = line.lead.length;
  if (!list || own === list.column || (last.isEmpty && own >= last.column)) return undefined;
  return {
    range: [line.offset + own, line.offset + own + 1],
    message: `This dash is indented by ${count(own)}, and the dashes above it by ${list.column}`,
    hint: 'Write the dashes of one list under each other',
  };
}

function rangeOf({ offset, lead, text }: SourceLine): readonly [number, number] {
  return [offset + lead.length, offset + lead.length + text.length];
}

function count(spaces: number): string {
  return spaces === 1 ? '1 space' : `${spaces} spaces`;
}
