import { fileName } from '../../core/content.ts';
import { type Json, own } from '../../core/json.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { fieldLabel, valueLabel } from '../../kinds/labels.ts';
import { type Fact, fileIn } from '../facts.ts';
import { renderLine } from '../terminal/line.ts';
import { CONTEXT, diffRows } from '../terminal/text-block.ts';
import { visible } from '../visible.ts';

/** Words of values and files. */
export const VALUE_WORDS = {
  yes: { en: 'yes', ko: '예' },
  no: { en: 'no', ko: '아니요' },
  fileReplaced: { en: 'replaced ({file})', ko: '교체 ({file})' },
  fileAdded: { en: 'added ({file})', ko: '추가 ({file})' },
  fileRemoved: { en: 'removed ({file})', ko: '삭제 ({file})' },
} satisfies Record<string, Phrase>;

/** Columns of a diff. GitHub scrolls longer lines. */
const WIDTH = 100;

/** The language of fields, and the names of template categories by their codes. */
export interface FieldTexts {
  language?: Language | undefined;
  categories?: Readonly<Record<string, string>> | undefined;
}

/** The lines of a `diff` block, each value by word. The first column has the sign, and no text of a user. */
export function diffLines(facts: readonly Fact[], texts: FieldTexts): string[] {
  return facts.flatMap((fact) => factLines(fact, texts));
}

function factLines({ path, before, after }: Fact, texts: FieldTexts): string[] {
  const { language = 'en' } = texts;
  const label = `  ${visible(fieldLabel(path, language))}`;
  const file = fileLine(before, after, language);
  if (file !== undefined) return [label, file];
  const [old, fresh] = [textOf(path, before, texts), textOf(path, after, texts)];
  const style = { color: false, width: WIDTH, context: CONTEXT, language };
  const rows = diffRows(old, fresh, style).map(({ sign, line }) => `${sign} ${renderLine(line, style)}`);
  return [label, ...rows];
}

function textOf(path: string, value: Json, { language = 'en', categories = {} }: FieldTexts): string {
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
  const nameOf = ({ path, sha256 }: NonNullable<typeof old>): string =>
    visible(sha256 === undefined ? path : fileName(path));
  const shown = (file: NonNullable<typeof old>): string =>
    old && fresh ? (areMeasured ? (file.pixels ?? '') : nameOf(file)) : `${nameOf(file)} ${file.pixels ?? ''}`.trim();
  const say = (phrase: Phrase, ...files: readonly NonNullable<typeof old>[]): string =>
    fill(phrase, language, { file: [...new Set(files.map(shown))].join(' → ') });
  if (old && fresh) return `! ${say(VALUE_WORDS.fileReplaced, old, fresh)}`;
  if (fresh) return `+ ${say(VALUE_WORDS.fileAdded, fresh)}`;
  return old && `- ${say(VALUE_WORDS.fileRemoved, old)}`;
}
