import { expect, test } from 'vitest';
import { declarations, kinds } from '../../src/kinds/registry.ts';

test('every kind has its side for the engine and its side for manifests', () => {
  expect(kinds.map((kind) => kind.name)).toEqual(['Image', 'NotificationTemplate']);
  expect([...declarations].map(([name, declaration]) => [name, declaration.kind])).toEqual([
    ['Image', 'Image'],
    ['NotificationTemplate', 'NotificationTemplate'],
  ]);
});
