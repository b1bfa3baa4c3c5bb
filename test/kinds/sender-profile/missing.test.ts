import { describe, expect, it } from 'vitest';
import type { ProfileRef } from '../../../src/core/resource.ts';
import { remoteOf } from '../../../src/kinds/registry.ts';
import { failure } from '../../engine/support.ts';
import { recordedService } from '../recorded.ts';

const shop: ProfileRef = { alias: 'shop', key: 'shop-key', type: 'S' };
const mall: ProfileRef = { alias: 'mall', key: 'mall-key', type: 'G' };
const signal = new AbortController().signal;

/** A client that knows these keys, and writes down what it is asked. */
function client(known: { get: string[]; use: string[]; groups: string[] }) {
  const refused = failure('refused');
  refused.problem.service = { code: '507', message: 'sender profile invalid' };
  return recordedService({
    'profile.get': ({ senderKey }: { senderKey: string }) => {
      if (!known.get.includes(senderKey)) throw refused;
      return { senderKey };
    },
    'profile.use': { success: known.use.map((senderKey) => ({ senderKey })), fail: [] },
    'group.all': known.groups.map((groupKey) => ({ groupKey })),
    download: (url: string) => Buffer.from(url),
  });
}

describe('profiles and groups', () => {
  it('are asked for once each, all groups together', async () => {
    const { service, calls } = client({ get: ['shop-key'], use: [], groups: ['mall-key', 'b'] });
    const groups = [mall, { ...mall, alias: 'b', key: 'b' }];
    expect(await remoteOf(service).missingProfiles([shop, ...groups], signal)).toEqual(new Map());
    expect(calls).toEqual([
      ['group.all', {}],
      ['profile.get', { senderKey: 'shop-key' }],
    ]);
  });

  it('are missing where a list of all lacks them; the alias is named, the key is not', async () => {
    const { service } = client({ get: [], use: ['another'], groups: [] });
    const missing = await remoteOf(service).missingProfiles([shop, mall], signal);
    expect([...missing.values()]).toEqual([
      {
        code: 'profile-unknown',
        severity: 'error',
        message: 'The service has no sender profile with the key of `shop`',
        hint: expect.stringContaining('`profiles.shop`'),
      },
      {
        code: 'profile-unknown',
        severity: 'error',
        message: 'The service has no profile group with the key of `mall`',
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
    const asked = (answer: Error) =>
      remoteOf(recordedService({ 'profile.get': answer }).service).missingProfiles([shop], signal);
    await expect(asked(failure('unreachable'))).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(asked(new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});

describe('an image', () => {
  it('is fetched from where the service keeps it', async () => {
    const { service } = client({ get: [], use: [], groups: [] });
    expect(await remoteOf(service).fetchImage('https://x', signal)).toEqual(Buffer.from('https://x'));
  });
});
