import { isObject, type JsonObject } from '../src/core/json.ts';
import type { RowPage } from '../src/core/kind.ts';
import type { ProfileRef } from '../src/core/resource.ts';
import { brandTemplateEndpoints as brand } from '../src/kinds/brand-template/endpoints.ts';
import { brandDiscovery } from '../src/kinds/brand-template/kind.ts';
import { sender } from '../src/kinds/endpoint.ts';
import { tagEndpoints as tag } from '../src/kinds/group-tag/endpoints.ts';
import { tagDiscovery } from '../src/kinds/group-tag/kind.ts';
import { type ImageUse, imageEndpoints } from '../src/kinds/image/endpoints.ts';
import { templateEndpoints as template } from '../src/kinds/notification-template/endpoints.ts';
import { templateDiscovery } from '../src/kinds/notification-template/kind.ts';
import { pluginEndpoints as plugin } from '../src/kinds/plugin-callback/endpoints.ts';
import { callbackDiscovery } from '../src/kinds/plugin-callback/kind.ts';
import { groupEndpoints as group } from '../src/kinds/sender-profile/endpoints.ts';
import type { Client } from '../src/wire/client.ts';
import type { Endpoint } from '../src/wire/endpoint.ts';
import type { Upload } from '../src/wire/outgoing.ts';

/** What tests do in place of the console and other programs. A list is its first page. */
export function api(client: Client) {
  const of =
    <T, Fields extends object>(endpoint: Endpoint<T>) =>
    (profile: ProfileRef, fields: Fields, signal: AbortSignal): Promise<T> =>
      client.call(endpoint, { ...sender(profile), ...fields }, signal);
  const by =
    <T>(endpoint: Endpoint<T>, name: string) =>
    (profile: ProfileRef, value: string, signal: AbortSignal): Promise<T> =>
      client.call(endpoint, { ...sender(profile), [name]: value }, signal);
  const code = <T>(endpoint: Endpoint<T>) => by(endpoint, 'templateCode');
  const detail =
    (endpoint: Endpoint<unknown>) =>
    async (profile: ProfileRef, templateCode: string, signal: AbortSignal): Promise<JsonObject> => {
      const answer = await code(endpoint)(profile, templateCode, signal);
      if (isObject(answer)) return answer;
      throw new Error('a detail is an object');
    };
  const list =
    ({ page }: { page: typeof tagDiscovery.page }) =>
    (profile: ProfileRef, signal: AbortSignal): Promise<RowPage> =>
      page(client, profile, 1, signal);
  return {
    template: {
      add: of<unknown, JsonObject>(template.add),
      update: of<unknown, JsonObject>(template.update),
      list: list(templateDiscovery),
      detail: detail(template.detail),
      delete: code(template.delete),
      stop: code(template.stop),
      request: (profile: ProfileRef, templateCode: string, comment: string | undefined, signal: AbortSignal) =>
        client.call(template.request, { ...sender(profile), templateCode, comment }, signal),
      requestWithFile: (
        profile: ProfileRef,
        templateCode: string,
        comment: string,
        files: readonly Upload[],
        signal: AbortSignal,
      ) =>
        client.upload(
          template.requestWithFile,
          { ...sender(profile), templateCode, comment },
          'attachment',
          files,
          signal,
        ),
    },
    brandTemplate: {
      update: of<unknown, JsonObject>(brand.update),
      list: list(brandDiscovery),
      detail: detail(brand.detail),
      delete: code(brand.delete),
    },
    tag: {
      list: list(tagDiscovery),
      create: by(tag.create, 'groupTagName'),
      update: (profile: ProfileRef, groupTagKey: string, newGroupTagName: string, signal: AbortSignal) =>
        client.call(tag.update, { ...sender(profile), groupTagKey, newGroupTagName }, signal),
      delete: by(tag.delete, 'groupTagKey'),
    },
    plugin: {
      list: list(callbackDiscovery),
      update: (profile: ProfileRef, pluginId: string, callbackUrl: string, signal: AbortSignal) =>
        client.call(plugin.update, { ...sender(profile), pluginId, callbackUrl }, signal),
      delete: by(plugin.delete, 'pluginId'),
    },
    image: {
      upload: async (use: ImageUse, image: Upload, signal: AbortSignal): Promise<string> => {
        const { field, to } = imageEndpoints[use];
        return (await client.upload(to, {}, field, [image], signal)).image;
      },
    },
    group: {
      add: (profile: ProfileRef, groupKey: string, signal: AbortSignal) =>
        client.call(group.add, { senderKey: profile.key, groupKey }, signal),
      remove: (profile: ProfileRef, groupKey: string, signal: AbortSignal) =>
        client.call(group.remove, { senderKey: profile.key, groupKey }, signal),
    },
  };
}
