import { disableTypes, imageSize, types } from 'image-size';
import type { FileNode } from '../core/content.ts';
import type { FileRules, FileType } from '../core/declaration.ts';
import { sha256 } from '../core/ports.ts';
import { fileRulesOf } from '../kinds/file-rules.ts';
import { fileTypeOf, promisedTypes, TYPE_NAMES } from './file-type.ts';
import { type FileMistake, findLocal, isFileMistake, type LocalFile, type Project, readLocal } from './local-file.ts';

// Parsers of formats that the service does not take have no business with our bytes.
disableTypes(types.filter((type) => type !== 'png' && type !== 'jpg'));

/**
 * The file that a manifest names as it stands in a resource's content, or what the service would refuse about it for
 * this use. A file over the limit is never read.
 */
export async function fileNodeOf(
  project: Project,
  manifest: string,
  path: string,
  use: string,
): Promise<FileNode | FileMistake> {
  const file = await findLocal(project, manifest, path);
  if (isFileMistake(file)) return file;
  const tooLarge = tooLargeFor(file, fileRulesOf(use).maxBytes);
  if (tooLarge) return tooLarge;
  const bytes = await readLocal(project, file);
  return bytes instanceof Uint8Array ? nodeOfBytes(file.path, bytes, use) : bytes;
}

/** As `fileNodeOf`, of bytes that are at hand already. */
export function nodeOfBytes(path: string, bytes: Uint8Array, use: string): FileNode | FileMistake {
  const rules = fileRulesOf(use);
  const file = { path, bytes: bytes.byteLength };
  const wrong = tooLargeFor(file, rules.maxBytes) ?? wrongTypeOf(file, bytes, rules);
  if (wrong) return wrong;
  const node = { path: file.path, sha256: sha256(bytes) };
  if (!rules.image) return node;
  const measured = measure(file, bytes);
  if (isFileMistake(measured)) return measured;
  return shapeMistake(file, measured, rules.image, rules.section) ?? { ...node, ...measured };
}

function tooLargeFor({ path, bytes }: Pick<LocalFile, 'path' | 'bytes'>, limit: number): FileMistake | undefined {
  if (bytes <= limit) return undefined;
  return {
    code: 'file-too-large',
    message: `\`${path}\` has ${bytes.toLocaleString('en')} bytes; the service takes at most ${limit.toLocaleString('en')} (${sizeText(limit)})`,
    hint: 'Make it smaller: fewer pixels or pages, or a stronger compression',
  };
}

function wrongTypeOf(
  { path }: Pick<LocalFile, 'path'>,
  bytes: Uint8Array,
  { types: taken, section }: FileRules,
): FileMistake | undefined {
  const type = fileTypeOf(bytes);
  const promised = promisedTypes(path);
  const names = taken?.map((one) => TYPE_NAMES[one]).join(' or ');
  if (bytes.length === 0) return { code: 'file-type', message: `\`${path}\` is empty`, hint: 'Export it anew' };
  if (taken && (type === undefined || !taken.includes(type))) {
    return {
      code: 'file-type',
      message: `\`${path}\` is ${nameOf(type)} by its content, whatever its name says`,
      hint: `Here the service takes ${names} (resource API ${section})`,
    };
  }
  if (!promised || (type !== undefined && promised.includes(type))) return undefined;
  return {
    code: 'file-type',
    message: `\`${path}\` is ${nameOf(type)} by its content, and its name says something else`,
    hint: 'Give it the ending of what it is, or export it anew',
  };
}

function nameOf(type: FileType | undefined): string {
  return type === undefined ? 'of no known type' : TYPE_NAMES[type];
}

function measure({ path }: Pick<LocalFile, 'path'>, bytes: Uint8Array): { width: number; height: number } | FileMistake {
  try {
    const { width, height } = imageSize(bytes);
    if (width > 0 && height > 0) return { width, height };
  } catch {
    // What is no image has no size: told below, with the image of no pixels.
  }
  return {
    code: 'image-damaged',
    message: `\`${path}\` has no readable size: the file is damaged`,
    hint: 'Export it anew',
  };
}

function shapeMistake(
  { path }: Pick<LocalFile, 'path'>,
  { width, height }: { width: number; height: number },
  rules: NonNullable<FileRules['image']>,
  section: string,
): FileMistake | undefined {
  if (width < rules.minWidth) {
    return {
      code: 'image-width',
      message: `\`${path}\` is ${width} px wide; the service wants ${rules.minWidth} px at least`,
      hint: `Export it with more pixels (resource API ${section})`,
    };
  }
  const ratio = width / height;
  if (ratio >= rules.ratio.min && ratio <= rules.ratio.max) return undefined;
  return {
    code: 'image-shape',
    message: `\`${path}\` has ${width} × ${height} px; the service wants a ratio of ${rules.shape}`,
    hint: `Crop it (resource API ${section})`,
  };
}

function sizeText(bytes: number): string {
  const kilo = bytes / 1024;
  return kilo < 1024 ? `${kilo} KB` : `${kilo / 1024} MB`;
}
