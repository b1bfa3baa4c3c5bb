import { disableTypes, imageSize, types } from 'image-size';
import { type FileNode, fileName } from '../../core/content.ts';
import type { FileRules, FileType } from '../../core/declaration.ts';
import { sha256 } from '../../core/json.ts';
import { errorProblem, isProblem, type Problem } from '../../core/problem.ts';
import { length } from '../../core/variables.ts';
import { fileRulesOf } from '../../kinds/registry.ts';
import { listed } from '../manifest.ts';
import { fileTypeOf, isWhole, promisedTypes, TYPE_NAMES } from './file-type.ts';
import { findLocal, type LocalFile, type Project, readLocal, scanLocal } from './local-file.ts';

type ImageRules = NonNullable<FileRules['image']>;

/** The parts of messages about a file. */
type NamedFile = Pick<LocalFile, 'path' | 'bytes'>;

// Only parsers of formats that the service accepts read the file.
disableTypes(types.filter((type) => type !== 'png' && type !== 'jpg'));

/** No phone shows a larger image. A small damaged file can claim a size that fills the memory (assumption 171). */
const MAX_SIDE = 10_000;

/**
 * Returns the file that a manifest names, in the form that a resource's content has, or the problem for which the service would
 * refuse the file. Stops reading at the size limit. Only images are read into memory as a whole.
 * @param warn receives warnings about values that the service may refuse
 */
export async function fileNodeOf(
  project: Project,
  manifest: string,
  path: string,
  use: string | FileRules,
  warn: (mistake: Problem) => void = () => {},
): Promise<FileNode | Problem> {
  const file = await findLocal(project, manifest, path);
  if (isProblem(file)) return file;
  const rules = rulesOf(use);
  const unfit = nameTooLong(file, rules) ?? (file.bytes > rules.maxBytes ? tooLarge(file, rules) : undefined);
  if (unfit) return unfit;
  const node = await (rules.image ? imageNode(project, file, rules) : plainNode(project, file, rules));
  if (isProblem(node)) return node;
  // The type is checked before the ending. Otherwise the hint for a GIF would be to rename it.
  const misnamed = wrongEnding(file, rules);
  if (misnamed) return misnamed;
  for (const mistake of unlikely(file, node, rules)) warn(mistake);
  return node;
}

async function plainNode(project: Project, file: LocalFile, rules: FileRules): Promise<FileNode | Problem> {
  const scanned = await scanLocal(project, file, rules.maxBytes);
  if (isProblem(scanned)) return scanned;
  const { bytes, head, sha256 } = scanned;
  // The file grew while it was read.
  if (bytes > rules.maxBytes) return tooLarge({ ...file, bytes }, rules);
  return wrongTypeOf(file, head, rules) ?? { path: file.path, sha256 };
}

async function imageNode(project: Project, file: LocalFile, rules: FileRules): Promise<FileNode | Problem> {
  const bytes = await readLocal(project, file, rules.maxBytes);
  return bytes instanceof Uint8Array ? nodeOfBytes(file.path, bytes, rules) : bytes;
}

/** Like `fileNodeOf`, for bytes that are already in memory. */
export function nodeOfBytes(path: string, bytes: Uint8Array, use: string | FileRules): FileNode | Problem {
  const file = { path, bytes: bytes.length };
  const rules = rulesOf(use);
  if (bytes.length > rules.maxBytes) return tooLarge(file, rules);
  const wrong = wrongTypeOf(file, bytes, rules);
  if (wrong) return wrong;
  const node = { path, sha256: sha256(bytes) };
  if (!rules.image) return node;
  const measured = measure(file, bytes);
  if (isProblem(measured)) return measured;
  return (
    tooManyPixels(file, measured) ??
    shapeMistake(file, measured, rules.image, source(rules)) ??
    (isWhole(bytes) ? { ...node, ...measured } : cutOff(file))
  );
}

function rulesOf(use: string | FileRules): FileRules {
  return typeof use === 'string' ? fileRulesOf(use) : use;
}

/** Returns the end of a help that cites the documents: ` (resource API 4.2)`. */
function source({ section }: FileRules): string {
  return section === undefined ? '' : ` (resource API ${section})`;
}

/** The service receives the name without its folders. */
function nameTooLong({ path }: NamedFile, rules: FileRules): Problem | undefined {
  const { maxName } = rules;
  const count = length(fileName(path));
  if (maxName === undefined || count <= maxName) return undefined;
  return errorProblem(
    'too-long',
    `The name of the file has ${count} characters; at most ${maxName} are allowed`,
    `Rename it${source(rules)}`,
  );
}

function wrongEnding({ path }: NamedFile, rules: FileRules): Problem | undefined {
  const { endings } = rules;
  const name = fileName(path);
  if (!endings || endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) return undefined;
  return errorProblem(
    'file-type',
    `\`${path}\` does not end in ${listed(
      endings.map((ending) => `.${ending}`),
      'or',
    )}`,
    `The service also checks the name: give the file the ending of its type${source(rules)}`,
  );
}

function tooLarge({ path, bytes }: NamedFile, { image, maxBytes }: FileRules): Problem {
  return errorProblem(
    'file-too-large',
    `\`${path}\` has ${bytes.toLocaleString('en')} bytes; the service accepts at most ${maxBytes.toLocaleString('en')} (${sizeText(maxBytes)})`,
    image ? 'Make it smaller: fewer pixels, or a stronger compression' : 'Make it smaller, with a stronger compression',
  );
}

/** Returns warnings where the documents are unclear: they name a lower limit too, or a width only for similar uses. */
function unlikely({ path, bytes }: NamedFile, { width }: FileNode, rules: FileRules) {
  const { likelyBytes, likelyEndings, image, section } = rules;
  const mistakes: Problem[] = [];
  if (likelyEndings?.some((ending) => path.toLowerCase().endsWith(`.${ending}`)) === false) {
    const message = `\`${path}\` is no ${likelyEndings.join(' or ')} file; no document names the types, and phones may not show another one`;
    mistakes.push({
      code: 'file-type',
      severity: 'warning',
      message,
      hint: 'Convert it, or the service may refuse it',
    });
  }
  if (likelyBytes !== undefined && bytes > likelyBytes) {
    mistakes.push({
      code: 'file-large',
      severity: 'warning',
      message: `\`${path}\` has ${bytes.toLocaleString('en')} bytes; ${section === undefined ? 'no document has a limit, and some phones take at most' : 'the documents also name a lower limit of'} ${sizeText(likelyBytes)}`,
      hint: `Make it smaller, or the service may refuse it${source(rules)}`,
    });
  }
  if (image?.likelyWidth !== undefined && width !== undefined && width < image.likelyWidth) {
    mistakes.push({
      code: 'image-width',
      severity: 'warning',
      message: `\`${path}\` is ${width} px wide; the documents name no width for this use, but ${image.likelyWidth} px for similar uses`,
      hint: `Export it with more pixels, or the service may refuse it${source(rules)}`,
    });
  }
  return mistakes;
}

/** How a file begins that Git LFS has not replaced by its content. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

function wrongTypeOf({ path }: Pick<LocalFile, 'path'>, bytes: Uint8Array, rules: FileRules): Problem | undefined {
  const { types: taken } = rules;
  const type = fileTypeOf(bytes);
  const promised = promisedTypes(path);
  const names = taken?.map((one) => TYPE_NAMES[one]).join(' or ');
  if (bytes.length === 0) return errorProblem('file-type', `The file \`${path}\` is empty`, 'Export it again');
  if (Buffer.from(bytes.subarray(0, LFS_POINTER.length)).toString('latin1') === LFS_POINTER) {
    return errorProblem(
      'file-type',
      `\`${path}\` is a pointer of Git LFS, not the file itself`,
      'Run `git lfs pull`, or check out with `lfs: true` in a workflow (actions/checkout)',
    );
  }
  if (taken && (type === undefined || !taken.includes(type))) {
    return errorProblem(
      'file-type',
      `\`${path}\` is ${nameOf(type)} by its content`,
      `The service accepts here: ${names}${source(rules)}`,
    );
  }
  if (!promised || (type !== undefined && promised.includes(type))) return undefined;
  return errorProblem(
    'file-type',
    `\`${path}\` is ${nameOf(type)} by its content, but its name has another ending`,
    'Correct the ending of the name, or export the file again',
  );
}

function nameOf(type: FileType | undefined): string {
  return type === undefined ? 'of an unknown type' : TYPE_NAMES[type];
}

function measure({ path }: Pick<LocalFile, 'path'>, bytes: Uint8Array): { width: number; height: number } | Problem {
  try {
    const { width, height } = imageSize(Uint8Array.from(bytes));
    if (width > 0 && height > 0) return { width, height };
  } catch {
    // A file that is not an image has no width. The caller reports its type.
  }
  return errorProblem('image-damaged', `\`${path}\` has no readable size: the file is damaged`, 'Export it again');
}

function cutOff({ path }: NamedFile): Problem {
  return errorProblem(
    'image-damaged',
    `\`${path}\` ends before its picture is complete: the file is damaged`,
    'Copy or export it again',
  );
}

function tooManyPixels({ path }: NamedFile, { width, height }: { width: number; height: number }): Problem | undefined {
  if (width <= MAX_SIDE && height <= MAX_SIDE) return undefined;
  return errorProblem(
    'image-pixels',
    `\`${path}\` has ${width} × ${height} px; at most ${MAX_SIDE.toLocaleString('en')} px per side are allowed`,
    'Export a smaller image: phones show at most a few thousand pixels',
  );
}

function shapeMistake(
  { path }: Pick<LocalFile, 'path'>,
  { width, height }: { width: number; height: number },
  rules: ImageRules,
  cited: string,
): Problem | undefined {
  if (width < rules.minWidth) {
    return errorProblem(
      'image-width',
      `\`${path}\` is ${width} px wide; the service requires at least ${rules.minWidth} px`,
      `Export it with more pixels${cited}`,
    );
  }
  const ratio = width / height;
  if (ratio >= rules.ratio.min && ratio <= rules.ratio.max) return undefined;
  return errorProblem(
    'image-shape',
    `\`${path}\` has ${width} × ${height} px; the service requires a ratio of ${rules.shape}`,
    `Crop it${cited}`,
  );
}

function sizeText(bytes: number): string {
  const kilo = bytes / 1024;
  return kilo < 1024 ? `${kilo} KB` : `${kilo / 1024} MB`;
}
