import { expect, test } from 'vitest';
import { declarations, kinds } from '../../src/kinds/registry.ts';

test('every kind has its side for the engine and its side for manifests, and those that are referred to come first', () => {
  const names = [
    'Image',
    'Video',
    'SenderProfile',
    'GroupTag',
    'PluginCallback',
    'NotificationTemplate',
    'BrandTemplate',
  ];
  expect(kinds.map((kind) => kind.name)).toEqual(names);
  expect([...declarations].map(([name, declaration]) => [name, declaration.kind])).toEqual(
    names.map((name) => [name, name]),
  );
});
