import type { Unsuited } from '../../core/declaration.ts';
import { type JsonObject, own } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import type { Resource } from '../../core/resource.ts';
import { templateOf } from './fields.ts';

/** The type of plugin that a button needs: a secure image, personal information; a payment goes with either (assumption 119). */
const NEEDED: Readonly<Record<string, string>> = { P1: 'SECURE_IMAGE', P2: 'ONE_TIME_PROFILE' };

/** A plugin callback of another type than its button needs (resource API 2.2, 2.3); only buttons are numbered and refer. */
export function unsuitedPlugin(
  manifest: JsonObject,
  [, place]: Path,
  { address, content }: Resource,
): Unsuited | undefined {
  const { buttons = [] } = templateOf(manifest);
  const { type = '' } = buttons.find((_, index) => index === place) ?? {};
  const needed = own(NEEDED, type);
  if (needed === undefined || content['type'] === needed) return undefined;
  return {
    message: `A ${type} button needs a plugin of type ${needed}, and \`${address}\` is ${String(content['type'])}`,
    hint: `Refer to a PluginCallback of type ${needed}, or choose the button for this one`,
    because: ['type'],
  };
}
