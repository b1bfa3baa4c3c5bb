import { describe, expect, it } from 'vitest';
import { withKnownFiles } from '../../src/core/known-files.ts';
import { boundOf, keysOf } from '../../src/engine/bound.ts';
import { openLedger } from '../../src/engine/ledger.ts';
import { type Entries, emptyDocument, type StateDocument, type StateEntry } from '../../src/state/document.ts';

const entry: StateEntry = { binding: { code: 'a' }, protect: false, applied: null, row: null };

function put(address: string): (entries: Entries) => Entries {
  return (entries) => ({ ...entries, [address]: entry });
}

describe('a ledger', () => {
  it('writes one serial after another, and what came in meanwhile together', async () => {
    const written: StateDocument[] = [];
    const ledger = openLedger(emptyDocument('test', 'shop', 'old'), 'new', {
      write: async (document) => {
        written.push(document);
      },
    });
    const first = ledger.change(put('Thing/shop/a'));
    await first;
    await Promise.all([ledger.change(put('Thing/shop/b')), ledger.change(put('Thing/shop/c'))]);
    expect(written.map(({ serial, entries, account }) => [serial, account, Object.keys(entries)])).toEqual([
      [1, 'new', ['Thing/shop/a']],
      [2, 'new', ['Thing/shop/a', 'Thing/shop/b', 'Thing/shop/c']],
    ]);
    expect(Object.keys(ledger.entries())).toEqual(['Thing/shop/a', 'Thing/shop/b', 'Thing/shop/c']);
  });

  it('writes nothing where nothing changed', async () => {
    let writes = 0;
    const ledger = openLedger(emptyDocument('test', 'shop', 'x'), 'x', {
      write: async () => {
        writes += 1;
      },
    });
    await ledger.change((entries) => entries);
    await ledger.change((entries) => ({ ...entries }));
    expect(writes).toBe(0);
    await ledger.change(put('Thing/shop/a'));
    await ledger.change((entries) => ({ ...entries, 'Thing/shop/a': { ...entry } }));
    expect(writes).toBe(1);
    await ledger.change(() => ({ 'Thing/shop/b': entry }));
    await ledger.change(() => ({ 'Thing/shop/b': { ...entry, protect: true } }));
    expect(writes).toBe(3);
  });

  it('fails every edit after one that could not be written: nothing may be lost unseen', async () => {
    const ledger = openLedger(emptyDocument('test', 'shop', 'x'), 'x', {
      write: () => Promise.reject(new Error('full')),
    });
    await expect(ledger.change(put('Thing/shop/a'))).rejects.toThrow('full');
    await expect(ledger.change(put('Thing/shop/b'))).rejects.toThrow('full');
    expect(ledger.entries()).toEqual({});
  });
});

const noKeys = keysOf(new Map());

describe('what the state knows of images', () => {
  const picture: StateEntry = { ...entry, binding: { url: 'https://x', use: 'u', sha256: 's', path: 'p.png' } };

  it('is found by use and bytes, and by URL', () => {
    const bound = boundOf(() => ({ 'Picture/shop/p': picture, 'Thing/shop/a': entry }), noKeys);
    expect(bound.handleOf('u', 's')).toBe('https://x');
    expect(bound.handleOf('other', 's')).toBeUndefined();
    expect(bound.fileOf('https://x')).toEqual({ path: 'p.png', sha256: 's' });
    expect(bound.fileOf('https://y')).toBeUndefined();
  });

  it('is learned as applying goes on, and the first of two counts', () => {
    let entries: Entries = {};
    const bound = boundOf(() => entries, noKeys);
    expect(bound.fileOf('https://x')).toBeUndefined();
    entries = {
      'Picture/shop/p': picture,
      'Picture/shop/q': { ...picture, binding: { ...picture.binding, path: 'q' } },
    };
    expect(bound.fileOf('https://x')).toEqual({ path: 'p.png', sha256: 's' });
    entries = { ...entries, 'Picture/shop/r': { ...picture, binding: { ...picture.binding, url: 'https://r' } } };
    expect(bound.handleOf('u', 's')).toBe('https://x');
    expect(bound.fileOf('https://r')).toEqual({ path: 'p.png', sha256: 's' });
  });

  it('is first what the resource itself depends on, and holds handles that are no URL', () => {
    const entries = {
      'Picture/shop/p': picture,
      'Picture/shop/q': { ...picture, binding: { handle: 'v1', use: 'u', sha256: 's', path: 'p.png' } },
    };
    expect(boundOf(() => entries, noKeys, ['Picture/shop/q']).handleOf('u', 's')).toBe('v1');
    expect(boundOf(() => entries, noKeys, ['Picture/shop/gone']).handleOf('u', 's')).toBe('https://x');
    expect(boundOf(() => entries, noKeys).fileOf('v1')).toEqual({ path: 'p.png', sha256: 's' });
  });

  it('goes with the keys of the environment', () => {
    const profiles = new Map([['shop', { alias: 'shop', key: 'k1', type: 'S' as const }]]);
    const bound = boundOf(() => ({}), keysOf(profiles));
    expect([bound.keyOf('shop'), bound.keyOf('mall'), bound.aliasOf('k1'), bound.aliasOf('k2')]).toEqual([
      'k1',
      undefined,
      'shop',
      undefined,
    ]);
  });

  it('is nothing where a binding is not whole', () => {
    const bound = boundOf(
      () => ({
        'Picture/shop/p': { ...entry, binding: { use: 'u', sha256: 's' } },
        'Picture/shop/q': { ...entry, binding: { url: 'https://q' } },
        'Picture/shop/r': { ...entry, binding: { url: 'https://r', sha256: 't' } },
      }),
      noKeys,
    );
    expect(bound.handleOf('u', 's')).toBeUndefined();
    expect(bound.fileOf('https://q')).toBeUndefined();
    expect(bound.fileOf('https://r')).toEqual({ path: '', sha256: 't' });
  });
});

describe('content that names an image by its URL', () => {
  const entries = {
    'Picture/shop/p': { ...entry, binding: { url: 'https://x', use: 'u', sha256: 's', path: 'p.png' } },
  };
  const bound = boundOf(() => entries, noKeys);

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
