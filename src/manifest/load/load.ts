import { type Address, ID_PATTERN } from '../../core/address.ts';
import { groupBy } from '../../core/grouping.ts';
import { compareText, hasErrors, type Problem, sortProblems } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { TestSend } from '../../core/test-send.ts';
import { declarations } from '../../kinds/registry.ts';
import { openBaseline } from '../baseline.ts';
import type { Documents } from '../manifest.ts';
import type { LoadOptions } from '../options.ts';
import { type SendSurroundings, withBrandSettings } from './brand-settings.ts';
import { type CheckedFile, type CheckMemory, checkFile } from './check-file.ts';
import { addressOf, type Declared, indexOf } from './declared.ts';
import { documentsOf } from './documents.ts';
import { findManifests } from './manifest-files.ts';
import { duplicateCodes, renameProblems } from './names.ts';
import { bytesOf } from './read-file.ts';
import { type Making, makeResource, placedUnlessSilenced, surroundingsOf } from './resources.ts';
import { testSendsOf, withImages } from './test-sends.ts';
import type { Validated } from './validate.ts';

export interface Loaded {
  /** Sorted by address. Resources of invalid manifests are left out. */
  resources: Resource[];
  /** The test sends of the selected files, sorted by file and place. */
  sends: TestSend[];
  /** All problems of the selected files, sorted by file and place. */
  problems: Problem[];
  /** Adds the lint warnings that `withoutLint` left out to problems, those of some resources or of all. */
  withHints(problems: readonly Problem[], isWanted?: (address: Address) => boolean): Problem[];
  /** The files without a document: they are empty, or have only comments. */
  emptyFiles: string[];
  /** The texts of the files, by the file name that places have. Phone numbers are masked. */
  sources: ReadonlyMap<string, string>;
  documents: Documents;
}

/**
 * Reads the project's manifests for one environment, offline and without credentials. Mistakes in manifests are returned as
 * problems, never thrown. The steps: find the files, read and check each one (`checkFile`), make the resources.
 * @param memory the results of earlier checks of this process
 */
export async function loadManifests(options: LoadOptions, memory?: CheckMemory): Promise<Loaded> {
  const found = await findManifests(options);
  const files = await checkAll(options, found.files, memory);
  const all = [...files.values()];
  const [documentsRead, declared] = [all.flatMap(({ validated }) => validated), all.flatMap((one) => one.declared)];
  const unread = all.flatMap((one) => one.unread);
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

  const made = await makeAll(declared, { index, whole }, options);
  const around: SendSurroundings = {
    project: options,
    resources: made.byAddress,
    addresses: index.addresses,
    whole,
    defaultProfile: options.defaults.profile,
  };
  const validated = await Promise.all(
    documentsRead.map((one) => (one.manifest.kind === 'TestSend' ? withBrandSettings(one, around) : one)),
  );
  const sends = testSendsOf(validated, options.defaults).filter(({ source }) => isAsked(source.file));
  const documents = documentsOf(validated, index, whole);
  const known = new Set(Array.from(made.known, ({ manifest }) => manifest));
  const problems = [
    unread,
    found.problems,
    // The warnings about a document are about its texts.
    ...validated.map(({ manifest, problems: own }) =>
      known.has(manifest) ? own.filter(({ severity }) => severity === 'error') : own,
    ),
    ...all.map(({ unknownProfiles }) => unknownProfiles),
    index.problems,
    renameProblems(declared, index),
    made.problems,
  ].flat();
  const asked = problems.filter(({ place }) => isAsked(place?.file));
  // A selected test send may have a mistake in a sample of a template that is not selected.
  const judged = (await options.judge?.({ resources: made.resources, sends, documents })) ?? [];
  return {
    resources: made.resources,
    sends,
    problems: withLimitPerFile(once(sortProblems([...asked, ...judged]))),
    withHints: (others, isWanted = () => true) => {
      const linted = declared.filter((one) => one.valid && isWanted(one.address) && !made.known.has(one));
      const hints = linted.flatMap((one) => {
        const surroundings = surroundingsOf(options.environment, one.profile);
        const found = declarations.get(one.manifest.kind)?.check(one.manifest.value, surroundings);
        return placedUnlessSilenced(one, found ?? []);
      });
      for (const { manifest } of linted) manifest.located.forgetPlaces();
      return once(sortProblems([...hints, ...others]));
    },
    emptyFiles: Array.from(files).flatMap(([name, { validated }]) => (validated.length === 0 ? name : [])),
    sources: new Map(Array.from(files, ([name, { source }]) => [name, source])),
    documents,
  };
}

/** True if the document has a valid id. While a document has none, no check can conclude that a template is not declared. */
function isNamed({ manifest: { value } }: Validated): boolean {
  return typeof value['id'] === 'string' && ID_PATTERN.test(value['id']);
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

/** How many files are read at once. A network disk answers several as fast as one. */
const AT_ONCE = 32;

/** Reads and checks each file. @returns by name, in the order of the names */
async function checkAll(
  options: LoadOptions,
  names: readonly string[],
  memory: CheckMemory | undefined,
): Promise<Map<string, CheckedFile>> {
  const { root, files, signal } = options;
  const known = memory?.for(options);
  const checked = new Map<string, CheckedFile>();
  for (let next = 0; next < names.length; next += AT_ONCE) {
    signal?.throwIfAborted();
    const some = names.slice(next, next + AT_ONCE);
    const contents = await Promise.all(some.map(async (name) => [name, await bytesOf(root, name, files)] as const));
    for (const [name, bytes] of contents) {
      const check = () => checkFile(name, bytes, options);
      const file = known ? known(name, bytes, check) : check();
      const validated = await Promise.all(file.validated.map((one) => withImages(one, options)));
      checked.set(name, { ...file, validated });
    }
  }
  return checked;
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
): Promise<{ resources: Resource[]; byAddress: ReadonlyMap<Address, Resource> } & Pick<Making, 'known' | 'problems'>> {
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
    isKnownText: await openBaseline({ root, files }),
    known: new Set(),
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
    known: making.known,
    problems: [...making.problems, ...duplicateCodes(valid, making.made)],
  };
}

/** The most problems to show for one file. */
const MOST_IN_A_FILE = 200;

/**
 * Returns problems that are in reading order, at most 200 for each file. One more problem, at the place of the first hidden one, shows
 * how many are hidden. Its severity is that of the worst of them.
 */
function withLimitPerFile(problems: readonly Problem[]): Problem[] {
  const files = [...groupBy(problems, ({ place }) => place?.file ?? '').values()];
  const kept = files.flatMap((own) => own.slice(0, MOST_IN_A_FILE));
  return [...kept, ...files.flatMap((own) => moreProblems(own.slice(MOST_IN_A_FILE)))];
}

function moreProblems(hidden: readonly Problem[]): Problem[] {
  const [first] = hidden;
  if (!first) return [];
  const rest = hidden.length === 1 ? 'One more problem' : `${hidden.length.toLocaleString('en')} more problems`;
  const message = `${rest} of this file ${hidden.length === 1 ? 'is' : 'are'} not shown`;
  const hint = 'Fix the problems above first; they often have one cause';
  const severity = hasErrors(hidden) ? 'error' : 'warning';
  return [{ code: 'more-problems', severity, message, hint, ...(first.place ? { place: first.place } : {}) }];
}
