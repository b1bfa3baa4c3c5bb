import type { Json } from '../../core/json.ts';
import { visibleText } from '../../preview/visible.ts';
import { element, escapeXml } from '../../preview/xml.ts';
import { type Fact, fileIn } from '../facts.ts';
import { type DiffPiece, diffWords } from '../word-diff.ts';
import { both, labelOf, galleryWords as words } from './words.ts';

/** Draws the changed fields of a plan beside each other, changed words marked. Empty if there are none. */
export function fieldChanges(fields: readonly Fact[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(({ path, before, after }) => {
    const diff = diffWords(textOf(before), textOf(after));
    return `<tr><th scope="row">${labelOf(path)}</th>${cell(diff.before, 'del')}${cell(diff.after, 'ins')}</tr>`;
  });
  const head = `<tr><td></td><th scope="col">${both(words.before)}</th><th scope="col">${both(words.after)}</th></tr>`;
  return `<section class="changed"><h3>${both(words.changed)}</h3><div class="table"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function cell(pieces: readonly DiffPiece[], tag: 'del' | 'ins'): string {
  if (pieces.length === 0) return `<td class="none">${both(words.none)}</td>`;
  const text = pieces.map((piece) => {
    const shown = escapeXml(visibleText(piece.text));
    return piece.changed ? element(tag, {}, shown) : shown;
  });
  return element('td', { lang: 'ko' }, text.join(''));
}

function textOf(value: Json): string {
  return value === null ? '' : (fileIn(value)?.path ?? String(value));
}
