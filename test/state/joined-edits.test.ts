import { describe, expect, it } from 'vitest';
import { emptyDocument, type StateDocument } from '../../src/state/document.ts';
import { joinEdits } from '../../src/state/joined-edits.ts';
import type { DocumentEdit } from '../../src/state/store.ts';

const holder = { pid: 1, host: 'here', command: 'send' };

/** A store that counts its writes. The first ones wait until they are let go. */
function slowStore() {
  let stored: StateDocument | undefined;
  const writes: number[] = [];
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const edit = joinEdits(async (_name, _editor, change) => {
    await gate;
    const next = change(stored);
    if (!next) return;
    stored = next;
    writes.push(next.serial);
  });
  return { edit, letGo, writes, lag: () => stored?.lagMs };
}

/** Adds to a number of the document. */
function adding(ms: number): DocumentEdit {
  return (stored) => {
    const { lagMs = 0, ...document } = stored ?? emptyDocument('local', 'a', 'account');
    return { ...document, serial: document.serial + 1, lagMs: lagMs + ms };
  };
}

describe('the edits of one run', () => {
  it('share one write if they arrive during another, and each sees those before it', async () => {
    const { edit, letGo, writes, lag } = slowStore();
    const edits = [1, 2, 3, 4].map((ms) => edit('a', holder, adding(ms)));
    letGo();
    await Promise.all(edits);
    expect([writes, lag()]).toEqual([[1, 2], 10]);
    await edit('a', holder, adding(5));
    expect([writes, lag()]).toEqual([[1, 2, 3], 15]);
  });

  it('write nothing if they change nothing', async () => {
    const { edit, letGo, writes } = slowStore();
    letGo();
    await Promise.all([1, 2].map(() => edit('a', holder, () => undefined)));
    expect(writes).toEqual([]);
  });

  it('fail together, and those after them do not', async () => {
    let writes = 0;
    const edit = joinEdits(async () => {
      writes += 1;
      if (writes === 2) throw new Error('the disk is full');
    });
    const ended = await Promise.allSettled([1, 2, 3].map((ms) => edit('a', holder, adding(ms))));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(edit('a', holder, adding(4))).resolves.toBeUndefined();
  });
});
