import { normaliseSource } from '../../core/source-text.ts';
import { readPages } from './read.ts';
import { writePages } from './write.ts';

/**
 * A file of manifests in canonical layout: members in the order of the schemas, two blanks of indentation, LF, one
 * blank line at most and none beside `---`. Comments stay with what they are about, and scalars as they are written.
 * Formatting what was formatted changes nothing. What `fmt` does not lay out is left to whoever wrote it.
 * @param text of a file that could be read without an error
 */
export function formatText(text: string): string {
  const pages = readPages(normaliseSource(text));
  return pages ? writePages(pages) : text;
}
