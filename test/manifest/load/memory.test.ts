import { expect, it } from 'vitest';
import { CheckMemory } from '../../../src/manifest/load/check-file.ts';
import { environment } from '../project.ts';

const defaults = { profile: 'shop' };
const unread = { code: 'file-unreadable', severity: 'error', message: 'a' } as const;
const results = { validated: [], declared: [], unread: [], unknownProfiles: [], source: '' };

it('a file is checked again only if its bytes or the settings have changed', () => {
  const memory = new CheckMemory();
  let checks = 0;
  const isChecked = (
    bytes: string | typeof unread,
    more: Partial<typeof environment> = {},
    name = 'a.yaml',
  ): boolean => {
    memory.begin();
    const before = checks;
    memory.for({ environment: { ...environment, ...more }, defaults })(
      name,
      typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      () => {
        checks += 1;
        return results;
      },
    );
    return checks > before;
  };
  expect(isChecked('kind: GroupTag')).toBe(true);
  expect(isChecked('kind: GroupTag')).toBe(false);
  expect(isChecked('kind: Video')).toBe(true);
  const settings: Partial<typeof environment>[] = [
    { name: 'production' },
    { environments: ['local', 'production'] },
    { variables: new Map([['host', 'other.example.com']]) },
    { profiles: new Map([['shop', { type: 'G' as const }]]) },
    { senders: new Set(['other']) },
    { recipients: new Map([['other', '']]) },
    { categories: { environment: 'local', names: new Map([['001001', '주문']]) } },
  ];
  for (const more of settings) expect([isChecked('a', more), isChecked('a', more)]).toEqual([true, false]);
  // A check that did not have the file has forgotten it.
  isChecked('kind: GroupTag');
  isChecked('kind: GroupTag', {}, 'b.yaml');
  expect(isChecked('kind: GroupTag')).toBe(true);
  expect([isChecked(unread), isChecked(unread)]).toEqual([true, true]);
});
