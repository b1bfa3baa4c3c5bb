import { expect, it } from 'vitest';
import type { Resource } from '../../../src/core/resource.ts';
import {
  callbackDiscovery,
  liveCallback,
  pluginCallback,
  pluginDeclaration,
} from '../../../src/kinds/plugin-callback/kind.ts';
import { nothingBound } from '../bound.ts';
import { declaredAs, ofShop, recordedService, shop, signal } from '../recorded.ts';

/** The rows of the table for callbacks, and the rules that a schema cannot say, without a service. */

const url = 'https://plugin.example.com/image';
const row = { pluginId: 'secure-image', pluginType: 'SECURE_IMAGE', callbackUrl: url };

function want(manifest: object = {}, more: Partial<Resource> = {}): Resource {
  const given = { kind: 'PluginCallback', id: 'secure-image', type: 'SECURE_IMAGE', url, ...manifest };
  return declaredAs('PluginCallback', 'secure-image', { ...pluginDeclaration.declare(given), ...more });
}

const gone = want({}, { goal: 'removed', content: {} });

it('a row asks for what it needs', () => {
  const live = liveCallback(row);
  const wants = [want(), want({ url: 'https://other.example.com' }), want({ type: 'ONE_TIME_PROFILE' }), gone];
  const legal = wants.map((one) =>
    [live, undefined].map((at) =>
      pluginCallback.operations.flatMap(({ name, requires }) => (requires(at, one) ? [] : name)),
    ),
  );
  expect(legal).toEqual([
    [['plugin.update'], ['plugin.create']],
    [['plugin.update'], ['plugin.create']],
    [['plugin.delete'], ['plugin.create']],
    [['plugin.delete'], ['plugin.create']],
  ]);
  expect(pluginCallback.operations[1]?.predicts(undefined, want())).toEqual([]);
  expect(wants.map((one) => pluginCallback.blockedBy(live, one).operation)).toEqual([
    'plugin.update',
    'plugin.update',
    'plugin.delete',
    'plugin.delete',
  ]);
  expect(pluginCallback.blockedBy(undefined, want()).operation).toBe('plugin.delete');
});

it('is looked for in the list, and nobody asks for a group’s', async () => {
  const { service, calls } = recordedService({ 'plugin.list': [row] });
  expect(await callbackDiscovery.read(service, shop, 'secure-image', nothingBound, signal)).toEqual(liveCallback(row));
  expect(await callbackDiscovery.read(service, shop, 'other', nothingBound, signal)).toBeUndefined();
  const mall = { ...shop, type: 'G' as const };
  expect(await callbackDiscovery.page(service, mall, 1, signal)).toMatchObject({ rows: [], total: 0 });
  expect(calls).toEqual([
    ['plugin.list', ofShop],
    ['plugin.list', ofShop],
  ]);
});

it('may be changed where the service does not say that it may not', () => {
  expect(liveCallback(row).status).toEqual({ state: 'present', modifiable: true, deletable: true });
  expect(liveCallback({ ...row, modifiable: false, deletable: null }).status).toMatchObject({
    modifiable: false,
    deletable: true,
  });
});

it('is referred to by its plugin’s id, which one address of the account claims', () => {
  const resource = want({ pluginId: 'p1' });
  expect(pluginDeclaration.referred?.(resource)).toBe('p1');
  const claim = { within: 'account', field: 'pluginId' };
  expect(pluginDeclaration.uniqueNames?.(resource)).toEqual([{ ...claim, value: 'p1' }]);
  const { name: _name, ...nameless } = resource;
  expect(pluginDeclaration.uniqueNames?.(nameless)).toEqual([{ ...claim, value: '' }]);
});
