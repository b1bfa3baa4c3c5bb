import { channel } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Address, ID_PATTERN } from '../../core/address.ts';
import { sha256 } from '../../core/json.ts';
import { BytesOnDisk, type KeptBytes, KeptFiles, LazyTexts } from '../../core/lazy-texts.ts';
import type { Files } from '../../core/ports.ts';
import { compareText, type Problem, sortProblems } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { sharedTexts } from '../../core/shared-texts.ts';
import type { TestSend } from '../../core/test-send.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Documents } from '../manifest.ts';
import type { LoadOptions } from '../options.ts';
import { type SendSurroundings, withBrandSettings } from './brand-settings.ts';
import { type ManifestCache, openCache, type SeenFile } from './cache.ts';
import { type CheckOptions, checkFile, declare, type FileDocuments, findingsIn, knownFile } from './check-file.ts';
import { addressOf, type Declared, indexOf } from './declared.ts';
import { documentsOf } from './documents.ts';
import { duplicateCodes } from './duplicate-codes.ts';
import { type HelpedFile, type Helper, startHelper } from './helper.ts';
import { type KnownDocument, knownDocuments, type NewManifest, type NewManifests, withoutPlaces } from './known.ts';
import { findManifests } from './manifest-files.ts';
import type { CheckMemory } from './memory.ts';
import { withLimitPerFile } from './problem-limit.ts';
import { readAhead } from './read-ahead.ts';
import { bytesOf, pathOf } from './read-file.ts';
import { renameProblems } from './renames.ts';
import { type Making, makeResource } from './resources.ts';
import { testSendsOf, withImages } from './test-sends.ts';
import { ENVIRONMENTAL } from './texts.ts';
import type { Validated } from './validate.ts';

export interface Loaded {
  /** Sorted by address. Resources of invalid manifests are left out. */
  resources: Resource[];
  /** The test sends of the selected files, sorted by file and place. */
  sends: TestSend[];
  /** All problems of the selected files, sorted by file and place. */
  problems: Problem[];
  /** The texts of the files, by the file name that places have. Phone numbers are masked. */
  sources: LazyTexts;
  documents: Documents;
}

export interface LoadHelp {
  /** Manifests that this run wrote, by file. A file that still has the same text is not parsed and checked again. */
  written?: NewManifests | undefined;
  /** What earlier calls of this process know. With a memory, the cache is only read. */
  memory?: CheckMemory | undefined;
  /** Called before the files are read, if the cache knows most of them. */
  onKnown?: (() => void) | undefined;
}

/**
 * Reads the project's manifests for one environment, offline and without credentials. Mistakes in manifests are returned as
 * problems, never thrown.
 */
export async function loadManifests(
  options: LoadOptions,
  { written = new Map(), memory, onKnown }: LoadHelp = {},
): Promise<Loaded> {
  const found = await findManifests(options);
  const read = await (memory
    ? readAgain(options, found.files, memory)
    : readAll(options, found.files, { written, onKnown }));
  const { validated: documentsRead, declared, unread, sources } = read;
  const isAsked = (file: string | undefined): boolean => file === undefined || found.selected.has(file);
  /**
   * The files with a document that could not be read, or has no valid id. No manifest refers to a test send, and `plan` only warns about
   * its mistakes: a reference to nothing must stay an error beside them, because `apply` would delete the resource that has it.
   */
  const gaps = [
    ...unread.flatMap(({ severity, place }) => (severity === 'error' ? [place?.file] : [])),
    ...documentsRead.flatMap((one) => (isNamed(one) || one.manifest.kind === 'TestSend' ? [] : [one.manifest.file])),
  ];
  // A mistake that may follow from one of these is left out only if the report has the cause.
  const whole = !gaps.some(isAsked);
  const index = indexOf([...declared, ...testSendAddresses(documentsRead)]);

  const made = await makeAll(declared, { index, whole }, options, memory);
  const around: SendSurroundings = {
    project: options,
    resources: made.byAddress,
    addresses: index.addresses,
    whole,
    defaultProfile: options.defaults.profile,
  };
  const withBrands = new Map(
    await Promise.all(
      documentsRead
        .filter(({ manifest }) => manifest.kind === 'TestSend')
        .map(async (one) => [one, await withBrandSettings(one, around)] as const),
    ),
  );
  const validated = documentsRead.map((one) => withBrands.get(one) ?? one);
  const sends = testSendsOf(validated, options.defaults).filter(({ source }) => isAsked(source.file));
  const documents = documentsOf(validated, index, whole, sources);
  const problems = [
    unread,
    found.problems,
    ...validated.map((one) => one.problems),
    read.unknownProfiles,
    index.problems,
    renameProblems(declared, index),
    made.problems,
  ].flat();
  const asked = problems.filter(({ place }) => isAsked(place?.file));
  // A selected test send may have a mistake in a sample of a template that is not selected.
  const judged = options.judge?.({ resources: made.resources, sends, documents }) ?? [];
  return {
    resources: made.resources,
    sends,
    problems: withLimitPerFile(once(sortProblems([...asked, ...judged]))),
    sources: new LazyTexts(sources),
    documents,
  };
}

/** True if the document has a valid id. While a document has none, no check can conclude that a template is not declared. */
function isNamed({ manifest }: Validated): boolean {
  const { id } = manifest.head;
  return typeof id === 'string' && ID_PATTERN.test(id);
}

function isFlawless(validated: Validated): boolean {
  return validated.valid && validated.problems.length === 0 && isNamed(validated);
}

/** Keeps the first of equal problems of a file, which are neighbours. A manifest for several profiles has the same problem for each one. */
function once(sorted: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  let file: string | undefined;
  return sorted.filter(({ code, place, message }) => {
    if (place?.file !== file) seen.clear();
    file = place?.file;
    const key = JSON.stringify([place?.line, place?.column, place?.endLine, place?.endColumn, code, message]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The manifests of a project after all checks that need no other document. */
interface ReadProject {
  /** The documents except those of resources without a mistake. */
  validated: Validated[];
  declared: Declared[];
  /** The texts of the files, with phone numbers masked. */
  sources: Map<string, string | KeptBytes>;
  /** Problems of files that are no manifests. */
  unread: Problem[];
  unknownProfiles: Problem[];
}

/** A cache of fewer files would save less than it takes. */
const LEAST_CACHED = 100;

async function readAll(
  options: LoadOptions,
  names: readonly string[],
  { written, onKnown }: { written: NewManifests; onKnown: (() => void) | undefined },
): Promise<ReadProject> {
  const cache = await cacheOf(options, names);
  const isKnown = Math.max(cache?.size ?? 0, written.size) > names.length / 2;
  if (isKnown) onKnown?.();
  const helper = isKnown ? undefined : await startHelper(names, options);
  try {
    const project = await readEach(options, names, { cache, helper, written });
    await cache?.save();
    return project;
  } finally {
    helper?.stop();
  }
}

async function cacheOf({ cache }: LoadOptions, names: readonly string[]): Promise<ManifestCache | undefined> {
  return cache && names.length >= LEAST_CACHED ? openCache(cache) : undefined;
}

/** Reads all files, and checks those that changed since the last call with this memory. */
async function readAgain(options: LoadOptions, names: readonly string[], memory: CheckMemory): Promise<ReadProject> {
  const { root, files, environment, signal } = options;
  const checking = { ...options, shared: sharedTexts(), keep: (bytes: Uint8Array) => ({ bytes }) };
  const cache = memory.isNew ? await cacheOf(options, names) : undefined;
  const surroundings = `${environment.name} ${sha256(JSON.stringify([...environment.variables, environment.environments ?? []]))}`;
  const project = emptyProject();
  for (const name of names) {
    signal?.throwIfAborted();
    const bytes = await bytesOf(root, name, files);
    const content = bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : undefined;
    const key = content && ENVIRONMENTAL.test(content.toString('latin1')) ? `${surroundings} ${name}` : name;
    const digest = content && sha256(content);
    const file = await memory.documents.get(key, digest, async () => {
      const known = digest === undefined ? undefined : await cache?.get(name, digest);
      return content && known ? knownFile(name, { bytes: content }, known) : checkFile(name, bytes, checking);
    });
    await take(project, { name, bytes, file }, checking);
  }
  return project;
}

function emptyProject(): ReadProject {
  return { validated: [], declared: [], sources: new Map(), unread: [], unknownProfiles: [] };
}

/** Adds a checked file to its project. */
async function take(
  project: ReadProject,
  { name, bytes, file }: { name: string; bytes: Uint8Array | Problem | undefined; file: FileDocuments },
  checking: LoadOptions & CheckOptions & { keep: (bytes: Uint8Array) => KeptBytes },
): Promise<void> {
  const { source } = file;
  let kept = typeof source === 'string' ? undefined : source;
  for (const [index, document] of file.documents.entries()) {
    const isSend = document.validated.manifest.kind === 'TestSend';
    const validated = isSend ? await withImages(document.validated, checking) : document.validated;
    const { declared, problems } = declare({ ...document, validated }, checking);
    project.declared.push(...declared);
    project.unknownProfiles.push(...problems);
    // Only files and test sends are often asked for their places later.
    const isIdle = declared.length > 0 && declared.every(({ files }) => files.length === 0);
    if (isIdle && bytes instanceof Uint8Array) kept ??= checking.keep(bytes);
    if (isIdle && kept) {
      const isDeclared = declared.every(({ content }) => content !== undefined);
      validated.manifest = withoutPlaces(validated.manifest, kept, index, isDeclared);
      for (const one of declared) one.manifest = validated.manifest;
    }
    // What was declared is enough of a resource without a mistake.
    if (!isIdle || typeof source === 'string' || !isFlawless(validated)) project.validated.push(validated);
  }
  project.unread.push(...file.problems);
  project.sources.set(name, source);
}

/** How many files are read between two turns of the event loop. */
const TURN = 64;

/** The number of files from which memory matters more than processor time. */
const MANY = 5000;
/** Says that a project has many files. The loader of the built program limits the garbage of this process then. */
const manyFiles = channel('notiform:many-files');

/** A file that was read, or need not be. */
type ReadAhead = SeenFile & Partial<Pick<HelpedFile, 'known'>> & { bytes?: Uint8Array | Problem };

async function readEach(
  options: LoadOptions,
  names: readonly string[],
  {
    cache: sharedCache,
    helper,
    written,
  }: {
    cache: ManifestCache | undefined;
    helper: Helper | undefined;
    written: NewManifests;
  },
): Promise<ReadProject> {
  const { root, files, signal } = options;
  const { keep } = new KeptFiles();
  const checking = { ...options, shared: sharedTexts(), keep };
  const project = emptyProject();
  const readLater = async (name: string, of: SeenFile | Promise<SeenFile> = {}): Promise<ReadAhead> => {
    const seen = await of;
    return seen.digest === undefined ? { ...seen, bytes: await bytesOf(root, name, files) } : seen;
  };
  const read = (name: string, index: number): ReadAhead | Promise<ReadAhead> => {
    if (helper) return helper.file(index).then((helped) => helped ?? readLater(name));
    const seen = sharedCache?.seen(pathOf(root, name));
    return seen && 'digest' in seen && seen.digest !== undefined ? seen : readLater(name, seen);
  };
  for (const { index, item: name, result: reading } of readAhead(names, read)) {
    const result = reading instanceof Promise ? await reading : reading;
    // Reading small files takes no turn of the event loop, which signals and answers of the service need.
    if (index % TURN === 0) await nextTurn();
    // The second thread has loaded its code by now, for which V8's options must not change.
    if (index === MANY) manyFiles.publish(names.length);
    signal?.throwIfAborted();
    const { stamp } = result;
    const seen = result.digest === undefined ? undefined : await sharedCache?.get(name, result.digest);
    const bytes = seen ? undefined : (result.bytes ?? (await bytesOf(root, name, files)));
    const own = writtenDocuments(written.get(name), bytes);
    // The warnings of a file that was just written are not known.
    const cache = own ? undefined : sharedCache;
    const digest = cache && bytes instanceof Uint8Array ? sha256(bytes) : (result.digest ?? '');
    const cached = seen ?? (digest === '' ? undefined : await cache?.get(name, digest));
    const known = own ?? cached ?? result.known;
    let file: FileDocuments;
    if (bytes === undefined) file = knownFile(name, new BytesOnDisk(pathOf(root, name), name, digest), seen ?? []);
    else if (known && bytes instanceof Uint8Array) file = knownFile(name, keep(bytes), known);
    else file = checkFile(name, bytes, checking);
    const before = cached && findingsIn(file);
    await take(project, { name, bytes, file }, checking);
    const isSame = before === findingsIn(file);
    const plain = cache && !isSame ? knownDocuments(file, file.documents, true) : undefined;
    if (plain) cache?.keep(name, digest, plain);
    if (stamp !== undefined && !seen && (plain || isSame)) cache?.stamp(stamp, digest);
  }
  return project;
}

function writtenDocuments(
  written: NewManifest | undefined,
  bytes: Uint8Array | Problem | undefined,
): KnownDocument[] | undefined {
  if (!written || !(bytes instanceof Uint8Array)) return undefined;
  return Buffer.from(written.text).equals(bytes) ? [written.document] : undefined;
}

function testSendAddresses(validated: readonly Validated[]) {
  return validated
    .filter(({ manifest }) => manifest.kind === 'TestSend' && typeof manifest.value['id'] === 'string')
    .map(({ manifest }) => ({ manifest, address: addressOf(manifest) }));
}

async function makeAll(
  declared: readonly Declared[],
  { index, whole }: Pick<Making, 'index' | 'whole'>,
  { root, files, environment, signal }: LoadOptions,
  memory: CheckMemory | undefined,
): Promise<{ resources: Resource[]; byAddress: ReadonlyMap<Address, Resource>; problems: Problem[] }> {
  const making: Making = {
    project: { root, files },
    environment,
    index,
    whole,
    made: new Map(),
    uploads: new Map(),
    users: new Map(),
    dangling: 0,
    nodes: new Map(),
    check: async (key, path, look) =>
      memory ? memory.files.get(key, await stampWithPlace(path, files, memory), look) : look(),
    problems: [],
  };
  const valid = declared.filter((one) => one.valid && index.addresses.get(one.address) === one.manifest);
  for (const kind of declarations.keys()) {
    for (const one of valid.filter(({ manifest }) => manifest.kind === kind)) {
      signal?.throwIfAborted();
      await makeResource(making, one);
    }
  }
  return {
    resources: [...making.made.values()].sort((a, b) => compareText(a.address, b.address)),
    byAddress: making.made,
    problems: [...making.problems, ...duplicateCodes(valid, making.made)],
  };
}

/** Adds the real path to the stamp of a file: a folder above it may have become a link that leaves the project. */
async function stampWithPlace(path: string, files: Files, memory: CheckMemory): Promise<string | undefined> {
  const stamp = await memory.stampOf(path);
  return stamp && `${stamp} ${await files.realPath(path)}`;
}
