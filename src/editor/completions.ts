import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver/node.js';
import { isObject } from '../core/json.ts';
import { valueAt } from '../core/path.ts';
import type { Cursor } from './cursor.ts';
import { fieldNames } from './fields.ts';
import type { EditedProject } from './project.ts';

/** The fields whose value names another resource: by its id, or by its address. */
const REFERENCES: Readonly<Record<string, { kinds: readonly string[]; by: 'id' | 'address' }>> = {
  ref: { kinds: ['Image', 'Video', 'PluginCallback'], by: 'id' },
  plugin: { kinds: ['PluginCallback'], by: 'id' },
  groupTag: { kinds: ['GroupTag'], by: 'id' },
  template: { kinds: ['NotificationTemplate', 'BrandTemplate'], by: 'address' },
};

/** A position, with the text of its file and the part of its line before it. */
export interface Completing {
  cursor: Cursor | undefined;
  text: string;
  before: string;
  /** Undefined in notiform.yaml. */
  kind: string | undefined;
}

/**
 * What can be written at a position: `${var:` variables, `#{` variables of the file, category codes, the ids and addresses of
 * other resources, and the fields of a mapping in braces. Works on the text of the line where it can, because a line that is
 * being written is often no YAML yet.
 */
export function completionsOf(
  { cursor, text, before: line, kind }: Completing,
  project: EditedProject,
): CompletionItem[] {
  if (/\$\{var:[^}]*$/.test(line))
    return [...project.variables].map(([label, values]) => variable(label, values.join('\n')));
  if (/#\{[^}]*$/.test(line)) {
    const names = [...text.matchAll(/#\{([^{}\s]+)\}/g)].map(([, name = '']) => name);
    return [...new Set(names)].map((name) => variable(name));
  }
  const [, key = '', quote = ''] = /(?:^|[\s{,-])([a-zA-Z]+):\s+(["']?)[^"'\s]*$/.exec(line) ?? [];
  if (key === 'category')
    return [...project.categories].map(([code, name]) => ({
      label: code,
      detail: name,
      filterText: `${code} ${name}`,
      // A code begins with zeros, so without quotes YAML reads a number.
      insertText: quote === '' ? `"${code}"` : code,
      kind: CompletionItemKind.EnumMember,
    }));
  const reference = REFERENCES[key];
  if (reference === undefined) return cursor && /[{,]\s*$/.test(line) ? fieldsOf(cursor, kind) : [];
  return project.resources
    .filter(({ kind, implied }) => !implied && reference.kinds.includes(kind))
    .map((resource) => ({
      label: resource[reference.by],
      detail: resource.address,
      kind: CompletionItemKind.Reference,
    }));
}

/** The fields that a mapping in braces does not have yet. The language server of YAML offers none where no letter is. */
function fieldsOf({ path, document }: Cursor, kind: string | undefined): CompletionItem[] {
  const written = valueAt(document, path);
  if (path.length === 0 || !isObject(written)) return [];
  return fieldNames(kind, path)
    .filter((name) => !Object.hasOwn(written, name))
    .map((name) => ({ label: name, insertText: `${name}: `, kind: CompletionItemKind.Field }));
}

function variable(label: string, detail?: string): CompletionItem {
  return { label, kind: CompletionItemKind.Variable, ...(detail === undefined ? {} : { detail }) };
}
