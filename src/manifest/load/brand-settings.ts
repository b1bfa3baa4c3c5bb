import { type Address, formatAddress } from '../../core/address.ts';
import { isFileNode } from '../../core/content.ts';
import { elementsOf, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { isProblem, type Problem, placed, problemAt } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { BrandSend } from '../../core/test-send.ts';
import {
  contentOfSend,
  fileMistakesOfSend,
  imagesOfSend,
  mistakesOfSend,
  referred,
  withSource,
} from '../../kinds/registry.ts';
import { didYouMean } from '../../text/suggest.ts';
import { fileNodeOf } from '../file/file-node.ts';
import type { Project } from '../file/local-file.ts';
import { replacedAt } from './references.ts';
import type { Validated } from './validate.ts';

/** The project around a test send. */
export interface SendSurroundings {
  project: Project;
  /** The resources of the valid manifests. */
  resources: ReadonlyMap<Address, Resource>;
  /** The declared addresses, of invalid manifests too. */
  addresses: { has(address: Address): boolean; keys(): Iterable<Address> };
  /** False if a document of the selected files could not be read: it may declare what a test send names. */
  whole: boolean;
  defaultProfile: string | undefined;
}

/**
 * Reads the settings of the brand messages of a test send: its own, and those of its fallbacks. Returns the document with them, or
 * with what is wrong with them.
 */
export async function withBrandSettings(validated: Validated, around: SendSurroundings): Promise<Validated> {
  const { manifest, valid } = validated;
  if (!valid || manifest.kind !== 'TestSend') return validated;
  const { fallback } = manifest.value;
  const problems: Problem[] = [];
  const read = async (holder: Json, path: Path): Promise<BrandSend | undefined> => {
    const brand = member(holder, 'brand');
    if (!isObject(holder) || !isObject(brand)) return undefined;
    const { settings, problems: mistakes } = await readSettings(manifest.file, holder, brand, around);
    for (const { at = [], path: _, ...mistake } of mistakes) {
      problems.push(placed(manifest.located, problemAt([...path, 'brand', ...at], mistake)));
    }
    return settings;
  };
  const own = await read(manifest.value, []);
  const items = elementsOf(fallback);
  const fallbacks = await Promise.all(items.map((item, index) => read(item, ['fallback', index])));
  if (problems.length > 0) return { ...validated, valid: false, problems: [...validated.problems, ...problems] };
  return { ...validated, brands: { fallbacks, ...(own ? { own } : {}) } };
}

async function readSettings(
  file: string,
  value: JsonObject,
  brand: JsonObject,
  around: SendSurroundings,
): Promise<{ settings: BrandSend; problems: Problem[] }> {
  const template = around.resources.get(String(value['template']));
  const profiles = [value['profile'] ?? template?.profile ?? around.defaultProfile, template?.profile].filter(
    (one) => typeof one === 'string',
  );
  const problems = mistakesOfSend(brand);
  let read: Json = brand;
  for (const { at, use, image } of imagesOfSend(brand, template?.content)) {
    if (isObject(image) && SOURCES.every((source) => image[source] === undefined)) continue;
    const found = await sourceOf(image, { at, use, file, profiles, around });
    if (isProblem(found)) problems.push(found);
    else read = replacedAt(read, at, withSource(image, found));
  }
  const { groupTag, ...others } = isObject(read) ? read : {};
  problems.push(...fileMistakesOfSend(others));
  const tag = groupTag === undefined ? undefined : tagOf(groupTag, profiles, around);
  if (isProblem(tag)) problems.push(tag);
  const body = contentOfSend(others);
  // The fields of a bubble are in its content, also those that have another meaning without one.
  const settings = {
    ...(body
      ? { ...Object.fromEntries(Object.entries(others).filter(([name]) => OF_ALL.includes(name))), body }
      : others),
    ...(tag && !isProblem(tag) ? { groupTag: tag } : {}),
  };
  // The schema has checked the members.
  return { settings: settings as BrandSend, problems };
}

/** The settings that every brand message has, also with a bubble of its own. */
const OF_ALL = ['mode', 'target', 'targeting', 'push', 'adult', 'unsubscribe', 'cards'];

/** The members of an image that name it. An image without one is reported elsewhere. */
const SOURCES = ['file', 'url', 'ref'];

interface ImageAt {
  at: Path;
  use: string;
  /** The manifest's file. */
  file: string;
  profiles: readonly string[];
  around: SendSurroundings;
}

/** Returns the file or the address of an image, or what is wrong with it. */
async function sourceOf(image: Json, { at, use, file, profiles, around }: ImageAt): Promise<JsonObject | Problem> {
  const { url, ref, file: path = image } = isObject(image) ? image : { file: image };
  if (typeof url === 'string') return { url };
  if (typeof ref === 'string') return referredImage(ref, [...at, 'ref'], use, profiles, around);
  const node = await fileNodeOf(around.project, file, String(path), use);
  if (isProblem(node)) return problemAt(isObject(image) ? [...at, 'file'] : at, node);
  return { ...node };
}

function referredImage(
  id: string,
  at: Path,
  use: string,
  profiles: readonly string[],
  around: SendSurroundings,
): JsonObject | Problem {
  const address = declaredAddress('image', id, at, profiles, around);
  if (isProblem(address)) return address;
  // The problems of an invalid manifest are reported with the manifest.
  const declared = around.resources.get(address);
  const { file = null, use: own = use }: JsonObject = declared?.content ?? {};
  if (own !== use) {
    const message = `\`${address}\` is an image for ${String(own)}, but this field requires one for ${use}`;
    const hint = `Name an image with \`use: ${use}\`, or write the path of the file here`;
    return problemAt(at, { code: 'dangling-reference', message, hint });
  }
  return isFileNode(file) ? file : {};
}

function tagOf(
  tag: Json,
  profiles: readonly string[],
  around: SendSurroundings,
): { address: Address } | { key: string } | Problem {
  if (isObject(tag)) return { key: String(tag['key']) };
  const address = declaredAddress('groupTag', String(tag), ['groupTag'], profiles, around);
  return isProblem(address) ? address : { address };
}

/** Returns the address of a declared resource of one of the profiles; a problem if there is none. */
function declaredAddress(
  field: string,
  id: string,
  at: Path,
  profiles: readonly string[],
  { addresses, whole }: SendSurroundings,
): Address | Problem {
  const kind = referred[field] ?? '';
  const candidates = profiles.map((profile) => formatAddress({ kind, profile, id }));
  const found = candidates.find((address) => addresses.has(address));
  if (found !== undefined) return found;
  const [wanted = `${kind}/${id}`] = candidates;
  if (!whole) return wanted;
  const known = [...addresses.keys()].filter((one) => one.startsWith(`${kind}/`));
  return problemAt(at, {
    code: 'dangling-reference',
    message: `No manifest declares \`${wanted}\``,
    hint: didYouMean(wanted, known, `Declare it with the id \`${id}\``),
  });
}
