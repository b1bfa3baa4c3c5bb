import { kindOf } from '../../core/address.ts';
import { fileName, isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { fieldLabel, valueLabel } from '../../kinds/labels.ts';
import { inOrder } from '../../kinds/words.ts';
import { type Differences, orderedFields } from '../field.ts';
import { renderLine } from '../line.ts';
import { CONTEXT, diffRows } from '../text-block.ts';
import { visible } from '../visible.ts';
import { VALUE_WORDS } from './words.ts';

/** Columns of a diff. GitHub scrolls longer lines. */
const WIDTH = 100;

/** The language of fields, and the names of template categories by their codes. */
interface FieldTexts {
  language: Language;
  categories?: Readonly<Record<string, string>> | undefined;
}

/** `body, button 2, image`: the fields that change, each once, in reading order. */
export function changedWords(differences: Differences, language: Language): string[] {
  const words = orderedFields(differences).map(({ path, before, after }) => {
    const [part = ''] = /^[^.[]+(?:\[\d+\])?/u.exec(path) ?? [];
    const isFile = [before, after].some((value) => fileIn(value) !== undefined);
    // `image` of `emphasis.image` and of `image.file`.
    return fieldLabel(
      isFile
        ? (path
            .replace(/\.file$/, '')
            .split('.')
            .at(-1) ?? path)
        : part,
      language,
    );
  });
  return [...new Set(words)];
}

/** The lines of a `diff` block: changed fields, each by word. The first column has the sign, and no text of a user. */
export function diffLines(differences: Differences, texts: FieldTexts): string[] {
  return orderedFields(differences).flatMap(({ path, before, after }) => {
    const [old, fresh] = [factsIn(path, before), factsIn(path, after)];
    const paths = new Set([...old.keys(), ...fresh.keys()]);
    return [...paths].flatMap((at) => factLines(at, old.get(at) ?? null, fresh.get(at) ?? null, texts));
  });
}

/** The lines of a `diff` block for a content that is new, or that is lost. */
export function wholeLines(
  address: string,
  content: JsonObject,
  side: 'added' | 'removed',
  texts: FieldTexts,
): string[] {
  const ordered = inOrder(kindOf(address), content);
  return Object.entries(ordered)
    .flatMap(([name, value]) => [...factsIn(name, value)])
    .flatMap(([path, value]) =>
      side === 'added' ? factLines(path, null, value, texts) : factLines(path, value, null, texts),
    );
}

/** The values of a content that are no object and no list, by their paths. */
function factsIn(path: string, value: Json, facts = new Map<string, Json>()): Map<string, Json> {
  if (value === null || value === '') return facts;
  if (fileIn(value) !== undefined) return facts.set(path, value);
  if (Array.isArray(value)) for (const [index, one] of value.entries()) factsIn(`${path}[${index}]`, one, facts);
  else if (isObject(value)) for (const [name, one] of Object.entries(value)) factsIn(`${path}.${name}`, one, facts);
  else facts.set(path, value);
  return facts;
}

function factLines(path: string, before: Json, after: Json, texts: FieldTexts): string[] {
  const { language } = texts;
  const label = `  ${visible(fieldLabel(path, language))}`;
  const file = fileLine(before, after, language);
  if (file !== undefined) return [label, file];
  const [old, fresh] = [textOf(path, before, texts), textOf(path, after, texts)];
  const style = { color: false, width: WIDTH, context: CONTEXT, language };
  const rows = diffRows(old, fresh, style).map(({ sign, line }) => `${sign} ${renderLine(line, style)}`);
  return [label, ...rows];
}

function textOf(path: string, value: Json, { language, categories = {} }: FieldTexts): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return VALUE_WORDS[value ? 'yes' : 'no'][language];
  const category = path === 'category' ? own(categories, String(value)) : undefined;
  return category ? `${category} (${value})` : (valueLabel(path, String(value), language) ?? String(value));
}

/** `! replaced (800×400 → 800×600)`; undefined if neither is a file. */
function fileLine(before: Json, after: Json, language: Language): string | undefined {
  const [old, fresh] = [fileIn(before), fileIn(after)];
  // Pixels say nothing if only one side has them.
  const areMeasured = [old, fresh].every((file) => file?.pixels !== undefined);
  const shown = ({ name, pixels = '' }: ShownFileName): string =>
    old && fresh ? (areMeasured ? pixels : name) : `${name} ${pixels}`.trim();
  const say = (phrase: Phrase, ...files: readonly ShownFileName[]): string =>
    fill(phrase, language, { file: [...new Set(files.map(shown))].join(' → ') });
  if (old && fresh) return `! ${say(VALUE_WORDS.fileReplaced, old, fresh)}`;
  if (fresh) return `+ ${say(VALUE_WORDS.fileAdded, fresh)}`;
  return old && `- ${say(VALUE_WORDS.fileRemoved, old)}`;
}

/** The words for a file. */
interface ShownFileName {
  name: string;
  /** `800×400` */
  pixels?: string;
}

/** Returns the words for a file, its address or its upload, or undefined for any other value. */
function fileIn(value: Json): ShownFileName | undefined {
  if (!isObject(value)) return undefined;
  if (isFileNode(value)) {
    const { width, height, path } = value;
    const name = visible(fileName(String(path)));
    return width === undefined || height === undefined ? { name } : { name, pixels: `${width}×${height}` };
  }
  const { url, known, of } = value;
  if (known === 'after apply' && typeof of === 'string') return { name: visible(of) };
  return typeof url === 'string' ? { name: visible(url) } : undefined;
}
