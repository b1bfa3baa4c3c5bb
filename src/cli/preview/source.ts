import type { FileNode } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import type { Json } from '../../core/json.ts';
import type { Phrase } from '../../core/language.ts';
import type { Clock } from '../../core/ports.ts';
import { NotiformError, type Problem, type Sources } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { FallbackMessage, TestSend } from '../../core/test-send.ts';
import type { PictureView } from '../../report/gallery/gallery.ts';
import { galleryWords } from '../../report/gallery/words.ts';
import { bubblesOf } from '../../send/bubble.ts';
import { subjectsOf } from '../../send/choice.ts';
import { prepareOffline } from '../../send/judge.ts';
import type { PreparedSend } from '../../send/prepare.ts';
import { environmentIn, readConfig } from '../config.ts';
import type { Invocation } from '../invocation.ts';
import { readPlanFile } from '../plan/file.ts';
import { type LoadedProject, readProject, withoutSends } from '../project.ts';
import { judgeSends } from '../send/judge.ts';
import { choose, declaredPreviews, type Previewed, plannedPreviews } from './entries.ts';

/** What is previewed, and how it is judged. */
interface PreviewSource {
  root: string;
  all: Previewed[];
  problems: readonly Problem[];
  judge(chosen: readonly Previewed[]): Problem[];
  sources: Sources;
  environment: string;
}

/** The manifests for an environment, which only names the values of `${var:…}`. Problems are reported, and the rest is drawn. */
export async function declaredSource(invocation: Invocation): Promise<PreviewSource> {
  const config = await readConfig(invocation);
  const name = invocation.flags.environment ?? config.defaults.environment ?? config.environmentNames[0];
  const environment = environmentIn(config, invocation, name);
  const project = withoutSends(await readProject(invocation, config, environment));
  const { resources, sends, problems, sources } = project;
  const { clock } = invocation.ports;
  const judge = (chosen: readonly Previewed[]): Problem[] => {
    const addresses = new Set(chosen.map(({ address }) => address));
    const judged = sends.filter(({ id }) => addresses.has(`TestSend/${id}`));
    return judgeSends({ ...project, sends: judged }, { environment, defaultSender: config.defaults.sender, clock });
  };
  const all = [...declaredPreviews(resources), ...sendPreviews(project, invocation)];
  return { root: config.root, all, problems, judge, sources, environment: environment.name };
}

export async function plannedSource(invocation: Invocation, file: string): Promise<PreviewSource> {
  const { root, problems, sources } = await readConfig(invocation);
  const plan = await readPlanFile(invocation, file);
  const { environment } = plan;
  invocation.known.environment = environment;
  return {
    root,
    all: plannedPreviews(plan),
    problems,
    judge: () => [],
    sources,
    environment,
  };
}

/**
 * Chooses the previews. A name that matches nothing may be that of a manifest with an error, whose errors are then the mistake.
 * Throws a NotiformError (exit 3, or 64) if nothing matches.
 */
export function chosenIn(
  source: PreviewSource,
  patterns: readonly string[],
  pathOf: (pattern: string) => string,
): Previewed[] {
  try {
    return choose(source.all, patterns, pathOf);
  } catch (error) {
    const errors = source.problems.filter(({ severity }) => severity === 'error');
    if (error instanceof NotiformError && errors.length > 0)
      throw new NotiformError(errors, Exit.problems, source.sources);
    throw error;
  }
}

export function filesWithErrors(problems: readonly Problem[]): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.flatMap(({ place }) => place?.file ?? []))];
}

const NOUN: Phrase = { en: 'Test send', ko: '테스트 발송' };

/** The test sends of a project, drawn as if the service had approved their templates as the manifests say. */
function sendPreviews(project: LoadedProject, { ports, redaction }: Invocation): Previewed[] {
  const declared = (address: string): Resource | undefined => project.resources.find((one) => one.address === address);
  return project.sends.map((test) => ({
    address: `TestSend/${test.id}`,
    kind: 'TestSend',
    source: { file: test.source.file, line: test.source.line ?? 1 },
    after: { name: test.id, images: imagesOf(test, declared) },
    fields: [],
    samples: [],
    sent: {
      noun: NOUN,
      views: (files) => redaction.within(viewsOf(preparedOf(test, project, ports.clock), files)),
    },
  }));
}

/** Returns the first message of a test send: it is the same for every recipient. Undefined if the test send has an error. */
function preparedOf(test: TestSend, project: LoadedProject, clock: Clock): PreparedSend | undefined {
  const { resources, environment, config, documents } = project;
  const subjects = subjectsOf(test, resources);
  const { locate } = documents;
  const { sender: defaultSender } = config.defaults;
  return prepareOffline({ test, subjects, environment, defaultSender, clock, locate }).sends[0];
}

function viewsOf(send: PreparedSend | undefined, files: (file: FileNode) => string | null): PictureView[] {
  if (send === undefined) return [];
  return bubblesOf(send, files).map(({ type, bubble }, index) => ({
    sample: index === 0 ? (send.sample ?? null) : null,
    label: index === 0 ? (send.sample === undefined ? galleryWords.message : undefined) : fallbackWords(index, type),
    after: { bubble, lengths: [] },
  }));
}

function fallbackWords(number: number, type: string): Phrase {
  return { en: `Fallback ${number}: ${type}`, ko: `대체 발송 ${number}: ${type}` };
}

/** Everything that may have an image. */
function imagesOf(test: TestSend, declared: (address: string) => Resource | undefined): Json[] {
  const parts: Partial<FallbackMessage & TestSend>[] = [test, { ...test.message }, ...(test.fallback ?? [])];
  return parts.flatMap(({ template, files = [], brand = {} }) => {
    const { image, images = [], video, body, cards = [] } = brand;
    const content = template === undefined ? undefined : declared(template)?.content;
    const others = [content, image, video, body, ...images, ...cards.map((card) => card.image)];
    return [...files.map((file) => ({ ...file })), ...others.flatMap((one) => one ?? [])];
  });
}
