import { expect, it } from 'vitest';
import { readBound } from '../../src/cli/bound.ts';
import type { Resource } from '../../src/core/resource.ts';
import { emptyDocument } from '../../src/state/document.ts';
import type { StateStore } from '../../src/state/store.ts';
import { brandTemplate } from '../send/brand/support.ts';

const FILE = { path: 'coat.png', sha256: 'c'.repeat(64) };

/** A store in which each of these profiles has uploaded the same file. */
function storeOf(profiles: readonly string[]): StateStore {
  const read: StateStore['read'] = async (profile) => {
    const document = emptyDocument('here', profile, 'account');
    const uploads = { [`https://img.example/${profile}`]: { use: 'brand/default', ...FILE } };
    return profiles.includes(profile) ? { ...document, uploads } : document;
  };
  return { read } as StateStore;
}

const of = (profile: string): Resource => brandTemplate({}, { profile, address: `BrandTemplate/${profile}/winter` });

it('an upload of the profile that sends comes before an equal one of another profile', async () => {
  const { bindings } = await readBound(storeOf(['shop', 'outlet']), [of('shop'), of('outlet'), of('mall')]);
  const urlFor = (profile?: string): string | undefined =>
    bindings.urlOf('brand/default', FILE, profile === undefined ? undefined : { profile });
  expect(urlFor('shop')).toBe('https://img.example/shop');
  expect(urlFor('outlet')).toBe('https://img.example/outlet');
  expect(urlFor('mall')).toBe('https://img.example/shop');
  expect(urlFor()).toBe('https://img.example/shop');
});
