import { isObject } from '../core/json.ts';
import type { Resource } from '../core/resource.ts';
import { pictures } from '../kinds/registry.ts';
import { boxed } from '../preview/boxed.ts';
import type { Cursor } from './cursor.ts';
import { fieldText } from './fields.ts';
import type { EditedProject } from './project.ts';

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
