import { isFileNode } from '../../core/content.ts';
import { isObject, type Json } from '../../core/json.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { FieldChange } from '../../core/plan.ts';
import { visibleText } from '../../preview/visible.ts';
import { element, escapeXml } from '../../preview/xml.ts';
import { type DiffPiece, diffWords } from '../word-diff.ts';
import { galleryWords as words } from './words.ts';

/** How the page writes texts. */
interface PageTexts {
  labelOf(path: string, language: Language): string;
  both(phrase: Phrase): string;
  inLanguages(text: (language: Language) => string): string;
}

/** Draws the changed fields of a plan beside each other, changed words marked. Empty if there are none. */
export function fieldChanges(fields: readonly FieldChange[], page: PageTexts): string {
  if (fields.length === 0) return '';
  const rows = fields.map(({ path, before, after }) => {
    const diff = diffWords(textOf(before), textOf(after));
    const label = page.inLanguages((language) => page.labelOf(path, language));
    return `<tr><th scope="row">${label}</th>${cell(diff.before, 'del', page)}${cell(diff.after, 'ins', page)}</tr>`;
  });
  const head = `<tr><td></td><th scope="col">${page.both(words.before)}</th><th scope="col">${page.both(words.after)}</th></tr>`;
  return `<section class="changed"><h3>${page.both(words.changed)}</h3><div class="table"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function cell(pieces: readonly DiffPiece[], tag: 'del' | 'ins', page: PageTexts): string {
  if (pieces.length === 0) return `<td class="none">${page.both(words.none)}</td>`;
  const text = pieces.map((piece) => {
    const shown = escapeXml(visibleText(piece.text));
    return piece.changed ? element(tag, {}, shown) : shown;
  });
  return element('td', { lang: 'ko' }, text.join(''));
}

/** A value of a manifest as text: a line for each member. A file is its path. */
function textOf(value: Json, indent = ''): string {
  if (value === null) return '';
  if (isFileNode(value)) return value.path;
  if (Array.isArray(value))
    return value.map((one) => `${indent}- ${textOf(one, `${indent}  `).trimStart()}`).join('\n');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => {
      const isNested = isObject(one) && !isFileNode(one);
      return `${indent}${key}:${isNested || Array.isArray(one) ? '\n' : ' '}${textOf(one, `${indent}  `)}`;
    })
    .join('\n');
}
