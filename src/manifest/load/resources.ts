import { dirname, join } from 'node:path';
import { type Address, formatAddress } from '../../core/address.ts';
import { type FileNode, isFileNode } from '../../core/content.ts';
import type { Declaration, FileUse, Surroundings, DeclaredContent as Wanted } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';
import { isLint, isProblem, type Problem, placed, problemAt } from '../../core/problem.ts';
import type { Resource, Sample } from '../../core/resource.ts';
import { type NamedValues, samplesOf } from '../../kinds/lint/search.ts';
import { declarations, fileRulesOf } from '../../kinds/registry.ts';
import { didYouMean } from '../../text/suggest.ts';
import { fileNodeOf } from '../file/file-node.ts';
import type { Project } from '../file/local-file.ts';
import type { Manifest } from '../manifest.ts';
import type { ManifestEnvironment } from '../options.ts';
import { type Declared, type Index, placeOfId } from './declared.ts';
import { startOf } from './documents.ts';
import { isSilenced, named } from './lint.ts';
import { type Reference, referencesIn, replacedAt, useAt } from './references.ts';
import { type UploadsMade, uploadOf } from './uploads.ts';

/** The data that is shared while resources are made. */
export interface Making {
  project: Project;
  environment: ManifestEnvironment;
  index: Index;
  /** False if a document of the selected files could not be read: it may declare what a reference names. */
  whole: boolean;
  /** The resources made so far, by address. A resource comes after those that it refers to. */
  made: Map<Address, Resource>;
  uploads: UploadsMade;
  /** The first resource that depends on each other resource. */
  users: Map<Address, Address>;
  /** The references so far that lead nowhere. */
  dangling: number;
  /** The images and videos checked so far, by path and use, each with its warnings. */
  nodes: Map<string, CheckedNode>;
  /** True for a resource whose text `import` found: no warning about the text is shown. */
  isKnownText(resource: Resource): boolean;
  /** The manifests of these resources. */
  known: Set<Declared>;
  problems: Problem[];
}

interface CheckedNode {
  file: FileNode | Problem;
  warnings: readonly Problem[];
}

/** Returns the findings in a manifest with their places and lint rules, without those that the manifest silences. */
export function placedUnlessSilenced(
  { manifest, address }: Pick<Declared, 'manifest' | 'address'>,
  findings: readonly Problem[],
): Problem[] {
  const { kind, value, located } = manifest;
  return findings
    .map((finding) => named(finding, kind, value))
    .filter((finding) => !isSilenced(finding, value))
    .map((finding) => ({ ...placed(located, finding), address }));
}

/** Makes the resource of a valid manifest for one profile, and the uploads that it shows. Adds problems to `making`. */
export async function makeResource(making: Making, declared: Declared): Promise<void> {
  const declaration = declarations.get(declared.manifest.kind);
  if (!declaration) return;
  const found = [...declared.findings];
  const say = (mistake: Problem): void => {
    found.push(...placedUnlessSilenced(declared, [mistake]));
  };
  const resource = await resourceIn(making, declared, declaration, say);
  const isKnown = resource !== undefined && making.isKnownText(resource);
  if (isKnown) making.known.add(declared);
  making.problems.push(...(isKnown ? found.filter((problem) => !isLint(problem)) : found));
}

/** Makes the resource; undefined if a file or a reference is missing. @param say adds a problem about a place in the manifest */
async function resourceIn(
  making: Making,
  declared: Declared,
  declaration: Declaration,
  say: (mistake: Problem) => void,
): Promise<Resource | undefined> {
  const { manifest, profile, address } = declared;
  const dependsOn = new Set<Address>();
  let whole = true;
  let value = manifest.value;
  for (const reference of referencesIn(manifest.value)) {
    const found = followReference(making, declared, declaration, reference, say);
    whole &&= found !== undefined;
    if (found === undefined) continue;
    dependsOn.add(addressOfReference(reference, profile));
    value = replaced(value, reference.at, withNeighbours(manifest, reference, found));
  }
  for (const use of declared.files) {
    const { file, warnings } = await lookAt(making, manifest, use);
    for (const warning of warnings) say(problemAt(use.at, warning));
    if (isProblem(file)) {
      whole = false;
      say(problemAt(use.at, file));
      continue;
    }
    value = replaced(value, use.at, { ...file });
    const upload = uploadOf(declared, use, file, making.uploads);
    if (upload && 'address' in upload) {
      dependsOn.add(upload.address);
      if (upload.implied) making.made.set(upload.address, upload.implied);
    } else if (upload?.twice) say(upload.twice);
  }
  if (!whole) return undefined;
  for (const finding of declaration.checkFiles?.(value) ?? []) say(finding);
  const made = declaration.declare(value, surroundingsOf(making.environment, profile));
  const resource = resourceOf(declared, made, [...dependsOn]);
  making.made.set(address, resource);
  for (const one of dependsOn) if (!making.users.has(one)) making.users.set(one, address);
  return resource;
}

/** Returns the facts about a profile that the check of a manifest depends on. */
export function surroundingsOf(environment: ManifestEnvironment, profile: string | undefined): Surroundings {
  const { type } = (profile !== undefined && environment.profiles.get(profile)) || {};
  const { categories, versions = false } = environment;
  return { ...(type ? { profileType: type } : {}), ...(categories ? { categories } : {}), versions };
}

/** Replaces a reference by its file. If the reference has other members (a link), the file becomes the member `file`. */
function withNeighbours({ value }: Manifest, { at }: Reference, found: Json): Json {
  const holder = valueAt(value, at);
  const beside = Object.entries(isObject(holder) ? holder : {}).filter(([key]) => key !== 'ref');
  return beside.length === 0 ? found : { ...Object.fromEntries(beside), file: found };
}

async function lookAt(
  making: Making,
  { file: manifest }: Manifest,
  { file: path, use }: FileUse,
): Promise<CheckedNode> {
  const name = join(dirname(manifest), path);
  const key = `${use} ${name}`;
  const known = making.nodes.get(key);
  if (known) return known;
  const warnings: Problem[] = [];
  const file = await fileNodeOf(making.project, manifest, path, use, (warning) => warnings.push(warning));
  const found = { file, warnings };
  making.nodes.set(key, found);
  return found;
}

function replaced(value: JsonObject, at: FileUse['at'], by: Json): JsonObject {
  const result = replacedAt(value, at, by);
  return isObject(result) ? result : value;
}

/** Returns the resource that a manifest declares for a profile. */
export function resourceOf(
  { manifest, profile, address }: Pick<Declared, 'manifest' | 'profile' | 'address'>,
  { goal, content, name, inputs, options }: Wanted,
  dependsOn: Address[],
): Resource {
  const { id, renamedFrom, protect } = manifest.value;
  const owner = profile === undefined ? {} : { profile };
  return {
    address,
    kind: manifest.kind,
    ...owner,
    id: String(id),
    source: startOf(manifest),
    goal,
    content,
    ...(name === undefined ? {} : { name }),
    inputs,
    options,
    dependsOn,
    protect: protect === true,
    ...(typeof renamedFrom === 'string'
      ? { renamedFrom: formatAddress({ kind: manifest.kind, ...owner, id: renamedFrom }) }
      : {}),
    samples: samplesOf(manifest.value).map(plainSample),
  };
}

function plainSample({ name, values }: NamedValues): Sample {
  return { name, values: Object.fromEntries(values) };
}

function addressOfReference({ kind, id }: Reference, profile: string | undefined): Address {
  return formatAddress({ kind, ...(profile === undefined ? {} : { profile }), id });
}

/** Returns the value of a reference. If there is none, reports the problem and returns undefined. */
function followReference(
  making: Making,
  declared: Declared,
  declaration: Declaration,
  reference: Reference,
  say: (mistake: Problem) => void,
): Json | undefined {
  const { manifest, profile } = declared;
  const { at, kind } = reference;
  const address = addressOfReference(reference, profile);
  if (!making.index.addresses.has(address)) {
    if (making.whole) say(dangling(reference, address, making));
    return undefined;
  }
  const resource = making.made.get(address);
  const found = resource && declarations.get(kind)?.referred?.(resource);
  if (!resource || found === undefined || !isFileNode(found)) return found;
  const wanted = useAt(declaration, manifest.value, at);
  if (resource.content['use'] === undefined || resource.content['use'] === wanted) {
    // Only one resource may show some uploads (assumption 152).
    const isShared = fileRulesOf(wanted ?? '').upload?.shared !== false;
    const other = isShared ? undefined : making.users.get(address);
    if (other !== undefined) say(shared(reference, address, other));
    return found;
  }
  say(
    problemAt([...at, 'ref'], {
      code: 'dangling-reference',
      message: `\`${address}\` is an image for ${String(resource.content['use'])}, but this field requires one for ${wanted}`,
      hint: `Declare another ${kind} with \`use: ${wanted}\`, or write the path of the file here`,
      ...otherEnd(making.index, address, ['use']),
    }),
  );
  return undefined;
}

function shared({ at }: Reference, address: Address, other: Address): Problem {
  return problemAt([...at, 'ref'], {
    code: 'image-shared',
    message: `\`${address}\` is already used by \`${other}\`, and only one brand template can use an image`,
    hint: 'Write the path of the file here: it is uploaded once for each template',
  });
}

/** Returns the place in the other manifest. */
function otherEnd({ addresses }: Index, address: Address, at: Path): Pick<Problem, 'related'> {
  const place = addresses.get(address)?.located.place(at, 'value');
  return place ? { related: [{ message: 'what it refers to', place }] } : {};
}

/** The most references that get a suggestion: each is compared with all addresses, and many have one cause. */
const MOST_SUGGESTED = 200;

function dangling({ at, id, kind }: Reference, address: Address, making: Making): Problem {
  const { addresses } = making.index;
  making.dangling += 1;
  const known = [...addresses].filter(([one]) => one.startsWith(`${kind}/`));
  const elsewhere = known.find(([one]) => one.endsWith(`/${id}`));
  const names = making.dangling > MOST_SUGGESTED ? [] : known.map(([one]) => one);
  const otherwise = `Declare ${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind} with the id \`${id}\``;
  return problemAt([...at, 'ref'], {
    code: 'dangling-reference',
    message: `No manifest declares \`${address}\``,
    ...(elsewhere ? inAnotherProfile(...elsewhere) : { hint: didYouMean(address, names, otherwise) }),
  });
}

function inAnotherProfile(address: Address, manifest: Manifest): Pick<Problem, 'hint' | 'related'> {
  return {
    hint: `A reference must stay within its profile. Write the service's name instead of \`${address}\``,
    related: [{ message: 'it is in another profile', place: placeOfId(manifest) }],
  };
}
