import { basename, dirname, relative, resolve } from 'node:path';
import { type Address, matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { hasErrors, NotiformError, type Problem, type Sources, usageError } from '../../core/problem.ts';
import type { SendElsewhere } from '../../manifest/manifest.ts';
import { type Invocation, languageOf, pageLanguage } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { readPlanFile } from '../plan/file.ts';
import { type Drawing, drawPage, drawPictures, drawText } from '../preview/drawing.ts';
import { choose, declaredPreviews, type Previewed, plannedPreviews, requireSample } from '../preview/entries.ts';
import { type PictureList, type PreviewFolder, writePreviews } from '../preview/folder.ts';
import { readImages } from '../preview/images.ts';
import { sendPreviews } from '../preview/sends.ts';
import { environmentIn, readConfig, readProject, withoutSends } from '../project.ts';
import { judgeSends, onlyElsewhere } from '../test-sends.ts';

interface PreviewOptions {
  format?: 'text' | 'svg' | 'html';
  out?: string;
  sample?: string;
  plan?: string;
}

/** `preview [address…]`: templates as the phone will show them, or the changes of a plan. Offline, without credentials. */
export async function preview(invocation: Invocation, addresses: string[], options: PreviewOptions): Promise<Outcome> {
  const { out, plan, sample } = options;
  const { format, file } = placeOf(options);
  const source = plan === undefined ? await declaredSource(invocation) : await plannedSource(invocation, plan);
  const pathOf = (pattern: string): string => relative(source.root, resolve(invocation.cwd, pattern));
  refuseElsewhere(source, addresses);
  const previewed = invocation.redaction.within(chosenIn(source, addresses, pathOf));
  const problems = [...source.problems, ...source.judge(previewed)];
  requireSample(previewed, sample);
  const contents = previewed.flatMap(({ before, after }) => [before ?? null, after]);
  const drawing: Drawing = {
    previewed,
    sample,
    images: format === 'text' ? new Map() : await readImages(contents, source.root, invocation.ports.files),
    file,
    leftOut: filesWithErrors(source.problems),
    plan: plan === undefined ? undefined : { environment: source.environment },
    language: format === 'html' ? pageLanguage(invocation) : languageOf(invocation),
  };
  const { text, files, previews } = { text: drawText, svg: drawPictures, html: drawPage }[format](drawing);
  // A manifest with an error is not drawn, and its pictures stay.
  const isComplete = addresses.length === 0 && sample === undefined && !hasErrors(problems);
  const listing: PictureList | undefined =
    format === 'html' || file !== undefined ? undefined : { of: plan === undefined ? 'manifests' : 'plan', isComplete };
  if (file !== undefined && files.length !== 1)
    throw usageError(
      `${out} is one picture, but ${files.length} would be drawn`,
      'Name one template and, with `--sample`, one of its samples; or name a folder',
    );
  const folder = out !== undefined && file !== undefined ? dirname(out) : out;
  const written = folder === undefined ? undefined : await writePreviews(invocation, folder, files, listing);
  return {
    exit: hasErrors(problems) ? Exit.problems : Exit.done,
    text: written && out !== undefined ? (file === undefined ? summary(out, written) : `Wrote ${out}.`) : text,
    json: { preview: { format, ...written, previews } },
    problems,
  };
}

/** Chooses the previews. An argument may mean a template of a broken file, so its errors come before the complaint about the argument. */
function chosenIn(
  source: PreviewSource,
  patterns: readonly string[],
  pathOf: (pattern: string) => string,
): Previewed[] {
  const errors = source.problems.filter(({ severity }) => severity === 'error');
  const files = filesWithErrors(errors);
  const isDrawn = (pattern: string): boolean =>
    source.all.some((one) => matchesGlob(one.address, pattern) || one.source?.file === pathOf(pattern));
  const isBroken = (pattern: string): boolean =>
    !isDrawn(pattern) &&
    (source.broken.some((address) => matchesGlob(address, pattern)) || files.includes(pathOf(pattern)));
  // The errors of a broken manifest say why it is not drawn.
  const others = patterns.filter((pattern) => !isBroken(pattern));
  if (others.length === 0 && patterns.length > 0) throw new NotiformError(errors, Exit.problems, source.sources);
  try {
    return choose(source.all, others, pathOf);
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    throw new NotiformError([...errors, ...error.problems], error.exit, source.sources);
  }
}

/** Throws a NotiformError (exit 64) if an argument means only test sends of other environments. */
function refuseElsewhere({ all, elsewhere, environment }: PreviewSource, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const others = elsewhere.filter(({ id }) => matchesGlob(`TestSend/${id}`, pattern));
    if (others.length > 0 && !all.some(({ address }) => matchesGlob(address, pattern)))
      throw new NotiformError(onlyElsewhere(others, environment), Exit.usage);
  }
}

/** What is drawn and where. An `--out` that ends in `.html` or `.svg` is one file of that format; any other is a folder. */
function placeOf({ format, out }: PreviewOptions): { format: NonNullable<PreviewOptions['format']>; file?: string } {
  const refuse = (message: string, hint: string): never => {
    throw usageError(message, hint);
  };
  if (out === undefined) {
    if (format === 'svg' || format === 'html')
      refuse(`\`--format ${format}\` requires --out`, 'Name a folder: `--out previews`');
    return { format: format ?? 'text' };
  }
  const named = /[^/\\]\.(html|svg)$/i.exec(out)?.[1]?.toLowerCase() as 'html' | 'svg' | undefined; // the pattern's words
  const asked = format ?? named ?? 'text';
  if (asked === 'text')
    refuse('`--out` requires --format svg or html', 'Add `--format svg` or `--format html`; text goes to stdout');
  if (named !== undefined && named !== asked)
    refuse(
      `${out} is the name of a file of another format than ${asked}`,
      `Name a folder, or a file that ends in .${asked}`,
    );
  return { format: asked, ...(named && { file: basename(out) }) };
}

function filesWithErrors(problems: readonly Problem[]): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.flatMap(({ place }) => place?.file ?? []))];
}

interface PreviewSource {
  root: string;
  all: Previewed[];
  /** The declared addresses that are no resource, because their manifests have errors. */
  broken: readonly Address[];
  elsewhere: readonly SendElsewhere[];
  problems: readonly Problem[];
  judge(chosen: readonly Previewed[]): Problem[];
  sources: Sources;
  environment: string;
}

/** The manifests for an environment, which only names the values of `${var:…}`. Problems are reported, and the rest is drawn. */
async function declaredSource(invocation: Invocation): Promise<PreviewSource> {
  const config = await readConfig(invocation);
  const name = invocation.flags.environment ?? config.defaults.environment ?? config.environmentNames[0];
  const environment = environmentIn(config, invocation, name);
  const project = withoutSends(await readProject(invocation, config, environment));
  const { resources, sends, problems, sources, documents } = project;
  const { clock } = invocation.ports;
  const judge = (chosen: readonly Previewed[]): Problem[] => {
    const addresses = new Set(chosen.map(({ address }) => address));
    const judged = sends.filter(({ id }) => addresses.has(`TestSend/${id}`));
    return judgeSends({ ...project, sends: judged }, { environment, defaultSender: config.defaults.sender, clock });
  };
  const all = [...declaredPreviews(resources), ...sendPreviews(project, invocation)];
  const elsewhere = documents.sendsElsewhere;
  const known = new Set(resources.map(({ address }) => address));
  const broken = [...documents.addresses].filter((address) => !known.has(address));
  return { root: config.root, all, broken, elsewhere, problems, judge, sources, environment: environment.name };
}

async function plannedSource(invocation: Invocation, file: string): Promise<PreviewSource> {
  const { root, problems, sources } = await readConfig(invocation);
  const plan = await readPlanFile(invocation, file);
  const { environment } = plan;
  invocation.known.environment = environment;
  return {
    root,
    all: plannedPreviews(plan),
    broken: [],
    elsewhere: [],
    problems,
    judge: () => [],
    sources,
    environment,
  };
}

function summary(out: string, { files, removed }: PreviewFolder): string {
  const gone =
    removed.length === 0
      ? ''
      : ` Removed ${removed.length} ${removed.length === 1 ? 'file' : 'files'} of an earlier run.`;
  return `${`Wrote ${files.length} ${files.length === 1 ? 'file' : 'files'} to ${out}.`}${gone}`;
}
