import type { FileNode } from '../../core/content.ts';
import { isObject, type Json } from '../../core/json.ts';
import { isProblem, type Problem, placed, problemAt } from '../../core/problem.ts';
import { type ButtonValues, MMS_IMAGE, type TestSend, type WrittenMessage } from '../../core/test-send.ts';
import { fileNodeOf } from '../file/file-node.ts';
import type { Project } from '../file/local-file.ts';
import { startOf } from './documents.ts';
import type { Validated } from './validate.ts';

/** Reads the images of a test send. Returns the document with them, or with what is wrong with them. */
export async function withImages(validated: Validated, project: Project): Promise<Validated> {
  const { manifest, valid } = validated;
  const { message } = manifest.value;
  const paths = valid && manifest.kind === 'TestSend' && isObject(message) ? texts(message['files']) : [];
  const images: FileNode[] = [];
  const problems: Problem[] = [];
  for (const [index, path] of paths.entries()) {
    const image = await fileNodeOf(project, manifest.file, path, MMS_IMAGE);
    if (isProblem(image)) problems.push(placed(manifest.located, problemAt(['message', 'files', index], image)));
    else images.push(image);
  }
  if (paths.length === 0) return validated;
  return { ...validated, images, valid: problems.length === 0, problems: [...validated.problems, ...problems] };
}

/** Returns the test sends of the valid manifests. */
export function testSendsOf(validated: readonly Validated[], defaultSender: string | undefined): TestSend[] {
  return validated
    .filter(({ manifest, valid }) => manifest.kind === 'TestSend' && valid)
    .map((one) => testSendOf(one, defaultSender));
}

function testSendOf({ manifest, images }: Validated, defaultSender: string | undefined): TestSend {
  const { value } = manifest;
  const { id, template, message, profile, from = defaultSender, to, sample, variables, at } = value;
  const { expect = 'delivered', buttons, country, userinfo, resellercode, allow, brand, fallback } = value;
  return {
    id: String(id),
    source: startOf(manifest),
    to: texts(to),
    expect: String(expect),
    buttons: isObject(buttons) ? (buttons as Record<string, ButtonValues>) : {},
    allow: texts(allow),
    ...text('template', template),
    ...(isObject(message) ? { message: { ...message, ...(images ? { files: images } : {}) } as WrittenMessage } : {}),
    ...text('profile', profile),
    ...text('from', from),
    ...text('sample', sample),
    ...(isObject(variables) ? { variables: variables as Record<string, string> } : {}),
    ...text('at', at),
    ...text('country', country),
    ...text('userinfo', userinfo),
    ...text('resellercode', resellercode),
    ...(isObject(brand) ? { brand } : {}),
    ...(Array.isArray(fallback) ? { fallback: fallback.filter(isObject) } : {}),
  };
}

function text<K extends string>(key: K, value: Json | undefined): { [name in K]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { [name in K]?: string }) : {};
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
