import { matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { groupBy } from '../../core/grouping.ts';
import type { ImportReport } from '../../core/import.ts';
import { canonical } from '../../core/json.ts';
import { isProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { movedSince } from '../../engine/plan/moved.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import { resourceProblem } from '../../engine/problems.ts';
import { takeSnapshot } from '../../engine/snapshot/snapshot.ts';
import { wantOf } from '../../engine/subject/members.ts';
import { profileOf } from '../../engine/subject/ownership.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import { declarations } from '../../kinds/registry.ts';
import { openReferences } from '../../manifest/import/references.ts';
import { revisionOf } from '../../manifest/import/update.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import type { Client } from '../../wire/client.ts';
import { fetchShown, unfetchedIn } from './fetch.ts';
import { type ImportChoice, isIn } from './find.ts';
import type { ImportOutcome } from './importing.ts';
import { type MovedSubject, type Rewriting, revised, storeRevised } from './revised.ts';
import type { Importing } from './store.ts';

/**
 * Rewrites the drifted fields of the selected manifests, and nothing else in them, so that they declare the live content. A manifest
 * that changed since the last apply is not rewritten. Of the others all are rewritten, or none if one of them cannot be.
 */
export async function updateManifests(importing: Importing, choice: ImportChoice): Promise<ImportOutcome> {
  const { input, project, images } = importing;
  const snapshot = await takeSnapshot({ ...input, resources: project.resources });
  const { subjects } = snapshot;
  const found = documentsOf(subjects, choice).map((document) => document.map((one) => liveOf(one, subjects)));
  const missing = found.flat().filter(isProblem);
  if (missing.length > 0) throw new NotiformError(missing, Exit.failed, project.sources);
  const documents = found.map((document) => document.flatMap((one) => (isProblem(one) ? [] : [one])));

  const failures = await fetchShown(importing, choice.dryRun ? [] : documents.flat());
  const { rewriting, edited, problems } = sortDocuments(importing, documents);
  const revisions = rewriting.flatMap((one) => one.revisions);
  const shown = await images.keepOnly(revisions.flatMap(({ uploads }) => uploads));
  const { updated, refused } = choice.dryRun
    ? await revised(importing, rewriting)
    : await storeRevised(importing, snapshot, rewriting);
  const unfetched = unfetchedIn(
    revisions.map(({ subject }) => subject),
    failures,
  );
  return {
    images: shown,
    updated: [...updated, ...edited],
    problems: [...snapshot.problems, ...problems, ...refused, ...unfetched],
  };
}

/** Returns the current versions of resources by the document that declares them, one for each of its profiles: those of selected documents. */
function documentsOf(
  subjects: readonly Subject<Client>[],
  { patterns: asked, kinds, profiles }: ImportChoice,
): Subject<Client>[][] {
  // All versions have one manifest, so any of them selects it.
  const patterns = asked.map((address) => splitVersion(address).of);
  const declared = subjects.filter(
    ({ kind, declared, version }) =>
      declared && declarations.get(kind.name)?.write && (version === undefined || version.role === 'current'),
  );
  requireMatches(
    declared.map(({ want }) => splitVersion(want.address).of),
    patterns,
  );
  const isAsked = ({ want, kind }: Subject<Client>): boolean =>
    patterns.some((pattern) => matchesGlob(want.address, pattern)) &&
    isIn(kinds, kind.name) &&
    isIn(profiles, profileOf(want));
  const documents = groupBy(declared, ({ want: { source } }) => JSON.stringify([source.file, source.line]));
  return [...documents.values()].filter((one) => one.some(isAsked));
}

/**
 * Returns what is live of a manifest, with the names of the manifest: its current version, or the version in use if the current one
 * does not exist yet. Returns the problem if that could not be read or does not exist.
 */
function liveOf(one: Subject<Client>, subjects: readonly Subject<Client>[]): MovedSubject | Problem {
  const { version: current } = one;
  const { of: want = one.want, replaces } = current ?? {};
  const inUse = subjects.find(({ version, live }) => live && version?.of === want && live.name === replaces?.name);
  const own = one.live ? one : (inUse ?? one);
  const { kind, profile, live, version, problem = own.readProblem } = own;
  if (problem) return problem;
  if (!live) {
    const hint = 'Apply the manifest, or remove it. `notiform status` shows the live resources';
    return resourceProblem(want, 'update-missing', `Nothing exists on the service for ${want.address}`, hint);
  }
  const known = { kind, profile: profile.alias, want, address: want.address, own: { ...own, live } };
  if (!version) return { ...known, live, moved: movedSince(own) };
  const { rules, number } = version;
  // As if the manifest's text were declared for this version.
  const asCurrent = { ...own, want: wantOf(version, number, live), version: { ...version, role: 'current' as const } };
  return { ...known, live: rules.plain(live, want, number), moved: movedSince(asCurrent) };
}

/** What an update does with the selected manifests. */
interface Sorted {
  rewriting: Rewriting[];
  /** Manifests that only their authors changed since the last apply. They stay as they are. */
  edited: ImportReport['updated'];
  /** A problem for each manifest that also changed at the service. It stays as it is. */
  problems: Problem[];
}

/** Compares the documents with what is live. Throws a NotiformError if a person has to decide first. */
function sortDocuments({ project, images }: Importing, documents: readonly MovedSubject[][]): Sorted {
  const books = { uploads: openUploads(images), references: openReferences(project.resources) };
  const unlike: Problem[] = [];
  const sorted: Sorted = { rewriting: [], edited: [], problems: [] };
  for (const subjects of documents) {
    const revisions = subjects.map((subject) => ({ ...revisionOf(subject, books), subject }));
    const [first] = revisions;
    if (!first) continue;
    const differing = revisions.filter(({ before, after }) => canonical(before) !== canonical(after));
    const edited = differing.filter(({ subject }) => subject.moved.includes('edited'));
    const both = edited.filter(({ subject }) => subject.moved.includes('drifted'));
    if (both.length > 0) sorted.problems.push(...both.map(({ subject }) => editedProblem(subject)));
    else if (edited.length > 0) sorted.edited.push(...subjects.map(leftAsEdited));
    else if (new Set(revisions.map(({ after }) => canonical(after))).size > 1) unlike.push(unlikeProblem(subjects));
    else sorted.rewriting.push({ ...first, revisions });
  }
  if (unlike.length > 0) throw new NotiformError(unlike, Exit.failed, project.sources);
  return sorted;
}

function leftAsEdited({ address, want }: MovedSubject): ImportReport['updated'][number] {
  return { address, file: want.source.file, fields: [], edited: true };
}

function editedProblem({ want }: MovedSubject): Problem {
  const { address } = want;
  return resourceProblem(
    want,
    'update-edited',
    `${address} changed in its manifest and at the service since the last apply, so its manifest was not rewritten`,
    `Undo the change of the manifest, or apply it. Then run \`notiform import ${address} --update\` again`,
  );
}

function unlikeProblem(subjects: readonly MovedSubject[]): Problem {
  const [first] = subjects;
  return {
    code: 'update-profiles',
    severity: 'error',
    message: `One manifest declares ${subjects.map(({ address }) => address).join(' and ')}, but their live contents differ`,
    hint: 'Give each profile its own manifest, or make them equal on the service',
    ...(first && { place: first.want.source }),
  };
}
