import { kindOf, matchesGlob, parseAddress } from '../../core/address.ts';
import type { FileNode } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Phrase } from '../../core/language.ts';
import { formatPath } from '../../core/path.ts';
import type { Blocked, Change, Plan } from '../../core/plan.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import type { Resource, Sample } from '../../core/resource.ts';
import { fillVariables, length } from '../../core/variables.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import { nouns, pictures } from '../../kinds/registry.ts';
import { changedFacts } from '../../report/facts.ts';
import type { GalleryEntry, Picture, PictureView } from '../../report/gallery/gallery.ts';
import { dialogueOf } from '../../report/view/dialogue.ts';
import { uploadsIn } from '../../report/view/effect.ts';

/** An entry of a preview: a declared resource, a change of a plan, or a change that the plan cannot make. */
export type Previewed = Pick<Change, 'address' | 'kind' | 'source' | 'after' | 'fields' | 'samples'> &
  Partial<Pick<Change, 'before'>> &
  Pick<GalleryEntry, 'action' | 'reason' | 'said' | 'risk' | 'deletes' | 'comment' | 'answer'> & {
    /** The noun and the views of a test send, which has no kind of resource. */
    sent?: { noun: Phrase; views(files: EntryOptions['files']): PictureView[] };
  };

/** The declared resources that a phone shows. */
export function declaredPreviews(resources: readonly Resource[]): Previewed[] {
  return resources
    .filter(({ kind }) => pictures.has(kind))
    .map(({ address, kind, source, content, samples }) => ({
      address,
      kind,
      source: { file: source.file, line: source.line ?? 1 },
      after: content,
      fields: [],
      samples,
    }));
}

/** The changes of a plan, with those that wait for another one and those that are blocked. A file is seen in the change that needs it. */
export function plannedPreviews(plan: Plan): Previewed[] {
  const { changes, waiting, blocked } = plan;
  const uploads = new Set(uploadsIn(plan));
  const others = changes.filter((change) => !uploads.has(change));
  const stopped = blocked.map((one) => ({
    ...withDialogue(one),
    kind: kindOf(one.address),
    action: 'blocked' as const,
    samples: [],
  }));
  return [...[...others, ...waiting.flatMap(({ held }) => held?.change ?? [])].map(withDialogue), ...stopped];
}

function withDialogue<T extends Change | Blocked>(one: T) {
  const { reasons, isRejected, answer } = dialogueOf(one);
  // The page shows it as the reason of a rejection.
  return { ...one, comment: isRejected ? reasons.at(-1)?.content : undefined, answer };
}

/**
 * Chooses by addresses, patterns, and files or folders of manifests; without any, every template. Throws a NotiformError (exit 64)
 * for one that matches nothing.
 * @param pathOf converts an argument to a path relative to the project's root
 */
export function choose(
  all: readonly Previewed[],
  patterns: readonly string[],
  pathOf: (pattern: string) => string,
): Previewed[] {
  if (patterns.length === 0) return all.filter(({ sent }) => sent === undefined);
  const isIn = ({ source }: Previewed, path: string): boolean => `${source?.file}/`.startsWith(`${path}/`);
  const addresses = all.map(({ address }) => address);
  requireMatches(
    addresses,
    patterns.filter((pattern) => !all.some((one) => isIn(one, pathOf(pattern)))),
  );
  return all.filter((one) =>
    patterns.some((pattern) => matchesGlob(one.address, pattern) || isIn(one, pathOf(pattern))),
  );
}

/** Throws a NotiformError (exit 3) if no template has a sample of this name. */
export function requireSample(all: readonly Previewed[], name: string | undefined): void {
  const names = [...new Set(all.flatMap(({ samples }) => samples.map((sample) => sample.name)))];
  if (name === undefined || names.includes(name)) return;
  const message = `No template has the sample \`${name}\``;
  const hint = 'Leave --sample out to show every sample';
  throw new NotiformError(errorProblem('send-sample', message, hint), Exit.problems);
}

export interface EntryOptions {
  /** The only sample that is shown; every sample if left out. */
  sample?: string | undefined;
  /** Adds a view whose variables are not filled, although there are samples. */
  unfilled: boolean;
  /** Returns the `href` of an image; null for a placeholder. */
  files(file: FileNode): string | null;
}

/** Returns a preview as data. In a template without the sample, the variables are not filled in. */
export function entryOf(previewed: Previewed, options: EntryOptions): GalleryEntry {
  const { address, kind, source, action, before, after, fields, samples, sent } = previewed;
  const content = after ?? before ?? {};
  const chosen = samples.filter(({ name }) => options.sample === undefined || name === options.sample);
  const unfilled = chosen.length === 0 || options.unfilled ? [undefined] : [];
  return {
    address,
    title: typeof content['name'] === 'string' ? content['name'] : (parseAddress(address)?.id ?? address),
    noun: sent?.noun ?? nouns[kind] ?? { en: kind, ko: kind },
    source,
    action,
    reason: previewed.reason,
    said: previewed.said,
    risk: previewed.risk,
    deletes: previewed.deletes,
    comment: previewed.comment,
    answer: previewed.answer,
    fields: changedFacts({ address, fields }),
    views: sent
      ? sent.views(options.files)
      : pictures.has(kind)
        ? [...chosen, ...unfilled].map((sample) => viewOf(previewed, sample, options))
        : [],
  };
}

function viewOf(
  { address, kind, before, after }: Previewed,
  sample: Sample | undefined,
  options: EntryOptions,
): PictureView {
  const values = new Map(Object.entries(sample?.values ?? {}));
  const draw = (content: JsonObject | null | undefined): Picture | undefined => {
    const pictured = pictures.get(kind);
    if (!content || !pictured) return undefined;
    const sender = parseAddress(address)?.profile ?? '';
    return {
      bubble: pictured.bubble(content, { sender, values, files: options.files }),
      lengths: pictured.limits(content).map(({ at, text, ...limits }) => ({
        path: formatPath(at),
        length: length(fillVariables(text, values)),
        ...limits,
      })),
    };
  };
  return { sample: sample?.name ?? null, before: draw(before), after: draw(after) };
}
