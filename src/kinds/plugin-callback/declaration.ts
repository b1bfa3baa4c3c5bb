import type { Declaration } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { length } from '../../core/variables.ts';
import { writeCallback } from './codec.ts';

/** Longest id of a plugin (message API 2.9, `plugin_id`). */
const ID_MAX = 24;

/** `PluginCallback` documents (docs/manifests.md). A channel has them, and a group has none (assumption 117). */
export const pluginDeclaration: Declaration = {
  kind: 'PluginCallback',
  referredAs: ['plugin'],
  profileType: 'S',
  referred: ({ name }) => name,
  claims: ({ name = '' }) => [{ within: 'account', field: 'pluginId', value: name }],
  files: () => [],
  check: (manifest) => [...checkId(manifest), ...checkUrl(manifest)],
  declare: (manifest) => {
    const { id, pluginId = String(id), type = null, url = null } = manifest;
    return { goal: 'present', name: String(pluginId), content: { pluginId, type, url }, inputs: {}, options: {} };
  },
  write: writeCallback,
};

/** A longer one can be registered, and no message can carry it. The manifest's id is the plugin's where none is written. */
function checkId({ id, pluginId }: JsonObject): Problem[] {
  const field = pluginId === undefined ? 'id' : 'pluginId';
  const count = length(String(pluginId ?? id));
  if (count <= ID_MAX) return [];
  const what = field === 'id' ? '`id`, which is the `pluginId` where none is written,' : '`pluginId`';
  return [
    problemAt([field], {
      code: 'not-sendable',
      severity: 'warning',
      message: `${what} has ${count} characters, and a message takes ${ID_MAX}`,
      hint: field === 'id' ? 'Write a shorter `pluginId`, or shorten the id' : 'Write a shorter one',
    }),
  ];
}

/** No document says what an address looks like (resource API 4.6, assumption 119). */
function checkUrl({ url }: JsonObject): Problem[] {
  const address = String(url);
  if (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address)) return [];
  return [
    problemAt(['url'], {
      code: 'wrong-form',
      severity: 'warning',
      message: `\`${address}\` is no address that a server could be called at`,
      hint: 'Write it as `https://plugin.example.com/callback`',
    }),
  ];
}
