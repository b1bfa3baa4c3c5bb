import { type Address, formatAddress } from '../../core/address.ts';
import type { FileNode } from '../../core/content.ts';
import type { FileRules, FileUse } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Place, type Problem, problemAt } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { declarations, fileRulesOf } from '../../kinds/registry.ts';
import type { Declared } from './declared.ts';

type UploadRules = NonNullable<FileRules['upload']>;

/** The uploads made so far, by profile, use and bytes. The key of an unshared upload also has the resource that shows it. */
export type UploadsMade = Map<string, Address>;

/**
 * Returns the upload of a file: the one that a manifest declares, or an implied one. An implied upload exists once for all resources
 * of the profile that show the file, or once for each (MANIFESTS, Image). Undefined if the file is not an upload.
 */
export function uploadOf(
  { manifest, profile = '', address }: Declared,
  { at, use }: FileUse,
  file: FileNode,
  uploads: UploadsMade,
): { own: true; twice?: Problem } | { address: Address; implied?: Resource } | undefined {
  const { upload } = fileRulesOf(use);
  if (!upload) return undefined;
  const shared = [profile, use, file.sha256].join(' ');
  if (manifest.kind === upload.kind) {
    // If it belongs to one resource, each resource that shows the file has its own upload.
    if (!upload.shared) return { own: true };
    const first = uploads.get(shared);
    if (first === undefined) uploads.set(shared, address);
    return first === undefined ? { own: true } : { own: true, twice: twice(first, at, upload) };
  }
  const key = upload.shared ? shared : [shared, address].join(' ');
  const known = uploads.get(key);
  if (known !== undefined) return { address: known };
  const owner = upload.shared ? undefined : String(manifest.value['id']);
  const place = manifest.located.place(at, 'value');
  const implied = impliedUpload(upload, { profile, use, file, owner }, place);
  uploads.set(key, implied.address);
  return { address: implied.address, implied };
}

/**
 * Makes the resource that a file inside a manifest implies.
 * @param owner the id of the resource that shows it; undefined for a shared upload
 */
function impliedUpload(
  { kind }: UploadRules,
  { profile, use, file, owner }: { profile: string; use: string; file: FileNode; owner: string | undefined },
  { file: source, line, column }: Place,
): Resource {
  const parts = [use.replaceAll('/', '-'), file.sha256.slice(0, 12), owner];
  const id = parts.filter((part) => part !== undefined).join('-');
  const manifest: JsonObject = { kind, id, profile, use, file: { ...file } };
  const { goal = 'present', content = {}, inputs = {}, options = {} } = declarations.get(kind)?.declare(manifest) ?? {};
  return {
    address: formatAddress({ kind, profile, id }),
    kind,
    profile,
    id,
    source: { file: source, line, column },
    goal,
    content,
    inputs,
    options,
    dependsOn: [],
    protect: false,
    implied: true,
    samples: [],
  };
}

/** Makes the problem of two manifests with the same use and bytes: one upload would have two addresses. */
function twice(first: Address, path: FileUse['at'], { kind }: UploadRules): Problem {
  return problemAt(path, {
    code: 'duplicate-image',
    message: `\`${first}\` has the same ${kind.toLowerCase()} and use`,
    hint: 'Remove one of the two, and refer to the other',
  });
}
