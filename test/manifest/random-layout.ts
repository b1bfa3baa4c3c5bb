import * as fc from 'fast-check';
import { Document, isCollection, isScalar, Parser, visit } from 'yaml';
import type { JsonObject } from '../../src/core/json.ts';
import { parseLocated } from '../../src/yaml/located.ts';

/** What a file says, as plain data; undefined where it has a mistake. */
export function said(text: string): string | undefined {
  const { documents, problems } = parseLocated('a.yaml', text);
  return problems.some(({ severity }) => severity === 'error')
    ? undefined
    : JSON.stringify(documents.map(({ value }) => sorted(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}

/** The comments of a file, and its plain and quoted scalars as they are written, each sorted. */
export function marks(text: string): { comments: string[]; scalars: string[] } {
  const comments: string[] = [];
  const scalars: string[] = [];
  const look = (token: unknown): void => {
    if (typeof token !== 'object' || token === null) return;
    const { type, source = '' } = token as { type?: string; source?: string };
    if (type === 'comment') comments.push(source.trimEnd());
    if (type !== undefined && /(?<!block-)scalar$/.test(type) && !source.includes('\n')) scalars.push(source);
    for (const value of Object.values(token)) look(value);
  };
  for (const token of new Parser().parse(text)) look(token);
  return { comments: comments.sort(), scalars: scalars.sort() };
}

const scalarStyles = ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;

const layout = fc.record({
  indent: fc.integer({ min: 1, max: 5 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 30, 80),
  flowCollectionPadding: fc.boolean(),
});

/** Where a comment or a blank line is tried: at a share of the file's lines, indented or at the line's end. */
const remark = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  indent: fc.integer({ min: 0, max: 8 }),
  mode: fc.constantFrom('above', 'beside', 'run', 'blank', 'broken'),
});

/** Manifests written as somebody may write them: in any style and order, with comments wherever YAML allows one. */
export function randomLayout(manifests: fc.Arbitrary<JsonObject[]>): fc.Arbitrary<string> {
  return fc
    .tuple(manifests, fc.infiniteStream(fc.nat(9)), layout, fc.array(remark, { maxLength: 12 }))
    .map(([values, dice, options, remarks]) => {
      const roll = (): number => dice.next().value ?? 0;
      const texts = values.map((value) => {
        const document = new Document(value);
        visit(document, (role, node) => {
          // A block as a key needs a `?`, and `fmt` leaves a file with one alone.
          const styles = role === 'key' ? 3 : 5;
          if (isScalar(node) && typeof node.value === 'string') node.type = scalarStyles[roll() % styles] ?? 'PLAIN';
          if (isCollection(node) && roll() < 2) node.flow = true;
        });
        return document.toString(options);
      });
      return remarks.reduce((written, one, index) => remarked(written, one, index), writtenAs(texts.join('---\n')))
        .text;
    });
}

/** The second line of a comment. */
function continuing(comment: string): string {
  return `${comment} 이어서`;
}

/** The comments of two lines that a text holds in one piece. */
export function runs(text: string): string[] {
  const lines = text.split('\n').map((line) => /# 말 \d+(?: 이어서)?$/.exec(line)?.[0]);
  return lines.flatMap((line, at) => (line && lines[at + 1] === continuing(line) ? [line] : [])).sort();
}

/** Those comments of two lines that are beside something: the second line is deeper than all of the first one but its comment. */
export function runsBeside(text: string): string[] {
  const lines = text.split('\n').map((line) => /^(.*?)(# 말 \d+(?: 이어서)?)$/.exec(line) ?? []);
  return lines.flatMap(([, before = '', comment = ''], at) => {
    const [, lead = '', next] = lines[at + 1] ?? [];
    const written = before.trimEnd();
    return written !== '' && next === continuing(comment) && lead.length >= written.length ? [comment] : [];
  });
}

/** A text, what it says, and how many comments stand in it. */
interface Written {
  text: string;
  says: string | undefined;
  comments: number;
}

function writtenAs(text: string): Written {
  return { text, says: said(text), comments: marks(text).comments.length };
}

/** The text with one remark more, if it says the same with it. */
function remarked(
  written: Written,
  { share, indent, mode }: { share: number; indent: number; mode: string },
  index: number,
): Written {
  const { text, says, comments } = written;
  const lines = text.split('\n');
  const at = Math.floor(share * lines.length);
  const line = lines[at] ?? '';
  const comment = `# 말 ${index}`;
  const changed = {
    above: [`${' '.repeat(indent)}${comment}`, line],
    beside: [`${line} ${comment}`],
    // Deeper than every entry of its line, and seldom in the column of the comment that it continues.
    run: [`${line} ${comment}`, `${' '.repeat(line.length + (indent % 3))}${continuing(comment)}`],
    blank: ['', line],
    // A break after a bracket or a comma, where there is one.
    broken: [line.replace(/([{[,])(?= |$)/, `$1 ${comment}\n${' '.repeat(12)}`)],
  }[mode] ?? [line];
  const candidate = writtenAs([...lines.slice(0, at), ...changed, ...lines.slice(at + 1)].join('\n'));
  const expected = comments + ({ blank: 0, run: 2 }[mode] ?? 1);
  return candidate.says === says && candidate.comments === expected ? candidate : written;
}
