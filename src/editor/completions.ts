import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node.js';
import type { EditedProject } from './diagnostics.ts';

/** The fields whose value names another resource: by its id, or by its address. */
const REFERENCES: Readonly<Record<string, { kinds: readonly string[]; by: 'id' | 'address' }>> = {
  ref: { kinds: ['Image', 'Video', 'PluginCallback'], by: 'id' },
  plugin: { kinds: ['PluginCallback'], by: 'id' },
  groupTag: { kinds: ['GroupTag'], by: 'id' },
  template: { kinds: ['NotificationTemplate', 'BrandTemplate'], by: 'address' },
};

/** A position, with the text of its file and the part of its line before it. */
interface Completing {
  text: string;
  before: string;
  position: Position;
}

/**
 * What can be written at a position: `${var:` variables, `#{` variables of the file, category codes, the ids and addresses of
 * other resources, and profiles. Works on the text of the line where it can, because a line
 * that is being written is often no YAML yet.
 */
export function completionsOf({ text, before: line, position }: Completing, project: EditedProject): CompletionItem[] {
  /** An item that replaces what is written of it: to an editor, an address or an id is several words. */
  const item = (
    written: string,
    label: string,
    more: Partial<CompletionItem> & { newText?: string },
  ): CompletionItem => {
    const { newText = label, ...rest } = more;
    const start = { line: position.line, character: position.character - written.length };
    return { label, ...rest, textEdit: { range: { start, end: position }, newText } };
  };
  const variable = /\$\{var:([^}]*)$/.exec(line)?.[1];
  if (variable !== undefined)
    return Array.from(project.variables, ([name, values]) =>
      item(variable, name, { kind: CompletionItemKind.Variable, detail: values.join('\n') }),
    );
  const message = /#\{([^}]*)$/.exec(line)?.[1];
  if (message !== undefined) {
    const names = [...text.matchAll(/#\{([^{}\s]+)\}/g)].map(([, name = '']) => name);
    return [...new Set(names)].map((name) => item(message, name, { kind: CompletionItemKind.Variable }));
  }
  const [, key = '', quote = '', written = ''] =
    /(?:^|[\s{,-])["']?([a-zA-Z]+)["']?:\s+(["']?)([^"'\s]*)$/.exec(line) ?? [];
  if (key === 'category')
    return Array.from(project.categories, ([code, name]) =>
      item(written, code, {
        detail: name,
        filterText: `${code} ${name}`,
        // A code begins with zeros, so without quotes YAML reads a number.
        newText: quote === '' ? `"${code}"` : code,
        kind: CompletionItemKind.EnumMember,
      }),
    );
  if (key === 'profile') return project.profiles.map((name) => item(written, name, { kind: CompletionItemKind.Value }));
  const reference = REFERENCES[key];
  if (reference === undefined) return [];
  return project.resources
    .filter(({ kind, implied }) => !implied && reference.kinds.includes(kind))
    .map((resource) =>
      item(written, resource[reference.by], { detail: resource.address, kind: CompletionItemKind.Reference }),
    );
}
