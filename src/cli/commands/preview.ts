import { basename, dirname, relative, resolve } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { hasErrors, usageError } from '../../core/problem.ts';
import { counted } from '../../text/counted.ts';
import type { Outcome } from '../finish.ts';
import { earlierBytes } from '../history.ts';
import { type Invocation, languageOf, pageLanguage } from '../invocation.ts';
import { type Drawing, drawPage, drawPictures, drawText, writePreviews } from '../preview/drawing.ts';
import { requireSample } from '../preview/entries.ts';
import { readImages } from '../preview/images.ts';
import { chosenIn, declaredSource, filesWithErrors, plannedSource } from '../preview/source.ts';

interface PreviewOptions {
  format?: 'text' | 'svg' | 'html';
  out?: string;
  sample?: string;
  plan?: string;
}

/** `preview [address…]`: templates as the phone will show them, or the changes of a plan. Offline, without credentials. */
export async function preview(invocation: Invocation, addresses: string[], options: PreviewOptions): Promise<Outcome> {
  const { out, plan, sample } = options;
  const { format, file } = placeOf(options);
  const source = await (plan === undefined ? declaredSource(invocation) : plannedSource(invocation, plan));
  const pathOf = (pattern: string): string => relative(source.root, resolve(invocation.cwd, pattern));
  const previewed = invocation.redaction.within(chosenIn(source, addresses, pathOf));
  const problems = [...source.problems, ...source.judge(previewed)];
  requireSample(previewed, sample);
  const contents = previewed.flatMap(({ before, after }) => [before ?? null, after]);
  // Of a replaced image, the project has the new file only.
  const { ports, env } = invocation;
  const earlier = (path: string) => (plan === undefined ? [] : earlierBytes(env, source.root, path));
  const drawing: Drawing = {
    previewed,
    sample,
    images: format === 'text' ? new Map() : await readImages(contents, source.root, ports.files, earlier),
    file,
    leftOut: filesWithErrors(source.problems),
    plan: plan === undefined ? undefined : { environment: source.environment },
    language: format === 'html' ? pageLanguage(invocation) : languageOf(invocation),
  };
  const { text, files, previews } = { text: drawText, svg: drawPictures, html: drawPage }[format](drawing);
  if (file !== undefined && files.length !== 1)
    throw usageError(
      `${out} is one picture, but ${files.length} would be drawn`,
      'Name one template and, with `--sample`, one of its samples; or name a folder',
    );
  const folder = out !== undefined && file !== undefined ? dirname(out) : out;
  if (folder !== undefined) await writePreviews(invocation, folder, files);
  const written = folder === undefined ? undefined : files.map(({ path }) => path).sort();
  return {
    exit: hasErrors(problems) ? Exit.problems : Exit.done,
    text: written ? `Wrote ${file === undefined ? `${counted(written.length, 'file')} to ` : ''}${out}.` : text,
    json: { preview: { format, ...(written && { files: written }), previews } },
    problems,
  };
}

/** What is drawn and where. An `--out` that ends in `.html` or `.svg` is one file of that format; any other is a folder. */
function placeOf({ format, out }: PreviewOptions): { format: NonNullable<PreviewOptions['format']>; file?: string } {
  const refuse = (message: string, hint: string): never => {
    throw usageError(message, hint);
  };
  if (out === undefined) {
    if (format === 'svg' || format === 'html')
      refuse(`\`--format ${format}\` requires --out`, 'Name a folder: `--out previews`');
    return { format: format ?? 'text' };
  }
  const named = /[^/\\]\.(html|svg)$/i.exec(out)?.[1]?.toLowerCase() as 'html' | 'svg' | undefined; // the pattern's words
  const asked = format ?? named ?? 'text';
  if (asked === 'text')
    refuse('`--out` requires --format svg or html', 'Add `--format svg` or `--format html`; text goes to stdout');
  if (named !== undefined && named !== asked)
    refuse(
      `${out} is the name of a file of another format than ${asked}`,
      `Name a folder, or a file that ends in .${asked}`,
    );
  return { format: asked, ...(named && { file: basename(out) }) };
}
