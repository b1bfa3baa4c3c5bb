import type { FileNode } from '../../core/content.ts';
import { elementsOf, isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { hasErrors, isProblem, type Problem, placed, problemAt } from '../../core/problem.ts';
import {
  type BrandSend,
  type ButtonValues,
  type FallbackMessage,
  MMS_IMAGE,
  type TestSend,
  type WrittenMessage,
} from '../../core/test-send.ts';
import { fileNodeOf } from '../file/file-node.ts';
import type { Project } from '../file/local-file.ts';
import type { LoadOptions } from '../options.ts';
import { startOf } from './documents.ts';
import type { Validated } from './validate.ts';

/** Reads the images of a test send and its fallbacks. Returns the document with them, or with the problems they have. */
export async function withImages(validated: Validated, project: Project): Promise<Validated> {
  const { manifest, valid } = validated;
  if (!valid || manifest.kind !== 'TestSend') return validated;
  const images = new Map<string, FileNode>();
  const problems: Problem[] = [];
  for (const [at, path] of imagesIn(manifest.value)) {
    const found = (one: Problem): number => problems.push(placed(manifest.located, problemAt(at, one)));
    const image = await fileNodeOf(project, manifest.file, path, MMS_IMAGE, found);
    if (isProblem(image)) found(image);
    else images.set(path, image);
  }
  return { ...validated, images, valid: !hasErrors(problems), problems: [...validated.problems, ...problems] };
}

/** The paths of the images of a test send, each with the field that names it. */
function imagesIn({ message, fallback }: JsonObject): [at: Path, path: string][] {
  const holders: [Path, Json | undefined][] = [
    [['message'], message],
    ...elementsOf(fallback).map((item, index): [Path, Json] => [['fallback', index], item]),
  ];
  return holders.flatMap(([at, holder]) =>
    isObject(holder)
      ? texts(holder['files']).map((path, index): [Path, string] => [[...at, 'files', index], path])
      : [],
  );
}

/** Returns the test sends of the valid manifests. */
export function testSendsOf(validated: readonly Validated[], defaults: Defaults): TestSend[] {
  return validated
    .filter(({ manifest, valid }) => manifest.kind === 'TestSend' && valid)
    .map((one) => testSendOf(one, defaults));
}

type Defaults = LoadOptions['defaults'];

function testSendOf({ manifest, images, brands }: Validated, defaults: Defaults): TestSend {
  const { value } = manifest;
  const { own: brand, fallbacks = [] } = brands ?? {};
  const {
    id,
    template,
    message,
    profile = defaultProfile(value, brand, defaults),
    from = defaults.sender,
    to,
    sample,
    variables,
    at,
  } = value;
  const { expect = 'delivered', buttons, country, userinfo, resellercode, allow, fallback } = value;
  return {
    id: String(id),
    source: startOf(manifest),
    to: texts(to),
    expect: String(expect),
    buttons: isObject(buttons) ? (buttons as Record<string, ButtonValues>) : {},
    allow: texts(allow),
    ...text('template', template),
    ...(isObject(message) ? { message: withFiles(message, images) as WrittenMessage } : {}),
    ...text('profile', profile),
    ...text('from', from),
    ...text('sample', sample),
    ...(isObject(variables) ? { variables: variables as Record<string, string> } : {}),
    ...text('at', at),
    ...text('country', country),
    ...text('userinfo', userinfo),
    ...text('resellercode', resellercode),
    ...(brand ? { brand } : {}),
    ...(Array.isArray(fallback)
      ? {
          fallback: fallback.filter(isObject).map((item, index) => withParts(item, images, fallbacks[index], defaults)),
        }
      : {}),
  };
}

/** Returns a fallback with its images and the settings of its brand message. */
function withParts(
  item: JsonObject,
  images: Validated['images'],
  brand: BrandSend | undefined,
  defaults: Defaults,
): FallbackMessage {
  const { profile = defaultProfile(item, brand, defaults) } = item;
  // The schema has checked the members.
  return { ...withFiles(item, images), ...text('profile', profile), ...(brand ? { brand } : {}) } as FallbackMessage;
}

/** Returns the profile that sends a brand message without a template. */
function defaultProfile(
  { template }: JsonObject,
  brand: BrandSend | undefined,
  { profile }: Defaults,
): string | undefined {
  return brand?.body && template === undefined ? profile : undefined;
}

/** Returns a message with its images in place of their paths. */
function withFiles(message: JsonObject, images: ReadonlyMap<string, FileNode> = new Map()): object {
  const files = texts(message['files']).flatMap((path) => images.get(path) ?? []);
  return files.length === 0 ? message : { ...message, files };
}

function text<K extends string>(key: K, value: Json | undefined): { [name in K]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { [name in K]?: string }) : {};
}

function texts(value: Json | undefined): string[] {
  return elementsOf(value).map(String);
}
