import { isObject } from '../core/json.ts';
import { valueAt } from '../core/path.ts';
import type { Place } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { pictures } from '../kinds/registry.ts';
import { boxed } from '../preview/boxed.ts';
import { parseLocated } from '../yaml/located.ts';
import type { Cursor } from './cursor.ts';
import type { EditedProject } from './diagnostics.ts';
import { fieldText } from './fields.ts';

/** Fields that show the bubble of their resource. */
const SHOWING = ['kind', 'content', 'name'];

/** What a field means, its limits, and for the texts of a bubble its preview. Markdown; undefined if nothing is known. */
export function hoverText(cursor: Cursor, file: string, project: EditedProject): string | undefined {
  const { path, document } = cursor;
  const kind = file === project.config ? undefined : String(document['kind']);
  const variable = /\$\{var:([^}]+)\}/.exec(cursor.text)?.[1];
  const values = variable === undefined ? undefined : project.variables.get(variable);
  const parts = [
    fieldText(kind, path),
    values && [`\`${variable}\` of the environments:`, ...values.map((value) => `- ${value}`)].join('\n'),
    path.length === 1 && SHOWING.includes(String(path[0])) ? previewOf(cursor, file, project) : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** The bubble of the document's resource as text, with the values of its first sample. Undefined if it is not valid. */
function previewOf({ document }: Cursor, file: string, { resources }: EditedProject): string | undefined {
  const resource = resources.find(
    ({ source, kind, id }) => source.file === file && kind === document['kind'] && id === document['id'],
  );
  const bubble = resource && bubbleOf(resource);
  return bubble && ['```text', ...boxed(bubble), '```'].join('\n');
}

function bubbleOf({ kind, content, profile = '', samples }: Resource): Parameters<typeof boxed>[0] | undefined {
  const values = new Map(Object.entries(samples[0]?.values ?? {}));
  return isObject(content)
    ? pictures.get(kind)?.bubble(content, { sender: profile, values, files: () => null })
    : undefined;
}

/** A cursor in a file, with the text of the file. */
interface DefinitionAt {
  cursor: Cursor;
  file: string;
  text: string;
  /** The text of the line before and behind the position. */
  before: string;
  behind: string;
}

/**
 * Where a name is defined: the manifest of an address or an id, `${var:…}` in notiform.yaml, `#{…}` in the samples of its
 * manifest.
 */
export function definitionsOf({ cursor, file, text, before, behind }: DefinitionAt, project: EditedProject): Place[] {
  const around = (begin: string): string | undefined => {
    const name = before.split(begin).at(-1) ?? '';
    const rest = /^[^{}]*\}/.exec(behind)?.[0];
    return before.includes(begin) && !/[{}]/.test(name) && rest !== undefined ? name + rest.slice(0, -1) : undefined;
  };
  const variable = around('${var:');
  if (variable !== undefined) return inConfig(variable, project);
  const message = around('#{');
  if (message !== undefined) return inSamples(message, cursor, file, text);
  return cursor.on === 'value' ? named(cursor, project) : [];
}

function named({ text, document, path }: Cursor, { resources }: EditedProject): Place[] {
  if (text === '' || ['content', 'description'].includes(String(path.at(-1)))) return [];
  const found = resources.filter(({ address, id, implied }) => !implied && (address === text || id === text));
  const own = found.filter(({ profile, address }) => address === text || profile === document['profile']);
  return (own.length > 0 ? own : found).map(({ source }) => source);
}

function inConfig(name: string, { config, sources }: EditedProject): Place[] {
  const [document] = parseLocated(config, sources.get(config) ?? '').documents;
  const environments = document === undefined ? undefined : valueAt(document.value, ['environments']);
  if (document === undefined || !isObject(environments)) return [];
  return Object.keys(environments).flatMap((environment) => {
    const at = ['environments', environment, 'variables', name];
    return valueAt(document.value, at) === undefined ? [] : [document.place(at, 'key')];
  });
}

function inSamples(name: string, { document }: Cursor, file: string, text: string): Place[] {
  const located = parseLocated(file, text).documents.find(
    ({ value }) => isObject(value) && value['id'] === document['id'] && value['kind'] === document['kind'],
  );
  const samples = document['samples'];
  if (located === undefined || !Array.isArray(samples)) return [];
  return samples.flatMap((_sample, index) => {
    const at = ['samples', index, 'values', name];
    return valueAt(located.value, at) === undefined ? [] : [located.place(at, 'key')];
  });
}
