import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { ImportReport } from '../../core/import.ts';
import { canonical } from '../../core/json.ts';
import type { Moved } from '../../core/plan.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { movedSince } from '../../engine/plan/moved.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import { takeSnapshot } from '../../engine/snapshot/snapshot.ts';
import { appliedDigest } from '../../engine/stored-state/entry-edits.ts';
import { wantOf } from '../../engine/subject/members.ts';
import { profileOf } from '../../engine/subject/ownership.ts';
import type { Subject, Version } from '../../engine/subject/subject.ts';
import { declarations } from '../../kinds/registry.ts';
import { type ImageFiles, openImageFiles } from '../../manifest/import/image-files.ts';
import { openReferences } from '../../manifest/import/references.ts';
import { type DeclaredLive, revisionOf } from '../../manifest/import/update.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import type { Client } from '../../wire/client.ts';
import { fetchShown, unfetchedIn } from './fetch.ts';
import type { ImportChoice, Importing } from './find.ts';
import { type MovedSubject, type Rewriting, revised, storeRevised } from './revised.ts';

/** One document of the project's manifests, and the resources that it declares: one for each of its profiles. */
interface DeclaredDocument {
  file: string;
  line: number;
  asked: Address | undefined;
  subjects: MovedSubject[];
}

/** What an update does with the selected manifests. */
interface Sorted {
  rewriting: Rewriting[];
  /** Manifests that only their authors changed since the last apply. They stay as they are. */
  edited: ImportReport['updated'];
  /** A problem for each manifest that also changed at the service. It stays as it is. */
  problems: Problem[];
}

/**
 * Rewrites the drifted fields of the selected manifests, and nothing else in them, so that they declare the live content. A manifest
 * that changed since the last apply is not rewritten. Of the others all are rewritten, or none if one of them cannot be.
 */
export async function updateManifests(
  importing: Importing,
  choice: ImportChoice,
): Promise<{ report: ImportReport; problems: Problem[] }> {
  const { input, project, folder } = importing;
  const snapshot = await takeSnapshot({ ...input, resources: project.resources });
  const documents = declaredDocuments(oneVersionOfEach(snapshot.subjects), choice).filter(
    ({ asked }) => asked !== undefined,
  );
  const problems = documents.flatMap(({ subjects }) => subjects.flatMap((one) => missingOf(one) ?? []));
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed, project.sources);

  const { root } = project.config;
  const imageFiles = openImageFiles({ root, folder, files: input.ports.files });
  let written = false;
  try {
    const declared = documents.flatMap(({ subjects }) => subjects);
    const failures = choice.dryRun
      ? new Map<string, Problem>()
      : await fetchShown(input, imageFiles, declared.flatMap(showing));
    const { rewriting, edited, problems: refused } = sortDocuments(importing, documents, imageFiles);
    const images = new Set(
      rewriting.flatMap(({ revisions }) => revisions.flatMap(({ uploads }) => uploads.map(({ file }) => file.path))),
    );
    await imageFiles.clear(images);
    const fetched = new Set(imageFiles.written());
    const { updated, refused: inexpressible } = choice.dryRun
      ? await revised(importing, rewriting)
      : await storeRevised(importing, snapshot, rewriting, () => {
          written = true;
        });
    return {
      report: {
        environment: project.environment.name,
        ...(choice.dryRun && { dryRun: true }),
        written: [],
        images: [...fetched].sort(),
        updated: [...updated, ...edited],
        skipped: [],
        left: [],
      },
      problems: [
        ...snapshot.problems,
        ...refused,
        ...inexpressible,
        ...unfetchedIn(
          rewriting.flatMap(({ revisions }) => revisions.flatMap(({ subject }) => showing(subject))),
          failures,
        ),
      ],
    };
  } catch (error) {
    if (!written) await imageFiles.clear(new Set());
    throw error;
  }
}

function declaredDocuments(
  subjects: readonly MovedSubject[],
  { patterns: asked, kinds, profiles }: ImportChoice,
): DeclaredDocument[] {
  // All versions have one manifest, so any of them selects it.
  const patterns = asked.map((address) => splitVersion(address).of);
  const declared = subjects.filter((one) => one.declared && declarations.get(one.kind.name)?.write);
  requireMatches(
    declared.map(({ want }) => want.address),
    patterns,
  );
  const isAsked = ({ want, kind }: Subject<Client>): boolean =>
    patterns.some((pattern) => matchesGlob(want.address, pattern)) &&
    (kinds.length === 0 || kinds.includes(kind.name)) &&
    (profiles.length === 0 || profiles.includes(profileOf(want)));
  const documents = new Map<string, DeclaredDocument>();
  for (const one of declared) {
    const { file, line } = one.want.source;
    const key = JSON.stringify([file, line]);
    const document = documents.get(key) ?? { file, line, asked: undefined, subjects: [] };
    const by = document.asked ?? (isAsked(one) ? one.want.address : undefined);
    documents.set(key, { ...document, asked: by, subjects: [...document.subjects, one] });
  }
  return [...documents.values()];
}

function missingOf({ want, live, problem, readProblem }: Subject<Client>): Problem | undefined {
  if (problem ?? readProblem) return problem ?? readProblem;
  if (live) return undefined;
  return {
    code: 'update-missing',
    severity: 'error',
    message: `Nothing exists on the service for ${want.address}`,
    hint: 'Apply the manifest, or remove it. `notiform status` shows the live resources',
    place: want.source,
    address: want.address,
  };
}

function declaredLive({ kind, profile, want, live }: Subject<Client>): DeclaredLive[] {
  return live ? [{ kind, profile: profile.alias, want, live }] : [];
}

function showing({ kind, want: { address }, live }: Subject<Client>) {
  return live ? [{ kind, live, address }] : [];
}

/**
 * Returns the rewritten fields of each document, and the documents that their authors changed. Throws a NotiformError if a person has
 * to decide first.
 */
function sortDocuments({ project }: Importing, documents: readonly DeclaredDocument[], imageFiles: ImageFiles): Sorted {
  const books = { uploads: openUploads(imageFiles), references: openReferences(project.resources) };
  const unlike: Problem[] = [];
  const edited: ImportReport['updated'] = [];
  const problems: Problem[] = [];
  const rewriting = documents.flatMap(({ file, line, asked, subjects }): Rewriting[] => {
    const revisions = subjects.flatMap((one) =>
      declaredLive(one).flatMap((each) => {
        const revision = revisionOf(each, file, books);
        return revision ? [{ ...revision, subject: one }] : [];
      }),
    );
    const [first] = revisions;
    if (!first || asked === undefined) return [];
    const differing = revisions
      .filter(({ before, after }) => canonical(before) !== canonical(after))
      .map(({ subject }) => subject);
    if (differing.some(isEdited)) {
      const both = differing.filter((one) => isEdited(one) && one.moved.includes('drifted'));
      problems.push(...both.map(editedProblem));
      if (both.length > 0) return [];
      for (const { want } of subjects) edited.push({ address: want.address, file, fields: [], edited: true });
      return [];
    }
    if (new Set(revisions.map(({ after }) => canonical(after))).size > 1) unlike.push(unlikeProblem(subjects));
    return [{ file, line, asked, before: first.before, after: first.after, revisions }];
  });
  if (unlike.length > 0) throw new NotiformError(unlike, Exit.failed, project.sources);
  return { rewriting, edited, problems };
}

function isEdited({ moved }: MovedSubject): boolean {
  return moved.includes('edited');
}

function editedProblem({ want }: MovedSubject): Problem {
  const { address, source } = want;
  return {
    code: 'update-edited',
    severity: 'error',
    message: `${address} changed in its manifest and at the service since the last apply, so its manifest was not rewritten`,
    hint: `Undo the change of the manifest, or apply it. Then run \`notiform import ${address} --update\` again`,
    place: source,
    address,
  };
}

function unlikeProblem(subjects: readonly Subject<Client>[]): Problem {
  const addresses: Address[] = subjects.map(({ want }) => want.address);
  const [first] = subjects;
  return {
    code: 'update-profiles',
    severity: 'error',
    message: `One manifest declares ${addresses.join(' and ')}, but their live contents differ`,
    hint: 'Give each profile its own manifest, or make them equal on the service',
    ...(first && { place: first.want.source }),
  };
}

/**
 * Chooses one version for each manifest, whose content `import --update` writes, with the names of the manifest: the current version,
 * or the version in use if the current one does not exist yet.
 */
function oneVersionOfEach(subjects: readonly Subject<Client>[]): MovedSubject[] {
  return subjects.flatMap((one) => {
    const { version, live } = one;
    if (!version) return [{ ...one, moved: movedSinceWritten(one), own: one }];
    if (version.role !== 'current') return [];
    const inUse = subjects.find(
      (other) => other.version?.of === version.of && other.live?.name === version.replaces?.name,
    );
    const found = live || !inUse ? one : inUse;
    return [{ ...plain(found, { ...one, want: version.of }, version), moved: movedAsCurrent(found), own: found }];
  });
}

/** Compares with the manifest that an import wrote last, if the manifest is still that one, else with the last applied one. */
function movedSinceWritten(subject: Subject<Client>): Moved[] {
  const { entry, want } = subject;
  const isAsImported = entry?.imported !== undefined && entry.imported === appliedDigest(want);
  return movedSince(isAsImported ? { ...subject, entry: { ...entry, applied: null } } : subject);
}

/** Compares a version with the manifest, as if the manifest's text were declared for that version. */
function movedAsCurrent(subject: Subject<Client>): Moved[] {
  const { version, live } = subject;
  if (!version || !live) return movedSince(subject);
  const want = wantOf(version, version.number, live);
  return movedSinceWritten({ ...subject, want, version: { ...version, role: 'current' } });
}

/** Returns the current version with what was seen of another one, under the names of the manifest. */
function plain(found: Subject<Client>, current: Subject<Client>, version: Version): Subject<Client> {
  const { live, row, handles, readProblem, unread, adopts } = found;
  const { rules, of, number } = found.version ?? version;
  const seen = { live: live && rules.plain(live, of, number), row, handles, readProblem, unread, adopts };
  return { ...current, ...seen };
}
