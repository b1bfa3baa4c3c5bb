import type { DocumentEdit, StateStore } from './store.ts';

interface JoinedEdit {
  edit: DocumentEdit;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Joins the edits of one run: edits of a document that arrive during another edit of it share the next write, so they do not
 * compete with each other. Each sees the changes of those before it.
 * @param write edits a stored document by compare-and-swap
 */
export function joinEdits(write: StateStore['edit']): StateStore['edit'] {
  const waiting = new Map<string, JoinedEdit[]>();
  const pump = async (name: string, editor: Parameters<StateStore['edit']>[1], queue: JoinedEdit[]): Promise<void> => {
    while (queue.length > 0) {
      const edits = queue.splice(0);
      try {
        await write(name, editor, composed(edits));
        for (const { resolve } of edits) resolve();
      } catch (error) {
        for (const { reject } of edits) reject(error);
      }
    }
    waiting.delete(name);
  };
  return (name, editor, edit) =>
    new Promise((resolve, reject) => {
      const pending: JoinedEdit = { edit, resolve, reject };
      const queue = waiting.get(name);
      if (queue) {
        queue.push(pending);
        return;
      }
      const first = [pending];
      waiting.set(name, first);
      void pump(name, editor, first);
    });
}

/** Makes one edit of several. It raises the serial by one. */
function composed(edits: readonly JoinedEdit[]): DocumentEdit {
  return (stored) => {
    let document = stored;
    for (const { edit } of edits) document = edit(document) ?? document;
    return document && document !== stored ? { ...document, serial: (stored?.serial ?? 0) + 1 } : undefined;
  };
}
