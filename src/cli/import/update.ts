import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { ImportReport } from '../../core/import.ts';
import { canonical } from '../../core/json.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import { type SeenSubject, takeSnapshot } from '../../engine/snapshot/snapshot.ts';
import { profileOf } from '../../engine/subject/ownership.ts';
import { declarations } from '../../kinds/registry.ts';
import { type ImageFiles, openImageFiles } from '../../manifest/import/image-files.ts';
import { openReferences } from '../../manifest/import/references.ts';
import { type DeclaredLive, type Revision, revisionOf } from '../../manifest/import/update.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import type { Client } from '../../wire/client.ts';
import { fetchShown, sharedUploads, unfetchedIn } from './fetch.ts';
import type { ImportChoice } from './find.ts';
import { type Rewriting, storeRevised } from './revised.ts';
import type { Importing } from './run.ts';
import { oneVersionOfEach } from './versions.ts';

/** One document of the project's manifests, and the resources that it declares: one for each of its profiles. */
interface DeclaredDocument {
  file: string;
  line: number;
  asked: Address | undefined;
  seenSubjects: SeenSubject<Client>[];
}

/**
 * Rewrites the drifted fields of the selected manifests, and nothing else in them, so that they declare the live content. All or none:
 * if one of them cannot be rewritten, none is.
 */
export async function updateManifests(
  importing: Importing,
  choice: ImportChoice,
): Promise<{ report: ImportReport; problems: Problem[] }> {
  const { input, project, folder } = importing;
  const snapshot = await takeSnapshot({ ...input, resources: project.resources });
  const documents = declaredDocuments(oneVersionOfEach(snapshot.seenSubjects), choice).filter(
    ({ asked }) => asked !== undefined,
  );
  const problems = documents.flatMap(({ seenSubjects }) => seenSubjects.flatMap((one) => missingOf(one) ?? []));
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed, project.sources);

  const { root } = project.config;
  const imageFiles = openImageFiles({ root, folder, files: input.ports.files });
  let written = false;
  try {
    const declared = documents.flatMap(({ seenSubjects }) => seenSubjects.flatMap(declaredLive));
    const failures = await fetchShown(input, imageFiles, declared);
    const rewriting = rewritingOf(importing, documents, imageFiles, sharedUploads(snapshot.documents));
    const images = new Set(
      rewriting.flatMap(({ revisions }) => revisions.flatMap(({ uploads }) => uploads.map(({ path }) => path))),
    );
    await imageFiles.clear(images);
    const fetched = new Set(imageFiles.written());
    const updated = await storeRevised(importing, snapshot, rewriting, () => {
      written = true;
    });
    return {
      report: {
        environment: project.environment.name,
        written: [],
        images: [...fetched].sort(),
        updated,
        skipped: [],
        left: [],
      },
      problems: [
        ...snapshot.problems,
        ...unfetchedIn(
          declared.map(({ kind, live, want: { address } }) => ({ kind, live, address })),
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
  seenSubjects: readonly SeenSubject<Client>[],
  { addresses: asked, matches, kinds, profiles }: ImportChoice,
): DeclaredDocument[] {
  // All versions have one manifest, so any of them selects it.
  const addresses = asked.map((address) => splitVersion(address).of);
  const patterns = [...addresses, ...matches];
  const declared = seenSubjects.filter(({ subject }) => subject.declared && declarations.get(subject.kind.name)?.write);
  const all = declared.map(({ subject }) => subject.want.address);
  requireMatches(all, addresses);
  requireMatches(all, matches, '--match');
  const isAsked = ({ subject: { want, kind } }: SeenSubject<Client>): boolean =>
    patterns.some((pattern) => matchesGlob(want.address, pattern)) &&
    (kinds.length === 0 || kinds.includes(kind.name)) &&
    (profiles.length === 0 || profiles.includes(profileOf(want)));
  const documents = new Map<string, DeclaredDocument>();
  for (const one of declared) {
    const { file, line } = one.subject.want.source;
    const key = JSON.stringify([file, line]);
    const document = documents.get(key) ?? { file, line, asked: undefined, seenSubjects: [] };
    const by = document.asked ?? (isAsked(one) ? one.subject.want.address : undefined);
    documents.set(key, { ...document, asked: by, seenSubjects: [...document.seenSubjects, one] });
  }
  return [...documents.values()];
}

function missingOf({ subject, seen }: SeenSubject<Client>): Problem | undefined {
  const { want } = subject;
  const problem = subject.problem ?? seen.problem;
  if (problem) return problem;
  if (seen.live) return undefined;
  return {
    code: 'update-missing',
    severity: 'error',
    message: `Nothing exists on the service for ${want.address}`,
    hint: 'Apply the manifest, or remove it. `notiform status` shows the live resources',
    place: want.source,
    address: want.address,
  };
}

function declaredLive({ subject, seen: { live } }: SeenSubject<Client>): DeclaredLive[] {
  const { kind, profile, want } = subject;
  return live ? [{ kind, profile: profile.alias, want, live }] : [];
}

/** The rewritten fields of each document. Throws a NotiformError if a person has to decide. */
function rewritingOf(
  { project }: Importing,
  documents: readonly DeclaredDocument[],
  imageFiles: ImageFiles,
  shared: ReadonlyMap<string, string>,
): Rewriting[] {
  const books = { uploads: openUploads(imageFiles, shared), references: openReferences(project.resources) };
  const problems: Problem[] = [];
  const rewriting = documents.flatMap(({ file, line, asked, seenSubjects }): Rewriting[] => {
    const revisions = seenSubjects.flatMap((one) =>
      declaredLive(one).flatMap((each) => {
        const revision = revisionOf(each, file, books);
        return revision ? [{ ...revision, seenSubject: one }] : [];
      }),
    );
    const [first] = revisions;
    if (!first || asked === undefined) return [];
    if (!areEqual(revisions)) problems.push(unlikeProblem(seenSubjects));
    return [{ file, line, asked, before: first.before, after: first.after, revisions }];
  });
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed, project.sources);
  return rewriting;
}

function areEqual(revisions: readonly Revision[]): boolean {
  return new Set(revisions.map(({ after }) => canonical(after))).size === 1;
}

function unlikeProblem(seenSubjects: readonly SeenSubject<Client>[]): Problem {
  const addresses: Address[] = seenSubjects.map(({ subject }) => subject.want.address);
  const [first] = seenSubjects;
  return {
    code: 'update-profiles',
    severity: 'error',
    message: `One manifest declares ${addresses.join(' and ')}, but their live contents differ`,
    hint: 'Give each profile its own manifest, or make them equal on the service',
    ...(first && { place: first.subject.want.source }),
  };
}
