import { join } from 'node:path';
import { sameContent } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import { groupBy } from '../../core/grouping.ts';
import type { ImportReport } from '../../core/import.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { formatPath } from '../../core/path.ts';
import type { Moved } from '../../core/plan.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { importedEntry } from '../../engine/binding/binding.ts';
import { resourceProblem } from '../../engine/problems.ts';
import type { Snapshot } from '../../engine/snapshot/snapshot.ts';
import { wantOf } from '../../engine/subject/members.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import { boundsIn } from '../../engine/uploads/uploads.ts';
import { allOrNone, savedMeanwhile } from '../../files/writer.ts';
import { recordBaseline } from '../../manifest/baseline.ts';
import { documentLines, type Revised, reviseText } from '../../manifest/format/revise.ts';
import { withField } from '../../manifest/import/check.ts';
import type { DeclaredLive, Revision } from '../../manifest/import/update.ts';
import { checkFile } from '../../manifest/load/check-file.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Client } from '../../wire/client.ts';
import { parseLocated } from '../../yaml/located.ts';
import { type LoadedProject, manifestEnvironment } from '../project.ts';
import { type Importing, type StoredImport, storeUnderLock } from './store.ts';

/** A manifest's resource, and which sides of it changed since the last apply. */
export interface MovedSubject extends DeclaredLive {
  address: string;
  moved: readonly Moved[];
  /** The version as it is, whose entry the state has. Without versions, the resource. */
  own: Subject<Client> & { live: Live };
}

interface SubjectRevision extends Revision {
  subject: MovedSubject;
}

/** The change of one document, as its first resource has it. */
export interface Rewriting extends SubjectRevision {
  /** All resources that it declares, one for each profile. */
  revisions: SubjectRevision[];
}

/** The resources whose manifests have the live content, and the problems of those that cannot. */
interface RewrittenReport {
  updated: ImportReport['updated'];
  refused: Problem[];
}

interface Rewritten {
  file: string;
  was: Uint8Array;
  text: string;
}

/**
 * Rewrites the files under the lock, reads them back, and stores the uploads that they show now. If a file does not declare the live
 * content after that, all files are restored.
 */
export async function storeRevised(
  importing: Importing,
  { documents, uploads }: Snapshot<Client>,
  rewriting: readonly Rewriting[],
): Promise<RewrittenReport> {
  const { input, project, reload } = importing;
  const place = { root: project.config.root, files: input.ports.files };
  const boundIn = boundsIn(uploads, input.environment.profiles);
  const profiles = rewriting.flatMap(({ revisions }) => revisions.map(({ subject }) => subject.profile));
  let report: RewrittenReport = { updated: [], refused: [] };
  await storeUnderLock(importing, documents, profiles, async () => {
    const made = await revised(importing, rewriting);
    report = made;
    return allOrNone(place.root, place.files, async ({ write }) => {
      for (const { file, text, was } of made.rewritten) await write(file, text, was);
      const now = new Map((await reload()).resources.map((resource) => [resource.address, resource]));
      const revisions = [...made.fields.keys()].flatMap((one) => one.revisions);
      const stored = revisions.map((one) => storedOf(one, now.get(one.subject.address), boundIn));
      const texts = stored.map(({ written }) => written);
      await recordBaseline(place, write, texts);
      return stored;
    });
  });
  return report;
}

/** The files that change, the fields that changed in each document, and the documents that cannot have the live content. */
export async function revised(
  { input, project, reload }: Importing,
  rewriting: readonly Rewriting[],
): Promise<RewrittenReport & { rewritten: Rewritten[]; fields: Map<Rewriting, string[]> }> {
  const refused: Problem[] = [];
  const fields = new Map<Rewriting, string[]>();
  const rewritten: Rewritten[] = [];
  const problems: Problem[] = [];
  const byFile = [...groupBy(rewriting, ({ subject }) => subject.want.source.file)];
  const bytes = await Promise.all(byFile.map(([file]) => input.ports.files.read(join(project.config.root, file))));
  const { sources } = await reload();
  for (const [index, [file, own]] of byFile.entries()) {
    const was = bytes[index];
    // What is rewritten is the text that was compared with the service: a person may have saved the file since.
    if (!was || sources.get(file) !== project.sources.get(file)) throw savedMeanwhile(file);
    const original = new TextDecoder('utf-8', { ignoreBOM: true }).decode(was);
    let text = original;
    const lines = documentLines(original);
    for (const one of own) {
      // Each revision formats the file: a document keeps its number, not its line.
      const line = documentLines(text)[lines.indexOf(one.subject.want.source.line)] ?? 0;
      const made = reviseText(text, line, one.before, one.after);
      const mistake = 'text' in made ? mistakeOf(project, one, made.text) : undefined;
      if (mistake) refused.push(notExpressed(one, mistake));
      else if ('text' in made) {
        text = made.text;
        fields.set(one, made.fields);
      } else problems.push(notRevised(one, made, original));
    }
    if (text !== original) rewritten.push({ file, was, text });
  }
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed, project.sources);
  const updated = Array.from(fields, ([{ revisions }, changed]) =>
    revisions.map(({ subject: { want } }) => ({ address: want.address, file: want.source.file, fields: changed })),
  );
  return { rewritten, fields, refused, updated: updated.flat() };
}

/** Returns the first error that a document has in the text of its file. */
function mistakeOf({ config, environment }: LoadedProject, { subject }: Rewriting, text: string): Problem | undefined {
  const options = { environment: manifestEnvironment(environment, config), defaults: config.defaults };
  const { validated, declared } = checkFile(subject.want.source.file, Buffer.from(text), options);
  const own = declared.find(({ address }) => address === subject.address)?.manifest;
  const isOwn = ({ manifest }: { manifest: Manifest }): boolean => manifest === own;
  const form = validated.filter(isOwn).flatMap(({ problems }) => problems);
  const findings = declared.filter(isOwn).flatMap((one) => one.findings);
  return [...form, ...findings].find(({ severity }) => severity === 'error');
}

function notExpressed({ subject: { want } }: Rewriting, mistake: Problem): Problem {
  const message = `No manifest can declare the live content of ${want.address}: ${withField(mistake)}`;
  const hint = `Change it on the service, then run \`notiform import ${want.address} --update\` again. Its manifest is unchanged`;
  const { path } = mistake;
  return { ...resourceProblem(want, 'update-unusual', message, hint), ...(path !== undefined && { path }) };
}

function notRevised({ subject: { want } }: Rewriting, made: Exclude<Revised, { text: string }>, text: string): Problem {
  const { address, source } = want;
  if ('unusual' in made) {
    const hint = 'Write its keys without `?`, tags and line breaks, then update it again. Nothing was written';
    return resourceProblem(want, 'update-unusual', `${source.file} cannot be rewritten automatically`, hint);
  }
  const path = formatPath(made.placeholder);
  const { documents } = parseLocated(source.file, text);
  const document = documents.find((one) => one.place([], 'key').line === source.line);
  const place = document?.place(made.placeholder, 'value') ?? source;
  const message = `\`${path}\` of ${address} differs from the live resource, but its manifest contains \`\${var:…}\``;
  const hint = `Change the value of the variable, or the text around it, then run \`notiform import ${address} --update\` again. Nothing was written`;
  return { ...resourceProblem({ address, source: place }, 'update-placeholder', message, hint), path };
}

/** Returns what the state stores of a manifest that was read back. Throws if it does not declare the live content. The caller then restores the files. */
function storedOf(
  { subject, content, uploads }: SubjectRevision,
  written: Resource | undefined,
  boundIn: ReturnType<typeof boundsIn>,
): StoredImport & { written: Resource } {
  const { kind, profile, want, own } = subject;
  const named = written && want.name !== undefined ? (kind.keepName?.(written, want.name) ?? written) : written;
  if (!written || !named || !sameContent(withKnownFiles(named.content, boundIn(profile)), content)) {
    const message = `${want.address} could not be rewritten to match the live resource; the file is unchanged`;
    const hint = '`notiform plan` shows the difference. Change the manifest by hand, and report this';
    throw new NotiformError(resourceProblem(want, 'import-unlike', message, hint), Exit.failed);
  }
  const { entry, version, movedFrom, live } = own;
  const now = version ? wantOf({ ...version, of: { ...version.of, ...written } }, version.number, live) : written;
  // The next plan finds a version that the state does not know.
  const isKnown = !version || (entry && movedFrom === undefined);
  return {
    profile,
    address: now.address,
    uploads,
    entry: isKnown ? importedEntry(own, now, entry) : undefined,
    written,
  };
}
