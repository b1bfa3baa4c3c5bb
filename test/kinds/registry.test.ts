import { expect, test } from 'vitest';
import { declarations, kinds } from '../../src/kinds/registry.ts';

test('every kind has its side for the engine and its side for manifests', () => {
  expect(kinds.map((kind) => kind.name)).toEqual(['NotificationTemplate', 'Image']);
  expect([...declarations].map(([name, declaration]) => [name, declaration.kind])).toEqual([
    ['NotificationTemplate', 'NotificationTemplate'],
    ['Image', 'Image'],
  ]);
});
