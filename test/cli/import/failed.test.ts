import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { importResources } from '../../../src/cli/import/importing.ts';
import type { Importing } from '../../../src/cli/import/run.ts';
import type { LoadedProject } from '../../../src/cli/session.ts';
import { ServiceFailure } from '../../../src/core/failure.ts';
import type { Kind } from '../../../src/core/kind.ts';
import { seededRandom } from '../../../src/core/ports.ts';
import { errorProblem } from '../../../src/core/problem.ts';
import type { Live } from '../../../src/core/resource.ts';
import { groupTag } from '../../../src/kinds/group-tag/kind.ts';
import { createFileStore } from '../../../src/state/file-store.ts';
import type { Client } from '../../../src/wire/client.ts';
import { TestClock, TestFiles } from '../../engine/support.ts';

it('an import that failed begins no writing when another read ends later', async () => {
  const shop = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
  let answer: (live: Live) => void = () => undefined;
  const late = new Promise<Live>((resolve) => {
    answer = resolve;
  });
  const rows = ['gold', 'silver'].map((name) => ({ name, title: name, state: 'present', modifiedAt: '' }));
  const kind: Kind<Client> = {
    ...groupTag,
    discovery: {
      by: 'list',
      page: async () => ({ rows, unreadable: [], total: 2, pages: 1 }),
      read: (_service, _profile, name) =>
        name === 'gold' ? late : Promise.reject(new ServiceFailure('unclear', errorProblem('bug', 'fault', ''))),
    },
  };
  const ports = { clock: new TestClock(), random: seededRandom(1), files: new TestFiles() };
  const profiles = new Map([['shop', shop]]);
  const importing: Importing = {
    input: {
      environment: { name: 'here', account: 'account', profiles, limits: { inFlight: 2, timeoutMs: 1000 } },
      kinds: [kind],
      service: {} as Client,
      remote: { missingProfiles: async () => new Map(), now: () => undefined, fetchImage: () => Promise.reject() },
      store: createFileStore({ path: '/state', shown: 'state', environment: 'here', ports, isAlive: () => true }),
      ports,
      signal: new AbortController().signal,
    },
    project: {
      config: { root: '/project', timezone: 'Asia/Seoul' },
      environment: { name: 'here', profiles, variables: () => ({}) },
      resources: [],
    } as unknown as LoadedProject,
    reload: () => Promise.reject(new Error('nothing was written')),
    folder: 'manifests',
    holder: { pid: 1, host: 'here', command: 'import' },
    acceptAccount: false,
  };
  const written: string[] = [];
  ports.files.onWrite = (path) => written.push(path);
  const importingAll = importResources(importing, { addresses: [], matches: [], kinds: [], profiles: [] });
  await expect(importingAll).rejects.toThrow('fault');
  answer({ name: 'gold', content: { name: '골드' }, status: { state: 'present' } });
  await nextTurn();
  expect(written).toEqual([]);
});
