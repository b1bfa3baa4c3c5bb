import { diffArrays } from 'diff';
import { normaliseSource } from '../../core/source-text.ts';

/**
 * A revised text with the line breaks of its file: every line that stays keeps its own, and a new line has that of the line
 * which it replaces or follows.
 * @param original the file's text as it is
 * @param text the revised text, with line feeds
 */
export function withBreaksOf(original: string, text: string): string {
  const breaks = original.match(/\r\n?|\n/g) ?? [];
  const [first = '\n'] = breaks;
  if (breaks.every((one) => one === first)) return text.replaceAll('\n', first);
  const lines = text.split('\n');
  const kept: string[] = [];
  let gone: string[] = [];
  let at = 0;
  for (const { value, added, removed } of diffArrays(normaliseSource(original).split('\n'), lines)) {
    if (added) {
      kept.push(...value.map((_line, index) => gone[index] ?? gone.at(-1) ?? breaks[at - 1] ?? first));
      continue;
    }
    gone = removed ? breaks.slice(at, at + value.length) : [];
    if (!removed) kept.push(...value.map((_line, index) => breaks[at + index] ?? first));
    at += value.length;
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}${kept[index]}` : line)).join('');
}
