import { dirname, join } from 'node:path';
import { type Address, formatAddress } from '../core/address.ts';
import type { FileNode } from '../core/content.ts';
import type { Declaration, FileUse } from '../core/declaration.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { Resource, Sample } from '../core/resource.ts';
import { suggest } from '../core/suggest.ts';
import { imageUseOf } from '../kinds/image/uses.ts';
import { declarations } from '../kinds/registry.ts';
import type { Declared, Index } from './declared.ts';
import { fileNodeOf } from './file-node.ts';
import { heard } from './lint.ts';
import { type FileMistake, isFileMistake, type Project } from './local-file.ts';
import { type Manifest, type Mistake, problemOf } from './manifest.ts';
import { type Reference, referencesIn, replacedAt, useAt } from './references.ts';

/** What is in hand while resources are made. */
export interface Making {
  project: Project;
  index: Index;
  /** Made so far, by address: images before what shows them. */
  made: Map<Address, Resource>;
  /** Addresses of the images made so far, by profile, use and bytes. */
  images: Map<string, Address>;
  /** Files looked at so far, by path and use. */
  nodes: Map<string, FileNode | FileMistake>;
  problems: Problem[];
}

/** The resource of a sound manifest for one profile, with the images that it shows; problems go to `making`. */
export async function makeResource(making: Making, { manifest, profile, address }: Declared): Promise<void> {
  const declaration = declarations.get(manifest.kind);
  if (!declaration) return;
  const say = (mistake: Mistake): void => {
    making.problems.push({ ...problemOf(manifest.located, mistake), address });
  };
  for (const mistake of heard(declaration.check(manifest.value), manifest.value)) say(mistake);
  const dependsOn = new Set<Address>();
  let whole = true;
  let value = manifest.value;
  for (const reference of referencesIn(manifest.value)) {
    const file = followReference(making, manifest, declaration, reference, profile, say);
    whole &&= file !== undefined;
    if (!file) continue;
    dependsOn.add(formatAddress({ kind: reference.kind, profile, id: reference.id }));
    value = replaced(value, reference.at, { ...file });
  }
  for (const use of declaration.files(manifest.value)) {
    const file = await lookAt(making, manifest, use);
    if (isFileMistake(file)) {
      whole = false;
      say({ ...file, path: use.at, on: 'value' });
      continue;
    }
    value = replaced(value, use.at, { ...file });
    if (imageUseOf(use.use) === undefined) continue;
    const key = [profile, use.use, file.sha256].join(' ');
    const shared = making.images.get(key);
    if (manifest.kind === 'Image' && shared !== undefined) say(imageTwice(shared, use));
    else if (manifest.kind === 'Image') making.images.set(key, address);
    else dependsOn.add(making.images.get(key) ?? impliedImage(making, manifest, profile, use, file, key));
  }
  if (whole) making.made.set(address, resourceOf(manifest, declaration, value, profile, address, [...dependsOn]));
}

async function lookAt(
  making: Making,
  { file }: Manifest,
  { file: path, use }: FileUse,
): Promise<FileNode | FileMistake> {
  const key = `${use} ${join(dirname(file), path)}`;
  const known = making.nodes.get(key);
  if (known) return known;
  const found = await fileNodeOf(making.project, file, path, use);
  making.nodes.set(key, found);
  return found;
}

function replaced(value: JsonObject, at: FileUse['at'], by: JsonObject): JsonObject {
  const result = replacedAt(value, at, by);
  return isObject(result) ? result : value;
}

function resourceOf(
  manifest: Manifest,
  declaration: Declaration,
  value: JsonObject,
  profile: string,
  address: Address,
  dependsOn: Address[],
): Resource {
  const { goal, content, name, inputs, options } = declaration.declare(value);
  const { renamedFrom, protect, samples } = manifest.value;
  return {
    address,
    kind: manifest.kind,
    profile,
    id: String(manifest.value['id']),
    source: startOf(manifest),
    goal,
    content,
    ...(name === undefined ? {} : { name }),
    inputs,
    options,
    dependsOn,
    protect: protect === true,
    ...(typeof renamedFrom === 'string'
      ? { renamedFrom: formatAddress({ kind: manifest.kind, profile, id: renamedFrom }) }
      : {}),
    samples: samplesOf(samples),
  };
}

function startOf({ located }: Manifest): Place {
  const { file, line, column } = located.place([], 'key');
  return { file, line, column };
}

function samplesOf(samples: unknown): Sample[] {
  return (Array.isArray(samples) ? samples : []).filter(isObject).map(({ name, values }) => ({
    name: String(name),
    values: Object.fromEntries(
      Object.entries(isObject(values) ? values : {}).map(([key, value]) => [key, String(value)]),
    ),
  }));
}

/** An image is its use and its bytes: two manifests of one would be one resource with two addresses. */
function imageTwice(first: Address, { at }: FileUse): Mistake {
  return {
    code: 'duplicate-image',
    path: at,
    on: 'value',
    message: `\`${first}\` is the same image for the same use`,
    hint: 'Remove one of the two, and refer to the other',
  };
}

/** The Image that a file inside a manifest declares: one for each profile, use and bytes. */
function impliedImage(
  making: Making,
  manifest: Manifest,
  profile: string,
  { at, use }: FileUse,
  file: FileNode,
  key: string,
): Address {
  const id = `${use.replaceAll('/', '-')}-${file.sha256.slice(0, 12)}`;
  const address = formatAddress({ kind: 'Image', profile, id });
  const { goal, content, inputs, options } = imageDeclaration().declare({
    kind: 'Image',
    id,
    profile,
    use,
    file: { ...file },
  });
  const { file: source, line, column } = manifest.located.place(at, 'value');
  making.made.set(address, {
    address,
    kind: 'Image',
    profile,
    id,
    source: { file: source, line, column },
    goal,
    content,
    inputs,
    options,
    dependsOn: [],
    protect: false,
    samples: [],
  });
  making.images.set(key, address);
  return address;
}

function imageDeclaration(): Declaration {
  return declarations.get('Image') as Declaration;
}

/** The file of the Image that is referred to; undefined where there is none, which has been said then. */
function followReference(
  making: Making,
  manifest: Manifest,
  declaration: Declaration,
  { at, id, kind }: Reference,
  profile: string,
  say: (mistake: Mistake) => void,
): (FileNode & JsonObject) | undefined {
  const address = formatAddress({ kind, profile, id });
  if (!making.index.addresses.has(address)) {
    const meant = suggest(address, making.index.addresses.keys());
    say({
      code: 'dangling-reference',
      path: [...at, 'ref'],
      on: 'value',
      message: `There is no manifest of \`${address}\``,
      hint:
        meant === undefined
          ? `Declare ${kind === 'Image' ? 'an' : 'a'} ${kind} with the id \`${id}\``
          : `Did you mean \`${meant}\`?`,
    });
    return undefined;
  }
  const found = making.made.get(address);
  const file = found?.content['file'];
  if (!found || !isObject(file)) return undefined;
  const wanted = useAt(declaration, manifest.value, at);
  if (found.content['use'] === wanted) return file as FileNode & JsonObject;
  say({
    code: 'dangling-reference',
    path: [...at, 'ref'],
    on: 'value',
    message: `\`${address}\` is an image for ${String(found.content['use'])}, and this place wants one for ${wanted}`,
    hint: `Declare another Image with \`use: ${wanted}\`, or write the path of the file here`,
  });
  return undefined;
}
