export const PLUGIN_TYPES = ['SECURE_IMAGE', 'ONE_TIME_PROFILE'] as const;

export type PluginType = (typeof PLUGIN_TYPES)[number];

/** The URL that the service calls for a plugin of a messenger channel (resource API 2.3, 4.6). */
export interface PluginCallback {
  /** The uuid of the channel, which all its profiles share. */
  channel: string;
  pluginId: string;
  pluginType: PluginType;
  callbackUrl: string;
  /** Both false if another hub partner registered it. */
  modifiable: boolean;
  deletable: boolean;
}

export function pluginKey(channel: string, pluginId: string): string {
  return `${channel}/${pluginId}`;
}
