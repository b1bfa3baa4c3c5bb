import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { StateEntry } from '../../src/state/document.ts';
import { replay } from '../../src/state/journal.ts';
import { parseBase } from '../../src/state/stored-document.ts';

const place = { environment: 'test', profile: 'shop', shown: 'shop.json', help: '' };

function entry(binding: JsonObject, more: JsonObject = {}): StateEntry & JsonObject {
  return { binding, protect: false, applied: 'x', row: null, ...more };
}

it.each([1, 2])('a document of format %i becomes one with imported entries and a table of uploads', (formatVersion) => {
  const template = entry({ code: 'a' });
  const entries = {
    'NotificationTemplate/shop/a': template,
    'Image/shop/i': entry(
      { url: 'https://x/2', use: 'notification/template', sha256: 'bb', path: 'b.png' },
      { replaced: [{ url: 'https://x/1', use: 'notification/template', sha256: 'aa', path: 'a.png' }] },
    ),
    'Video/shop/v': entry({ handle: 'vid', use: 'video', sha256: 'cc', path: 'c.mp4' }),
  };
  const text = JSON.stringify({
    formatVersion,
    environment: 'test',
    profile: 'shop',
    account: 'me',
    serial: 4,
    entries,
  });
  const { document, isExtendable } = replay(parseBase(text, place), '', place);
  expect(document).toMatchObject({ formatVersion: 3, serial: 4 });
  expect(document.entries).toEqual({ 'NotificationTemplate/shop/a': { ...template, applied: null, imported: 'x' } });
  expect(document.uploads).toEqual({
    'https://x/1': { use: 'notification/template', sha256: 'aa', path: 'a.png' },
    'https://x/2': { use: 'notification/template', sha256: 'bb', path: 'b.png' },
    vid: { use: 'video', sha256: 'cc', path: 'c.mp4' },
  });
  expect(isExtendable).toBe(false);
});
