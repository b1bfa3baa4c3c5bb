import { join } from 'node:path';
import type { Address } from '../../core/address.ts';
import { sameContent } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import type { ImportReport } from '../../core/import.ts';
import type { JsonObject } from '../../core/json.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { formatPath } from '../../core/path.ts';
import type { Moved } from '../../core/plan.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { bindUnderLock, importedEntry } from '../../engine/binding/binding.ts';
import type { Snapshot } from '../../engine/snapshot/snapshot.ts';
import { wantOf } from '../../engine/subject/members.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import { boundsIn } from '../../engine/uploads/uploads.ts';
import { allOrNone, savedMeanwhile } from '../../files/writer.ts';
import { recordBaseline } from '../../manifest/baseline.ts';
import { documentLines, type Revised, reviseText } from '../../manifest/format/revise.ts';
import { withField } from '../../manifest/import/check.ts';
import type { Revision } from '../../manifest/import/update.ts';
import { checkFile } from '../../manifest/load/check-file.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Client } from '../../wire/client.ts';
import { parseLocated } from '../../yaml/located.ts';
import { type LoadedProject, manifestEnvironment } from '../project.ts';
import { editsOf, type Importing, type StoredImport } from './find.ts';

/** A manifest's resource, and which sides of it changed since the last apply. */
export interface MovedSubject extends Subject<Client> {
  moved: readonly Moved[];
  /** The version as it is, whose entry the state has. Without versions, the resource. */
  own: Subject<Client>;
}

export interface Rewriting {
  file: string;
  /** The line of its first field, from 1. */
  line: number;
  /** The address that requested it. */
  asked: Address;
  before: JsonObject;
  after: JsonObject;
  /** The resources that it declares, one for each profile. */
  revisions: (Revision & { subject: MovedSubject })[];
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
 * @param onWritten is called when the files stay, even if the state cannot be written
 */
export async function storeRevised(
  importing: Importing,
  snapshot: Snapshot<Client>,
  rewriting: readonly Rewriting[],
  onWritten: () => void,
): Promise<RewrittenReport> {
  const { input, holder, acceptAccount, project } = importing;
  const { root } = project.config;
  const { files } = input.ports;
  const profiles = rewriting.flatMap(({ revisions }) => revisions.map(({ subject }) => subject.profile.alias));
  const { documents } = snapshot;
  let report: RewrittenReport = { updated: [], refused: [] };
  await bindUnderLock({ ...input, holder, documents, profiles, acceptAccount }, async () => {
    input.signal.throwIfAborted();
    const made = await revised(importing, rewriting);
    const { rewritten, fields } = made;
    const expressed = rewriting.filter((one) => fields.has(one));
    const now = await allOrNone(root, files, async ({ write }) => {
      for (const { file, text, was } of rewritten) await write(file, text, was);
      const read = await importing.reload();
      requireAlike(snapshot, expressed, read, importing);
      const revisedNow = new Set(
        expressed.flatMap(({ revisions }) => revisions.map(({ subject }) => subject.want.address)),
      );
      const texts = read.resources.filter(({ address }) => revisedNow.has(address));
      await recordBaseline({ root, files }, write, texts);
      return read;
    });
    onWritten();
    report = made;
    return editsOf(storedOf(expressed, now));
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
  const files = [...new Set(rewriting.map((one) => one.file))];
  const bytes = await Promise.all(files.map((file) => input.ports.files.read(join(project.config.root, file))));
  const { sources } = await reload();
  for (const [index, file] of files.entries()) {
    const was = bytes[index];
    // What is rewritten is the text that was compared with the service: a person may have saved the file since.
    if (!was || sources.get(file) !== project.sources.get(file)) throw savedMeanwhile(file);
    const original = new TextDecoder('utf-8', { ignoreBOM: true }).decode(was);
    let text = original;
    // Each revision formats the file: a document keeps its number, not its line.
    const lines = documentLines(original);
    const lineIn = (now: string, { line }: Rewriting): number => documentLines(now)[lines.indexOf(line)] ?? 0;
    for (const one of rewriting.filter((other) => other.file === file)) {
      const made = reviseText(text, lineIn(text, one), one.before, one.after);
      const mistake =
        'text' in made ? mistakeOf(project, { file, line: lineIn(made.text, one) }, made.text) : undefined;
      if (mistake) refused.push(notExpressed(one, mistake));
      else if ('text' in made) {
        text = made.text;
        fields.set(one, made.fields);
      } else problems.push(notRevised(one, made, original));
    }
    if (text !== original) rewritten.push({ file, was, text });
  }
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed, project.sources);
  const updated = Array.from(fields, ([{ revisions, file }, changed]) =>
    revisions.map(({ subject }) => ({ address: subject.want.address, file, fields: changed })),
  );
  return { rewritten, fields, refused, updated: updated.flat() };
}

/** Returns the first error that a document has in the text of its file. */
function mistakeOf(
  { config, environment }: LoadedProject,
  { file, line }: Pick<Rewriting, 'file' | 'line'>,
  text: string,
): Problem | undefined {
  const options = { environment: manifestEnvironment(environment, config), defaults: config.defaults };
  const { validated, declared } = checkFile(file, Buffer.from(text), options);
  const isOwn = ({ manifest: { located } }: { manifest: Manifest }): boolean => located.place([], 'key').line === line;
  const found = [
    ...validated.filter(isOwn).flatMap(({ problems }) => problems),
    ...declared.filter(isOwn).flatMap(({ findings }) => findings),
  ];
  return found.find(({ severity }) => severity === 'error');
}

function notExpressed({ asked: address, file, line }: Rewriting, mistake: Problem): Problem {
  const { path } = mistake;
  return {
    code: 'update-unusual',
    severity: 'error',
    message: `No manifest can declare the live content of ${address}: ${withField(mistake)}`,
    hint: `Change it on the service, then run \`notiform import ${address} --update\` again. Its manifest is unchanged`,
    place: { file, line, column: 1 },
    ...(path === undefined ? {} : { path }),
    address,
  };
}

function notRevised(
  { asked: address, file, line }: Rewriting,
  made: Exclude<Revised, { text: string }>,
  text: string,
): Problem {
  const place = { file, line, column: 1 };
  if ('placeholder' in made) {
    const path = formatPath(made.placeholder);
    const { documents } = parseLocated(file, text);
    const document = documents.find((one) => one.place([], 'key').line === line);
    return {
      code: 'update-placeholder',
      severity: 'error',
      message: `\`${path}\` of ${address} differs from the live resource, but its manifest contains \`\${var:…}\``,
      hint: `Change the value of the variable, or the text around it, then run \`notiform import ${address} --update\` again. Nothing was written`,
      place: document?.place(made.placeholder, 'value') ?? place,
      path,
      address,
    };
  }
  return {
    code: 'update-unusual',
    severity: 'error',
    message: `${file} cannot be rewritten automatically`,
    hint: 'Write its keys without `?`, tags and line breaks, then update it again. Nothing was written',
    place,
    address,
  };
}

/** Throws if a manifest does not declare the live content. The caller then restores the files. */
function requireAlike(
  { uploads }: Snapshot<Client>,
  rewriting: readonly Rewriting[],
  { resources }: LoadedProject,
  { input }: Importing,
): void {
  const boundIn = boundsIn(uploads, input.environment.profiles);
  for (const { revisions, file, line } of rewriting) {
    for (const { subject, content } of revisions) {
      const { kind, profile, want } = subject;
      const found = resources.find(({ address }) => address === want.address);
      const named = found && want.name !== undefined ? (kind.keepName?.(found, want.name) ?? found) : found;
      if (named && sameContent(withKnownFiles(named.content, boundIn(profile.alias)), content)) continue;
      throw new NotiformError(
        {
          code: 'import-unlike',
          severity: 'error',
          message: `${want.address} could not be rewritten to match the live resource; the file is unchanged`,
          hint: '`notiform plan` shows the difference. Change the manifest by hand, and report this',
          place: { file, line, column: 1 },
          address: want.address,
        },
        Exit.failed,
      );
    }
  }
}

function storedOf(rewriting: readonly Rewriting[], now: LoadedProject): StoredImport[] {
  const byAddress = new Map(now.resources.map((resource) => [resource.address, resource]));
  const revisions = rewriting.flatMap((one) => one.revisions);
  return revisions.flatMap(({ subject, uploads }): StoredImport[] => {
    const { kind, profile, entry, version, movedFrom, live, row } = subject.own;
    const written = byAddress.get(subject.want.address);
    if (!live || !written) return [];
    const want = version ? wantOf({ ...version, of: { ...version.of, ...written } }, version.number, live) : written;
    // The next plan finds a version that the state does not know.
    const isKnown = !version || (entry && movedFrom === undefined);
    const imported = isKnown ? importedEntry({ kind, live, row }, want, entry) : undefined;
    return [{ profile: profile.alias, address: want.address, uploads, entry: imported }];
  });
}
