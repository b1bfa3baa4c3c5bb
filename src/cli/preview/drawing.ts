import { dirname, join, resolve } from 'node:path';
import type { FileNode } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { allOrNone } from '../../files/writer.ts';
import { leaves } from '../../manifest/file/local-file.ts';
import { boxed } from '../../preview/boxed.ts';
import { drawBubble } from '../../preview/draw.ts';
import { sharedHref } from '../../preview/picture.ts';
import { visibleText } from '../../preview/visible.ts';
import { drawGallery, type GalleryEntry, type GalleryImage, type Picture } from '../../report/gallery/gallery.ts';
import { badgeWord, galleryWords, whyBlocked } from '../../report/gallery/words.ts';
import { slugOf } from '../../text/slug.ts';
import type { Invocation } from '../invocation.ts';
import { type EntryOptions, entryOf, type Previewed } from './entries.ts';

export interface Drawing {
  previewed: readonly Previewed[];
  /** The only sample; every sample if left out. */
  sample?: string | undefined;
  /** Data URIs by the digest of the bytes. */
  images: ReadonlyMap<string, string>;
  /** The name of the only file; undefined if each picture is named after its address. */
  file?: string | undefined;
  /** The manifests with errors, whose resources are not previewed. */
  leftOut?: readonly string[] | undefined;
  /** Set if the changes of a plan are drawn. */
  plan?: { environment: string } | undefined;
  /** Undefined for the language of the browser, or English. */
  language?: Language | undefined;
}

/** The output of a format: for stdout, for files, for `--json`. */
export interface Drawn {
  text: string;
  files: PreviewFile[];
  previews: object[];
}

export function drawText({ plan, language = 'en', ...drawing }: Drawing): Drawn {
  const entries = entriesOf(drawing, { unfilled: false, files: () => null });
  const say = (phrase: Phrase): string => phrase[language];
  const lines = (picture: Picture): string[] => boxed(picture.bubble, { language });
  const blocks = entries.flatMap(({ title, address, action, risk, deletes, reason, said, comment, answer, views }) =>
    views.map(({ sample, label, before, after }) => {
      const facts = [
        title,
        address,
        action && say(badgeWord({ action, risk, deletes })),
        label ? say(label) : sample && `${say(galleryWords.sample)}: ${sample}`,
      ];
      const head = visibleText(facts.filter(Boolean).join(' · ')).replaceAll('\n', ' ');
      const side = (phrase: Phrase, picture: Picture | undefined): string[] => [
        ...(plan ? [`${say(phrase)}:${picture ? '' : ` ${say(galleryWords.absent)}`}`] : []),
        ...(picture ? lines(picture) : []),
      ];
      const sides = [...(plan ? side(galleryWords.before, before) : []), ...side(galleryWords.after, after)];
      const block = whyBlocked({ reason, said, risk, deletes }, language);
      const why = reason === undefined ? [] : [visibleText(block.join(' ').trim())];
      const dialogue = [
        ...(comment === undefined ? [] : [`${say(galleryWords.comment)} ${visibleText(comment)}`]),
        ...(answer === undefined ? [] : [`${say(galleryWords.answer)} ${visibleText(answer)}`]),
      ];
      return [head, ...why, ...dialogue, ...sides].join('\n');
    }),
  );
  return { text: blocks.join('\n\n'), files: [], previews: jsonOf(entries, (picture) => ({ text: lines(picture) })) };
}

/** Draws every bubble as a picture of its own, with its images inside. The same templates give the same bytes. */
export function drawPictures({ plan, images, file: only, ...drawing }: Drawing): Drawn {
  const entries = entriesOf(drawing, { unfilled: false, files: ({ sha256 }) => images.get(sha256) ?? null });
  const files = new Map<string, string>();
  const previews = jsonOf(entries, ({ bubble }, { address, view, side }) => {
    const stem = [address, ...(view === null ? [] : [slugOf(view, 40) || 'sample']), ...(plan ? [side] : [])].join('.');
    // Samples whose names differ only in signs have the same slug.
    let file = files.size === 0 && only !== undefined ? only : `${stem}.svg`;
    for (let number = 2; files.has(file); number += 1) file = `${stem}.${number}.svg`;
    files.set(file, `${drawBubble(bubble)}\n`);
    return { file };
  });
  return { text: '', files: Array.from(files, ([path, text]) => ({ path, text })), previews };
}

const PAGE = 'preview.html';

export function drawPage({ plan, images, language, leftOut, file = PAGE, ...drawing }: Drawing): Drawn {
  const shown = new Map<string, GalleryImage>();
  const files = ({ sha256, width = 1, height = 1 }: FileNode): string | null => {
    const href = images.get(sha256);
    if (href === undefined) return null;
    shown.set(sha256, { id: sharedHref(sha256).slice(1), href, width, height });
    return sharedHref(sha256);
  };
  const entries = entriesOf(drawing, { unfilled: true, files });
  const text = drawGallery({ entries, images: [...shown.values()], leftOut, plan, language });
  return { text: '', files: [{ path: file, text }], previews: jsonOf(entries, () => ({})) };
}

function entriesOf(
  { previewed, sample }: Pick<Drawing, 'previewed' | 'sample'>,
  options: Omit<EntryOptions, 'sample'>,
): GalleryEntry[] {
  return previewed.map((one) => entryOf(one, { ...options, sample }));
}

interface DrawnSide {
  address: string;
  view: string | null;
  side: 'before' | 'after';
}

/** The entries for `--json`; `more` adds to each bubble what the format makes of it. */
function jsonOf(entries: readonly GalleryEntry[], more: (picture: Picture, side: DrawnSide) => object): object[] {
  return entries.map(({ address, title, action, reason, views }) => ({
    address,
    title,
    action,
    reason,
    views: views.map(({ sample, label, before, after }) => {
      const view = label?.en ?? sample;
      const drawn = (side: DrawnSide['side'], picture: Picture | undefined): object | undefined =>
        picture && { lengths: picture.lengths, ...more(picture, { address: addressPath(address), view, side }) };
      return {
        sample,
        ...(label && { label: label.en }),
        before: drawn('before', before),
        after: drawn('after', after),
      };
    }),
  }));
}

/** An address as a path: that of an edited plan may have any characters. */
function addressPath(address: string): string {
  return address
    .split('/')
    .map((part) => part.replace(/[^\w@-]/g, '-') || '-')
    .join('/');
}

/** A file of previews, relative to the folder, `/` between parts. */
interface PreviewFile {
  path: string;
  text: string;
}

/**
 * Writes previews into a folder: all or none, and none that has the same bytes already. Throws a NotiformError (exit 1), before
 * anything is written, for a file in the way that is no preview, and for a link that leads out of the folder.
 */
export async function writePreviews(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  out: string,
  previews: readonly PreviewFile[],
): Promise<void> {
  const folder = resolve(cwd, out);
  if ((await files.size(folder)) !== undefined)
    throw new NotiformError(problemOf(`${out} is a file, and previews are written into a folder`), Exit.failed);
  const before = new Map<string, Uint8Array | undefined>();
  const obstacles: string[] = [];
  for (const { path } of previews) {
    const place = join(folder, path);
    if (!(await isInside(folder, place, files))) {
      obstacles.push(`${path} leads out of the folder by a symbolic link`);
      continue;
    }
    const isThere = (await files.realPath(place)) !== undefined;
    const was = isThere ? await files.read(place).catch(() => undefined) : undefined;
    before.set(path, was);
    if (isThere && !(was && isPreview(path, was))) obstacles.push(`${path} is there already and is no preview`);
  }
  if (obstacles.length > 0) throw new NotiformError(obstacles.map(problemOf), Exit.failed);
  await allOrNone(folder, files, async ({ write }) => {
    for (const { path, text } of previews) {
      const was = before.get(path);
      if (was === undefined || !Buffer.from(was).equals(Buffer.from(text))) await write(path, text, was);
    }
  });
}

/** True if a path is inside the folder, with all links resolved. */
async function isInside(folder: string, path: string, files: Files): Promise<boolean> {
  const root = await files.realPath(folder);
  if (root === undefined) return true;
  const target = await files.writePath(path);
  let at = target;
  while ((await files.realPath(at)) === undefined) at = dirname(at);
  const real = (await files.realPath(at)) ?? at;
  return !leaves(root, real) && (at !== target || !leaves(root, target));
}

function isPreview(path: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true;
  const mark = /\.html$/i.test(path) ? '<meta name="generator" content="notiform">' : ' class="nf-bubble ';
  return Buffer.from(bytes.subarray(0, 2048)).includes(mark);
}

function problemOf(message: string) {
  return errorProblem(
    'preview-place',
    message,
    'Name a folder of its own with `--out`, or move that file away. Nothing was written',
  );
}
