import { describe, expect, it } from 'vitest';
import { withKnownFiles } from '../../../src/core/known-files.ts';
import { amendEntry, type Edit, openLedger, uploadsEdit } from '../../../src/engine/stored-state/ledger.ts';
import { boundOf, keysOf } from '../../../src/engine/uploads/uploads.ts';
import {
  emptyDocument,
  type StateChange,
  type StateDocument,
  type StateEntry,
  type UploadTable,
} from '../../../src/state/document.ts';

const entry: StateEntry = { binding: { code: 'a' }, protect: false, applied: null, row: null };

function put(address: string, value = entry): Edit {
  return () => new Map([[address, value]]);
}

function drop(address: string): Edit {
  return () => new Map([[address, undefined]]);
}

const [a, b, c] = ['Thing/shop/a', 'Thing/shop/b', 'Thing/shop/c'] as const;

/** A ledger, and what was written: each write ends when the test says so, with an error where it gives one. */
function opened(stored: Partial<StateDocument> = {}) {
  const written: StateChange[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const ledger = openLedger(
    { ...emptyDocument('test', 'shop', 'new'), ...stored },
    { account: 'new', keyDigest: 'key' },
    {
      write: (change) =>
        new Promise((resolve, reject) => {
          written.push(change);
          ends.push((error) => (error ? reject(error) : resolve()));
        }),
    },
  );
  /** Lets what is ready to go on do so. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (error?: Error): Promise<void> => {
    await settle();
    ends.shift()?.(error);
    await settle();
  };
  return { ledger, written, end, settle };
}

function serialsOf(written: readonly StateChange[]): [number, string[]][] {
  return written.map(({ serial, entries = {} }) => [serial, Object.keys(entries)]);
}

describe('a ledger', () => {
  it('writes one serial after another, and what comes in while one is under way together', async () => {
    const { ledger, written, end } = opened();
    const first = ledger.change(put(a));
    await end();
    await first;
    const second = ledger.change(put(b));
    await Promise.resolve();
    await Promise.resolve();
    const rest = [ledger.change(put(c)), ledger.change(put('Thing/shop/d')), ledger.change(drop(a))];
    expect([...ledger.entries.keys()]).toEqual([a]);
    await end();
    await second;
    expect([...ledger.entries.keys()]).toEqual([a, b]);
    await end();
    await Promise.all(rest);
    expect(serialsOf(written)).toEqual([
      [1, [a]],
      [2, [b]],
      [3, [c, 'Thing/shop/d', a]],
    ]);
    expect(written[2]?.entries?.[a]).toBeNull();
    expect(written[0]).toMatchObject({ formatVersion: 3, environment: 'test', profile: 'shop', account: 'new' });
    expect(Object.keys(written[1] ?? {}).sort()).toEqual(['entries', 'serial']);
    expect([...ledger.entries.keys()]).toEqual([b, c, 'Thing/shop/d']);
  });

  it('makes several edits at once, each on what the one before left', async () => {
    const { ledger, written, end } = opened();
    const protecting = amendEntry(a, { protect: true });
    expect(ledger.change(protecting)).toBeUndefined();
    const stored = ledger.change(put(a), protecting);
    await end();
    await stored;
    expect(written.map(({ entries }) => entries)).toEqual([{ [a]: { ...entry, protect: true } }]);
  });

  it('writes nothing where nothing changes, and waits for nothing', async () => {
    const { ledger, written, end } = opened();
    expect(ledger.change(() => new Map())).toBeUndefined();
    expect(ledger.change(drop(a))).toBeUndefined();
    const stored = ledger.change(put(a));
    await end();
    await stored;
    expect(ledger.change(put(a, { ...entry }))).toBeUndefined();
    expect(written).toHaveLength(1);
  });

  it('lets what is said twice wait for the write that says it first', async () => {
    const { ledger, written, end, settle } = opened();
    const done: string[] = [];
    const told = (name: string, stored: Promise<void> | undefined) => stored?.then(() => done.push(name));
    void told('first', ledger.change(put(a)));
    void told('before the write', ledger.change(put(a)));
    await settle();
    void told('in the write', ledger.change(put(a)));
    await settle();
    expect(done).toEqual([]);
    await end();
    expect(done.sort()).toEqual(['before the write', 'first', 'in the write']);
    expect(written).toHaveLength(1);
  });

  it('fails every change after one that could not be written: nothing may be lost unseen', async () => {
    const { ledger, written, end } = opened();
    const first = expect(ledger.change(put(a))).rejects.toThrow('full');
    await end(new Error('full'));
    await first;
    await expect(ledger.change(put(b))).rejects.toThrow('full');
    await expect(ledger.change(put(a))).rejects.toThrow('full');
    expect(written).toHaveLength(1);
    expect(ledger.entries.size).toBe(0);
  });

  it('names what changes alone: ten thousand changes in one write cost what they are', async () => {
    const { ledger, written, end } = opened();
    const all = Array.from({ length: 10_000 }, (_, index) => ledger.change(put(`Thing/shop/${index}`)));
    await end();
    await Promise.all(all);
    expect(written).toHaveLength(1);
    expect([...ledger.entries.keys()]).toHaveLength(10_000);
  });
});

const noKeys = keysOf(new Map());

describe('the uploads of the state', () => {
  const upload = { use: 'u', sha256: 's', path: 'p.png' };

  it('are found by use and bytes, and by handle', () => {
    const bound = boundOf(() => ({ 'https://x': upload }), noKeys);
    expect(bound.handleOf('u', 's')).toBe('https://x');
    expect(bound.handleOf('other', 's')).toBeUndefined();
    expect(bound.fileOf('https://x')).toEqual({ path: 'p.png', sha256: 's' });
    expect([bound.fileOf('https://y'), bound.fileOf('constructor')]).toEqual([undefined, undefined]);
  });

  it('become more as an apply goes on, and those of the resource itself come first', () => {
    let table: UploadTable = {};
    const bound = boundOf(() => table, noKeys, ['v1']);
    expect(bound.handleOf('u', 's')).toBeUndefined();
    table = { 'https://x': upload };
    expect(bound.handleOf('u', 's')).toBe('https://x');
    table = { ...table, v1: upload };
    expect(bound.handleOf('u', 's')).toBe('v1');
  });

  it('go with the keys of the environment', () => {
    const profiles = new Map([['shop', { alias: 'shop', key: 'k1', type: 'S' as const }]]);
    const bound = boundOf(() => ({}), keysOf(profiles));
    expect([bound.keyOf('shop'), bound.keyOf('mall'), bound.aliasOf('k1'), bound.aliasOf('k2')]).toEqual([
      'k1',
      undefined,
      'shop',
      undefined,
    ]);
  });

  it('are written alone, and only if they change', async () => {
    const writes: StateChange[] = [];
    const stored: StateDocument = { ...emptyDocument('test', 'shop', 'me'), uploads: { old: upload } };
    const ledger = openLedger({ ...stored, serial: 1 }, undefined, {
      write: async (change) => void writes.push(change),
    });
    await ledger.change(uploadsEdit({ old: upload }));
    expect(writes).toEqual([]);
    await ledger.change(uploadsEdit({ old: null, new: upload }));
    expect(writes).toEqual([{ serial: 2, entries: {}, uploads: { old: null, new: upload } }]);
    await ledger.change(uploadsEdit({ other: upload }, put('Thing/shop/a')));
    expect(writes[1]).toEqual({ serial: 3, entries: { 'Thing/shop/a': entry }, uploads: { other: upload } });
    expect(ledger.uploads()).toEqual({ new: upload, other: upload });
  });
});

describe('content that names an image by its URL', () => {
  const bound = boundOf(() => ({ 'https://x': { use: 'u', sha256: 's', path: 'p.png' } }), noKeys);

  it('means the file that the URL was given for, wherever it stands', () => {
    const content = {
      top: { url: 'https://x' },
      list: [{ picture: { url: 'https://x' } }, 'text'],
      other: { url: 'https://y' },
    };
    const file = { path: 'p.png', sha256: 's' };
    expect(withKnownFiles(content, bound)).toEqual({
      top: file,
      list: [{ picture: file }, 'text'],
      other: { url: 'https://y' },
    });
  });

  it('keeps what stands beside it, and a video stays one', () => {
    const file = { path: 'p.png', sha256: 's' };
    const content = {
      picture: { url: 'https://x', link: 'https://z' },
      video: { vid: 'https://x' },
      count: { url: 7 },
    };
    expect(withKnownFiles(content, bound)).toEqual({
      picture: { file, link: 'https://z' },
      video: { file },
      count: { url: 7 },
    });
  });
});
