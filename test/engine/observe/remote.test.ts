import { describe, expect, it } from 'vitest';
import type { ProfileRef } from '../../../src/core/resource.ts';
import { remoteOf } from '../../../src/engine/observe/remote.ts';
import type { Service } from '../../../src/service/service.ts';
import { failure } from '../support.ts';

const shop: ProfileRef = { alias: 'shop', key: 'shop-key', type: 'S' };
const mall: ProfileRef = { alias: 'mall', key: 'mall-key', type: 'G' };
const signal = new AbortController().signal;

/** A client that knows these keys, and counts what it is asked. */
function client(known: { get: string[]; use: string[]; groups: string[] }): { service: Service; calls: string[] } {
  const calls: string[] = [];
  const refused = failure('refused');
  refused.problem.service = { code: '507', message: 'sender profile invalid' };
  const unused = (): never => {
    throw new Error('not asked for');
  };
  const resource = {
    profile: {
      get: async (senderKey: string) => {
        calls.push(`get ${senderKey}`);
        if (!known.get.includes(senderKey)) throw refused;
        return { senderKey };
      },
      use: async () => {
        calls.push('use');
        return { success: known.use.map((senderKey) => ({ senderKey })), fail: [] };
      },
      multi: unused,
      categories: unused,
      category: unused,
    },
    group: {
      all: async () => {
        calls.push('groups');
        return known.groups.map((groupKey) => ({ groupKey }));
      },
      list: unused,
    },
    image: { upload: unused, fetch: async (url: string) => Buffer.from(url) },
  };
  return { service: { resource } as unknown as Service, calls };
}

describe('profiles and groups', () => {
  it('are asked for once each, all groups together', async () => {
    const { service, calls } = client({ get: ['shop-key'], use: [], groups: ['mall-key', 'b'] });
    const groups = [mall, { ...mall, alias: 'b', key: 'b' }];
    expect(await remoteOf(service).missingProfiles([shop, ...groups], signal)).toEqual(new Map());
    expect(calls.sort()).toEqual(['get shop-key', 'groups']);
  });

  it('are missing where a list of all lacks them; the alias is named, the key is not', async () => {
    const { service } = client({ get: [], use: ['another'], groups: [] });
    const missing = await remoteOf(service).missingProfiles([shop, mall], signal);
    expect([...missing.values()]).toEqual([
      {
        code: 'profile-unknown',
        severity: 'error',
        message: 'The service knows no sender profile with the key of `shop`',
        hint: expect.stringContaining('`profiles.shop`'),
        service: { code: '507', message: 'sender profile invalid' },
      },
      {
        code: 'profile-unknown',
        severity: 'error',
        message: 'The service knows no profile group with the key of `mall`',
        hint: expect.stringContaining('type (now G)'),
      },
    ]);
    expect(JSON.stringify([...missing])).not.toContain('-key');
  });

  it('are there where only the lookup is refused: then that is the failure', async () => {
    const { service } = client({ get: [], use: ['shop-key'], groups: [] });
    await expect(remoteOf(service).missingProfiles([shop], signal)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('cannot be asked for while the service is away', async () => {
    const { service } = client({ get: ['shop-key'], use: [], groups: [] });
    service.resource.profile.get = () => Promise.reject(failure('unreachable'));
    await expect(remoteOf(service).missingProfiles([shop], signal)).rejects.toMatchObject({ kind: 'unreachable' });
    service.resource.profile.get = () => Promise.reject(new TypeError('a bug'));
    await expect(remoteOf(service).missingProfiles([shop], signal)).rejects.toThrow('a bug');
  });
});

describe('an image', () => {
  it('is fetched from where the service keeps it', async () => {
    const { service } = client({ get: [], use: [], groups: [] });
    expect(await remoteOf(service).fetchImage('https://x', signal)).toEqual(Buffer.from('https://x'));
  });
});
