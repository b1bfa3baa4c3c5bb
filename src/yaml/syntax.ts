import { type Document, isScalar, visit, type YAMLError } from 'yaml';
import type { Problem } from '../core/problem.ts';
import { codePointName } from '../text/graphemes.ts';
import type { Source } from '../text/source-text.ts';

export const STRAY_MARK = 'A byte order mark (U+FEFF) is allowed only at the beginning of a file';

/** Only blanks of YAML: another space is a part of the text. */
const BLANK_END = /(?<![ \t])[ \t]+$/;

/** A longer line is not read. */
const LONGEST_LINE = 400;

/** The value with a variable that is at a place between brackets, and its field. Undefined if it has quotes, or may end elsewhere. */
export function valueInBrackets(
  text: string,
  offset: number,
): { field: string; value: string; start: number } | undefined {
  const begin = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(begin, Math.min(lineEnd(text, begin), begin + LONGEST_LINE)).replace(/\s+$/, '');
  const [lead = '', field = ''] =
    /^(?:.*[{,[])?\s*([^\s:,{}[\]"'#][^:,{}[\]"'#]*:[ \t]+)?/.exec(line.slice(0, offset - begin)) ?? [];
  const [found = ''] = /^(?:[$#]\{[^{}]*\}|[^,{}[\]])+/.exec(line.slice(lead.length)) ?? [];
  const value = found.replace(BLANK_END, '');
  const next = text.slice(begin + line.length, begin + line.length + LONGEST_LINE).trimStart();
  const rest = line.slice(lead.length + found.length) || next;
  // A comma ends an item of a list. In a mapping, it may be a part of the text: it ends the value if a field is behind it.
  const isWhole = field
    ? /^(?:[}\]]|,\s*(?:$|["']|#(?!\{)|[^\s:,{}[\]][^:,{}[\]]*:\s))/.test(rest)
    : /^[,\]]/.test(rest) && /^[^[]*\[[^{]*$/.test(lead.replace(/[$#]\{[^{}]*\}/g, ''));
  if (!isWhole || !/[$#]\{/.test(value) || /["'“”‘’\\]|\s#(?!\{)/.test(value)) return undefined;
  return { field, value, start: begin + lead.length };
}

/** The hint for a value with a variable at a place between brackets, with its field as it should be. */
export function betweenBrackets(text: string, offset: number): string {
  const found = valueInBrackets(text, offset);
  const corrected = found ? `: \`${found.field}"${found.value}"\`` : '';
  return `Between \`{ }\` and \`[ ]\`, put the whole value with \`\${…}\` or \`#{…}\` in double quotes${corrected}`;
}

/** Signs in a line that YAML does not read as they look, what is wrong with them, and what to write. */
const SIGNS: readonly (readonly [RegExp, (sign: string) => string, string])[] = [
  [/\ufeff/, () => STRAY_MARK, 'Delete the character. It has no width'],
  [/^\s*?[\t\u00a0\u3000\u2000-\u200a]/, wrongSpace, 'Indent with spaces'],
  [
    /:[\u00a0\u3000\u2000-\u200a]/,
    (sign) => `The character ${codePointName(sign.slice(1))} after the colon looks like a space, and is none`,
    'Delete it, and press the space bar',
  ],
  [/^\s*(?:-\s+)?[^\s:：]+：/, notOfYaml, 'Write `: `, with an ASCII colon and a space'],
  [/(?:[:,{[-]\s?|^\s*)[“”‘’＂]/, notOfYaml, 'Write `"`'],
];

function notOfYaml(sign: string): string {
  return `The character \`${sign.at(-1)}\` (${codePointName(sign.slice(-1))}) looks like a sign of YAML, and is none`;
}

/** @param lead an indentation that ends with a tab, or with a space that YAML does not know */
function wrongSpace(lead: string): string {
  const found = lead.slice(-1);
  return found === '\t'
    ? 'A tab cannot indent a line'
    : `The character ${codePointName(found)} looks like a space, but cannot indent a line`;
}

/**
 * Returns the problem of the parser's first error: the parser's own message, at its place. A sign that only looks like one of YAML,
 * and a quote that is still open, are named, because the parser stops somewhere behind them.
 */
export function syntaxProblem(source: Source, document: Document.Parsed, error: YAMLError): Problem {
  const { text } = source;
  const start = Math.min(error.pos[0], text.length);
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const opens = openQuote(document, error, begin);
  if (opens !== undefined) {
    const message = `The quote ${text.charAt(opens)} that opens here is not closed on its line`;
    return source.problem('yaml-syntax', [opens, opens + 1], message, 'Close it where the value ends');
  }
  return (
    signIn(source, begin) ??
    signIn(source, text.lastIndexOf('\n', begin - 2) + 1) ??
    signIn(source, lineEnd(text, start) + 1) ??
    unindentedLine(source, document.range[0], lineEnd(text, start)) ??
    source.problem(
      'yaml-syntax',
      [start, Math.max(start + 1, Math.min(error.pos[1], lineEnd(text, start)))],
      `This is not YAML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`,
      hintOf(error, text, start),
    )
  );
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function signIn(source: Source, begin: number): Problem | undefined {
  const line = source.text.slice(begin, lineEnd(source.text, begin));
  for (const [pattern, message, hint] of SIGNS) {
    const found = pattern.exec(line);
    if (!found) continue;
    const end = begin + found.index + found[0].length;
    return source.problem('yaml-syntax', [end - 1, end], message(found[0]), hint);
  }
  return undefined;
}

/** A block text: its field, its header and its lines, which are indented deeper than the field. Then the line below it. */
const BLOCK = /^( *)(?:- +)*(\w+): ([|>]\S*)[^\S\n]*\n((?:\1 .*\n|[^\S\n]*\n)*)( *)(\S.*)/gm;

/** A field of a manifest, an element of a list, a mark between documents or a comment. */
const NEXT_PART = /^(?:-\s|[a-z]\w*\s*:(?:\s|$)|(["']).*\1\s*:(?:\s|$)|---|\.\.\.|#(?!\{))/;

/**
 * Finds the line below the last block text that is not indented like it. The parser stops at a later line, or reads a comment.
 * @param end of the line with the mistake
 */
export function unindentedLine(source: Source, begin: number, end: number): Problem | undefined {
  const block = [...source.text.slice(begin, end).matchAll(BLOCK)].at(-1);
  if (!block) return undefined;
  const [whole, indent = '', field, header, lines = '', , below = ''] = block;
  if (NEXT_PART.test(below)) return undefined;
  const at = begin + block.index + whole.length - below.length;
  const [spaces = `${indent}  `] = /^ +(?=\S)/m.exec(lines) ?? [];
  const message = `This line is not indented like the text under \`${field}: ${header}\`, so it does not belong to it`;
  const hint = `Indent every line of the text by ${spaces.length} spaces`;
  return source.problem('yaml-syntax', [at, at + below.trimEnd().length], message, hint);
}

/** Returns the offset of the quote of a text that begins above the line of an error, and ends at the error or on its line. */
function openQuote(document: Document.Parsed, { pos, message }: YAMLError, begin: number): number | undefined {
  let opens: number | undefined;
  visit(document, {
    Scalar: (_key, node) => {
      const [start, end] = node.range ?? [0, 0];
      if (!isScalar(node) || !node.type?.startsWith('QUOTE')) return;
      const isOpen = message.startsWith('Missing closing') && end === pos[0];
      if (isOpen || (start < begin && begin <= end && end <= pos[1])) opens = start;
    },
  });
  return opens;
}

function hintOf({ code }: YAMLError, text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, lineEnd(text, at));
  if (/^[^'"]*[{[][^'"]*[$#]\{/.test(line)) return betweenBrackets(text, at);
  // A text cannot begin with a bracket: `name: [공지] 안내`.
  if (/^[^'"[{]*[[{][^[\]{}]*[\]}]\s*[^\s,}\]#:]/.test(line)) return 'Put the whole value in double quotes';
  if (/^(?:BAD_SCALAR_START|BLOCK_AS_IMPLICIT_KEY)$/.test(code)) return 'Put the whole value in double quotes';
  if (code === 'UNEXPECTED_TOKEN' && /^\s*\{/.test(line))
    return 'Write `---` on a line of its own between two documents';
  if (code === 'BAD_DQ_ESCAPE') return 'Write `\\\\` for a backslash, or put the value in single quotes';
  return 'Check quotes, brackets and indentation here and on the line above. A text of several lines begins with `|`';
}
