import type { Declaration, Finding } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import { length } from '../../core/variables.ts';
import { writeCallback } from './write.ts';

/** Longest id of a plugin (message API 2.9, `plugin_id`). */
const ID_MAX = 24;

/** `PluginCallback` documents (docs/manifests.md). A channel has them, and a group has none (assumption 117). */
export const pluginDeclaration: Declaration = {
  kind: 'PluginCallback',
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

/** The id of a manifest may be longer than that of a plugin, which it is where none is written. */
function checkId({ id, pluginId }: JsonObject): Finding[] {
  const count = length(String(id));
  if (pluginId !== undefined || count <= ID_MAX) return [];
  return [
    {
      code: 'too-long',
      severity: 'error',
      at: ['id'],
      on: 'value',
      message: `\`id\` has ${count} characters, and is the \`pluginId\` where none is written; at most ${ID_MAX} are allowed`,
      hint: 'Write a shorter `pluginId`, or shorten the id',
    },
  ];
}

function checkUrl({ url }: JsonObject): Finding[] {
  if (URL.canParse(String(url))) return [];
  return [
    {
      code: 'wrong-form',
      severity: 'error',
      at: ['url'],
      on: 'value',
      message: `\`${String(url)}\` is no address that a server could be called at`,
      hint: 'Write it as `https://plugin.example.com/callback`',
    },
  ];
}
