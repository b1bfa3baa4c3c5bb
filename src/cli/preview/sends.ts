import type { FileNode } from '../../core/content.ts';
import type { Json } from '../../core/json.ts';
import type { Phrase } from '../../core/language.ts';
import type { Clock } from '../../core/ports.ts';
import { isProblem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { FallbackMessage, TestSend } from '../../core/test-send.ts';
import type { PictureView } from '../../report/gallery/gallery.ts';
import { galleryWords } from '../../report/gallery/words.ts';
import { bubblesOf } from '../../send/bubble.ts';
import { fallbackSubjects, subjectOf } from '../../send/choice.ts';
import { prepareOffline } from '../../send/judge.ts';
import type { PreparedSend } from '../../send/prepare.ts';
import type { Invocation } from '../invocation.ts';
import type { LoadedProject } from '../project.ts';
import type { Previewed } from './entries.ts';

const NOUN: Phrase = { en: 'Test send', ko: '테스트 발송' };

/** The test sends of a project, drawn as if the service had approved their templates as the manifests say. */
export function sendPreviews(project: LoadedProject, { ports, redaction }: Invocation): Previewed[] {
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
  const subject = subjectOf(test, resources);
  if (isProblem(subject)) return undefined;
  const fallbacks = fallbackSubjects(test, resources);
  const { locate } = documents;
  return prepareOffline({
    test,
    subject,
    fallbacks,
    environment,
    defaultSender: config.defaults.sender,
    clock,
    locate,
  }).sends[0];
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
